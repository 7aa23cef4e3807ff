"""What is made once for each edition of a tournament and given to all who ask, as it goes out."""

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

from tournaments.editions import Edition, covers

# What changes without any verb of ours shows within a minute.
KEPT_SECONDS: Final = 60
PACKED_HARD: Final = 6

#: Seconds: the most that a process waits for what another is making, and how often it looks.
PATIENCE: Final = 3
LOOK_AGAIN: Final = 0.02

# When a result comes in every phone asks at once: one makes the page, the others find it made. Taken again by
# who makes a page around its part.
_making = RLock()


@dataclass(frozen=True)
class Made:
    """What goes out, plain and packed; of which version; the digest by which a browser says it has it."""

    version: str
    body: bytes
    packed: bytes
    digest: str


def kept(edition: Edition, make: Callable[[], str], *what: object) -> Made:
    """What `make` writes, in the language of the request, for that edition or a later one.

    `what` tells it from the rest. Of all processes one makes it, the others wait and take what it made.
    """
    # One place a page, not one a version: an evening has hundreds, and only the last is asked for.
    key = ":".join(map(str, (edition.code, get_language(), *what)))
    if made := _found(key, edition.version):
        return made
    _wait_to_make()
    try:
        return _made_elsewhere(key, edition.version) or _make(key, edition.version, make)
    finally:
        _making.release()


def _wait_to_make() -> None:
    """Takes the lock. Who waits gives the connection back first: the maker may need the pool's last one."""
    if _making.acquire(blocking=False):
        return
    if not connection.in_atomic_block:
        connection.close()
    _making.acquire()


def _found(key: str, version: str) -> Made | None:
    made: Made | None = None if settings.DEBUG else cache.get(key)
    return made if made and covers(made.version, version) else None


def _made_elsewhere(key: str, version: str) -> Made | None:
    """What another process has made, or is just making; None when it is ours to make."""
    until = time.monotonic() + PATIENCE
    # A process that dies at it, or takes longer, is waited for no longer than this.
    while not (made := _found(key, version)) and not cache.add(_claim(key), True, PATIENCE):
        if time.monotonic() > until:
            break
        time.sleep(LOOK_AGAIN)
    return made


def _make(key: str, version: str, make: Callable[[], str]) -> Made:
    try:
        body = make().encode()
        packed = gzip.compress(body, PACKED_HARD, mtime=0)
        made = Made(version, body, packed, sha256(body).hexdigest()[:20])
        cache.set(key, made, KEPT_SECONDS)
    finally:
        cache.delete(_claim(key))
    return made


def _claim(key: str) -> str:
    return f"making:{key}"
