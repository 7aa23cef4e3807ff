"""The advice and its simulations, over the API."""

from unittest.mock import ANY

import pytest

from tests.evening import a_club
from tests.tournaments.api.conftest import Evening
from tournaments.models import Simulation


def test_the_formulas_that_fit(evening: Evening) -> None:
    asked = {"entries": 22, "turns": 4, "turn_minutes": 30, "tables": 10, "starts_at": "21:00"}
    answer = evening.organiser.get(f"{evening.at}/advice/", asked)
    assert answer.status_code == 200
    told = answer.json()
    assert told["formulas"][0] == {
        "movement": "danish",
        "name": "movimento danese",
        "turns": 4,
        "groups": 1,
        "qualifiers": 1,
        "minutes": 165,
        "ends_at": "2026-11-21T23:45:00+01:00",
        "tables": 11,
        "lacking_tables": 1,
        "resting": 0,
        "most_rests": 0,
        "rematches": "none",
        "is_in_force": False,
        "can_be_chosen": False,
        "findings": [],
    }
    assert [each["movement"] for each in told["formulas"]] == ["danish", "swiss", "groups", "mitchell"]
    assert told["findings"] == [
        {
            "code": "not-enough-tables",
            "is_fatal": True,
            "sentence": "Servono 11 tavoli; disponibili: 10.",
            "remedy": ANY,
        }
    ]


def test_what_is_left_out_is_what_the_tournament_says(evening: Evening) -> None:
    told = evening.organiser.get(f"{evening.at}/advice/").json()
    assert (told["entries"], told["formulas"][0]["turns"]) == (4, 4)


@pytest.mark.parametrize("asked", [{"entries": "molte"}, {"turns": 99}, {"coppie": 22}])
def test_a_malformed_question_is_refused(evening: Evening, asked: dict[str, object]) -> None:
    assert evening.organiser.get(f"{evening.at}/advice/", asked).status_code == 400


@pytest.mark.usefixtures("quick")
def test_evenings_are_played_out_and_told(evening: Evening) -> None:
    body = {"entries": 8, "turns": 3, "skill": "much"}
    asked = evening.organiser.post(f"{evening.at}/simulations/", body, format="json")
    assert asked.status_code == 202
    assert asked.json() == {
        "id": ANY,
        "state": "running",
        "entries": 8,
        "turns": 3,
        "skill": "much",
        "done": 0,
        "total": 44,
        "deals": 0,
        "points_ahead": None,
        "formulas": [],
        "result": None,
        "error": None,
    }
    assert (
        evening.organiser.post(f"{evening.at}/simulations/", body, format="json").json()["id"]
        == asked.json()["id"]
    )
    for _look in range(100):
        told = evening.organiser.get(f"{evening.at}/simulations/{asked.json()['id']}/").json()
        if told["state"] != "running":
            break
    assert (told["state"], told["done"], told["deals"]) == ("done", 44, 24)
    assert told["error"] is None
    assert evening.organiser.get(told["result"]).json() == told
    assert told["points_ahead"] > 0
    assert [each["movement"] for each in told["formulas"]] == [
        "danish",
        "swiss",
        "groups",
        "mitchell",
        "knockout",
    ]
    for each in told["formulas"]:
        assert each["evenings"] == 4
        assert each["first"]["low"] <= each["first"]["percent"] <= each["first"]["high"]


def test_it_can_be_stopped(evening: Evening) -> None:
    asked = evening.organiser.post(f"{evening.at}/simulations/", {"entries": 8}, format="json").json()
    where = f"{evening.at}/simulations/{asked['id']}/"
    assert evening.organiser.delete(where).status_code == 204
    assert evening.organiser.get(where).json()["state"] == "stopped"


def test_one_that_failed_says_so_in_the_language_asked_for(evening: Evening) -> None:
    asked = evening.organiser.post(f"{evening.at}/simulations/", {"entries": 8}, format="json").json()
    Simulation.objects.update(state="failed")
    where = f"{evening.at}/simulations/{asked['id']}/"
    assert evening.organiser.get(where).json()["error"] == (
        "La prova si è interrotta: falla ripartire, riprende da dov'era."
    )
    english = evening.organiser.get(where, headers={"Accept-Language": "en"}).json()
    assert (english["error"], english["result"]) == (
        "The trial broke off: start it again, it goes on from where it was.",
        None,
    )


def test_too_many_or_too_few_are_refused_by_a_code(evening: Evening) -> None:
    for entries, code in ((300, "too-many-entrants"), (1, "too-few-entrants")):
        answer = evening.organiser.post(f"{evening.at}/simulations/", {"entries": entries}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_the_tables_of_the_room_can_be_told(evening: Evening) -> None:
    answer = evening.organiser.patch(f"{evening.at}/", {"tables_available": 1}, format="json")
    assert (answer.status_code, answer.json()["tables_available"]) == (200, 1)


def test_another_clubs_simulation_is_not_found(evening: Evening) -> None:
    other = Simulation.objects.create(club=a_club("Altrove"), key="k", inputs={}, total=1)
    assert evening.organiser.get(f"{evening.at}/simulations/{other.pk}/").status_code == 404
    assert evening.organiser.delete(f"{evening.at}/simulations/{other.pk}/").status_code == 404
