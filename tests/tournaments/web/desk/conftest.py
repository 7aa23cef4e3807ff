from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from club.models import Club
from tests.evening import FourPeople, a_club, a_tournament, four_people
from tests.once import once_a_module
from tournaments.models import Tournament


@dataclass(frozen=True)
class Desk:
    """A club, its people, and an evening of four pairs that has not begun."""

    club: Club
    officers: FourPeople
    tournament: Tournament


def a_desk() -> Desk:
    club = a_club()
    return Desk(club, four_people(club), a_tournament(club, pairs=4))


made_desk = once_a_module(a_desk)


@pytest.fixture
def desk(made_desk: Callable[[], Desk], db: None) -> Desk:
    return made_desk()


@pytest.fixture
def club(desk: Desk) -> Club:
    return desk.club


@pytest.fixture
def officers(desk: Desk) -> FourPeople:
    return desk.officers


@pytest.fixture
def tournament(desk: Desk) -> Tournament:
    return desk.tournament


@pytest.fixture
def organiser(client: Client, officers: FourPeople) -> Client:
    client.force_login(officers.organiser)
    return client
