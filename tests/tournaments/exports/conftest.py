from collections.abc import Callable
from dataclasses import dataclass

import pytest

from club.models import Club, Person
from tests.commits import committed
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people, settle
from tests.once import once_a_module
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.standings import builds

#: Names that a spreadsheet would evaluate, or that a file format cannot contain.
ODD = [
    ('=cmd|"/C calc"!A0', "Anna"), ("+39 051", "Bruno"), ("-Neri", "Carla"), ("@SUM(1)", "Dino"),
    ("Nicolò; «D'Erè»", "Zoë 🎴"), ('Una "virgolette"', "<b>#pagebreak()</b>"),
]  # fmt: skip


@dataclass
class Scene:
    """A club, its people and its evenings: one being played, one of people with odd names, one finished."""

    club: Club
    four: FourPeople
    evening: Tournament
    odd_evening: Tournament
    finished: Tournament


def _scene() -> Scene:
    club = a_club()
    return Scene(club, four_people(club), _evening(club), _odd_evening(club), a_finished_evening(club))


def _evening(club: Club) -> Tournament:
    """Nine pairs and one without consent, a turn settled and one being played."""
    tournament = a_tournament(club, pairs=11)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament, seed=2)
    tournament.refresh_from_db()
    return tournament


def _odd_evening(club: Club) -> Tournament:
    """Pairs of people with the oddest names, all with consent, nothing played.

    Some names are from before names with a link were refused.
    """
    tournament = a_tournament(club, pairs=0)
    for first, second in zip(ODD[::2], ODD[1::2], strict=True):
        couple = [
            Person.objects.create(club=club, last_name=last, first_name=name, name_consent_on=tournament.date)
            for last, name in (first, second)
        ]
        entries.enter(tournament.pk, couple, by=JURY, present=True)
    return tournament


def a_finished_evening(club: Club) -> Tournament:
    """Two turns settled, the evening over."""
    tournament = a_tournament(club, pairs=11, turns=2)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
        builds.build(tournament.pk)
    return lifecycle.close(tournament.pk, by=JURY)


made_scene = once_a_module(committed(_scene))


@pytest.fixture
def scene(db: None, made_scene: Callable[[], Scene]) -> Scene:
    return made_scene()


@pytest.fixture
def club(scene: Scene) -> Club:
    return scene.club


@pytest.fixture
def four(scene: Scene) -> FourPeople:
    return scene.four


@pytest.fixture
def evening(scene: Scene) -> Tournament:
    return scene.evening


@pytest.fixture
def odd_evening(scene: Scene) -> Tournament:
    return scene.odd_evening


@pytest.fixture
def finished(scene: Scene) -> Tournament:
    return scene.finished
