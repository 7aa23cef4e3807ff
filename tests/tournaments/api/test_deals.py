"""Deals written from devices: counted, kept once, never over somebody else's unseen."""

import json
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.evening import JURY, settle, some_cards
from tests.tournaments.api.conftest import Evening, an_evening
from tournaments.api.bodies.tables import DeclarationBody
from tournaments.evenings import lifecycle
from tournaments.models import Deal, LogEntry
from tournaments.results import scores

TOTALS = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
PARTS = {
    "last_trick": "A",
    "A": {"sequences": 130, "cricche": 17, "card_points": 41},
    "B": {"sequences": 20, "cricche": 40, "card_points": 46, "declared": 17},
}


def by_cards(evening: Evening, seed: int = 1) -> dict[str, Any]:
    dealer = scores.place_of(evening.match(), 1).dealer
    return {"way": "cards", "entered": some_cards(seed, dealer=dealer)}


def sent(device: APIClient, at: str, **body: Any) -> Any:
    return device.put(at, {"based_on": 0, **body}, format="json")


@pytest.mark.parametrize("who", ["organiser", "referee", "table code"])
def test_a_deal_by_cards_is_counted_and_kept_for_its_writer(evening: Evening, who: str) -> None:
    response = sent(evening.devices[who], evening.deal_at(), **by_cards(evening))
    assert response.status_code == 200
    kept = Deal.objects.get()
    assert response.json()["points"] == kept.points
    assert response.json()["version"] == kept.version
    assert {side: figures["total"] for side, figures in response.json()["figures"].items()} == kept.points
    shown = evening.anybody.get(f"{evening.at}/rounds/1/tables/1/").json()
    assert shown["points"] == kept.points
    assert [deal["number"] for deal in shown["deals"]] == [1]


def test_the_log_names_the_table_that_wrote_with_its_code(evening: Evening) -> None:
    sent(evening.table_code, evening.deal_at(), **by_cards(evening))
    said = LogEntry.objects.get(act="deal.entered")
    assert said.actor is None
    assert said.actor_name == "turno 1, tavolo 1, N-S"


def test_the_public_reads_that_the_giuria_wrote_a_deal_and_not_who(evening: Evening) -> None:
    sent(evening.referee, evening.deal_at(), **by_cards(evening))
    names = {
        who: evening.devices[who].get(evening.deal_at()).json()["entered_by_name"]
        for who in ("organiser", "anybody", "stranger")
    }
    assert names == {"organiser": "Referee", "anybody": "Giuria", "stranger": "Giuria"}


HEAP = {
    "cards": {"A": ["Ang", "Mon", "Beg", "Rd", "Qd", "Cd", "Rc", "Rs"]},
    "missing": ["Sol", "Lun", "12"],
    "tricks": 7,
    "last_trick": "A",
    "declarations": [{"side": "B", "player": "B1", "sequence": "mori", "number": 4}],
}


@pytest.mark.parametrize(("number", "is_taken"), [(17, True), (21, False)])
def test_a_declaration_is_as_long_as_a_hand_may_be(number: int, is_taken: bool) -> None:
    shown = DeclarationBody(data={"side": "A", "player": "A1", "sequence": "grande", "number": number})
    assert shown.is_valid() is is_taken, "a hand has up to 20 cards at Millone for two"


def test_a_heap_told_by_its_tricks_is_counted_and_kept_as_it_was_said(evening: Evening) -> None:
    response = sent(evening.table_code, evening.deal_at(), way="cards", entered=HEAP)
    assert response.status_code == 200, response.json()
    assert Deal.objects.get().entered == HEAP
    assert response.json()["figures"]["B"]["declarations"] == 15


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"tricks": 16}, 400),
        ({"tricks": 2}, 422),
        ({"scartini": 3}, 422),
        ({"cards": {"A": [], "B": []}}, 422),
        ({"missing": ["Rd"]}, 422),
        ({"declarations": [{"side": "B", "player": "B1", "cricca": "re", "number": 9}]}, 422),
        ({"declarations": [{"side": "B", "player": "B1", "cricca": "re"}]}, 422),
        ({"declarations": [{"side": "B", "player": "B1", "cricca": "re", "number": 2}]}, 400),
    ],
)
def test_a_heap_that_cannot_be_is_refused(evening: Evening, changed: dict[str, Any], status: int) -> None:
    response = sent(evening.table_code, evening.deal_at(), way="cards", entered=HEAP | changed)
    assert response.status_code == status
    assert not Deal.objects.exists()


