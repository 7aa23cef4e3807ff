"""The ranking by the API: read by everybody, chosen by the organiser, refused in words."""

import pytest

from tests.evening import fill, settle
from tests.tournaments.api.conftest import Evening
from tournaments import builds, rounds
from tournaments.actors import Actor


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
    assert answer.json()["error"]["code"] == code


def test_a_new_tournament_is_refused_a_contradiction_too(evening: Evening) -> None:
    body = {"name": "Serata", "date": "2026-12-01", "criteria": ["lots", "match_points"]}
    answer = evening.organiser.post(f"{evening.club_at}/tournaments/", body, format="json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not-last")


def test_a_late_version_is_409(evening: Evening) -> None:
    body = {"preset": "points", "version": 99}
    answer = evening.organiser.put(f"{evening.at}/ranking/", body, format="json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "tournament-changed")


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
