"""The score of two teams from the standings of their entries."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.draws.challenge import challenge_round
from tournaments.core.standings import Ranked, Rest, Result, Rules, Scale, standings
from tournaments.core.standings.challenge_score import ChallengeScore, challenge_score
from tournaments.core.standings.results import Penalty
from tournaments.core.standings.stored_standings import stored_rows

TEAMS = ((1, 2), (3, 4))


def score(
    results: list[Result],
    rests: tuple[Rest, ...] = (),
    penalties: tuple[Penalty, ...] = (),
    teams: tuple[tuple[int, ...], tuple[int, ...]] = TEAMS,
    **rules: Any,
) -> ChallengeScore:
    chosen = Rules(**rules)
    entries = [Ranked(number, number) for team in teams for number in team]
    rows = standings(entries, results, rests, chosen, 1, penalties=penalties)
    return challenge_score(stored_rows(rows, chosen), teams, chosen)


def table(turn: int, number: int, one: int, other: int, points: tuple[int, int]) -> Result:
    return Result(turn, number, ((one,), (other,)), points)


def test_tables_won_level_and_lost_give_match_points_and_all_points_add_up() -> None:
    found = score([table(1, 1, 1, 3, (500, 300)), table(1, 2, 4, 2, (400, 400))])
    first, second = found.teams
    assert (first.won, first.drawn, first.lost, first.match_points, first.points) == (1, 1, 0, 3, 900)
    assert (second.won, second.drawn, second.lost, second.match_points, second.points) == (0, 1, 1, 1, 700)
    assert (found.leader, found.decided_by, found.difference) == (1, "match_points", 200)


def test_level_in_tables_the_points_decide_and_level_in_all_nobody_leads() -> None:
    found = score([table(1, 1, 1, 3, (500, 300)), table(1, 2, 4, 2, (900, 400))])
    assert (found.leader, found.decided_by, found.difference) == (2, "point_difference", -300)
    level = score([table(1, 1, 1, 3, (500, 300)), table(1, 2, 4, 2, (500, 300))])
    assert (level.leader, level.decided_by) == (None, "")


def test_the_first_criterion_of_the_evening_decides() -> None:
    results = [table(1, 1, 1, 3, (310, 300)), table(1, 2, 4, 2, (301, 300)), table(2, 1, 1, 4, (0, 900))]
    assert score(results).decided_by == "match_points"
    by_points = score(results, criteria=("total_points", "match_points", "lots"))
    assert (by_points.leader, by_points.decided_by) == (2, "total_points")
    by_victory = score(results, criteria=("victory_points", "lots"))
    assert by_victory.decided_by == "victory_points"
    assert sum(team.victory_points for team in by_victory.teams) == 3 * 20


def test_a_forfeit_gives_the_table_to_the_other_team_and_a_forfeit_of_both_to_nobody() -> None:
    meets = challenge_round(TEAMS, 1).meets
    assert {frozenset(meet) for meet in meets} == {frozenset((1, 3)), frozenset((2, 4))}
    one = score([table(1, 2, 2, 4, (400, 300))], (Rest(1, 3, forfeited=True), Rest(1, 1)))
    assert [(team.won, team.lost) for team in one.teams] == [(2, 0), (0, 2)]
    assert one.difference == 200  # its own margin, and that of the biggest loser for the forfeit
    both = score([table(1, 2, 2, 4, (400, 300))], (Rest(1, 1, forfeited=True), Rest(1, 3, forfeited=True)))
    assert [(team.won, team.lost) for team in both.teams] == [(1, 1), (0, 2)]


def test_a_table_that_is_not_played_gives_victory_points_to_those_who_came_alone() -> None:
    by_victory = {"criteria": ("victory_points", "lots")}
    played = [table(1, 2, 2, 4, (300, 300))]
    left = score(played, (Rest(1, 3),), **by_victory)
    assert [team.victory_points for team in left.teams] == [10, 10 + 11]
    forfeited = score([table(1, 2, 2, 4, (0, 150))], (Rest(1, 3, forfeited=True), Rest(1, 1)), **by_victory)
    assert [team.victory_points for team in forfeited.teams] == [8 + 12, 12]
    both = score(played, (Rest(1, 1, forfeited=True), Rest(1, 3, forfeited=True)), **by_victory)
    assert [team.victory_points for team in both.teams] == [10, 10]


def test_who_has_left_loses_the_tables_that_were_planned_and_no_others() -> None:
    gone = score([table(1, 2, 2, 4, (400, 300))], (Rest(1, 3),))
    assert [(team.won, team.lost, team.points) for team in gone.teams] == [(1, 1, 400), (1, 1, 300)]
    running = score([table(1, 2, 2, 4, (400, 300))])
    assert [team.tables for team in running.teams] == [1, 1]


def test_byes_of_the_larger_team_count_for_nobody() -> None:
    teams = ((1, 2, 5), (3, 4))
    (resting,) = challenge_round(teams, 1).rests
    results = [
        table(1, at, meet[0], meet[1], (400, 300))
        for at, meet in enumerate(challenge_round(teams, 1).meets, 1)
    ]
    found = score(results, (Rest(1, resting),), teams=teams)
    assert [team.tables for team in found.teams] == [2, 2]
    assert sum(team.points for team in found.teams) == 1400


def test_points_taken_from_an_entry_are_taken_from_its_team() -> None:
    found = score([table(1, 1, 1, 3, (500, 300))], penalties=(Penalty(1, 1, 50),))
    assert [team.points for team in found.teams] == [450, 300]


def test_before_the_first_table_all_is_nought() -> None:
    found = score([])
    assert (found.leader, found.difference, dict(found.rounds)) == (None, 0, {})


@pytest.mark.parametrize("scale", Scale)
@given(data=st.data())
def test_what_one_team_wins_the_other_loses(data: st.DataObject, scale: Scale) -> None:
    sizes = st.integers(1, 5)
    first, second = data.draw(sizes), data.draw(sizes)
    teams = (tuple(range(1, first + 1)), tuple(range(11, 11 + second)))
    points = st.tuples(st.integers(0, 939), st.integers(0, 939))
    results, rests = [], []
    for turn in range(1, data.draw(st.integers(1, 7)) + 1):
        planned = challenge_round(teams, turn)
        results += [
            table(turn, at, meet[0], meet[1], data.draw(points)) for at, meet in enumerate(planned.meets, 1)
        ]
        rests += [Rest(turn, number) for number in planned.rests]
    one, other = score(results, tuple(rests), teams=teams, scale=scale).teams
    assert (one.won, one.drawn, one.lost) == (other.lost, other.drawn, other.won)
    assert one.tables == len(results)
    assert one.points + other.points == sum(sum(result.points) for result in results)
    assert one.match_points == one.won * scale.win + one.drawn * scale.draw
