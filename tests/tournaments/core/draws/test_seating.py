"""Sides, chairs, dealer and numbers of the tables."""

import pytest

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Meeting, draw
from tournaments.core.draws.inputs import Side
from tournaments.core.draws.tables import CHAIR_NAMES


def two(one: tuple[Side, ...], other: tuple[Side, ...], seed: int = 1) -> DrawInput:
    return DrawInput(9, (Entrant(1, 1, 1, past_sides=one), Entrant(2, 2, 2, past_sides=other)), (), seed)


@pytest.mark.parametrize(
    ("one", "other", "side_a"),
    [
        ((), ("A",), 1),
        (("A",), (), 2),
        (("B",), (), 1),
        (("A", "A", "B"), ("B",), 2),
        (("A", "B"), ("B", "A"), 1),
        (("B", "A"), ("A", "B"), 2),
        (("A", "A"), ("A", "A", "B"), 2),
        (("A", "B", "B"), ("B", "A", "B", "A"), 1),
    ],
)
def test_side_a_goes_to_who_had_it_less_then_to_who_comes_from_side_b(one, other, side_a):
    assert {draw(two(one, other, seed)).tables[0].entrants[0] for seed in range(20)} == {side_a}


def test_two_who_are_level_sit_by_lot():
    sides = [draw(two(("A",), ("A",), seed)).tables[0].entrants[0] for seed in range(200)]
    assert 70 < sides.count(1) < 130


def test_which_player_of_a_side_sits_first_is_by_lot():
    drawn = [draw(two((), (), seed)).tables[0].firsts for seed in range(100)]
    assert len(set(drawn)) == 4


def test_the_first_dealer_is_any_of_the_four_by_lot():
    dealers = [draw(two((), (), seed)).tables[0].first_dealer for seed in range(400)]
    assert all(70 < dealers.count(seat) < 130 for seat in CHAIR_NAMES)


def test_the_same_seed_seats_the_next_turn_anew():
    later = [DrawInput(turn, two((), ()).entrants, (), 1) for turn in range(1, 30)]
    assert len({draw(given).tables[0].first_dealer for given in later}) == 4


def entrants(**tables: int) -> tuple[Entrant, ...]:
    """Six entrants by place, ``e3=9`` fixing the third to table 9."""
    return tuple(Entrant(n, n, n, fixed_table=tables.get(f"e{n}")) for n in range(1, 7))


def by_table(given: DrawInput) -> dict[int, set[int]]:
    return {table.number: {*table.entrants} for table in draw(given).tables}


def test_tables_are_numbered_from_the_top_of_the_classifica():
    assert by_table(DrawInput(2, entrants(), (), 1)) == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}}


def test_a_fixed_table_is_kept_and_the_others_move_up():
    assert by_table(DrawInput(2, entrants(e6=1), (), 1)) == {1: {5, 6}, 2: {1, 2}, 3: {3, 4}}


def test_a_fixed_table_beyond_the_last_one_is_kept():
    assert by_table(DrawInput(2, entrants(e3=12), (), 1)) == {1: {1, 2}, 2: {5, 6}, 12: {3, 4}}


def test_two_fixed_to_the_same_table_may_meet_there():
    assert by_table(DrawInput(2, entrants(e3=1, e4=1), (), 1)) == {1: {3, 4}, 2: {1, 2}, 3: {5, 6}}


@pytest.mark.parametrize("rematches", ["avoided", "allowed"])
def test_two_fixed_to_different_tables_are_kept_apart(rematches):
    given = DrawInput(2, entrants(e1=1, e2=2), (), 1, rematches)
    assert by_table(given) == {1: {1, 3}, 2: {2, 4}, 3: {5, 6}}
    reason = draw(given).tables[0].reason
    assert (reason.code, reason.params) == ("tables-apart", {"first": 1, "second": 3, "who": 1, "between": 2})


def test_a_rematch_is_better_than_moving_who_cannot_move():
    four = tuple(Entrant(n, n, n, fixed_table=n if n < 3 else None) for n in range(1, 5))
    all_but_one = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]
    past = tuple(Meeting(turn, *couple) for turn, couple in enumerate(all_but_one, 1))
    drawn = draw(DrawInput(6, four, past, 1))
    assert drawn.rematches == 2
    assert all({*table.entrants} != {1, 2} for table in drawn.tables)


def test_two_tables_wanted_at_one_match_are_refused_only_when_there_is_no_way_round():
    with pytest.raises(DrawImpossible) as refused:
        draw(DrawInput(2, entrants(e1=1, e2=2)[:2], (), 1))
    assert (refused.value.code, refused.value.params) == ("two-tables-wanted", {"first": 1, "second": 2})


def test_a_table_wanted_at_two_matches_is_refused():
    with pytest.raises(DrawImpossible) as refused:
        draw(DrawInput(2, entrants(e1=4, e6=4), (), 1))
    assert refused.value.code == "table-wanted-twice"
    assert refused.value.params == {"table": 4, "first": 1, "second": 6}
