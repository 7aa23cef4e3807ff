"""A web process as a club starts it: its memory after serving pages, and the time from a fresh clone."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from benchmarks.figures import Figure

ROOT = Path(__file__).resolve().parent.parent
VISITS = 20
START_SECONDS = 60
CLASSIFICA = "classifica finale"


def memory(paths: Iterable[str]) -> Figure:
    """Resident memory of the one web process after `VISITS` rounds of these pages."""
    with served() as (pid, port):
        for path in [*paths] * VISITS:
            with urllib.request.urlopen(f"http://localhost:{port}{path}") as answer:
                answer.read()
        used = psutil.Process(pid).memory_info().rss / 2**20
    return Figure("memory of the web process", used, "MB", limit=200)


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """A web process as a club starts it: its process id and its port; stopped at the end."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_for_port(port)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait()


def fresh_clone() -> Figure:
    """From `git clone` through `make demo` to the printed standings, installation included."""
    folder = Path(tempfile.mkdtemp(prefix="criccone-"))
    start = time.perf_counter()
    try:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)  # noqa: S603, S607
        _until_classifica(folder / "clone")
        return Figure("fresh clone to the classifica", time.perf_counter() - start, "s", limit=180)
    finally:
        shutil.rmtree(folder)


def _until_classifica(clone: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("CRICCONE_DATA", "STATIC_ROOT")}
    command = ["make", "demo", f"PORT={free_port()}"]
    with subprocess.Popen(command, cwd=clone, env=env, stdout=subprocess.PIPE, text=True) as made:  # noqa: S603
        try:
            if not any(CLASSIFICA in line for line in made.stdout or ()):
                raise RuntimeError("make demo ended without a classifica")
        finally:
            for child in psutil.Process(made.pid).children(recursive=True):
                child.terminate()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))  # on all addresses, as `serve` does, which else would take another port
        return int(probe.getsockname()[1])


def wait_for_port(port: int) -> None:
    patience = time.monotonic() + START_SECONDS
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("localhost", port)) == 0:
                return
        if time.monotonic() > patience:
            raise RuntimeError("the web process never answered")
        time.sleep(0.1)