@pytest.mark.parametrize(("way", "entered"), [("parts", PARTS), ("totals", TOTALS)])
def test_figures_that_can_have_happened_are_kept(evening: Evening, way: str, entered: dict[str, Any]) -> None:
    response = sent(evening.table_code, evening.deal_at(), way=way, entered=entered)
    assert response.status_code == 200, response.json()
    assert Deal.objects.get().way == way


def test_the_count_says_why_and_keeps_nothing(evening: Evening) -> None:
    response = evening.table_code.post(f"{evening.deal_at()}count/", by_cards(evening), format="json")
    assert response.status_code == 200
    answer = response.json()
    for side in ("A", "B"):
        assert str(answer["figures"][side]["total"]) in answer["explanation"][side][-1]
    assert not Deal.objects.exists()
    assert not LogEntry.objects.filter(act="deal.entered").exists()


def test_the_count_of_figures_has_no_explanation(evening: Evening) -> None:
    body = {"way": "totals", "entered": TOTALS}
    answer = evening.table_code.post(f"{evening.deal_at()}count/", body, format="json").json()
    assert answer["explanation"] is None
    assert answer["figures"]["A"]["total"] == 194


def test_a_stored_deal_by_cards_says_why_in_the_language_asked_for(evening: Evening) -> None:
    sent(evening.table_code, evening.deal_at(), **by_cards(evening))
    italian = evening.anybody.get(evening.deal_at()).json()["explanation"]
    english = evening.anybody.get(evening.deal_at(), headers={"Accept-Language": "en"}).json()["explanation"]
    assert italian["A"][-1].startswith("Totale")
    assert english["A"][-1].startswith("Total:")


def test_the_same_entry_sent_twenty_times_is_sent_once(evening: Evening) -> None:
    body = {**by_cards(evening), "key": str(uuid4())}
    answers = [sent(evening.table_code, evening.deal_at(), **body) for _time in range(20)]
    assert {response.status_code for response in answers} == {200}
    assert all(response.json() == answers[0].json() for response in answers)
    assert LogEntry.objects.filter(act__startswith="deal.").count() == 1


def test_a_key_used_for_another_deal_is_refused(evening: Evening) -> None:
    key = str(uuid4())
    sent(evening.table_code, evening.deal_at(1), way="totals", entered=TOTALS, key=key)
    response = sent(evening.table_code, evening.deal_at(2), way="totals", entered=TOTALS, key=key)
    assert response.status_code == 422
    assert response.json()["code"] == "key-used"


def test_a_stale_entry_is_a_409_that_holds_what_is_there_now(evening: Evening) -> None:
    first = sent(evening.table_code, evening.deal_at(), way="totals", entered=TOTALS)
    response = sent(evening.referee, evening.deal_at(), **by_cards(evening))
    assert response.status_code == 409
    error = response.json()
    assert error["code"] == "deal-changed"
    assert error["version"] == first.json()["version"]
    assert error["current"]["way"] == "totals"
    again = sent(evening.referee, evening.deal_at(), **by_cards(evening) | {"based_on": error["version"]})
    assert again.status_code == 200
    assert Deal.objects.get().way == "cards"


def test_a_deal_written_at_the_wrong_table_is_taken_back(evening: Evening) -> None:
    version = sent(evening.table_code, evening.deal_at(), way="totals", entered=TOTALS).json()["version"]
    stale = evening.table_code.delete(f"{evening.deal_at()}?based_on={version + 1}")
    assert stale.status_code == 409
    assert Deal.objects.exists()
    assert evening.table_code.delete(f"{evening.deal_at()}?based_on={version}").status_code == 204
    assert not Deal.objects.exists()
    assert evening.anybody.get(evening.deal_at()).status_code == 404


@pytest.mark.parametrize(
    ("way", "entered", "code"),
    [
        ("cards", {"cards": {"A": ["Ang", "Ang"]}, "last_trick": "A"}, "card-twice"),
        ("cards", {"cards": {"A": ["Ang"]}, "last_trick": "A"}, None),
        ("cards", {"cards": {"A": ["7d", "1c"]}, "last_trick": "A"}, "unknown-card"),
        ("cards", {"cards": {}, "last_trick": "A"}, None),
        ("totals", {"last_trick": "A", "A": {"total": 9000}, "B": {"total": 0}}, "impossible-figures"),
    ],
    ids=["a card doubled", "a pile too small", "of another deck", "no pile", "absurd totals"],
)
def test_what_cannot_be_is_a_422_with_a_sentence_and_changes_nothing(
    evening: Evening, way: str, entered: dict[str, Any], code: str | None
) -> None:
    response = sent(evening.table_code, evening.deal_at(), way=way, entered=entered)
    assert response.status_code == 422
    error = response.json()
    assert code in (None, error["code"])
    assert error["detail"].endswith(".")
    assert not Deal.objects.exists()


