"""An installation in service mode, made of real parts: a PostgreSQL database, Redis, worker processes."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests import upgrades
from tests.conftest import POSTGRES
from tests.migrated import migrate, sqlite_in, template
from tests.service import ready

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_SECONDS = 90.0
#: No command of these tests takes so long.
COMMAND_SECONDS = 180
NOBODY = "redis://127.0.0.1:1/0"


@dataclass(frozen=True)
class Installation:
    """Where one installation keeps its data and finds its services; `redis` is empty when embedded."""

    data: Path
    database: str
    redis: str = ""

    def environment(self, **changed: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        own = {"CRICCONE_DATA": str(self.data), "DATABASE_URL": self.database, "REDIS_URL": self.redis}
        return {**kept, **own, "PYTHONPATH": str(ROOT), **changed}

    def command(self, *words: str, typed: str = "", **changed: str) -> subprocess.CompletedProcess[str]:
        """How `manage.py` ended, and what it said."""
        environment = self.environment(**changed)
        if not changed:
            return ready.command(environment, _unchecked(*words), typed=typed, seconds=COMMAND_SECONDS)
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *_unchecked(*words)],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            input=typed,
            check=False,
        )

    def manage(self, *words: str, **changed: str) -> str:
        """What `manage.py` printed. Fails with its complaint when it fails."""
        done = self.command(*words, **changed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def play(self, pairs: int, turns: int, seed: int) -> dict[str, Any]:
        """Tables and standings of an evening played here."""
        asked = ("--pairs", str(pairs), "--turns", str(turns), "--seed", str(seed), "--json")
        answer: dict[str, Any] = json.loads(self.manage("play_evening", *asked))
        return answer

    def collect_static(self, folder: Path, *left_out: str) -> None:
        """The static files, but those of the API's pages, which take most of the time to compress."""
        ignored = [word for name in ("drf_spectacular_sidecar", *left_out) for word in ("--ignore", name)]
        self.manage("collectstatic", "--noinput", "-v0", *ignored, STATIC_ROOT=str(folder))

    def run(self, script: str, **changed: str) -> str:
        """What a few lines of Python print inside the installation, settings loaded."""
        return self.manage("shell", "--no-imports", "-c", script, **changed).strip()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(query).fetchall()  # type: ignore[arg-type]

    @contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        """A Celery worker with its two processes, in a group of its own, ready to take tasks."""
        log = self.data / "worker.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                working(),
                env=self.environment(),
                cwd=ROOT,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                until(lambda: b"ready." in log.read_bytes(), "the worker never got ready")
                yield process
            except AssertionError as failure:
                failure.add_note(f"The worker's last words:\n{log.read_text()[-4000:]}")
                raise
            finally:
                kill(process)

    @contextmanager
    def beat(self) -> Iterator[subprocess.Popen[bytes]]:
        """A Celery beat in a group of its own."""
        process = self._started(beating(self.data))
        try:
            yield process
        finally:
            kill(process)

    def _started(self, words: list[str]) -> subprocess.Popen[bytes]:
        """A silent process in a group of its own."""
        return subprocess.Popen(
            words,
            env=self.environment(),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @contextmanager
    def served(self, processes: int) -> Iterator[int]:
        """The port on which so many web processes answer."""
        port = free_port()
        process = self._started(serving(port, processes))

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        try:
            until(answers, "the server never answered")
            yield port
        finally:
            kill(process)


def serving(port: int, processes: int) -> list[str]:
    """The command that starts so many web processes."""
    words = ["-m", "uvicorn", "criccone.asgi:application", "--port", str(port), "--workers", str(processes)]
    return [sys.executable, *words, "--http", "criccone.connections:BoundedProtocol", "--ws", "none"]


def working() -> list[str]:
    """The command that starts a worker with two processes."""
    words = ["-m", "celery", "-A", "criccone", "worker", "--loglevel", "info", "--concurrency", "2"]
    return [sys.executable, *words, "--without-mingle", "--without-gossip"]


def beating(data: Path) -> list[str]:
    """The command that starts beat, with its schedule in the folder `data`."""
    return [sys.executable, "-m", "celery", "-A", "criccone", "beat", "--schedule", str(data / "beat")]


def _unchecked(command: str, *words: str) -> list[str]:
    """The words of that command of ours. It does not look first whether our own code is wired well, as
    `manage.py check` does for all: that reads every page, which takes longer than most commands."""
    return [command, *words, *([] if command == "shell" else ["--skip-checks"])]  # the shell never looks


@contextmanager
def on_postgres(data: Path) -> Iterator[Installation]:
    """An installation with a database of its own on the tests' PostgreSQL, migrated; gone afterwards."""
    with empty_postgres(data, template(POSTGRES, migrate)) as there:
        yield there


@contextmanager
def empty_postgres(data: Path, template: str = "template0") -> Iterator[Installation]:
    """An installation with a database of its own, made from the template; gone afterwards."""
    name = f"criccone_{data.name[:30]}_{os.getpid()}"
    _database("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    _database("CREATE DATABASE {} TEMPLATE {}", name, template)
    try:
        yield Installation(data, urlsplit(POSTGRES)._replace(path=f"/{name}").geturl())
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            # A restoration leaves the former database beside it.
            found = connection.execute(
                "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [name]
            )
            for (each,) in found.fetchall():
                _database("DROP DATABASE {} WITH (FORCE)", each)


def on_sqlite(data: Path) -> Installation:
    """An installation in the folder `data`, as the laptop of a club has it, migrated."""
    sqlite_in(data)
    return Installation(data, f"sqlite:///{data / 'criccone.sqlite3'}")


@contextmanager
def left_by(version: str, kind: str, folder: Path) -> Iterator[Installation]:
    """An installation whose database an older version left (`tests.upgrades`)."""
    folder = folder / "old"
    folder.mkdir()
    if kind == "sqlite":
        upgrades.load_sqlite(version, folder / "criccone.sqlite3")
        yield Installation(folder, f"sqlite:///{folder / 'criccone.sqlite3'}")
    else:
        with empty_postgres(folder) as there:
            upgrades.load_postgres(version, there.database)
            yield there


def _database(order: str, *names: str) -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(sql.SQL(order).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def kill(process: subprocess.Popen[bytes]) -> None:
    """As a power cut would: the worker and its children at once, nothing finished."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(happened: Callable[[], Any], otherwise: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Returns when it has happened; fails with `otherwise` after too long."""
    patience = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < patience, otherwise
        time.sleep(0.05)
