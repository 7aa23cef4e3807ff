"""A moment in which nothing moves: every row of a club is read as it was at one instant."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction that only reads and sees one state, while others go on writing.

    REPEATABLE READ on PostgreSQL. On SQLite a transaction that begins by reading: the settings let others
    take the write lock at once, and whoever exports must not hold up an evening. Inside
    another transaction it sees what that one sees.
    """
    is_outermost = not connection.in_atomic_block
    with _deferred(), transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
