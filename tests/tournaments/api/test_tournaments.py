"""The calendar, and an evening created, changed, closed and opened again."""

from typing import Any

import pytest

from tests.evening import fill, settle
from tests.tournaments.api.conftest import Evening
from tournaments.actors import Actor
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

NEW = {"name": "Torneo di dicembre", "date": "2026-12-19"}


def created(evening: Evening, **body: Any) -> Any:
    return evening.organiser.post(f"{evening.club_at}/tournaments/", {**NEW, **body}, format="json")


def test_a_name_and_a_date_make_a_tournament_with_the_accademia_s_defaults(evening: Evening) -> None:
    response = created(evening)
    assert response.status_code == 201
    made = response.json()
    assert (made["game"], made["format"], made["turns"], made["turn_minutes"]) == (
        "quattro-scartate",
        "danish",
        4,
        30,
    )
    assert made["criteria"][0]["key"] == "match_points"
    log = Tournament.objects.get(code=made["code"]).log.get()
    assert log.actor == evening.people.organiser


def test_a_tournament_is_made_as_it_was_asked_for(evening: Evening) -> None:
    asked = {
        "venue": "Sala Estense",
        "turns": 6,
        "turn_minutes": 25,
        "rematches": "allowed",
        "house_rule": "laghi-luna-16",
        "criteria": ["point_difference", "lots"],
    }
    made = created(evening, **asked).json()
    assert made | asked | {"criteria": made["criteria"]} == made
    assert [criterion["key"] for criterion in made["criteria"]] == asked["criteria"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 121},
        {"name": None},
        {"date": "domani"},
        {"turns": 0},
        {"turns": 31},
        {"turns": "4"},
        {"turn_minutes": 4},
        {"game": "briscola"},
        {"criteria": []},
        {"criteria": ["lots", "lots"]},
        {"criteria": ["luck"]},
        {"criteria": [["lots"]]},
        {"house_rule": "mine"},
        {"code": "abc"},
    ],
    ids=str,
)
def test_a_tournament_that_cannot_be_is_refused(evening: Evening, wrong: dict[str, Any]) -> None:
    response = created(evening, **wrong)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == list(wrong)
    assert Tournament.objects.count() == 1


def test_what_can_still_change_is_changed(evening: Evening) -> None:
    response = evening.organiser.patch(f"{evening.at}/", {"name": "Altro nome", "turns": 5}, format="json")
    assert response.status_code == 200
    assert (response.json()["name"], response.json()["turns"]) == ("Altro nome", 5)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"house_rule": "laghi-luna-16"}, "already-playing"),
        ({"name": "Altro", "version": 99}, "tournament-changed"),
    ],
)
def test_a_change_that_comes_too_late_is_a_409(evening: Evening, change: dict[str, Any], code: str) -> None:
    response = evening.organiser.patch(f"{evening.at}/", change, format="json")
    assert response.status_code == 409
    assert response.json()["code"] == code
    assert Tournament.objects.get().name == "Torneo di novembre"


def test_an_evening_is_closed_and_opened_again_with_a_reason(evening: Evening) -> None:
    assert evening.organiser.post(f"{evening.at}/close/").status_code == 409
    settle(evening.tournament, evening.round)
    assert evening.organiser.post(f"{evening.at}/close/").json()["closed"] is True
    assert evening.organiser.post(f"{evening.at}/close/").status_code == 409
    assert evening.organiser.post(f"{evening.at}/reopen/").status_code == 400
    opened = evening.organiser.post(f"{evening.at}/reopen/", {"reason": "conto sbagliato"}, format="json")
    assert opened.json()["closed"] is False


def test_the_calendar_is_newest_first_and_in_pages(evening: Evening) -> None:
    for day in range(1, 60):
        created(evening, date=f"2027-{1 + day // 28:02}-{1 + day % 28:02}")
    first = evening.anybody.get("/api/v1/tournaments/").json()
    second = evening.anybody.get(first["next"]).json()
    dates = [tournament["date"] for tournament in first["results"] + second["results"]]
    assert (len(first["results"]), len(second["results"]), second["next"]) == (50, 10, None)
    assert dates == sorted(dates, reverse=True)


def test_a_club_shows_its_own_tournaments(evening: Evening) -> None:
    other = f"/api/v1/clubs/{evening.people.stranger.roles.first().club.slug}/tournaments/"
    assert evening.anybody.get(f"{evening.club_at}/tournaments/").json()["results"] != []
    assert evening.anybody.get(other).json()["results"] == []


