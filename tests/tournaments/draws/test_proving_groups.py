"""Tables of three and more: exactly the cheapest cannot be bettered, by every grouping there is."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tournaments.draws.proving_groups import can_be_grouped_cheaper
from tournaments.draws.proving_matching import MOST_MATCHED, can_be_paired_cheaper


def all_groupings(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not left:
        yield []
        return
    for size in set(sizes):
        at = sizes.index(size)
        for others in combinations(left[1:], size - 1):
            group = (left[0], *others)
            after = tuple(one for one in left if one not in group)
            for rest in all_groupings(after, (*sizes[:at], *sizes[at + 1 :])):
                yield [group, *rest]


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 4), (3, 4), (5, 3)])
@pytest.mark.parametrize("seed", range(5))
def test_of_all_groupings_only_the_cheapest_cannot_be_bettered(sizes, seed):
    chance = random.Random(seed)
    players = sum(sizes)
    penalties = {
        couple: (1, chance.randint(1, 3))
        for couple in combinations(range(players), 2)
        if chance.random() < 0.4
    }

    def cost(groups: list[tuple[int, ...]]) -> tuple[int, ...]:
        together = [couple for group in groups for couple in combinations(group, 2)]
        terms = [(*penalties.get((i, j), (0, 0)), j - i) for i, j in together]
        return tuple(map(sum, zip(*terms, strict=True)))

    groupings = list(all_groupings(tuple(range(players)), sizes))
    least = min(map(cost, groupings))
    for groups in [*chance.sample(groupings, min(25, len(groupings))), min(groupings, key=cost)]:
        assert can_be_grouped_cheaper(groups, penalties) is (cost(groups) > least)


def test_where_it_would_take_too_long_it_is_not_known(monkeypatch):
    monkeypatch.setattr("tournaments.draws.proving_groups.MOST_WAYS", 10)
    assert can_be_grouped_cheaper([(0, 1, 5), (2, 3, 4)], {}) is None


def test_a_pairing_that_leaves_somebody_over_can_be_bettered():
    assert can_be_paired_cheaper(4, lambda i, j: (j - i,), [(0, 1)]) is True
    assert can_be_paired_cheaper(4, lambda i, j: (j - i,), [(1, 0), (2, 3)]) is False


def test_more_than_can_be_matched_in_time_is_not_known():
    couples = [(at, at + 1) for at in range(0, MOST_MATCHED + 2, 2)]
    assert can_be_paired_cheaper(MOST_MATCHED + 2, lambda i, j: (j - i,), couples) is None
