"""A web server of its own with its own data, and other processes that act on the same evening."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

from tests.migrated import sqlite_in

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60
# As `serve` does, but for a stream that beats every two seconds.
SERVE = """
import os, sys, uvicorn
from django.conf import settings
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")
settings.WHITENOISE_MAX_AGE = 3600  # no file is asked for again on each page
exec(os.environ.get("FIRST", ""))
from criccone.asgi import application
from tournaments.web.views import live_stream
live_stream.HEARTBEAT = 2
port = int(sys.argv[1])
bounded = {"http": "criccone.connections:BoundedProtocol", "ws": "none"}
uvicorn.run(application, port=port, log_level="warning", timeout_graceful_shutdown=1, **bounded)
"""


class Server:
    """A running installation: `do` acts on it from another process, `address` is its web face."""

    def __init__(self, data: Path, *, first: str = "", **environment: str) -> None:
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "DATABASE"))
        }
        self.environment = {**kept, "CRICCONE_DATA": str(data), "DEBUG": "1", "FIRST": first, **environment}
        self.running: subprocess.Popen[bytes]
        self._acting: subprocess.Popen[str] | None = None
        self.session: list[Any] = []  # the cookie of who has signed in here, for the tests that share it
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def do(self, lines: str) -> str:
        """Runs those lines in another process, with the makers of `tests.evening` at hand."""
        acting = self._acting = self._acting or self._started_to_act()
        assert acting.stdin
        assert acting.stdout
        acting.stdin.write(json.dumps(lines) + "\n")
        acting.stdin.flush()
        answer = acting.stdout.readline()
        assert answer, "the acting process died: see what it printed on the standard error"
        done = json.loads(answer)
        assert not done["failed"], done["failed"]
        return str(done["said"]).strip()

    def _started_to_act(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.tournaments.live.acting"],
            cwd=ROOT,
            env={**self.environment, "DJANGO_SETTINGS_MODULE": "criccone.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def stop(self) -> None:
        self.running.terminate()
        self.running.wait(PATIENCE)

    def close(self) -> None:
        """Nothing of it runs any more."""
        self.stop()
        if acting := self._acting:
            acting.communicate(timeout=PATIENCE)  # at the end of its input it ends

    def restart(self) -> None:
        """As after a cut of the power: streams end, and for a moment nobody answers."""
        self.stop()
        time.sleep(1)
        self.running = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        running = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(self.port)],
            cwd=ROOT,
            env=self.environment,
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and running.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    self._read_everything()
                    return running
            time.sleep(0.05)
        running.kill()
        raise AssertionError("the server did not start")

    def _read_everything(self) -> None:
        """The first page loads all the others' code, which no test's own patience is for."""
        first = f"{self.address}/accesso/login/"
        with urllib.request.urlopen(first, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
            answer.read()


@contextmanager
def serving(data: Path, *, first: str = "", **environment: str) -> Iterator[Server]:
    """An installation in `data`, served until the block ends; a DATABASE_URL is one that is migrated.

    `first` are lines of Python that the server runs before anything else.
    """
    server = Server(data, first=first, **environment)
    if "DATABASE_URL" not in environment:
        sqlite_in(data)
    server.running = server.start()
    try:
        yield server
    finally:
        server.close()


class Stream:
    """An open event stream; `next` waits for what it says besides that it is still there."""

    def __init__(self, address: str, *, last: str = "") -> None:
        headers = {"Last-Event-ID": last} if last else {}
        asked = urllib.request.Request(address, headers=headers)  # noqa: S310 - our own server
        self._answer = urllib.request.urlopen(asked, timeout=PATIENCE)  # noqa: S310
        self.content_type = self._answer.headers["Content-Type"]
        self._heard: Queue[tuple[str, str]] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        block = ""
        for raw in self._answer:
            line = raw.decode()
            block += line
            if line == "\n":
                event = re.search(r"^event: ?(.*)$", block, re.M)
                data = re.search(r"^data: ?(.*)$", block, re.M)
                if event and data and event[1] != "beat":
                    self._heard.put((event[1], data[1]))
                block = ""

    def next(self, within: float = PATIENCE) -> tuple[str, str]:
        """The next event and its data. Raises queue.Empty when none comes in time."""
        return self._heard.get(timeout=within)
