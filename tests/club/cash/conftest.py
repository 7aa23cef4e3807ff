import pytest

from club.models import CashBook, Club, RoleKind, User
from tests.evening import an_officer


@pytest.fixture
def by(club: Club) -> User:
    return an_officer(club, RoleKind.TREASURER)


@pytest.fixture
def book(club: Club) -> CashBook:
    return CashBook.objects.create(club=club)
