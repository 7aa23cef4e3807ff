"""Drafts are for who runs the evening; whole names for the club's officers and for the table itself."""

import pytest

from tests.tournaments.api.conftest import Evening, an_evening

OTHERS = ["referee", "player", "stranger", "anybody"]


@pytest.fixture
def drawn(db: None) -> Evening:
    return an_evening(until="draft")


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
