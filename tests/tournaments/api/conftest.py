"""Clients of the API with real credentials, and an evening for them."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.models import DeviceToken, User
from tests.evening import FourPeople, a_club, a_round, a_tournament, four_people
from tests.once import once_a_module
from tournaments.models import Match, Round, Tournament
from tournaments.results import codes


def device_of(user: User) -> APIClient:
    """The owner's device, used just now: its next request does not write that."""
    _device, token = DeviceToken.objects.create(user, name="prova", used_at=timezone.now())
    return APIClient(headers={"Authorization": f"Token {token}"})


def holder_of(code: str) -> APIClient:
    return APIClient(headers={"Authorization": f"Table {code}"})


@dataclass(frozen=True)
class Evening:
    """A tournament of four pairs whose first turn is being played, and everybody's device."""

    tournament: Tournament
    round: Round
    people: FourPeople
    devices: dict[str, APIClient]

    @property
    def at(self) -> str:
        return f"/api/v1/tournaments/{self.tournament.code}"

    @property
    def club_at(self) -> str:
        return f"/api/v1/clubs/{self.tournament.club.slug}"

    @property
    def organiser(self) -> APIClient:
        return self.devices["organiser"]

    @property
    def referee(self) -> APIClient:
        return self.devices["referee"]

    @property
    def table_code(self) -> APIClient:
        return self.devices["table code"]

    @property
    def anybody(self) -> APIClient:
        return self.devices["anybody"]

    def match(self, table: int = 1) -> Match:
        return self.round.matches.select_related("round__tournament").get(table=table)

    def deal_at(self, number: int = 1, table: int = 1) -> str:
        return f"{self.at}/rounds/1/tables/{table}/deals/{number}/"


def an_evening(*, pairs: int = 4, until: str = "playing") -> Evening:
    club = a_club()
    tournament = a_tournament(club, pairs=pairs)
    round_ = a_round(tournament, until=until)
    people = four_people(club)
    first, second = round_.matches.select_related("round").order_by("table")[:2]
    devices = {name: device_of(getattr(people, name)) for name in FourPeople.__dataclass_fields__}
    devices |= {
        "anybody": APIClient(),
        "table code": holder_of(codes.code_of(first, "A")),
        "another table's code": holder_of(codes.code_of(second, "A")),
    }
    return Evening(tournament, round_, people, devices)


made_evening = once_a_module(an_evening)


@pytest.fixture
def evening(made_evening: Callable[[], Evening], db: None) -> Evening:
    return made_evening()
