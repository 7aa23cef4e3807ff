from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from club.models import Club
from tests.evening import FourPeople, a_club, four_people, signed_in
from tests.once import once_a_module
from tests.tournaments.evenings.rotation.evening import a_rotation, playing, tables
from tournaments.models import Match, Round, Tournament
from tournaments.results import catalogue


@dataclass(frozen=True)
class Evening:
    """An individual rotation of nine whose first turn is being played, and the club's people."""

    tournament: Tournament
    round: Round
    people: FourPeople

    @property
    def match(self) -> Match:
        return tables(self.round)[0]

    def client(self, who: str) -> Client:
        return signed_in(getattr(self.people, who))


@pytest.fixture
def club(request: pytest.FixtureRequest, db: None) -> Club:
    """The club of the evening, if there is one."""
    if "evening" not in request.fixturenames:
        return a_club()
    evening: Evening = request.getfixturevalue("evening")
    return evening.tournament.club


def an_evening() -> Evening:
    club = a_club()
    people = four_people(club)
    catalogue.adopt_base_catalogue(club)
    tournament = a_rotation(club, 9, turns=3)
    return Evening(tournament, playing(tournament), people)


made_evening = once_a_module(an_evening)


@pytest.fixture
def evening(made_evening: Callable[[], Evening], db: None) -> Evening:
    return made_evening()
