"""A cache of rendered pages: one process renders each version of a page, all requests get its bytes."""

import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from threading import RLock
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import get_language

from tournaments.live.page_versions import Edition, covers

# A change made without announcing it still shows within a minute.
CACHED_SECONDS: Final = 60
GZIP_LEVEL: Final = 6

#: Seconds that a process waits for a page that another one is rendering, and seconds between two attempts.
WAIT_SECONDS: Final = 3
RETRY_SECONDS: Final = 0.02

# When a result comes in, every phone asks at once: one request renders the page, the others find it in the
# cache. Reentrant, because a whole page is rendered around its part.
_making = RLock()


@dataclass(frozen=True)
class Rendered:
    """A rendered page, plain and gzipped, with its version and the digest that is its ETag."""

    version: str
    body: bytes
    packed: bytes
    digest: str


def cached(edition: Edition, make: Callable[[], str], *page: object) -> Rendered:
    """Returns the page that `make` renders for that edition or a later one, in the language of the request.

    `page` identifies the page. One process renders it, the others wait and use its result.
    """
    # One key for each page, not for each version: a page has hundreds of versions, and only the last is used.
    key = ":".join(map(str, (edition.code, get_language(), *page)))
    if made := _found(key, edition.version):
        return made
    _wait_to_make()
    try:
        return _made_elsewhere(key, edition.version) or _make(key, edition.version, make)
    finally:
        _making.release()


def _wait_to_make() -> None:
    """Takes the lock. A thread that must wait first closes its connection: the thread that renders may need
    the last one of the pool."""
    if _making.acquire(blocking=False):
        return
    if not connection.in_atomic_block:
        connection.close()
    _making.acquire()


def _found(key: str, version: str) -> Rendered | None:
    made: Rendered | None = None if settings.DEBUG else cache.get(key)
    return made if made and covers(made.version, version) else None


def _made_elsewhere(key: str, version: str) -> Rendered | None:
    """Returns the page that another process has rendered or is rendering; None if this one has to do it."""
    until = time.monotonic() + WAIT_SECONDS
    # If the renderer dies or takes too long, this process renders the page itself.
    while not (made := _found(key, version)) and not cache.add(_claim(key), True, WAIT_SECONDS):
        if time.monotonic() > until:
            break
        time.sleep(RETRY_SECONDS)
    return made


def _make(key: str, version: str, make: Callable[[], str]) -> Rendered:
    try:
        body = make().encode()
        packed = gzip.compress(body, GZIP_LEVEL, mtime=0)
        made = Rendered(version, body, packed, sha256(body).hexdigest()[:20])
        cache.set(key, made, CACHED_SECONDS)
    finally:
        cache.delete(_claim(key))
    return made


def _claim(key: str) -> str:
    return f"making:{key}"
