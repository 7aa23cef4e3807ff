"""Tables of three and more: near ones, the nearest of all wherever few play."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tournaments.core.draws.grouping import EXCHANGES, KICKS, nearest_groups
from tournaments.core.lots import lots

CHANCE = lots(2 * KICKS * EXCHANGES, 1, "test")

Penalties = dict[tuple[int, int], tuple[int, ...]]


def all_groupings(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not left:
        yield []
        return
    first, *others = left
    for size in set(sizes):
        fewer = list(sizes)
        fewer.remove(size)
        for mates in combinations(others, size - 1):
            free = tuple(one for one in others if one not in mates)
            for rest in all_groupings(free, tuple(fewer)):
                yield [(first, *mates), *rest]


def cost(tables: list[tuple[int, ...]] | list[list[int]], penalties: Penalties) -> tuple[int, ...]:
    couples = [couple for table in tables for couple in combinations(table, 2)]
    sums = zip(*(penalties.get(couple, (0, 0)) for couple in couples), strict=True)
    return *map(sum, sums), sum(j - i for i, j in couples)


def some_penalties(players: int, share: float, seed: int) -> Penalties:
    rng = random.Random(seed)
    couples = combinations(range(players), 2)
    return {couple: (1, rng.randint(1, 5)) for couple in couples if rng.random() < share}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("sizes", [(3, 3), (3, 3, 3), (4, 4), (4, 3), (4, 5), (3, 4, 3), (5, 6)])
def test_where_few_play_no_tables_cost_less(sizes, share, seed):
    penalties = some_penalties(sum(sizes), share, seed)
    found = nearest_groups(sizes, penalties, CHANCE)
    assert sorted(map(len, found)) == sorted(sizes)
    least = min(cost(tables, penalties) for tables in all_groupings(tuple(range(sum(sizes))), sizes))
    assert cost(found, penalties) == least


@pytest.mark.parametrize("seed", range(5))
def test_a_room_in_its_fifth_turn_has_no_rematch_and_its_tables_near(seed):
    penalties = some_penalties(24, 0.15, seed)
    found = nearest_groups((3,) * 8, penalties, CHANCE)
    assert cost(found, penalties)[:2] == (0, 0)
    assert cost(found, penalties)[2] <= 2 * 8 * 4


@pytest.mark.parametrize("seed", range(3))
def test_no_two_could_change_tables_with_a_gain(seed):
    penalties = some_penalties(24, 0.35, seed)
    found = nearest_groups((4,) * 6, penalties, CHANCE)
    for here, there in combinations(range(6), 2):
        for one in found[here]:
            for other in found[there]:
                changed = [list(table) for table in found]
                changed[here] = sorted({*found[here], other} - {one})
                changed[there] = sorted({*found[there], one} - {other})
                assert cost(changed, penalties) >= cost(found, penalties)


def test_without_penalties_the_line_is_cut_straight():
    assert nearest_groups((4, 3, 3), {}, CHANCE) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_where_all_have_met_all_the_line_is_cut_straight_too():
    penalties = dict.fromkeys(combinations(range(30), 2), (1, 1))
    assert nearest_groups((3,) * 10, penalties, CHANCE)[0] == [0, 1, 2]


def test_the_same_arguments_give_the_same_tables():
    penalties = some_penalties(45, 0.4, 3)
    assert nearest_groups((3,) * 15, penalties, CHANCE) == nearest_groups((3,) * 15, penalties, CHANCE)
