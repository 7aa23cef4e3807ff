"""Bounds for work on strangers' files: a process of its own, and a limit on the directory of ZIP files.

Some libraries cannot be interrupted from within, so the operating system ends the process. The module calls
`bound_itself` at its start; `answer_of` bounds the time by the clock. Django is not imported here: its start
would take longer than reading most files.
"""

import contextlib
import io
import json
import logging
import lzma
import os
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO, Final

with contextlib.suppress(ImportError):  # Windows has no such limits; there only the clock ends a process
    import resource

logger = logging.getLogger(__name__)

ROOT: Final = Path(__file__).resolve().parent.parent
#: Wall-clock seconds granted beyond the CPU time, for a process that has to wait for others.
PATIENCE_SECONDS: Final = 30
#: The exit status of a module that ran out of memory.
OUT_OF_MEMORY: Final = 3
#: Keeps Windows from opening a terminal; elsewhere there is no such flag.
WITHOUT_A_WINDOW: Final[int] = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class TooMuch(Exception):
    """The process ran out of time or memory; `by_clock` says that it may only have waited for others."""

    def __init__(self, *, by_clock: bool = False) -> None:
        super().__init__()
        self.by_clock = by_clock


class Failed(Exception):
    """The process ended with an error, whose kind is logged: a fault of ours, or of a library."""


def bound_itself(seconds: int, memory: int) -> None:
    """Limits this process: it ends after `seconds` of CPU time, and gets a MemoryError beyond `memory` bytes.

    A limit that the system refuses is left out.
    """
    if "resource" in globals():
        os.nice(10)  # pages come first
        _limit(resource.RLIMIT_CPU, seconds)
        if sys.platform != "darwin":  # there every program starts with more address space
            _limit(resource.RLIMIT_AS, memory)


def _limit(kind: int, wanted: int) -> None:
    hard = resource.getrlimit(kind)[1]
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (most, most))


def answer_of(module: str, *words: str, body: bytes, seconds: int) -> Any:
    """The JSON that `python -m module SECONDS WORDS < body` writes within `seconds` of CPU time.

    Raises TooMuch or Failed.
    """
    try:
        done = subprocess.run(  # noqa: S603 - all arguments are ours; the file goes to stdin
            [sys.executable, "-m", module, str(seconds), *words],
            input=body,
            capture_output=True,
            cwd=ROOT,
            timeout=seconds + PATIENCE_SECONDS,
            creationflags=WITHOUT_A_WINDOW,
        )
    except subprocess.TimeoutExpired as late:
        raise TooMuch(by_clock=True) from late
    if done.returncode < 0 or done.returncode == OUT_OF_MEMORY:
        raise TooMuch
    if done.returncode:
        # The error's kind alone: its sentence may quote the file.
        kind = (done.stderr or b"").decode(errors="replace").rstrip().rpartition("\n")[2].partition(":")[0]
        logger.error("%s ended with status %s: %s", module, done.returncode, kind)
        raise Failed
    return json.loads(done.stdout)


# The directory of a ZIP file, bounded before Python reads it.
#
# Python keeps half a kilobyte for each entry, and an entry takes 47 bytes: an archive of 256 MB has room for
# five million.

#: In bytes; an entry of ours has about a hundred.
MOST_BYTES: Final = 400_000
#: The index of the directory's length in the list that `_EndRecData` returns.
LENGTH: Final = 5
#: The errors of Python's reader for a file that is damaged, encrypted or packed in an unknown way.
DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, OSError, RuntimeError,
    ValueError,
)  # fmt: skip


def open_zip(file: BinaryIO | bytes) -> zipfile.ZipFile:
    """The opened file. Raises BadZipFile, also for a directory of more than `MOST_BYTES`."""
    stream = io.BytesIO(file) if isinstance(file, bytes) else file
    # Python's own function: a search of ours might find another directory.
    end = zipfile._EndRecData(stream)  # type: ignore[attr-defined]
    if end is None or end[LENGTH] > MOST_BYTES:
        raise zipfile.BadZipFile("no directory, or a long one")
    return zipfile.ZipFile(stream)
