"""The desk, from a program."""

from typing import Any

import pytest

from club.models import Person
from club.register import people
from tests.evening import a_club
from tests.tournaments.api.conftest import Evening, an_evening


@pytest.fixture
def desk(db: None) -> Evening:
    return an_evening(until="draft")


def posted(evening: Evening, *players: dict[str, Any], **more: Any) -> Any:
    return evening.organiser.post(f"{evening.at}/entries/", {"players": players, **more}, format="json")


GUEST = {"last_name": "Zanasi", "first_name": "Olga"}


def test_a_known_person_and_a_new_guest_are_entered_together(desk: Evening) -> None:
    known = people.add(desk.tournament.club, last_name="Rossi", first_name="Mario")
    response = posted(desk, {"person": known.pk}, GUEST, present=True, fixed_table=3)
    assert response.status_code == 201
    assert response.json() == {
        "number": 5,
        "name": "Rossi Mario – Zanasi Olga",
        "players": ["Rossi Mario", "Zanasi Olga"],
        "present": True,
        "withdrawn": False,
        "fixed_table": 3,
        "seed": None,
        "circle": "",
        "team": None,
    }
    assert Person.objects.get(last_name="Zanasi").is_guest


def taken(desk: Evening) -> dict[str, Any]:
    entry = desk.tournament.entries.get(number=1)
    return {"person": entry.players.get(position=0).person_id}


def nobody(desk: Evening) -> dict[str, Any]:
    return {"person": 999_999}


def stranger(desk: Evening) -> dict[str, Any]:
    person = people.add(a_club("Altrove"), last_name="Bo", first_name="Ada")
    return {"person": person.pk}


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (taken, "person-taken"),
        (stranger, "no-person"),
        (nobody, "no-person"),
    ],
    ids=["in two pairs", "of another club", "of nobody"],
)
def test_a_refused_pair_leaves_no_guest_behind(desk: Evening, first: Any, code: str) -> None:
    before = desk.tournament.club.people.count()
    response = posted(desk, GUEST, first(desk))
    assert response.status_code == 422
    assert response.json()["code"] == code
    assert desk.tournament.club.people.count() == before
    assert desk.tournament.entries.count() == 4


def test_nobody_plays_with_himself(desk: Evening) -> None:
    known = people.add(desk.tournament.club, last_name="Rossi", first_name="Mario")
    response = posted(desk, {"person": known.pk}, {"person": known.pk})
    assert response.status_code == 422
    assert response.json()["code"] == "same-person"


@pytest.mark.parametrize(
    "players",
    [
        [],
        [GUEST, GUEST, GUEST],
        [GUEST, {}],
        [GUEST, {"last_name": "Solo"}],
        [GUEST, {"person": 1, **GUEST}],
        [GUEST, {"person": "1"}],
        [GUEST, {"person": True}],
        [GUEST, {"last_name": "", "first_name": "Ada"}],
        [GUEST, {"last_name": "x" * 61, "first_name": "Ada"}],
        [GUEST, "Rossi Mario"],
        "due",
        None,
    ],
    ids=repr,
)
def test_two_players_are_two_people_or_two_names(desk: Evening, players: Any) -> None:
    response = desk.organiser.post(f"{desk.at}/entries/", {"players": players}, format="json")
    assert response.status_code == 400
    assert "players" in response.json()["fields"]
    assert desk.tournament.entries.count() == 4


def test_one_player_is_no_pair(desk: Evening) -> None:
    response = posted(desk, GUEST)
    assert (response.status_code, response.json()["code"]) == (422, "pair-size")
    assert desk.tournament.entries.count() == 4


def test_a_pair_is_checked_in_given_a_table_and_withdrawn(desk: Evening) -> None:
    number = posted(desk, GUEST, {**GUEST, "first_name": "Ugo"}).json()["number"]
    at = f"{desk.at}/entries/{number}/"
    seen = desk.organiser.patch(at, {"present": True, "fixed_table": 2}, format="json").json()
    assert (seen["present"], seen["withdrawn"], seen["fixed_table"]) == (True, False, 2)
    gone = desk.organiser.patch(at, {"withdrawn": True, "reason": "malore"}, format="json").json()
    assert (gone["present"], gone["withdrawn"]) == (True, True)
    assert desk.tournament.log.get(act="entry.withdrawn").reason == "malore"
    assert desk.organiser.delete(at).status_code == 204
    assert desk.organiser.get(at).status_code == 404


def test_a_drawn_pair_is_neither_removed_nor_marked_absent(desk: Evening) -> None:
    at = f"{desk.at}/entries/1/"
    assert desk.organiser.delete(at).status_code == 409
    response = desk.organiser.patch(at, {"fixed_table": 2, "present": False}, format="json")
    assert response.status_code == 409
    shown = desk.organiser.get(at).json()
    assert shown["fixed_table"] is None, "all of a change is refused, or none"


def test_everybody_is_checked_in_at_once(desk: Evening) -> None:
    posted(desk, GUEST, {**GUEST, "first_name": "Ugo"})
    shown = desk.organiser.post(f"{desk.at}/entries/all-present/").json()
    assert [entry["present"] for entry in shown] == [True] * 5


@pytest.mark.parametrize("number", [0, 9, 10**20])
def test_a_pair_that_is_not_there_is_not_found(desk: Evening, number: int) -> None:
    at = f"{desk.at}/entries/{number}/"
    assert desk.organiser.get(at).status_code == 404
    assert desk.organiser.patch(at, {"present": True}, format="json").status_code == 404
    assert desk.organiser.delete(at).status_code == 404
    assert desk.organiser.get(f"{at}evening/").status_code == 404


def test_a_pair_of_guests_sent_twice_with_its_key_is_entered_once(desk: Evening) -> None:
    key = "5f0f7a7e-3b0e-4c9f-9a55-6d3b1f6a2c11"
    first, again = (posted(desk, GUEST, {**GUEST, "first_name": "Ada"}, key=key) for _send in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Person.objects.filter(last_name="Zanasi").count() == 2


def test_who_cannot_move_is_known_to_officers_alone(desk: Evening) -> None:
    desk.tournament.entries.filter(number=1).update(fixed_table=3)
    addresses = (f"{desk.at}/entries/", f"{desk.at}/entries/1/")
    for address in addresses:
        assert "3" in str(_fixed(desk.organiser.get(address).json()))
        assert _fixed(desk.anybody.get(address).json()) is None


def _fixed(answer: Any) -> Any:
    return (answer[0] if isinstance(answer, list) else answer)["fixed_table"]
