"""What takes long to make is made once a module; what a test does to it is rolled back after that test."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

T = TypeVar("T")

COMMITTING = {"live_server", "transactional_db"}


def once_a_module(make: Callable[..., T], params: Sequence[str] = ()) -> Any:
    """A fixture whose value is called for a copy of one's own of what `make` made in the database.

    Take `db` beside it. A module with tests that commit (`transaction=True`, a live server) empties the
    database after each of them: there it is made again for every test. With `params` it is made of each.
    """

    @pytest.fixture(scope="module", params=params or None)
    def made(
        request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
    ) -> Iterator[Callable[[], T]]:
        words = [request.param] if params else []
        if any(_commits(item) for item in request.session.items if item.path == request.path):
            yield partial(make, *words)
            return
        with django_db_blocker.unblock(), transaction.atomic():
            kept = make(*words)
            yield lambda: deepcopy(kept)
            transaction.set_rollback(True)

    return made


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(marker and marker.kwargs.get("transaction")) or not fixtures.isdisjoint(COMMITTING)
