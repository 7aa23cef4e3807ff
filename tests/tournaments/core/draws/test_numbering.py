"""Table numbers: fixed ones kept, the others in order, nobody twice at one table where that can be helped."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from tournaments.core.draws import DrawInput, Entrant
from tournaments.core.draws.seating import numbered

GIVEN = DrawInput(4, (), (), 1)


def groups(*past: tuple[int, ...], fixed: dict[int, int] | None = None) -> list[tuple[Entrant, Entrant]]:
    """A pair of entrants a tuple, the first of whom has sat at those tables."""
    return [
        (
            Entrant(2 * at, 2 * at, past_tables=tables, fixed_table=(fixed or {}).get(at)),
            Entrant(2 * at + 1, 2 * at + 1),
        )
        for at, tables in enumerate(past)
    ]


def returns(seated: list[tuple[Entrant, Entrant]], tables: list[int]) -> int:
    return sum(
        entrant.past_tables.count(table)
        for group, table in zip(seated, tables, strict=True)
        for entrant in group
    )


def test_the_best_sit_at_the_first_table_where_nobody_has_sat():
    assert numbered(GIVEN, groups((), (), ())) == [1, 2, 3]


def test_who_would_come_back_changes_with_the_nearest():
    assert numbered(GIVEN, groups((1,), (), ())) == [2, 1, 3]


def test_a_fixed_table_is_left_to_who_cannot_move():
    assert numbered(GIVEN, groups((1,), (2,), (3,), fixed={2: 1})) == [2, 3, 1]


def test_in_the_order_of_the_standings_the_best_stay_at_table_1_and_only_a_fixed_table_is_left_out():
    given = replace(GIVEN, table_order="standings")
    assert numbered(given, groups((1,), (2,), (3,))) == [1, 2, 3]
    assert numbered(given, groups((1,), (2,), (3,), fixed={2: 1})) == [2, 3, 1]
    assert DrawInput.from_json(given.as_json()) == given
    stored_before = {key: value for key, value in GIVEN.as_json().items() if key != "table_order"}
    assert DrawInput.from_json(stored_before) == GIVEN


@pytest.mark.parametrize("seed", range(40))
def test_at_few_tables_there_are_no_fewer_returns(seed):
    chance = random.Random(seed)
    size = chance.randint(1, 6)
    seated = groups(*(tuple(chance.choices(range(1, size + 2), k=3)) for _group in range(size)))
    found = numbered(GIVEN, seated)
    assert sorted(found) == list(range(1, size + 1))
    orders = permutations(range(1, size + 1))
    assert returns(seated, found) == min(returns(seated, list(order)) for order in orders)


@pytest.mark.parametrize("seed", range(10))
def test_at_many_tables_nobody_returns(seed):
    chance = random.Random(seed)
    past = [chance.sample(range(1, 61), k=60) for _turn in range(8)]
    seated = groups(*(tuple(turn[at] for turn in past) for at in range(60)))
    found = numbered(GIVEN, seated)
    assert sorted(found) == list(range(1, 61))
    assert returns(seated, found) == 0
