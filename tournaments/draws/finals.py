"""Groups, then a final: who goes on, and as which seed of the bracket."""

from collections.abc import Sequence
from itertools import combinations, permutations

from tournaments.draws.inputs import DrawImpossible
from tournaments.draws.knockout import bracket

TRIED = 7  # groups of which all orders are tried: 5,040


def finalists(groups: Sequence[Sequence[int]], each: int) -> tuple[int, ...]:
    """The best ``each`` of every group, given in its final order, as seeds of a knock-out.

    The winners are the first seeds in the order of the groups, then come the seconds, and so on. Within the
    seconds, thirds … the order is the one in which those of one group meet as late as can be: 1st A plays
    against 2nd B, and A meets A again in the final only.

    Raises `DrawImpossible` ``too-few-finalists`` where a group has not so many, with the most there can be.

    >>> finalists([["A1", "A2"], ["B1", "B2"]], 2)
    ('A1', 'B1', 'A2', 'B2')
    """
    smallest = min(map(len, groups), default=0)
    if not 1 <= each <= smallest or len(groups) * each < 2:
        raise DrawImpossible("too-few-finalists", each=each, most=smallest)
    group_of_seed: list[int] = list(range(len(groups)))
    slot_of_seed = _slots(len(groups) * each)
    for _place in range(1, each):
        orders = permutations(range(len(groups))) if len(groups) <= TRIED else _rotations(len(groups))
        group_of_seed = min(
            ([*group_of_seed, *order] for order in orders), key=lambda tried: _early(tried, slot_of_seed)
        )
    taken = [0] * len(groups)
    seeds = []
    for group in group_of_seed:
        seeds.append(groups[group][taken[group]])
        taken[group] += 1
    return tuple(seeds)


def _slots(entries: int) -> dict[int, int]:
    return {seed - 1: slot for slot, seed in enumerate(bracket(entries)) if seed is not None}


def _rotations(groups: int) -> list[tuple[int, ...]]:
    return [tuple((at + shift) % groups for at in range(groups)) for shift in range(groups)]


def _early(group_of_seed: Sequence[int], slot_of_seed: dict[int, int]) -> int:
    """How early those of one group would meet: a meeting counts four times one that is a turn later."""
    meeting_turns = [
        (slot_of_seed[one] ^ slot_of_seed[other]).bit_length()
        for one, other in combinations(range(len(group_of_seed)), 2)
        if group_of_seed[one] == group_of_seed[other]
    ]
    return sum(4 ** (20 - turn) for turn in meeting_turns)
