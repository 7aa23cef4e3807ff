"""The points of a match in the championship are those of its own page, whatever was forfeited in it."""

import pytest

from tests.evening import JURY, a_club, a_round, an_officer, fill, settle
from tests.tournaments.championships.played import a_championship, drawn, give_both
from tournaments.championships.team_standings import championship_standings
from tournaments.entries import entries
from tournaments.models import Fixture, RulingEffect, Tournament
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.standings.challenges import score_of

pytestmark = pytest.mark.django_db


def a_match() -> tuple[Fixture, Tournament]:
    club = a_club()
    boss = an_officer(club)
    fixture = drawn(a_championship(club, boss, of=4), boss)[0]
    catalogue.adopt_base_catalogue(club)
    return fixture, give_both(fixture)


def with_forfeits(tournament: Tournament, teams: tuple[int, ...], seed: int) -> None:
    """Round 1, in which table 1 is forfeited by the pairs of these teams."""
    round_ = a_round(tournament, seed=seed)
    first, second = round_.matches.select_related("round__tournament").order_by("table")
    article = tournament.club.articles.filter(effect=RulingEffect.FORFEIT)[0]
    for team in teams:
        side = first.seats.filter(entry__team=team).values_list("side", flat=True)[0]
        rulings.give(first, article, side=side, by=JURY, reason="Non si è presentata")
    fill(second)
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)


def assert_same_points(fixture: Fixture, tournament: Tournament) -> None:
    settle(tournament, a_round(tournament, seed=9))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot
    score = score_of(tournament, snapshot.rows, tournament.ranking)
    assert score
    known = championship_standings(fixture.championship).fixtures
    points = next(each.points for each in known if each.fixture.pk == fixture.pk)
    assert points == (score.teams[0].points, score.teams[1].points)


# Two seeds of the draw: in one the pairs meet in the order of their numbers, in the other they do not.
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("teams", [(1,), (2,), (1, 2)])
def test_forfeited_tables_count_in_the_championship_as_in_the_match(
    teams: tuple[int, ...], seed: int
) -> None:
    fixture, tournament = a_match()
    with_forfeits(tournament, teams, seed)
    assert_same_points(fixture, tournament)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_tables_of_a_pair_that_left_count_in_the_championship_as_in_the_match(seed: int) -> None:
    fixture, tournament = a_match()
    settle(tournament, a_round(tournament, seed=seed))
    builds.build(tournament.pk)
    entries.withdraw(tournament.pk, 1, withdrawn=True, by=JURY)
    assert_same_points(fixture, tournament)


def write_round(tournament: Tournament, seed: int, home_by: tuple[int, int]) -> None:
    """A round by totals in which the home team wins table 1 and table 2 by so many points a deal."""
    round_ = a_round(tournament, seed=seed)
    for match, by in zip(
        round_.matches.select_related("round__tournament").order_by("table"), home_by, strict=True
    ):
        home = match.seats.filter(entry__team=1).values_list("side", flat=True)[0]
        made = {side: 200 + by if side == home else 200 - by for side in "AB"}
        for number in range(1, 5):
            given = {**{side: {"total": points} for side, points in made.items()}, "last_trick": "A"}
            scores.enter(match, number, "totals", given, by=JURY, based_on=0)
    rounds.settle(tournament.pk, round_.number, by=JURY)
    builds.build(tournament.pk)


def test_the_page_of_a_match_names_the_winner_of_the_championship() -> None:
    """The home team wins three tables of four by little and loses one by much."""
    fixture, tournament = a_match()
    write_round(tournament, 1, (10, 10))
    write_round(tournament, 2, (10, -80))
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot
    score = score_of(tournament, snapshot.rows, tournament.ranking)
    assert score
    assert [team.won for team in score.teams] == [3, 1]
    known = championship_standings(fixture.championship).fixtures
    home, away = next(each.points for each in known if each.fixture.pk == fixture.pk) or (0, 0)
    assert home < away
    assert score.leader == 2, "the wall names the team that has more points"
