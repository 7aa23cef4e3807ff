"""A program with an entry's evening code: what is next, and what a table's code may do, nothing more."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tests.tournaments.api.conftest import Evening
from tournaments.models import Entry, Match
from tournaments.results import evening_codes

TOTALS = {
    "way": "totals",
    "entered": {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}},
    "based_on": 0,
}


def entry_at(match: Match, side: str = "A") -> Entry:
    return Entry.objects.select_related("tournament__club").get(
        seats__match=match, seats__side=side, seats__position__in="NE"
    )


def program_of(entry: Entry) -> APIClient:
    return APIClient(headers={"Authorization": f"Evening {evening_codes.code_of(entry)}"})


def test_it_reads_what_is_next_and_writes_the_deal_of_its_table(evening: Evening) -> None:
    match = evening.match()
    entry = entry_at(match)
    program = program_of(entry)
    now = program.get("/api/v1/evening/").json()
    assert {name: now[name] for name in ("tournament", "entry", "moment", "turn", "table", "side")} == {
        "tournament": evening.tournament.code,
        "entry": entry.number,
        "moment": "table",
        "turn": 1,
        "table": 1,
        "side": "A",
    }
    body = {**TOTALS, "key": str(uuid4())}
    for _again in range(2):
        assert program.put(evening.deal_at(), body, format="json").status_code in (200, 201)
    assert match.deals.get().entered_side == "A"
    read = program.get(f"{evening.at}/rounds/1/tables/1/").json()
    assert all(" " in seat["name"] for seat in read["seats"])

    others = program_of(entry_at(match, "B"))
    answer = {"answer": "confirmed", "version": match.deals.get().version, "key": str(uuid4())}
    assert program.post(f"{evening.deal_at()}answer/", answer, format="json").status_code == 409
    assert others.post(f"{evening.deal_at()}answer/", answer, format="json").status_code == 200


def test_after_the_round_it_waits_and_writes_nothing_any_more(evening: Evening) -> None:
    program = program_of(entry_at(evening.match()))
    settle(evening.tournament, evening.round)
    assert program.get("/api/v1/evening/").json()["moment"] == "waiting"
    refused = program.put(evening.deal_at(), TOTALS, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "code-over")


def test_it_opens_no_other_table_and_nothing_of_the_officers(evening: Evening) -> None:
    program = program_of(entry_at(evening.match()))
    elsewhere = program.put(evening.deal_at(table=2), TOTALS, format="json")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "code-of-another-table")
    for verb, address in (("post", "rounds/1/settle/"), ("get", "log/"), ("get", "rounds/1/sheets/")):
        assert getattr(program, verb)(f"{evening.at}/{address}").status_code == 403


def test_a_code_of_another_club_opens_nothing_here(evening: Evening) -> None:
    abroad = a_tournament(a_club("Altro"))
    a_round(abroad)
    match = abroad.rounds.get().matches.get(table=1)
    program = program_of(entry_at(match))
    assert program.put(evening.deal_at(), TOTALS, format="json").status_code == 403
    assert program.get("/api/v1/evening/").json()["tournament"] == abroad.code
    assert not evening.match().deals.exists()


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger", "table code", "anybody"])
def test_what_is_next_is_for_the_holder_of_an_evening_code_alone(evening: Evening, who: str) -> None:
    answer = evening.devices[who].get("/api/v1/evening/")
    assert answer.status_code == (401 if who == "anybody" else 403)


def test_a_code_replaced_at_the_desk_opens_nothing(evening: Evening) -> None:
    entry = entry_at(evening.match())
    program = program_of(entry)
    evening_codes.renew(evening.tournament.pk, entry.number, by=JURY)
    refused = program.get("/api/v1/evening/")
    assert (refused.status_code, refused.json()["code"]) == (403, "code-renewed")
    wrong = APIClient(headers={"Authorization": "Evening 1.0.wrong"})
    statuses = [wrong.get("/api/v1/evening/").status_code for _try in range(60)]
    assert set(statuses) == {403, 429}
