"""What everybody follows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from club.history.hash_chain import heads_in
from club.models import RoleKind
from tests.club.history.test_heads import key_file
from tests.commits import committed
from tests.evening import PASSWORD, a_club, a_round, an_officer, settle, some_cards
from tests.once import once_a_module
from tests.tournaments.api.conftest import Evening, an_evening
from tournaments import log
from tournaments.actors import Actor
from tournaments.evenings import lifecycle


def an_evening_of_two_turns() -> Evening:
    """Five pairs: the first turn settled, the second being played."""
    evening = an_evening(pairs=5)
    settle(evening.tournament, evening.round)
    a_round(evening.tournament, seed=2)
    return evening


made_turns = once_a_module(committed(an_evening_of_two_turns))


@pytest.fixture
def two_turns(made_turns: Callable[[], Evening], commits: None) -> Evening:
    return made_turns()


def test_one_answer_holds_the_whole_results_page(two_turns: Evening) -> None:
    answer = two_turns.anybody.get(f"{two_turns.at}/results/").json()
    assert answer["tournament"]["code"] == two_turns.tournament.code
    assert answer["standings"]["turn"] == 1
    assert answer["standings"]["is_current"]
    assert [row["place"] for row in answer["standings"]["rows"]] == [1, 2, 3, 4, 5]
    assert answer["round"]["number"] == 2
    assert len(answer["round"]["tables"]) == 2
    assert len(answer["round"]["rests"]) == 1


def test_the_parts_of_the_page_are_the_same_at_their_own_addresses(two_turns: Evening) -> None:
    answer = two_turns.anybody.get(f"{two_turns.at}/results/").json()
    standings = two_turns.anybody.get(f"{two_turns.at}/standings/").json()
    assert {name: value for name, value in standings.items() if name != "log_head"} == answer["standings"]
    assert two_turns.anybody.get(f"{two_turns.at}/rounds/2/").json() == answer["round"]
    assert two_turns.anybody.get(f"{two_turns.at}/").json() == answer["tournament"]
    table = two_turns.anybody.get(f"{two_turns.at}/rounds/2/tables/1/").json()
    assert table == answer["round"]["tables"][0]


def test_who_has_it_already_is_told_so_until_something_changes(two_turns: Evening) -> None:
    at = f"{two_turns.at}/results/"
    etag = two_turns.anybody.get(at)["ETag"]
    unchanged = two_turns.anybody.get(at, headers={"If-None-Match": etag})
    assert unchanged.status_code == 304
    assert unchanged.content == b""
    assert unchanged["ETag"] == etag
    two_turns.organiser.patch(f"{two_turns.at}/entries/1/", {"withdrawn": True}, format="json")
    changed = two_turns.anybody.get(at, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_a_language_and_an_asker_have_their_own_etag(two_turns: Evening) -> None:
    at = f"{two_turns.at}/results/"
    etags = {
        two_turns.anybody.get(at)["ETag"],
        two_turns.anybody.get(at, headers={"Accept-Language": "en"})["ETag"],
        two_turns.organiser.get(at)["ETag"],
        two_turns.referee.get(at)["ETag"],
    }
    assert len(etags) == 4
    assert two_turns.devices["stranger"].get(at)["ETag"] in etags


def test_the_classifica_of_an_earlier_turn_stays_readable(two_turns: Evening) -> None:
    settle(two_turns.tournament, two_turns.tournament.rounds.get(number=2))
    newest = two_turns.anybody.get(f"{two_turns.at}/standings/").json()
    first = two_turns.anybody.get(f"{two_turns.at}/standings/?turn=1").json()
    assert (newest["turn"], first["turn"]) == (2, 1)
    assert {row["movement"] for row in first["rows"]} == {None}
    assert sum(row["movement"] for row in newest["rows"]) == 0


def test_there_is_no_classifica_before_the_first_settled_turn(evening: Evening) -> None:
    assert evening.anybody.get(f"{evening.at}/standings/").status_code == 404
    assert evening.anybody.get(f"{evening.at}/results/").json()["standings"] is None


@pytest.mark.parametrize("turn", ["0", "-1", "x", "1.5", "99999999999999999999"])
def test_a_turn_is_a_number_from_one(evening: Evening, turn: str) -> None:
    response = evening.anybody.get(f"{evening.at}/standings/?turn={turn}")
    assert response.status_code == 400
    assert "turn" in response.json()["fields"]


def test_the_classifica_of_a_closed_evening_is_final(two_turns: Evening) -> None:
    settle(two_turns.tournament, two_turns.tournament.rounds.get(number=2))
    lifecycle.close(two_turns.tournament.pk, by=Actor("Giuria"))
    assert two_turns.anybody.get(f"{two_turns.at}/standings/").json()["is_final"]


def test_a_pair_reads_its_evening_turn_by_turn_with_the_reasons(two_turns: Evening) -> None:
    shown = {
        number: two_turns.anybody.get(f"{two_turns.at}/entries/{number}/evening/").json()
        for number in range(1, 6)
    }
    for number, pair in shown.items():
        assert pair["entry"]["number"] == number
        assert pair["standing"]["number"] == number
        turns = [table["turn"] for table in pair["tables"]] + pair["rested"]
        assert sorted(turns) == [1, 2]
        for table in pair["tables"]:
            assert all(deal["explanation"]["A"] for deal in table["deals"])
    assert sum(len(pair["rested"]) for pair in shown.values()) == 2


def test_the_log_tells_what_was_done_newest_first(evening: Evening) -> None:
    page = evening.organiser.get(f"{evening.at}/log/").json()
    assert page["results"][0]["act"] == "round.playing"
    assert page["results"][0]["sentence"] == "ha fatto partire il turno 1"
    assert page["results"][0]["previous_hash"] == page["results"][1]["hash"]
    assert len(page["results"]) == evening.tournament.log.count()
    assert evening.organiser.get(f"{evening.at}/log/?cursor=wrong").status_code == 400


def test_the_log_and_the_standings_give_the_head_to_keep(two_turns: Evening) -> None:
    head = log.head(two_turns.tournament)
    page = two_turns.organiser.get(f"{two_turns.at}/log/").json()
    standings = two_turns.anybody.get(f"{two_turns.at}/standings/").json()
    assert page["log_head"] == standings["log_head"]
    assert list(heads_in(json.dumps(standings))) == [head]
    assert page["log_head"]["hash"] == page["results"][0]["hash"]
    assert page["log_head"]["public_key"] == ""


def test_with_a_key_the_head_is_signed(two_turns: Evening, settings: Settings, tmp_path: Path) -> None:
    settings.LOG_SIGNING_KEY = str(key_file(tmp_path))
    answer = two_turns.anybody.get(f"{two_turns.at}/standings/").json()
    [head] = heads_in(json.dumps(answer))
    assert head.is_signed_by(answer["log_head"]["public_key"])


TURNS = 3


def expect(status: int, response: Any) -> Any:
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def signed_in(email: str) -> APIClient:
    credentials = {"email": email, "password": PASSWORD, "device": "Portatile della Giuria"}
    token = expect(201, APIClient().post("/api/v1/tokens/", credentials, format="json"))["token"]
    return APIClient(headers={"Authorization": f"Token {token}"})


def play_table(at: str, sheet: dict[str, Any], seed: int) -> None:
    """N-S's phone enters the deals by cards, counting each before it is sent; E-O's phone confirms it."""
    phone, theirs = (
        APIClient(headers={"Authorization": f"Table {sheet['keys'][side]['code']}"}) for side in "AB"
    )
    for number, seat in enumerate(sheet["dealers"], start=1):
        dealer = "A" if seat in "NS" else "B"
        deal = {
            "way": "cards",
            "entered": some_cards(seed * 100 + sheet["table"] * 10 + number, dealer=dealer),
        }
        there = f"{at}/tables/{sheet['table']}/deals/{number}/"
        counted = expect(200, phone.post(f"{there}count/", deal, format="json"))
        kept = expect(200, phone.put(there, {**deal, "based_on": 0}, format="json"))
        assert kept["figures"] == counted["figures"]
        assert kept["agreement"] == "waiting"
        answer = {"answer": "confirmed", "version": kept["version"]}
        confirmed = expect(200, theirs.post(f"{there}answer/", answer, format="json"))
        assert confirmed["agreement"] == "confirmed"


@pytest.mark.usefixtures("commits")
def test_an_evening_goes_from_the_first_pair_to_the_final_classifica_over_the_api() -> None:
    club = a_club()
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER).email)
    new = {"name": "Torneo di novembre", "date": "2026-11-21", "turns": TURNS}
    code = expect(201, organiser.post(f"/api/v1/clubs/{club.slug}/tournaments/", new, format="json"))["code"]
    at = f"/api/v1/tournaments/{code}"
    for number in range(1, 8):
        couple = [{"last_name": f"Cognome{number}", "first_name": first} for first in ("Anna", "Bruno")]
        expect(201, organiser.post(f"{at}/entries/", {"players": couple}, format="json"))
    expect(200, organiser.post(f"{at}/entries/all-present/"))

    for turn in range(1, TURNS + 1):
        version = expect(201, organiser.post(f"{at}/rounds/", {"seed": turn}, format="json"))["version"]
        here = f"{at}/rounds/{turn}"
        expect(200, organiser.post(f"{here}/publish/", {"version": version}, format="json"))
        expect(200, organiser.post(f"{here}/play/"))
        for sheet in expect(200, organiser.get(f"{here}/sheets/")):
            play_table(here, sheet, turn)
        expect(200, organiser.post(f"{here}/settle/"))
    expect(200, organiser.post(f"{at}/close/"))

    final = expect(200, APIClient().get(f"{at}/standings/"))
    assert final["is_final"]
    assert final["is_current"]
    assert [row["place"] for row in final["rows"]] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(row["played"] for row in final["rows"]) == TURNS * 6
    assert sum(row["rested"] for row in final["rows"]) == TURNS
