"""Match points, punti vittoria and rests, in figures small enough to be checked by hand."""

import pytest

from tournaments.core.standings import (
    ByePolicy,
    Penalty,
    Ranked,
    RankingError,
    Rest,
    Result,
    Row,
    Rules,
    Scale,
    VictoryTable,
    standings,
    verify_order,
)
from tournaments.core.standings.rules import PRESETS, rules_from

TABLE = VictoryTable((10, 50, 100))
BY_VICTORY = ("victory_points", "shared_place")


def rows_of(
    *results: Result, rules: Rules, rests: tuple[Rest, ...] = (), penalties: tuple[Penalty, ...] = ()
) -> dict[int, Row]:
    ids = {each for result in results for each in result.entries} | {rest.entry for rest in rests}
    entries = [Ranked(id_, id_) for id_ in sorted(ids)]
    return {row.entry: row for row in standings(entries, results, rests, rules, 1, penalties)}


@pytest.mark.parametrize(
    ("margin", "winner", "loser"),
    [
        (0, 10, 10),
        (9, 10, 10),
        (10, 11, 9),
        (49, 11, 9),
        (50, 12, 8),
        (99, 12, 8),
        (100, 13, 7),
        (900, 13, 7),
    ],
)
def test_victory_points_go_up_with_each_threshold_reached(margin: int, winner: int, loser: int) -> None:
    assert (TABLE.points(margin), TABLE.points(-margin)) == (winner, loser)


def test_the_table_is_told_line_by_line() -> None:
    assert TABLE.steps == [(0, 9, 10, 10), (10, 49, 11, 9), (50, 99, 12, 8), (100, None, 13, 7)]
    assert VictoryTable().steps[-1][2:] == (20, 0), "ten thresholds lead to 20–0"


@pytest.mark.parametrize(
    ("thresholds", "code"),
    [
        ((), "thresholds-count"),
        (tuple(range(1, 12)), "thresholds-count"),
        ((0, 5), "thresholds-range"),
        ((5, 20_000), "thresholds-range"),
        ((50, 40), "thresholds-order"),
        ((50, 50), "thresholds-order"),
    ],
)
def test_thresholds_that_make_no_table(thresholds: tuple[int, ...], code: str) -> None:
    with pytest.raises(RankingError) as refused:
        VictoryTable(thresholds)
    assert refused.value.code == code


def test_a_match_shares_twenty_points_between_two_sides() -> None:
    rows = rows_of(Result(1, 1, ((1,), (2,)), (300, 240)), rules=Rules(BY_VICTORY, table=TABLE))
    assert {entry: row.victory_points for entry, row in rows.items()} == {1: 12, 2: 8}


def test_at_a_table_of_three_each_has_the_average_against_the_others() -> None:
    rows = rows_of(Result(1, 1, ((1,), (2,), (3,)), (100, 45, 0)), rules=Rules(BY_VICTORY, table=TABLE))
    # 1: 12 and 13; 2: 8 and 11; 3: 7 and 9; halves are rounded down.
    assert {entry: row.victory_points for entry, row in rows.items()} == {1: 12, 2: 9, 3: 8}


def test_a_penalty_takes_victory_points_where_they_count() -> None:
    match, off = Result(1, 1, ((1,), (2,)), (300, 240)), (Penalty(1, 1, 0, victory_points=5),)
    rows = rows_of(match, rules=Rules(BY_VICTORY, table=TABLE), penalties=off)
    assert (rows[1].victory_points, rows[2].victory_points, rows[1].scored) == (7, 8, 300)
    assert rows[2].place == 1
    elsewhere = rows_of(match, rules=Rules(("match_points",)), penalties=off)
    assert (elsewhere[1].victory_points, elsewhere[1].place) == (0, 1)


@pytest.mark.parametrize(
    ("bye", "victory_points"),
    [("win-and-average", 12), ("win", 11), ("win-and-14", 14), ("draw", 10), ("nothing", 0)],
)
def test_what_a_rest_gives_of_victory_points(bye: str, victory_points: int) -> None:
    rows = rows_of(
        Result(1, 1, ((1,), (2,)), (300, 240)), rests=(Rest(1, 3),),
        rules=Rules(BY_VICTORY, table=TABLE, bye=ByePolicy(bye)),
    )  # fmt: skip
    assert rows[3].victory_points == victory_points


def test_three_points_for_a_win() -> None:
    results = (Result(1, 1, ((1,), (2,)), (30, 20)), Result(2, 1, ((1,), (2,)), (20, 20)))
    rows = rows_of(*results, rules=Rules(("match_points",), Scale.THREE))
    assert [(row.match_points, row.won, row.drawn, row.lost) for row in rows.values()] == [
        (4, 1, 1, 0),
        (1, 0, 1, 1),
    ]


