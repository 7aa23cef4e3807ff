import pytest
from django.test import Client

from club.models import Club
from tests.evening import FourPeople, a_club, a_tournament, four_people
from tournaments.models import Tournament


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def officers(club: Club) -> FourPeople:
    return four_people(club)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=4)


@pytest.fixture
def organiser(client: Client, officers: FourPeople) -> Client:
    client.force_login(officers.organiser)
    return client
