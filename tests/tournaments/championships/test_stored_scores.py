"""The scores of matches are stored with their standings: few queries, and every change counts at once."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evening import JURY, a_club, an_officer, some_cards
from tests.tournaments.championships.played import a_championship, drawn, play
from tournaments.championships import reports
from tournaments.championships.team_standings import ChampionshipStandings, championship_standings
from tournaments.core.standings import Row
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture, Snapshot, Tournament
from tournaments.results import scores
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def played(db: None) -> Fixture:
    """The first match of a championship of four, over."""
    club = a_club()
    boss = an_officer(club)
    fixture = drawn(a_championship(club, boss, of=4), boss)[0]
    play(fixture)
    return fixture


def known(fixture: Fixture) -> ChampionshipStandings:
    return championship_standings(Championship.objects.get(pk=fixture.championship_id), individual=False)


def points(fixture: Fixture) -> tuple[int, int] | None:
    return next(each.points for each in known(fixture).fixtures if each.fixture.pk == fixture.pk)


def home_row(fixture: Fixture) -> Row:
    return next(row for row in known(fixture).groups[1] if row.entry == fixture.home_id)


def test_five_queries_whatever_was_played_also_in_a_process_that_has_just_started(played: Fixture) -> None:
    cache.clear()
    championship = played.championship
    with CaptureQueriesContext(connection) as before:
        championship_standings(championship, individual=False)
    for fixture in championship.fixtures.select_related("home", "away", "championship")[1:3]:
        play(fixture)
    cache.clear()
    with CaptureQueriesContext(connection) as after:
        championship_standings(championship, individual=False)
    assert len(before) == len(after) == 5


def test_standings_older_than_the_stored_scores_give_the_same(played: Fixture) -> None:
    stored = points(played)
    Snapshot.objects.update(team_points=None)
    assert stored is not None
    assert points(played) == stored


def test_a_correction_counts_at_once(played: Fixture) -> None:
    before, row = points(played), home_row(played)
    tournament = Tournament.objects.get(fixture=played)
    match = tournament.rounds.get(number=1).matches.select_related("round__tournament").get(table=1)
    deal = match.deals.get(number=1)
    cards = some_cards(99, dealer=scores.place_of(match, 1).dealer)
    scores.enter(
        match, 1, "cards", cards, by=JURY, based_on=deal.version, may_correct=True, reason="Letto male"
    )
    builds.build(tournament.pk)
    after = points(played)
    assert before
    assert after
    assert after != before
    assert home_row(played).difference - row.difference == (after[0] - after[1]) - (before[0] - before[1])


def test_a_forfeit_and_a_penalty_count_at_once_and_are_taken_back(played: Fixture) -> None:
    boss = an_officer(played.championship.club, email="arbitro@example.org")
    before = home_row(played)
    reports.forfeit(played.pk, by=boss, lost_by="H", reason="Formazione non valida")
    assert (home_row(played).match_points, home_row(played).lost) == (0, 1)
    reports.forfeit(played.pk, by=boss, lost_by="", reason="Sbaglio mio")
    assert home_row(played) == before
    given = reports.penalise(
        played.championship_id, played.home.number, by=boss, kind="points", amount=40, reason="Ritardo"
    )
    assert home_row(played).difference == before.difference - 40
    reports.revoke_penalty(played.championship_id, given.pk, by=boss, reason="Era in orario")
    assert home_row(played).difference == before.difference


def test_a_match_that_is_closed_early_or_has_more_rounds_to_play_is_over_or_not(played: Fixture) -> None:
    tournament = Tournament.objects.get(fixture=played)
    assert known(played).fixtures[0].is_over
    lifecycle.change(tournament.pk, by=JURY, turns=3)
    assert not known(played).fixtures[0].is_over
    lifecycle.close(tournament.pk, by=JURY, sends_letters=False)
    assert known(played).fixtures[0].is_over