def test_who_is_not_among_the_losers_has_won() -> None:
    """Mattazza until two are left: both win, whatever they were charged (Barilli 4.4.1)."""
    charged = Result(1, 1, ((1,), (2,), (3,), (4,)), (-6, -2, -6, -4), lost=(True, False, True, False))
    rows = rows_of(charged, rules=Rules(("match_points", "total_points")))
    assert {entry: (row.match_points, row.place) for entry, row in rows.items()} == {
        2: (2, 1), 4: (2, 2), 1: (0, 3), 3: (0, 3),
    }  # fmt: skip


def test_nobody_concedes_less_by_not_playing() -> None:
    results = (Result(1, 1, ((1,), (2,)), (300, 240)),)
    rests = (Rest(1, 3), Rest(1, 4, forfeited=True))
    values = {
        bye: {
            entry: row.values[0]
            for entry, row in rows_of(
                *results, rests=rests, rules=Rules(("points_conceded",), bye=bye)
            ).items()
        }
        for bye in (ByePolicy.WIN_AND_AVERAGE, ByePolicy.WIN)
    }
    assert values[ByePolicy.WIN_AND_AVERAGE] == {1: -240, 2: -300, 3: -240, 4: -300}
    assert values[ByePolicy.WIN] == {1: -240, 2: -300, 3: -270, 4: -300}


def test_nobody_has_a_better_difference_by_not_playing() -> None:
    results = (Result(1, 1, ((1,), (2,)), (300, 240)), Result(1, 2, ((5,), (6,)), (120, 410)))
    rests = (Rest(1, 3), Rest(1, 4, forfeited=True))
    by_difference = ("match_points", "point_difference")
    rows = rows_of(*results, rests=rests, rules=Rules(by_difference))
    assert {entry: row.difference for entry, row in rows.items()} == {
        1: 60, 2: -60, 3: 175, 4: -290, 5: -290, 6: 290,
    }  # fmt: skip
    before = rows_of(*results, rests=rests, rules=Rules(by_difference, forfeits_lose_most=False))
    assert (before[4].difference, before[4].conceded) == (0, 0)


def test_where_losers_pay_who_is_absent_pays_as_much_and_is_as_far_behind() -> None:
    charged = Result(1, 1, ((1,), (2,), (3,)), (-2, -9, -4))
    rows = rows_of(charged, rests=(Rest(1, 4, forfeited=True),), rules=Rules(("total_points",)))
    assert (rows[4].scored, rows[4].difference) == (rows[2].scored, rows[2].difference) == (-9, -7)


def test_a_turn_that_nobody_played_has_no_difference() -> None:
    rows = rows_of(rests=(Rest(1, 1, forfeited=True), Rest(1, 2, forfeited=True)), rules=Rules())
    assert {row.difference for row in rows.values()} == {0}


def test_rules_kept_before_forfeits_lost_most_say_so_no_more_than_they_did() -> None:
    earlier, now = Rules(forfeits_lose_most=False), Rules()
    assert "forfeits_lose_most" not in earlier.as_json()
    assert rules_from(earlier.as_json()) == earlier
    assert rules_from(now.as_json()) == now


def test_the_strength_of_a_rest_is_one_s_own() -> None:
    results = (Result(1, 1, ((1,), (2,)), (300, 240)), Result(2, 1, ((1,), (3,)), (300, 240)))
    rows = rows_of(
        *results, rests=(Rest(1, 3), Rest(2, 2, forfeited=True)), rules=Rules(("opponents_strength",))
    )
    # 1 has 4 and met 0 and 2; 2 has 0 and met 4, its forfeit met nobody; 3 has 2, met 4, and rested.
    assert {entry: row.values for entry, row in rows.items()} == {1: (2,), 2: (4,), 3: (6,)}


def test_a_shared_place_is_flagged_like_any_tie() -> None:
    rows = rows_of(Result(1, 1, ((1,), (2,)), (30, 30)), rules=Rules(("match_points", "shared_place")))
    assert [(row.place, row.tied) for row in rows.values()] == [(1, True), (1, True)]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ([], "no-criterion"),
        (["beauty"], "unknown-criterion"),
        (["match_points", "match_points"], "repeated-criterion"),
        (["match_points", "lots", "points_scored"], "not-last"),
        (["match_points", "shared_place", "points_scored"], "not-last"),
        (["match_points", "shared_place", "lots"], "lots-and-shared"),
        (["match_points", "lots", "shared_place"], "lots-and-shared"),
        (["head_to_head", "match_points"], "direct-first"),
        (["mini_table"], "direct-first"),
        (["total_points", "points_scored"], "same-sum"),
    ],
)
def test_criteria_that_contradict_one_another(keys: list[str], code: str) -> None:
    with pytest.raises(RankingError) as refused:
        verify_order(keys)
    assert refused.value.code == code


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_contradicts_nothing_and_survives_being_stored(preset: str) -> None:
    verify_order(PRESETS[preset])
    rules = Rules(PRESETS[preset], Scale.THREE, TABLE, ByePolicy.FOURTEEN)
    assert rules_from(rules.as_json()) == rules
