"""An evening of sixteen pairs and three rounds through the API: in few calls, with the result of many."""

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from club.models import Club
from tests.evening import a_club, four_people, some_cards
from tests.tournaments.api.conftest import device_of
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

PAIRS, TURNS = 16, 3


@dataclass
class Program:
    """An organiser's program, and how many calls it has made."""

    client: APIClient
    at: str = ""
    calls: int = 0
    statuses: set[int] = field(default_factory=set)

    def send(self, method: str, where: str, body: object = None) -> Any:
        self.calls += 1
        answer = getattr(self.client, method)(f"/api/v1/{self.at}{where}", body, format="json")
        self.statuses.add(answer.status_code)
        assert answer.status_code < 300, answer.json()
        return answer.json() if answer.content else None


def a_program(club: Club) -> Program:
    """A program that has just made the tournament of the evening."""
    program = Program(device_of(four_people(club).organiser))
    rules = {"name": "Serata", "date": "2026-11-27", "turns": TURNS}
    made = program.send("post", f"clubs/{club.slug}/tournaments/", rules)
    program.at = f"tournaments/{made['code']}/"
    Tournament.objects.filter(code=made["code"]).update(lots_seed=7)
    return program


def the_entries() -> list[dict[str, object]]:
    return [
        {
            "players": [
                {"last_name": f"Cognome{number:02}", "first_name": first, "name_consent_on": "2026-01-01"}
                for first in ("Anna", "Bruno")
            ],
            "present": True,
        }
        for number in range(1, PAIRS + 1)
    ]


def the_deals(turn: int, table: dict[str, Any]) -> list[dict[str, object]]:
    """The four deals of a table, by their cards."""
    sides = {seat["position"]: seat["side"] for seat in table["seats"]}
    return [
        {
            "number": number,
            "way": "cards",
            "entered": some_cards(1000 * turn + 10 * table["table"] + number, dealer=sides[dealer]),
            "based_on": 0,
        }
        for number, dealer in enumerate(table["dealers"], 1)
    ]


def settled(program: Program, turn: int) -> None:
    """The steps around the results, the same in both evenings."""
    program.send("post", f"rounds/{turn}/settle/", {"accept_unconfirmed": True})
    builds.build(Tournament.objects.get(code=program.at.split("/")[1]).pk)


def drawn(program: Program, turn: int) -> list[dict[str, Any]]:
    """The tables of the next round, which is being played."""
    program.send("post", "rounds/", {"seed": turn})
    program.send("post", f"rounds/{turn}/publish/")
    round_ = program.send("post", f"rounds/{turn}/play/")
    tables: list[dict[str, Any]] = round_["tables"]
    return tables


def by_sheets(program: Program) -> None:
    program.send("post", "entries/bulk/", {"entries": the_entries(), "key": str(uuid4())})
    for turn in range(1, TURNS + 1):
        tables = drawn(program, turn)
        sheets = [{"table": table["table"], "deals": the_deals(turn, table)} for table in tables]
        outcomes = program.send("put", f"rounds/{turn}/sheets/", {"sheets": sheets})
        assert {outcome["status"] for outcome in outcomes} == {200}
        settled(program, turn)


def by_single_calls(program: Program) -> None:
    for entry in the_entries():
        program.send("post", "entries/", entry)
    for turn in range(1, TURNS + 1):
        for table in drawn(program, turn):
            for deal in the_deals(turn, table):
                number = deal.pop("number")
                where = f"rounds/{turn}/tables/{table['table']}/deals/{number}/"
                program.send("put", where, deal)
        settled(program, turn)


@pytest.mark.slow
def test_an_evening_by_whole_sheets_ends_as_one_by_single_deals_in_a_tenth_of_the_calls() -> None:
    quick, slow = a_program(a_club()), a_program(a_club())
    by_sheets(quick)
    by_single_calls(slow)
    rows = [program.send("get", "standings/")["rows"] for program in (quick, slow)]
    assert len(rows[0]) == PAIRS
    assert rows[0] == rows[1]
    assert quick.calls == 18
    assert slow.calls == 126
