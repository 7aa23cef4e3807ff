"""The least that any pairing costs, by networkx, which proves its answer to itself by linear duality.

It is slower than `solver` and shares no line with it, so one checks the other. Unlike `proving` it needs no
classifica in which near ones meet: any cost will do.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import networkx

from tournaments.draws.line import Couple

MOST_MATCHED = 300  # one second and a half; beyond, the time grows with the third power

Terms = Callable[[int, int], tuple[int, ...]]


def can_be_paired_cheaper(size: int, terms: Terms, pairing: Sequence[Couple]) -> bool | None:
    """Whether another pairing of 0 … size - 1 costs less, its terms summed and compared one after the other.

    None, it is not known, for more than `MOST_MATCHED`.
    """
    if size > MOST_MATCHED:
        return None
    costs = _as_numbers({couple: terms(*couple) for couple in combinations(range(size), 2)})
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((i, j, -cost) for (i, j), cost in costs.items())
    least = networkx.max_weight_matching(graph, maxcardinality=True)
    if len(pairing) < len(least):
        return True
    return sum(costs[_ordered(couple)] for couple in least) < sum(costs[_ordered(one)] for one in pairing)


def _as_numbers(terms: dict[Couple, tuple[int, ...]]) -> dict[Couple, int]:
    """Each cost with its terms as the digits, none of which any sum fills."""
    radices = [len(terms) * max(column) + 1 for column in zip(*terms.values(), strict=True)]
    numbers = {}
    for couple, values in terms.items():
        number = 0
        for value, radix in zip(values, radices, strict=True):
            number = number * radix + value
        numbers[couple] = number
    return numbers


def _ordered(couple: Couple) -> Couple:
    return (min(couple), max(couple))
