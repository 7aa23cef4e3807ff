"""What follows a commit, done in a transaction that is rolled back: to empty all tables takes longer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from django.db import connection

T = TypeVar("T")


@contextmanager
def following(depth: int) -> Iterator[None]:
    """What waits for a commit happens as the outermost block of the code under test ends, at that depth of
    savepoints, or at once where that code is in none. Outside of any transaction commits are true ones."""
    if not connection.in_atomic_block:
        yield
        return
    release = connection.savepoint_commit
    later = connection.on_commit

    def savepoint_commit(sid: str) -> None:
        release(sid)
        if len(connection.savepoint_ids) == depth:
            _run_what_waits()

    def on_commit(func: Callable[[], Any], robust: bool = False) -> None:
        if len(connection.savepoint_ids) > depth:
            later(func, robust)
        else:
            func()

    connection.savepoint_commit, connection.on_commit = savepoint_commit, on_commit
    try:
        yield
    finally:
        del connection.savepoint_commit, connection.on_commit


def committed(make: Callable[[], T]) -> Callable[[], T]:
    """What makes the same, its blocks ending as if they were committed: for `once_a_module`."""

    def made() -> T:
        with following(len(connection.savepoint_ids)):
            return make()

    return made


def _run_what_waits() -> None:
    waiting, connection.run_on_commit = connection.run_on_commit, []
    for _sids, func, _robust in waiting:
        func()


@pytest.fixture
def commits(db: None) -> Iterator[None]:
    """A test whose blocks end as if they were committed; other connections see nothing of it."""
    with following(len(connection.savepoint_ids)):
        yield
