#!/usr/bin/env python3
"""Tries the image and docker-compose.yml step by step where there is no Docker: sudo deploy/rehearse.py

In a mount namespace of its own, with /srv and /data of a temporary folder, it runs the Dockerfile's lines of
the stage `builder`. Then it runs the commands of docker-compose.yml (migrate, web, worker, beat) with the
environment that deploy/make-env and docker-compose.yml give, as user 999 without any capability, while the
whole tree but /data and /tmp is read-only; and their health checks. PostgreSQL must answer at
TEST_POSTGRES_URL and admit everybody.

Not tried: the images of others, the lines with apt-get and useradd, the proxy, and Python 3.12 where the
machine has another one.
"""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 120
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
#: Debian's packages and users; and the manual, which `make manual` builds by the same words.
NOT_HERE = ("apt-get", "useradd", "sphinx")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


# --- The Dockerfile -------------------------------------------------------------------------------------


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their words; lines that go on are joined, comments left out."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    return [
        (word, rest.strip())
        for word, _space, rest in (line.partition(" ") for line in joined.splitlines())
        if word
    ]


def build(image: Path, tools: Path) -> dict[str, Any]:
    """Runs the lines of the stage `builder` and skips those of Debian; returns ENV, CMD and HEALTHCHECK."""
    stage, folder, made = "", Path("/"), {"env": {}, "cmd": [], "healthcheck": []}
    environment = {"PATH": f"{tools}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(image)}
    environment |= {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    for word, rest in instructions((ROOT / "Dockerfile").read_text()):
        if word == "FROM":
            stage = rest.partition(" AS ")[2]
        elif word == "WORKDIR":
            folder = Path(rest)
            folder.mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and stage == "builder":
            copy(rest.split()[:-1], folder)
        elif word == "RUN" and any(name in rest for name in NOT_HERE):
            say(f"   not tried: {rest[:70]}…")
        elif word == "RUN":
            say(f"   RUN {rest[:100]}")
            subprocess.run(["/bin/sh", "-c", rest], cwd=folder, env=environment, check=True)
        elif word == "ENV":
            made["env"] |= dict(each.split("=", 1) for each in rest.split())
        elif word in ("CMD", "HEALTHCHECK"):
            made[word.lower()] = json.loads(rest[rest.index("[") :])
    made["env"]["PATH"] = made["env"]["PATH"].replace("$PATH", environment["PATH"])
    return made


def copy(names: list[str], folder: Path) -> None:
    """Copies what .dockerignore lets in."""
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name in let_in if names == ["."] else names:
        source = ROOT / name
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "gathered", "manual")
            shutil.copytree(source, folder / name, ignore=ignored, dirs_exist_ok=True)
        else:
            shutil.copy(source, folder / name)


# --- docker-compose.yml ---------------------------------------------------------------------------------


def substituted(text: str, values: dict[str, str]) -> str:
    """The text with ${NAME}, ${NAME:-instead}, ${NAME:+if set} and ${NAME:?why} filled in as by Compose."""

    def value(found: re.Match[str]) -> str:
        name, sign, more = found.group(1), found.group(2), found.group(3) or ""
        given = values.get(name, "")
        if sign == ":?" and not given:
            raise SystemExit(f"docker-compose.yml needs {name}: {more}")
        return {":-": given or more, ":+": more if given else "", None: given, ":?": given}[sign]

    return re.sub(r"\$\{(\w+)(?:(:[-+?])([^}]*))?\}", value, text).replace("$$", "$")


def environment_file(folder: Path) -> dict[str, str]:
    """What deploy/make-env writes in a clone."""
    (folder / "deploy").mkdir(parents=True)
    for name in ("deploy/make-env", ".env.example"):
        shutil.copy(ROOT / name, folder / name)
    subprocess.run(
        [folder / "deploy" / "make-env", "torneo.example.org"], check=True, stdout=subprocess.DEVNULL
    )
    lines = (folder / ".env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


# --- Processes ------------------------------------------------------------------------------------------


def as_container(words: list[str]) -> list[str]:
    """The words run as the image's user, who can gain no rights."""
    as_user = ["setpriv", "--reuid=999", "--regid=999", "--clear-groups"]
    return [*as_user, "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", *words]


def until(happened: Any, otherwise: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        if time.monotonic() > end:
            raise SystemExit(f"deploy/rehearse.py: {otherwise}")
        time.sleep(1)  # a question to a service is a process of its own


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def health_words(service: dict[str, Any]) -> list[str]:
    kind, *words = service["healthcheck"]["test"]
    words = [word.replace("$$", "$") for word in words]
    return words if kind == "CMD" else ["sh", "-c", *words]


def rehearse(folder: Path) -> None:
    image, data, tools = folder / "srv", folder / "data", folder / "tools"
    for each in (image, data, tools):
        each.mkdir()
    os.chown(data, 999, 999)
    (tools / "python").symlink_to("/usr/bin/python3")
    (tools / "pip").write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --quiet "$@"\n')
    (tools / "pip").chmod(0o755)
    values = environment_file(folder / "clone")

    os.chdir("/")
    say("== the image")
    mount("--bind", str(image), "/srv")
    mount("--bind", str(data), "/data")
    made = build(image, tools)

    say("== read-only, with new /tmp")
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    redis_port, database = free_port(), f"criccone_rehearsal_{secrets.token_hex(4)}"
    postgres("CREATE DATABASE", database)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", "/tmp")  # noqa: S108 - the namespace's own
        mount("-o", "remount,bind,ro", "/srv")
        mount("-o", "remount,bind,ro", "/")
        processes.append(start_redis(redis_port, values["REDIS_PASSWORD"]))
        environment = environment_of(compose, made, values, redis_port, database)
        run_services(compose, made, environment, processes)
    finally:
        for process in reversed(processes):
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(timeout=40)
        postgres("DROP DATABASE", database, " WITH (FORCE)")


def run_services(
    compose: dict[str, Any],
    made: dict[str, Any],
    environment: dict[str, str],
    processes: list[subprocess.Popen[bytes]],
) -> None:
    """Runs migrate, web, worker and beat, waits for their health checks, and asks the doctor."""

    def run(words: list[str], *, is_tried: bool = False) -> bool:
        done = subprocess.run(
            as_container(words), env=environment, cwd="/srv/criccone",
            capture_output=is_tried, check=not is_tried,
        )  # fmt: skip
        return done.returncode == 0

    for place in ("/srv/criccone/written", "/srv/venv/written", "/written"):
        if run(["touch", place], is_tried=True):
            raise SystemExit(f"deploy/rehearse.py: {place} can be written")
    say("== migrate")
    run(compose["migrate"]["command"])
    services = {"web": made["cmd"], **{name: compose[name]["command"] for name in ("worker", "beat")}}
    for name, words in services.items():
        say(f"== {name}")
        processes.append(subprocess.Popen(as_container(words), env=environment, cwd="/srv/criccone"))
        checks = {"its health check": health_words(compose[name])}
        if name == "web":
            checks["the image's own health check"] = made["healthcheck"]
        for said, check in checks.items():
            until(lambda check=check: run(check, is_tried=True), f"{name} never passed {said}")
            say(f"   {said}: passed")
    say("== doctor")
    run(["python", "manage.py", "backup"])
    doctor = ["python", "manage.py", "doctor"]
    until(lambda: run(doctor, is_tried=True), "doctor never was content")  # beat needs ten seconds
    run(doctor)
    if any(process.poll() is not None for process in processes):
        raise SystemExit("deploy/rehearse.py: a process ended by itself")


def environment_of(
    compose: dict[str, Any], made: dict[str, Any], values: dict[str, str], redis_port: int, database: str
) -> dict[str, str]:
    """The environment that docker-compose.yml gives to web, with this machine's PostgreSQL and Redis."""
    given = {name: substituted(str(value), values) for name, value in compose["web"]["environment"].items()}
    server = urlsplit(POSTGRES)
    host = f"{server.hostname}:{server.port or 5432}"
    given["DATABASE_URL"] = f"postgres://{server.username}:{values['POSTGRES_PASSWORD']}@{host}/{database}"
    given["REDIS_URL"] = given["REDIS_URL"].replace("@redis:6379", f"@127.0.0.1:{redis_port}")
    own = {"HOSTNAME": socket.gethostname(), "HOME": "/data", "WEB_WORKERS": "2"}
    return {**made["env"], **given, **own}


def start_redis(port: int, password: str) -> subprocess.Popen[bytes]:
    words = ["redis-server", "--port", str(port), "--appendonly", "yes", "--dir", "/tmp"]  # noqa: S108
    return subprocess.Popen([*words, "--requirepass", password, "--loglevel", "warning"])


def postgres(order: str, name: str, more: str = "") -> None:
    subprocess.run(["psql", "-q", "-d", POSTGRES, "-c", f'{order} "{name}"{more}'], check=True)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def main() -> None:
    if len(sys.argv) > 1:
        rehearse(Path(sys.argv[1]))
        say("== rehearsed")
        return
    was_there = Path("/data").exists()
    Path("/data").mkdir(exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix="criccone-", dir="/var/tmp") as folder:
            Path(folder).chmod(0o755)
            apart = ["unshare", "--mount", "--propagation", "private"]
            done = subprocess.run([*apart, sys.executable, __file__, folder])
    finally:
        if not was_there:
            Path("/data").rmdir()
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