def test_figures_that_cannot_be_are_answered_with_the_nearest_that_can(evening: Evening) -> None:
    wrong = {"last_trick": "A", "A": {"total": 40}, "B": {"total": 30}}
    refused = sent(evening.table_code, evening.deal_at(), way="totals", entered=wrong)
    assert refused.status_code == 422
    nearest = refused.json()["nearest"]
    assert 1 <= len(nearest) <= 5
    better = {"last_trick": "A", **{side: {"total": nearest[0][side]["total"]} for side in "AB"}}
    assert sent(evening.table_code, evening.deal_at(), way="totals", entered=better).status_code == 200


def test_absurd_figures_are_answered_without_a_long_search(evening: Evening) -> None:
    absurd = {"last_trick": "A", "A": {"total": 4}, "B": {"total": 3}}
    refused = sent(evening.table_code, evening.deal_at(), way="totals", entered=absurd)
    assert refused.status_code == 422
    assert refused.json()["nearest_complete"] is False


def test_accusi_that_nobody_shows_are_answered_with_the_nearest_that_some_do(evening: Evening) -> None:
    wrong = {
        "last_trick": "A",
        "A": {"total": 194, "declared": 19},
        "B": {"total": 105, "declared": 17},
    }
    refused = sent(evening.table_code, evening.deal_at(), way="totals", entered=wrong)
    assert refused.status_code == 422
    nearest = refused.json()["nearest"]
    assert [entry["A"]["declared"] for entry in nearest] == [18, 20, 22, 15, 23]
    better = {"last_trick": "A", **nearest[0]}
    assert sent(evening.table_code, evening.deal_at(), way="totals", entered=better).status_code == 200


CARDS = {"cards": {"A": ["Ang"]}, "last_trick": "A"}


@pytest.mark.parametrize(
    "body",
    [
        {"way": "cards"},
        {"way": "cards", "entered": None},
        {"way": "cards", "entered": []},
        {"way": "cards", "entered": "Ang"},
        {"way": "cards", "entered": CARDS | {"cards": ["Ang"]}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": "Ang"}}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": [True]}}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": [["Ang"]]}}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": ["\ud800"]}}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": ["\x00"]}}},
        {"way": "cards", "entered": CARDS | {"cards": {"A": ["Ang"] * 1000}}},
        {"way": "cards", "entered": CARDS | {"last_trick": "G"}},
        {"way": "cards", "entered": CARDS | {"last_trick": ["A"]}},
        {"way": "cards", "entered": CARDS | {"declaration": []}},
        {"way": "cards", "entered": CARDS | {"declarations": {}}},
        {"way": "cards", "entered": CARDS | {"declarations": [1]}},
        {"way": "cards", "entered": CARDS | {"declarations": [{"side": "A"}]}},
        {"way": "cards", "entered": CARDS | {"scartini": -1}},
        {"way": "totals", "entered": TOTALS | {"A": {"total": True}}},
        {"way": "totals", "entered": TOTALS | {"A": {"total": "194"}}},
        {"way": "totals", "entered": TOTALS | {"A": {"total": 194.0}}},
        {"way": "totals", "entered": TOTALS | {"A": {"total": -1}}},
        {"way": "totals", "entered": TOTALS | {"A": {"total": 10**30}}},
        {"way": "totals", "entered": TOTALS | {"A": {}}},
        {"way": "parts", "entered": PARTS | {"A": None}},
        {"way": "slips", "entered": {}},
        {"way": ["cards"], "entered": CARDS},
        {"way": "cards", "entered": CARDS, "based_on": "0"},
        {"way": "cards", "entered": CARDS, "based_on": True},
        {"way": "cards", "entered": CARDS, "based_on": -1},
        {"way": "cards", "entered": CARDS, "based_on": 2**70},
        {"way": "cards", "entered": CARDS, "key": "not a key"},
        {"way": "cards", "entered": CARDS, "reason": "x" * 301},
        {"way": "cards", "entered": CARDS, "forse": 1},
        [],
        "cards",
        None,
    ],
    ids=lambda body: repr(body)[:70].encode("ascii", "backslashreplace").decode(),
)
def test_a_malformed_body_is_a_400_that_names_the_field(evening: Evening, body: Any) -> None:
    whole = {"based_on": 0, **body} if isinstance(body, dict) else body
    # Written by hand: a lone surrogate travels in JSON as an escape, which the test client would not write.
    response = evening.table_code.put(evening.deal_at(), json.dumps(whole), content_type="application/json")
    assert response.status_code == 400, response.content
    error = response.json()
    assert error["code"] in ("invalid", "parse-error")
    assert error["detail"]
    assert error["code"] == "parse-error" or error["fields"]
    assert not Deal.objects.exists()


