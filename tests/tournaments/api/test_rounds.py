"""A turn drawn, announced, played and settled by programs."""

import pytest

from tests.evening import a_round, fill, settle
from tests.tournaments.api.conftest import Evening, an_evening
from tournaments.models import Round


@pytest.fixture
def drawn(db: None) -> Evening:
    return an_evening(until="draft")


def test_a_turn_goes_from_draft_to_settled(drawn: Evening) -> None:
    device, at = drawn.organiser, f"{drawn.at}/rounds/1"
    states = [device.post(f"{at}/{step}/").json()["state"] for step in ("publish", "play")]
    for match in drawn.round.matches.select_related("round__tournament"):
        fill(match)
    states.append(device.post(f"{at}/settle/").json()["state"])
    assert states == ["published", "playing", "settled"]


def test_the_same_seed_draws_the_same_tables(drawn: Evening) -> None:
    at, device = f"{drawn.at}/rounds", drawn.organiser
    drawings = []
    for seed in (5, 6, 5):
        assert device.delete(f"{at}/1/").status_code == 204
        response = device.post(f"{at}/", {"seed": seed}, format="json")
        assert response.status_code == 201
        assert response.json()["seed"] == seed
        drawings.append([table["seats"] for table in response.json()["tables"]])
    assert drawings[0] == drawings[2] != drawings[1]


def test_without_a_body_lots_are_drawn(drawn: Evening) -> None:
    drawn.organiser.delete(f"{drawn.at}/rounds/1/")
    assert drawn.organiser.post(f"{drawn.at}/rounds/").status_code == 201


@pytest.mark.parametrize("step", ["publish", "play", "settle"])
def test_a_step_taken_twice_is_a_409_and_one_step(evening: Evening, step: str) -> None:
    if step == "settle":
        settle(evening.tournament, evening.round)
    response = evening.organiser.post(f"{evening.at}/rounds/1/{step}/")
    assert response.status_code == 409
    assert response.json()["error"]["message"].endswith(".")


def test_settling_with_results_missing_names_the_tables(evening: Evening) -> None:
    fill(evening.match(1))
    error = evening.organiser.post(f"{evening.at}/rounds/1/settle/").json()["error"]
    assert error["code"] == "results-missing"
    assert error["tables"] == [2]


def test_a_draft_made_again_is_not_published_unseen(drawn: Evening) -> None:
    seen = drawn.organiser.get(f"{drawn.at}/rounds/1/").json()["version"]
    drawn.organiser.delete(f"{drawn.at}/rounds/1/?version={seen}")
    a_round(drawn.tournament, seed=2, until="draft")
    response = drawn.organiser.post(f"{drawn.at}/rounds/1/publish/", {"version": seen}, format="json")
    assert response.status_code == 409
    assert response.json()["error"]["current"] == Round.objects.latest("pk").version
    assert Round.objects.latest("pk").state == "draft"
    stale = drawn.organiser.delete(f"{drawn.at}/rounds/1/?version={seen}")
    assert stale.status_code == 409


def test_a_second_turn_waits_for_the_first(evening: Evening) -> None:
    response = evening.organiser.post(f"{evening.at}/rounds/")
    assert response.status_code == 409
    assert response.json()["error"]["code"] == "round-open"


@pytest.mark.parametrize("step", ["publish", "play", "settle", "renew-codes"])
def test_a_turn_that_nobody_drew_is_not_found(evening: Evening, step: str) -> None:
    assert evening.organiser.post(f"{evening.at}/rounds/9/{step}/").status_code == 404
    assert evening.organiser.delete(f"{evening.at}/rounds/9/").status_code == 404


@pytest.mark.parametrize("seed", [-1, 2**53, "7", 1.5, True, None, [7]])
def test_a_seed_is_a_whole_number_that_survives_json(drawn: Evening, seed: object) -> None:
    drawn.organiser.delete(f"{drawn.at}/rounds/1/")
    response = drawn.organiser.post(f"{drawn.at}/rounds/", {"seed": seed}, format="json")
    assert response.status_code == 400
    assert "seed" in response.json()["error"]["fields"]


def test_a_sheet_holds_whole_names_and_the_code_that_opens_its_table(evening: Evening) -> None:
    sheets = evening.referee.get(f"{evening.at}/rounds/1/sheets/").json()
    assert [sheet["table"] for sheet in sheets] == [1, 2]
    keys = [key for sheet in sheets for key in sheet["keys"].values()]
    assert all(key["code"] in key["path"] for key in keys)
    assert len({key["code"] for key in keys}) == len({key["short_code"] for key in keys}) == 4
    header = {"Authorization": f"Table {sheets[0]['keys']['B']['code']}"}
    own = evening.anybody.get(f"{evening.at}/rounds/1/tables/1/", headers=header)
    other = evening.anybody.get(f"{evening.at}/rounds/1/tables/2/", headers=header)
    assert (own.status_code, other.status_code) == (200, 403)
