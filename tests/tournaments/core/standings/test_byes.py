"""What a rest gives, by policy."""

import pytest

from tournaments.core.standings import ByePolicy, Ranked, Rest, Result, Row, Rules, standings


def resting(*scores: tuple[int, int], policy: ByePolicy = ByePolicy.WIN_AND_AVERAGE) -> Row:
    """The row of who rests in turn 2 while matches end with these scores."""
    results = [
        Result(2, table, ((2 * table,), (2 * table + 1,)), points) for table, points in enumerate(scores, 1)
    ]
    entries = [Ranked(id_, id_) for id_ in range(1, 2 * len(scores) + 2)]
    rows = standings(entries, results, [Rest(2, 1)], Rules(["match_points"], bye=policy), lots_seed=1)
    return next(row for row in rows if row.entry == 1)


@pytest.mark.parametrize(
    ("scores", "scored", "conceded"),
    [
        ([(600, 400)], 600, 400),
        ([(600, 400), (300, 500)], 550, 350),
        ([(600, 400), (500, 500)], 550, 450),
        ([(501, 400), (300, 500), (500, 500)], 500, 400),  # 1501 / 3 and 301 / 3, rounded down
        ([(0, 939)], 939, 0),
        ([], 0, 0),
    ],
    ids=["one match", "two", "one level", "rounded down", "a cappotto", "nobody played"],
)
def test_a_rest_is_a_win_by_the_average_margin_of_the_turn(scores, scored, conceded):
    row = resting(*scores)
    assert (row.match_points, row.scored, row.conceded) == (2, scored, conceded)
    assert (row.played, row.won, row.rested) == (0, 0, 1)
    assert row.per_turn[0].rested
    assert (row.per_turn[0].table, row.per_turn[0].opponents) == (None, ())


def test_the_average_is_of_that_turn_alone():
    results = [Result(1, 1, ((1,), (2,)), (900, 0)), Result(2, 1, ((2,), (3,)), (300, 200))]
    entries = [Ranked(id_, id_) for id_ in (1, 2, 3)]
    rows = standings(entries, results, [Rest(2, 1), Rest(1, 3)], Rules(["match_points"]), lots_seed=1)
    given = {row.entry: row.per_turn for row in rows}
    assert (given[1][1].difference, given[3][0].difference) == (100, 900)


@pytest.mark.parametrize(
    ("policy", "match_points"),
    [(ByePolicy.WIN, 2), (ByePolicy.FOURTEEN, 2), (ByePolicy.DRAW, 1), (ByePolicy.NOTHING, 0)],
    ids=["win", "win and 14", "draw", "nothing"],
)
def test_other_policies_give_no_game_points(policy, match_points):
    row = resting((600, 400), policy=policy)
    assert (row.match_points, row.scored, row.conceded) == (match_points, 0, 0)


def test_a_policy_is_stored_by_its_name():
    names = ("win-and-average", "win", "win-and-14", "draw", "nothing")
    assert [ByePolicy(name) for name in names] == list(ByePolicy)