def test_a_list_refuses_a_query_word_that_nothing_reads(evening: Evening) -> None:
    response = evening.anybody.get("/api/v1/tournaments/?page=2")
    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["page"]
    assert len(evening.anybody.get("/api/v1/tournaments/?size=1").json()["results"]) == 1


@pytest.mark.parametrize(
    "address", ["tournaments/zzzzzz/", "clubs/zzzzzz/", "clubs/zzzzzz/people/", "no/such/"]
)
def test_what_is_not_there_is_a_404_in_the_api_s_own_shape(evening: Evening, address: str) -> None:
    for device in (evening.anybody, evening.organiser):
        response = device.get(f"/api/v1/{address}")
        assert response.status_code == 404
        assert response.json()["code"] == "not-found"
        assert response.json()["detail"]


def test_everybody_reads_how_the_classifica_is_made(evening: Evening) -> None:
    told = evening.anybody.get(f"{evening.at}/ranking/").json()
    assert told["preset"] == "accademia"
    assert [criterion["key"] for criterion in told["criteria"]] == told["presets"]["accademia"]
    assert told["victory_table"][0] == {"margin_from": 0, "margin_to": 69, "winner": 10, "loser": 10}
    assert {criterion["key"] for criterion in told["known_criteria"]} > {"shared_place", "cappotti"}
    assert evening.anybody.get(f"{evening.at}/").json()["victory_table"] is None


def test_the_organiser_chooses_a_preset_and_a_table(evening: Evening) -> None:
    body = {"preset": "victory-points", "victory_thresholds": [10, 20], "match_scale": "3-1-0"}
    told = evening.organiser.put(f"{evening.at}/ranking/", body, format="json").json()
    assert (told["preset"], told["victory_thresholds"]) == ("victory-points", [10, 20])
    assert "Tre punti" in told["known_criteria"][0]["explanation"]
    assert len(evening.anybody.get(f"{evening.at}/").json()["victory_table"]) == 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"criteria": ["match_points", "lots", "points_scored"]}, "not-last"),
        ({"criteria": ["lots", "shared_place"]}, "lots-and-shared"),
        ({"criteria": ["match_points", "match_points"]}, "repeated-criterion"),
        ({"victory_thresholds": [20, 10]}, "thresholds-order"),
    ],
)
def test_a_contradiction_is_422_with_its_code(evening: Evening, body: dict[str, object], code: str) -> None:
    answer = evening.organiser.put(f"{evening.at}/ranking/", body, format="json")
    assert answer.status_code == 422
    assert answer.json()["code"] == code


def test_a_new_tournament_is_refused_a_contradiction_too(evening: Evening) -> None:
    body = {"name": "Serata", "date": "2026-12-01", "criteria": ["lots", "match_points"]}
    answer = evening.organiser.post(f"{evening.club_at}/tournaments/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "not-last")


def test_a_late_version_is_409(evening: Evening) -> None:
    body = {"preset": "points", "version": 99}
    answer = evening.organiser.put(f"{evening.at}/ranking/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "tournament-changed")


def test_the_provisional_classifica_is_marked_and_the_settled_one_is_not(evening: Evening) -> None:
    at = f"{evening.at}/standings/"
    fill(evening.match())
    told = evening.anybody.get(f"{at}provisional/").json()
    assert told["provisional"] == {"tables": 2, "finished": 1}
    assert (told["turn"], [row["played"] for row in told["rows"]].count(1)) == (1, 2)
    assert evening.anybody.get(at).status_code == 404
    fill(evening.match(2))
    rounds.settle(evening.tournament.pk, 1, by=Actor("Giuria"))
    builds.build(evening.tournament.pk)
    settled = evening.anybody.get(at).json()
    assert (settled["provisional"], settled["changes"]) == (None, None)
    assert evening.anybody.get(f"{at}provisional/").status_code == 404


def test_a_row_tells_its_ties_and_a_corrected_classifica_its_changes(evening: Evening) -> None:
    settle(evening.tournament, evening.round)
    builds.build(evening.tournament.pk)
    told = evening.anybody.get(f"{evening.at}/standings/").json()
    first, second = told["rows"][:2]
    assert first["leading"] == first["match_points"] == 2
    assert first["ties"][0] == {"criterion": "point_difference", "level": [second["number"]], "left": []}
    body = {"preset": "points", "reason": "Voto"}
    evening.organiser.put(f"{evening.at}/ranking/", body, format="json")
    builds.build(evening.tournament.pk)
    corrected = evening.anybody.get(f"{evening.at}/standings/").json()
    assert corrected["changes"]["since"] == told["results_version"]
    assert corrected["criteria"][0]["key"] == "total_points"
