import pytest
from django.test import Client

from club import people
from club.models import Club
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people, settle
from tournaments import builds, entries, evenings
from tournaments.models import Tournament

#: Names that a spreadsheet would work out, or a file format cannot hold.
ODD = [
    ('=cmd|"/C calc"!A0', "Anna"), ("+39 051", "Bruno"), ("-Neri", "Carla"), ("@SUM(1)", "Dino"),
    ("Nicolò; «D'Erè»", "Zoë 🎴"), ('Una "virgolette"', "<b>#pagebreak()</b>"),
]  # fmt: skip


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def four(club: Club) -> FourPeople:
    return four_people(club)


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Nine pairs and one without consent, a turn settled and one being played."""
    tournament = a_tournament(club, pairs=11)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament, seed=2)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def odd_evening(club: Club) -> Tournament:
    """Three pairs of people with the oddest names, all with consent, nothing played."""
    tournament = a_tournament(club, pairs=0)
    for first, second in zip(ODD[::2], ODD[1::2], strict=True):
        couple = [
            people.add(club, last_name=last, first_name=name, name_consent_on=tournament.date)
            for last, name in (first, second)
        ]
        entries.enter(tournament.pk, couple, by=JURY, present=True)
    return tournament


@pytest.fixture
def finished(club: Club) -> Tournament:
    """Two turns settled, the evening over."""
    tournament = a_tournament(club, pairs=11, turns=2)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
        builds.build(tournament.pk)
    return evenings.close(tournament.pk, by=JURY)


def signed_in(four: FourPeople, who: str) -> Client:
    client = Client()
    if who:
        client.force_login(getattr(four, who))
    return client
