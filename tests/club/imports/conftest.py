import pytest

from club.models import Category, Club, RoleKind, User
from tests.evening import a_club, an_officer


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def secretary(club: Club) -> User:
    return an_officer(club, RoleKind.SECRETARY)


@pytest.fixture
def ordinary(club: Club) -> Category:
    return Category.objects.create(club=club, name="ordinario")
