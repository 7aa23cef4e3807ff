import pytest

from club.models import Club, RoleKind, User
from tests.evening import an_officer


@pytest.fixture
def boss(club: Club) -> User:
    return an_officer(club, RoleKind.ORGANISER)