@pytest.mark.parametrize("number", [0, 5, 99, 10**20])
def test_a_deal_that_is_not_played_cannot_be_written(evening: Evening, number: int) -> None:
    response = sent(evening.table_code, evening.deal_at(number), way="totals", entered=TOTALS)
    assert response.status_code in (404, 422)
    count = evening.table_code.post(
        f"{evening.deal_at(number)}count/", {"way": "totals", "entered": TOTALS}, format="json"
    )
    assert count.status_code == 404


def test_results_wait_for_the_turn_to_be_played(db: None) -> None:
    published = an_evening(until="published")
    response = sent(published.table_code, published.deal_at(), way="totals", entered=TOTALS)
    assert response.status_code == 409
    assert response.json()["code"] == "not-playing"


def test_a_settled_turn_is_for_the_referee_alone(evening: Evening) -> None:
    settle(evening.tournament, evening.round)
    at, version = evening.deal_at(), evening.match().deals.get(number=1).version
    body = {"way": "totals", "entered": TOTALS, "based_on": version}
    over = sent(evening.table_code, at, **body)
    assert over.status_code == 403
    assert over.json()["code"] == "code-over"
    assert sent(evening.referee, at, **body).status_code == 200


@pytest.mark.parametrize("way_to_change", ["put", "delete", "contest"])
def test_a_table_code_changes_no_deal_of_an_officer_and_is_told_which_stands(
    evening: Evening, way_to_change: str
) -> None:
    at = evening.deal_at()
    decided = sent(evening.referee, at, way="totals", entered=TOTALS).json()
    assert decided["is_decided"] is True
    acts = LogEntry.objects.count()
    answer = changed(evening.table_code, at, way_to_change, decided["version"])
    assert answer.status_code == 409
    error = answer.json()
    assert (error["code"], error["version"]) == ("deal-decided", decided["version"])
    assert error["current"]["points"] == {"A": 194, "B": 106}
    assert "chiamatelo al tavolo" in error["detail"]
    assert (Deal.objects.get().version, LogEntry.objects.count()) == (decided["version"], acts)
    assert changed(evening.organiser, at, way_to_change, decided["version"]).status_code in (200, 204)


def changed(device: APIClient, at: str, way_to_change: str, version: int) -> Any:
    if way_to_change == "put":
        return sent(device, at, way="parts", entered=PARTS, based_on=version)
    if way_to_change == "delete":
        return device.delete(f"{at}?based_on={version}")
    answer = {"answer": "contested", "version": version, "reason": "Non torna"}
    return device.post(f"{at}answer/", answer, format="json")


MATCH = {"way": "match", "entered": {"totals": {"A": 650, "B": 480}}}


@pytest.mark.parametrize(
    ("who", "status"),
    [("organiser", 200), ("referee", 200), ("player", 403), ("stranger", 403), ("table code", 409)],
)
def test_the_totals_of_a_match_are_entered_as_number_0_by_officers(
    evening: Evening, who: str, status: int
) -> None:
    lifecycle.change(evening.tournament.pk, by=JURY, match_totals=True)
    answer = sent(evening.devices[who], evening.deal_at(0), **MATCH)
    assert answer.status_code == status, answer.json()
    shown = evening.anybody.get(f"{evening.at}/rounds/1/tables/1/").json()
    assert shown["has_only_totals"] is (status == 200)
    if status == 200:
        assert shown["points"] == {"A": 650, "B": 480}
        assert shown["winner"] == "A"
        assert [(deal["number"], deal["way"]) for deal in shown["deals"]] == [(0, "match")]
        assert evening.anybody.get(f"{evening.at}/").json()["match_totals"] is True


def test_no_totals_of_a_match_where_the_tournament_wants_its_deals(evening: Evening) -> None:
    assert sent(evening.referee, evening.deal_at(0), **MATCH).status_code == 409
    assert not Deal.objects.exists()
