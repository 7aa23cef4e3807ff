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
    assert response.json()["detail"].endswith(".")


def test_settling_with_results_missing_names_the_tables(evening: Evening) -> None:
    fill(evening.match(1))
    error = evening.organiser.post(f"{evening.at}/rounds/1/settle/").json()
    assert error["code"] == "results-missing"
    assert error["tables"] == [2]


def test_a_draft_made_again_is_not_published_unseen(drawn: Evening) -> None:
    seen = drawn.organiser.get(f"{drawn.at}/rounds/1/").json()["version"]
    drawn.organiser.delete(f"{drawn.at}/rounds/1/?version={seen}")
    a_round(drawn.tournament, seed=2, until="draft")
    response = drawn.organiser.post(f"{drawn.at}/rounds/1/publish/", {"version": seen}, format="json")
    assert response.status_code == 409
    assert response.json()["current"] == Round.objects.latest("pk").version
    assert Round.objects.latest("pk").state == "draft"
    stale = drawn.organiser.delete(f"{drawn.at}/rounds/1/?version={seen}")
    assert stale.status_code == 409


def test_a_second_turn_waits_for_the_first(evening: Evening) -> None:
    response = evening.organiser.post(f"{evening.at}/rounds/")
    assert response.status_code == 409
    assert response.json()["code"] == "round-open"


@pytest.mark.parametrize("step", ["publish", "play", "settle", "renew-codes"])
def test_a_turn_that_nobody_drew_is_not_found(evening: Evening, step: str) -> None:
    assert evening.organiser.post(f"{evening.at}/rounds/9/{step}/").status_code == 404
    assert evening.organiser.delete(f"{evening.at}/rounds/9/").status_code == 404


@pytest.mark.parametrize("seed", [-1, 2**53, "7", 1.5, True, None, [7]])
def test_a_seed_is_a_whole_number_that_survives_json(drawn: Evening, seed: object) -> None:
    drawn.organiser.delete(f"{drawn.at}/rounds/1/")
    response = drawn.organiser.post(f"{drawn.at}/rounds/", {"seed": seed}, format="json")
    assert response.status_code == 400
    assert "seed" in response.json()["fields"]


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


OTHERS = ["referee", "player", "stranger", "anybody"]


def test_who_runs_the_evening_sees_the_draft_everywhere(drawn: Evening) -> None:
    device = drawn.organiser
    assert [turn["number"] for turn in device.get(f"{drawn.at}/rounds/").json()] == [1]
    assert device.get(f"{drawn.at}/rounds/1/").json()["state"] == "draft"
    assert device.get(f"{drawn.at}/results/").json()["round"]["state"] == "draft"
    assert device.get(f"{drawn.at}/rounds/1/tables/1/").status_code == 200


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_sees_the_draft_anywhere(drawn: Evening, who: str) -> None:
    device = drawn.devices[who]
    assert device.get(f"{drawn.at}/rounds/").json() == []
    assert device.get(f"{drawn.at}/results/").json()["round"] is None
    assert device.get(f"{drawn.at}/entries/1/evening/").json()["tables"] == []
    for address in ("/rounds/1/", "/rounds/1/tables/1/", "/rounds/1/tables/1/deals/1/"):
        assert device.get(f"{drawn.at}{address}").status_code == 404


def test_a_code_of_a_draft_opens_nothing(drawn: Evening) -> None:
    assert drawn.table_code.get(f"{drawn.at}/rounds/1/tables/1/").status_code == 403


@pytest.fixture
def ten_pairs(db: None) -> Evening:
    """The tenth pair gave no consent to its names."""
    return an_evening(pairs=10)


@pytest.mark.parametrize(
    ("who", "name"),
    [
        ("organiser", "Cognome010 Anna – Cognome010 Bruno"),
        ("referee", "Cognome010 Anna – Cognome010 Bruno"),
        ("player", "C. A. – C. B."),
        ("stranger", "C. A. – C. B."),
        ("anybody", "C. A. – C. B."),
        ("table code", "C. A. – C. B."),
    ],
)
def test_names_without_consent_go_out_whole_to_the_club_s_officers_only(
    ten_pairs: Evening, who: str, name: str
) -> None:
    device = ten_pairs.devices[who]
    assert device.get(f"{ten_pairs.at}/entries/10/").json()["name"] == name
    assert device.get(f"{ten_pairs.at}/entries/").json()[9]["name"] == name
    assert device.get(f"{ten_pairs.at}/entries/10/evening/").json()["entry"]["name"] == name
    tables = device.get(f"{ten_pairs.at}/results/").json()["round"]["tables"]
    sides = [side for table in tables for side in table["sides"].values() if side["entries"] == [10]]
    assert [sorted(side["name"].split(" – ")) for side in sides] == [name.split(" – ")]


def test_a_table_s_code_reads_whole_names_at_its_own_table(ten_pairs: Evening) -> None:
    seats = ten_pairs.match(1).seats.select_related("person")
    for seat in seats:
        seat.person.name_consent_on = None
        seat.person.save()
    shown = ten_pairs.table_code.get(f"{ten_pairs.at}/rounds/1/tables/1/").json()["seats"]
    assert {seat["name"] for seat in shown} == {seat.person.full_name for seat in seats}
    public = ten_pairs.anybody.get(f"{ten_pairs.at}/rounds/1/tables/1/").json()["seats"]
    assert {seat["name"] for seat in public} <= {"C. A.", "C. B."}
