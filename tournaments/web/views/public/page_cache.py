"""A cache of pages and files: each version is made once, by one process, and all requests get its bytes."""

import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from threading import RLock
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import get_language

from tournaments.live.page_versions import Edition, covers

# A change that does not raise the version still shows within a minute.
CACHED_SECONDS: Final = 60
GZIP_LEVEL: Final = 6

RETRY_SECONDS: Final = 0.02

#: A version, and the content made for it.
Made = tuple[str, list[Any]]


class MadeOnce:
    """A cache that makes each content once: one request makes it, the others wait for it.

    This avoids a stampede when a result comes in and every phone asks at once. The keys of a process share
    `locks` locks; contents under one lock are made one after another. A process waits `patience` seconds for
    another process that is making the content, then makes it itself.
    """

    def __init__(self, locks: int, patience: float) -> None:
        # Reentrant, because a whole page is rendered around its part.
        self._locks = [RLock() for _each in range(locks)]
        self._patience = patience

    def of(self, key: str, version: str, make: Callable[[], list[Any]]) -> Made:
        """Returns the cached content of that version or a later one, else the result of `make`."""
        if kept := _cached_content(key, version):
            return kept
        lock = self._locks[hash(key) % len(self._locks)]
        _wait_for(lock)
        try:
            return self._made_elsewhere(key, version) or _make(key, version, make)
        finally:
            lock.release()

    def _made_elsewhere(self, key: str, version: str) -> Made | None:
        """Waits for another process that makes the content; returns None if this process has to make it."""
        until = time.monotonic() + self._patience
        # If the other process dies or takes too long, this one makes the content itself.
        while not (kept := _cached_content(key, version)) and not cache.add(
            _claim(key), True, int(self._patience)
        ):
            if time.monotonic() > until:
                break
            time.sleep(RETRY_SECONDS)
        return kept


def _wait_for(lock: Any) -> None:
    """Acquires the lock.

    A thread that must wait closes its database connection first: the thread that renders may need the last
    connection of the pool.
    """
    if lock.acquire(blocking=False):
        return
    if not connection.in_atomic_block:
        connection.close()
    lock.acquire()


def _cached_content(key: str, version: str) -> Made | None:
    kept: Made | None = None if settings.DEBUG else cache.get(key)
    return kept if kept and covers(kept[0], version) else None


def _make(key: str, version: str, make: Callable[[], list[Any]]) -> Made:
    try:
        made = version, make()
        cache.set(key, made, CACHED_SECONDS)
    finally:
        cache.delete(_claim(key))
    return made


def _claim(key: str) -> str:
    return f"making:{key}"


def _key(edition: Edition, *names: object) -> str:
    """Returns the key of the page, common to all its versions: a new version replaces the old one."""
    return ":".join(map(str, (edition.code, get_language(), *names)))


_pages = MadeOnce(locks=1, patience=3)
# Many locks: a PDF takes a second or more, and the PDF of another evening should not wait for it.
_files = MadeOnce(locks=16, patience=10)
# A cache of their own, so that officers do not wait for files that others ask for.
_officers_files = MadeOnce(locks=16, patience=10)


@dataclass(frozen=True)
class Rendered:
    """A rendered page, plain and gzipped, with its version and the digest that is its ETag."""

    version: str
    body: bytes
    packed: bytes
    digest: str


def cached(edition: Edition, make: Callable[[], str], *page: object) -> Rendered:
    """Returns the page that `make` renders for that edition or a later one, in the language of the request.

    `page` identifies the page. One process renders it; the others wait for the result.
    """

    def render() -> list[Any]:
        body = make().encode()
        return [body, gzip.compress(body, GZIP_LEVEL, mtime=0), sha256(body).hexdigest()[:20]]

    version, made = _pages.of(_key(edition, *page), edition.version, render)
    return Rendered(version, *made)


@dataclass(frozen=True)
class MadeFile:
    """A file for download: its name and its bytes."""

    name: str
    body: bytes


def cached_file(
    edition: Edition, make: Callable[[], MadeFile], *file: object, for_officers: bool
) -> MadeFile:
    """Returns the file that `make` writes for that edition or a later one, in the language of the request.

    `file` identifies it. It is written once, as `cached` renders a page.
    """
    files = _officers_files if for_officers else _files

    def make_file() -> list[Any]:
        made = make()
        return [made.name, made.body]

    _version, kept = files.of(_key(edition, "file", *file), edition.version, make_file)
    return MadeFile(*kept)
