"""The secretary and her register, and an installation on PostgreSQL for tests of simultaneous acts."""

from collections.abc import Iterator

import pytest
from django.test import Client

from club.models import Category, Club, User
from tests.evening import signed_in
from tests.service.installation import Installation, on_postgres


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with on_postgres(tmp_path_factory.mktemp("club")) as here:
        yield here


@pytest.fixture
def ordinary(club: Club) -> Category:
    return Category.objects.create(club=club, name="ordinario")


@pytest.fixture
def at_work(secretary: User) -> Client:
    """The secretary's browser."""
    return signed_in(secretary)
