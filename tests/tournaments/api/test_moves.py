"""Tables changed by hand by programs: weighed, made, taken back; a draft mended."""

from uuid import uuid4

import pytest

from tests.evening import JURY
from tests.tournaments.api.conftest import Evening, an_evening
from tests.tournaments.pairing.test_moves import resting, side_of, sitting
from tournaments.entries import entries

PAIRS = 5


@pytest.fixture
def drawn(db: None) -> Evening:
    return an_evening(pairs=PAIRS, until="draft")


def entries_swap(evening: Evening) -> dict[str, object]:
    return {"kind": "entries", "first": side_of(evening.round, 1), "second": side_of(evening.round, 2)}


def test_a_change_is_weighed_and_nothing_is_stored(drawn: Evening) -> None:
    before = sitting(drawn.round)
    rests = {"kind": "entries", "first": side_of(drawn.round, 1), "second": resting(drawn.round)[0]}
    told = drawn.organiser.post(f"{drawn.at}/rounds/1/moves/weigh/", rests, format="json").json()
    assert told["needs_reason"] is True
    assert told["costs"] == [f"n. {rests['first']} riposa invece di giocare"]
    assert told["cost"] == {"rests": [rests["first"]]}
    assert told["summary"].startswith("Costa: ")
    assert (told["rests_before"], told["rests_after"]) == ([rests["second"]], [rests["first"]])
    assert [table["number"] for table in told["after"]] == [1]
    assert sitting(drawn.round) == before


def test_a_change_is_made_listed_and_taken_back(drawn: Evening) -> None:
    at, device, before = f"{drawn.at}/rounds/1", drawn.organiser, sitting(drawn.round)
    assert device.get(f"{at}/").json()["changed_by_hand"] is False
    body = {**entries_swap(drawn), "reason": "cugini", "version": drawn.round.version}
    moved = device.post(f"{at}/moves/", body, format="json")
    assert moved.status_code == 200, moved.json()
    assert moved.json()["changed_by_hand"] is True
    (kept,) = device.get(f"{at}/moves/").json()
    assert kept == {"swap": ["entries", body["first"], body["second"]], "reason": "cugini", "cost": {}}
    assert device.delete(f"{at}/moves/last/?version=1").json()["code"] == "round-changed"
    undone = device.delete(f"{at}/moves/last/?version={moved.json()['version']}")
    assert undone.json()["changed_by_hand"] is False
    assert sitting(drawn.round) == before
    assert device.delete(f"{at}/moves/last/").status_code == 409


def test_the_same_key_twice_is_one_change_and_an_old_version_is_a_409(drawn: Evening) -> None:
    body = {**entries_swap(drawn), "key": str(uuid4()), "version": drawn.round.version}
    answers = [drawn.organiser.post(f"{drawn.at}/rounds/1/moves/", body, format="json") for _try in "12"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["version"] == answers[1].json()["version"]
    stale = drawn.organiser.post(f"{drawn.at}/rounds/1/moves/", {**body, "key": str(uuid4())}, format="json")
    assert stale.status_code == 409
    assert stale.json()["current"] == answers[0].json()["version"]


def test_what_costs_needs_a_reason(drawn: Evening) -> None:
    rests = {"kind": "entries", "first": side_of(drawn.round, 1), "second": resting(drawn.round)[0]}
    answer = drawn.organiser.post(f"{drawn.at}/rounds/1/moves/", rests, format="json")
    assert answer.status_code == 422
    assert answer.json()["code"] == "reason-missing"
    assert answer.json()["cost"] == {"rests": [rests["first"]]}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "entries", "first": 1},
        {"kind": "dealer", "first": 1, "second": 2},
        {"kind": "entries", "first": "1", "second": 2},
        {"kind": "pairs", "first": 1, "second": 2},
        {"kind": "entries", "first": 1, "second": 2, "beacuse": "x"},
    ],
)
def test_a_body_that_says_no_change_is_a_400(drawn: Evening, body: dict[str, object]) -> None:
    for address in ("moves/", "moves/weigh/"):
        answer = drawn.organiser.post(f"{drawn.at}/rounds/1/{address}", body, format="json")
        assert answer.status_code == 400
        assert answer.json()["fields"]


def test_a_draft_is_weighed_and_mended(drawn: Evening) -> None:
    at, device = f"{drawn.at}/rounds/1", drawn.organiser
    assert device.post(f"{at}/mend/").json()["code"] == "nothing-to-mend"
    leaver, rested = side_of(drawn.round, 2), resting(drawn.round)[0]
    entries.withdraw(drawn.tournament.pk, leaver, withdrawn=True, by=JURY)
    told = device.post(f"{at}/mend/weigh/").json()
    assert rested in [one for table in told["after"] for side in table["sides"] for one in side]
    body = {"version": told["version"], "key": str(uuid4())}
    answers = [device.post(f"{at}/mend/", body, format="json") for _try in "12"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["rests"] == []
    assert device.get(f"{at}/moves/").json()[0]["swap"] == ["mended"]
