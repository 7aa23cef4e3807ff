"""A championship that plays itself by its seed, with what happens in a real one."""

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command

from tests.evening import a_club
from tournaments.championships import rooms
from tournaments.championships.team_standings import championship_standings
from tournaments.demo import season_of_teams
from tournaments.models import Championship, Fixture, Tournament

pytestmark = pytest.mark.usefixtures("commits")
TODAY = date(2030, 10, 2)


def a_season(name: str, **changed: Any) -> Championship:
    given = {"team_count": 4, "seed": 3, **changed}
    return season_of_teams.play(a_club(name), today=TODAY, tell=lambda _step: None, **given)


def test_a_season_has_a_moved_date_a_forfeit_and_a_late_correction_and_its_seed_plays_it_again() -> None:
    first, second = a_season("Uno"), a_season("Due")
    assert season_of_teams.as_json(first) == season_of_teams.as_json(second)
    assert first.closed_at
    acts = set(first.club.log.values_list("act", flat=True))
    assert {"fixture.date-proposed", "fixture.moved", "fixture.forfeited", "fixture.approved"} <= acts
    known = championship_standings(first)
    assert [each.fixture.lost_by for each in known.fixtures].count(Fixture.AWAY) == 1
    assert all(each.is_decided for each in known.fixtures)
    assert {each.report for each in known.fixtures if not each.fixture.lost_by} == {"approved"}
    matches = [each.fixture.tournament for each in known.fixtures if each.fixture.tournament]
    corrected = [match for match in matches if match.log.filter(act="tournament.reopened").exists()]
    assert len(corrected) == 1
    assert corrected[0].log.filter(act="deal.corrected", number__gt=0).exists()
    table = season_of_teams.as_json(first)["standings"]
    assert isinstance(table, list)
    assert {row["won"] + row["drawn"] + row["lost"] for row in table} == {3}
    assert rooms.overfull(first, [each.fixture for each in known.fixtures]) == []


def test_with_the_same_cards_at_both_tables_the_seed_gives_the_same_cards_too() -> None:
    first, second = (a_season(name, team_count=2, is_duplicated=True) for name in ("Uno", "Due"))
    assert season_of_teams.as_json(first) == season_of_teams.as_json(second)
    assert season_of_teams.as_json(first) != season_of_teams.as_json(a_season("Tre", team_count=2))
    other_seed = a_season("Quattro", team_count=2, is_duplicated=True, seed=4)
    assert season_of_teams.as_json(first) != season_of_teams.as_json(other_seed)
    (match,) = Tournament.objects.filter(fixture__championship=first)
    assert match.is_duplicated


def test_eight_teams_play_on_three_weekends() -> None:
    days = season_of_teams.weekends(TODAY, 7)
    assert [day.weekday() for day in days] == [4, 5, 6, 4, 5, 6, 4]
    assert len({day.isocalendar().week for day in days}) == 3


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("play_evening", championship=2, seed=3)
    printed = capsys.readouterr()
    head, *rows = printed.out.splitlines()
    assert head.split() == ["PP", "V-N-P", "diff.", "squadra"]
    assert [row.split()[0].strip(".=") for row in rows] == ["1", "2"]
    assert "incontro 1 di 1" in printed.err


def test_the_command_plays_an_evening_with_the_same_cards_at_all_tables() -> None:
    call_command("play_evening", pairs=4, turns=1, duplicated=True)
    assert Tournament.objects.get().is_duplicated
