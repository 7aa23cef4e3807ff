"""Turns at work that takes a processor or much memory: so many at once in a process, the next ones wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection


class NoTurn(Exception):
    """All turns were taken for too long."""


class Turns:
    """So many turns at once in this process."""

    def __init__(self, at_once: int) -> None:
        self._free = BoundedSemaphore(at_once)

    @contextmanager
    def taken(self, seconds: float) -> Iterator[None]:
        """Takes a turn, after waiting for at most so many seconds. Raises NoTurn.

        Outside a transaction the thread gives its database connection back first: those who wait would take
        all of the pool, and every other page would wait for them.
        """
        if not connection.in_atomic_block:
            connection.close()
        if not self._free.acquire(timeout=seconds):
            raise NoTurn
        try:
            yield
        finally:
            self._free.release()
