"""The files of a championship: names by the club's rule, figures of the page; and the report to be signed."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club
from tests.evening import FourPeople
from tests.tournaments.championships.played import a_championship, drawn, give_both, play

pytestmark = pytest.mark.usefixtures("commits")


def test_files_have_what_the_page_has(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=4)
    fixtures = drawn(championship, four.organiser)
    play(fixtures[0])

    def file(name: str, ending: str = "json") -> bytes:
        answer = Client().get(reverse(name, args=[club.slug, championship.code, ending]))
        assert answer.status_code == 200
        return bytes(answer.content)

    standings = json.loads(file("take_championship"))
    assert [row["place"] for row in standings["rows"]] == [1, 2, 3, 4]
    calendar = json.loads(file("take_championship_calendar"))
    assert len(calendar["rows"]) == 6
    assert calendar["rows"][0]["home_points"] > 0
    assert calendar["rows"][1]["home_points"] is None
    players = json.loads(file("take_championship_players"))
    assert len(players["rows"]) == 8
    assert len(json.loads(file("take_championship_pairs"))["rows"]) == 4
    for name in ("take_championship", "take_championship_calendar"):
        assert file(name, "pdf").startswith(b"%PDF")
        assert file(name, "csv")
        assert file(name, "xlsx").startswith(b"PK")


def test_no_team_has_a_place_until_a_match_is_decided(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=4, criteria=["match_points", "shared_place"])
    first, *_others = drawn(championship, four.organiser)
    at = [club.slug, championship.code]

    def places() -> tuple[list[int | None], list[str], list[int | None], str]:
        rows = json.loads(Client().get(reverse("take_championship", args=[*at, "json"])).content)["rows"]
        page = Client().get(reverse("championship", args=at)).content.decode()
        [group] = Client().get(f"/api/v1/clubs/{at[0]}/championships/{at[1]}/").json()["groups"]
        shown = re.findall(r'class="rank">([^<]*)<', page.split("</table>")[0])
        notes = " ".join([page, *(row["note"] for row in rows)])
        return [row["place"] for row in rows], shown, [row["place"] for row in group["rows"]], notes

    listed, shown, answered, notes = places()
    assert (listed, shown, answered) == ([None] * 4, ["–"] * 4, [None] * 4)
    assert "a pari merito" not in notes
    play(first)
    listed, shown, answered, notes = places()
    assert listed[0] == answered[0] == 1
    assert shown[0] == "1"
    assert "a pari merito" in notes


@pytest.mark.parametrize("stage", ["empty", "given", "played"])
def test_the_report_is_printed_at_every_stage(club: Club, four: FourPeople, stage: str) -> None:
    championship = a_championship(club, four.organiser, of=2)
    [fixture] = drawn(championship, four.organiser)
    if stage == "given":
        give_both(fixture)
    if stage == "played":
        play(fixture)
    where = reverse("fixture_report", args=[club.slug, championship.code, fixture.pk])
    answer = four.client("referee").get(where)
    assert answer.content.startswith(b"%PDF")
    assert answer["Cache-Control"] == "private, no-store"
    assert four.client("stranger").get(where).status_code == 403


def test_the_calendar_of_several_groups_says_the_group_of_each_match(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=4, groups=2, size=1)
    drawn(championship, four.organiser)
    address = reverse("take_championship_calendar", args=[club.slug, championship.code, "json"])
    assert [row["group"] for row in json.loads(Client().get(address).content)["rows"]] == [1, 2]
