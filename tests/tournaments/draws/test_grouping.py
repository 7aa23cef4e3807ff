"""Tables of three and more, against all groupings tried."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tournaments.draws.grouping import KICKS, nearest_groups
from tournaments.draws.proving_groups import can_be_grouped_cheaper
from tournaments.lots import lots

CHANCE = lots(2 * KICKS, 1, "test")

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
def test_no_tables_cost_less_than_those_that_are_called_proven(sizes, share, seed):
    penalties = some_penalties(sum(sizes), share, seed)
    found = nearest_groups(sizes, penalties, CHANCE)
    assert found.is_proven
    assert sorted(map(len, found.tables)) == sorted(sizes)
    least = min(cost(tables, penalties) for tables in all_groupings(tuple(range(sum(sizes))), sizes))
    assert cost(found.tables, penalties) == least


@pytest.mark.parametrize("seed", range(5))
def test_the_trades_alone_come_near_the_least(seed):
    penalties = some_penalties(24, 0.15, seed)
    found = nearest_groups((3,) * 8, penalties, CHANCE)
    assert cost(found.tables, penalties)[:2] == (0, 0)
    assert cost(found.tables, penalties)[2] <= 2 * 8 * 4


def test_without_penalties_the_line_is_cut_straight():
    found = nearest_groups((4, 3, 3), {}, CHANCE)
    assert (found.tables, found.is_proven) == ([[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]], True)


def test_where_all_have_met_all_the_straight_line_is_proven_by_the_burden():
    penalties = dict.fromkeys(combinations(range(30), 2), (1, 1))
    found = nearest_groups((3,) * 10, penalties, CHANCE)
    assert found.is_proven
    assert found.tables[0] == [0, 1, 2]


def test_what_was_not_looked_at_is_not_called_proven(monkeypatch):
    monkeypatch.setattr("tournaments.draws.pricing.MOST_TABLES", 20)
    penalties = some_penalties(24, 0.3, 1)
    assert not nearest_groups((3,) * 8, penalties, CHANCE).is_proven


@pytest.mark.parametrize(("sizes", "share"), [((3,) * 8, 0.35), ((3,) * 12, 0.2), ((4,) * 6, 0.35)])
def test_for_a_room_in_its_fifth_turn_another_algorithm_finds_none_cheaper(sizes, share, monkeypatch):
    """The other one gives up where it would take long: it never finds a cheaper one."""
    monkeypatch.setattr("tournaments.draws.proving_groups.MOST_WAYS", 60_000)
    penalties = some_penalties(sum(sizes), share, 5)
    found = nearest_groups(sizes, penalties, CHANCE)
    assert found.is_proven
    assert can_be_grouped_cheaper(found.tables, penalties) is not True


def test_the_same_arguments_give_the_same_tables():
    penalties = some_penalties(45, 0.4, 3)
    assert nearest_groups((3,) * 15, penalties, CHANCE) == nearest_groups((3,) * 15, penalties, CHANCE)
