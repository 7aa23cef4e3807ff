"""A lock that shows whether the pages are being served from this data folder.

The connections of an idle server are closed, so the database alone does not show it. A SQLite file serves as
the lock: it works on every system, and is released when the process dies, however it dies.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from club.errors import PlaceTaken

FILE: Final = "serving.lock"


@contextmanager
def serving() -> Iterator[None]:
    """Holds the lock during the block; other servers can hold it too."""
    with closing(_opened()) as lock:
        lock.execute("BEGIN")
        lock.execute("SELECT COUNT(*) FROM sqlite_master")
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Keeps servers from starting during the block. Raises PlaceTaken while one runs."""
    with closing(_opened()) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as served:
            raise in_use() from served
        yield


def _opened() -> sqlite3.Connection:
    path = Path(settings.DATA_DIR) / FILE
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
