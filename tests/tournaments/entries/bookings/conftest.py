import pytest

from club.models import Club
from tests.tournaments.entries.bookings.scene import an_open_evening
from tournaments.models import Tournament


@pytest.fixture
def evening(club: Club) -> Tournament:
    """It has two places."""
    return an_open_evening(club, places=2)
