"""Limits how many threads of a process do costly work at once; the others wait for their turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection


class NoTurn(Exception):
    """All turns were taken for too long."""


class Turns:
    """At most `at_once` threads of this process hold a turn."""

    def __init__(self, at_once: int) -> None:
        self._free = BoundedSemaphore(at_once)

    @contextmanager
    def held(self, seconds: float) -> Iterator[None]:
        """Holds a turn during the block, after waiting at most `seconds` for it. Raises NoTurn.

        Outside a transaction the thread first gives its database connection back: otherwise waiting threads
        would hold the whole pool, and every other page would wait for them.
        """
        if not connection.in_atomic_block:
            connection.close()
        if not self._free.acquire(timeout=seconds):
            raise NoTurn
        try:
            yield
        finally:
            self._free.release()
