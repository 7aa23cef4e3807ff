"""A process that has loaded the program for one installation, and forks itself for each command.

A command from it starts as one typed in a shell would, in a process of its own, but half a second of the
processor earlier: this module's process has read the settings and the models before.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: How many wait at once: each holds some 60 MB.
KEPT = 3


class Ready:
    """The waiting process of one installation, asked for one command at a time."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.service.ready"],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._asked()

    def _asked(self, **request: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        if request:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the waiting process died: see what it printed on the standard error"
        return json.loads(answer)

    def command(self, words: list[str], typed: str, seconds: int) -> subprocess.CompletedProcess[str]:
        """Runs `manage.py` with these words, killed after so many seconds."""
        with TemporaryDirectory() as folder:
            streams = Path(folder)
            (streams / "0").write_text(typed)
            status = self._asked(words=words, streams=folder, seconds=seconds)
            said, complained = ((streams / number).read_text() for number in "12")
        return subprocess.CompletedProcess(words, status, said, complained)

    def end(self) -> None:
        self._process.communicate()


_waiting: dict[tuple[Any, ...], Ready] = {}


def command(
    environment: dict[str, str], words: list[str], *, typed: str = "", seconds: int
) -> subprocess.CompletedProcess[str]:
    """Runs `manage.py` with these words in the installation of that environment."""
    secret = Path(environment["CRICCONE_DATA"]) / "secret"
    named = tuple(sorted(environment.items()))
    # A restored installation has another secret, which is read with the settings.
    key = (*named, secret.read_bytes() if secret.exists() else None)
    found = _waiting.pop(key, None)
    if not found:
        found = Ready(environment)
        key = (*named, secret.read_bytes() if secret.exists() else None)
    _waiting[key] = found
    while len(_waiting) > KEPT:
        _waiting.pop(next(iter(_waiting))).end()
    return found.command(words, typed, seconds)


@atexit.register
def _end() -> None:
    while _waiting:
        _waiting.popitem()[1].end()


def _next_command() -> list[str]:
    """Waits for requests and forks for each; returns in the child, which becomes the command."""
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _take_streams(Path(request["streams"]))
            signal.alarm(request["seconds"])
            return [str(ROOT / "manage.py"), *request["words"]]
        _pid, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()
    sys.exit()


def _take_streams(folder: Path) -> None:
    for number, flags in enumerate((os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)):
        opened = os.open(folder / str(number), flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0)


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "criccone.settings"
    django.setup()
    from criccone import commandline

    sys.argv = _next_command()
    commandline.main()
