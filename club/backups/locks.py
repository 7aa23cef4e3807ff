"""Locks on files: whether the pages are being served from this data folder, and one backup at a time.

The connections of an idle server are closed, so the database alone does not show that it runs. A SQLite file
serves as the lock: it works on every system, and is released whenever the process dies.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from club.errors import PlaceTaken

SERVING: Final = "serving.lock"
BACKUP: Final = "backup.lock"


@contextmanager
def serving() -> Iterator[None]:
    """Holds the lock during the block, shared with other servers."""
    with closing(_opened(Path(settings.DATA_DIR) / SERVING)) as lock:
        lock.execute("BEGIN")
        lock.execute("SELECT COUNT(*) FROM sqlite_master")
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Keeps servers from starting during the block. Raises PlaceTaken while one runs."""
    with closing(_opened(Path(settings.DATA_DIR) / SERVING)) as lock:
        if not _is_taken_alone(lock):
            raise in_use()
        yield


@contextmanager
def backing_up(folder: Path) -> Iterator[bool]:
    """Keeps other processes from making or copying backups in this folder during the block.

    Yields False, without the lock, while another one has it.
    """
    with closing(_opened(folder / BACKUP)) as lock:
        yield _is_taken_alone(lock)


def _is_taken_alone(lock: sqlite3.Connection) -> bool:
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise OSError(errno.EIO, str(fault)) from fault
        return False
    return True


def _opened(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    return sqlite3.connect(path, isolation_level=None, timeout=0)


def in_use() -> PlaceTaken:
    return PlaceTaken(
        "in-use",
        _(
            "Un programma sta usando la base dati: ferma Criccone (Ctrl-C, o «docker compose stop»), e "
            "riprova."
        ),
    )
