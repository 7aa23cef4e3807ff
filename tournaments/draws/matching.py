"""Exact pairing of a line of entrants, each with a near one, at the least cost.

The cost of a pairing is compared term by term, the first that differs deciding:

1. the sum of each penalty, in the order they are given;
2. the sum of the distances in the line;
3. the sum of their squares: of two pairings as near, 1-3 2-4 comes before 1-4 2-3;
4. for each couple who are not neighbours, how many stand below its better one, so that the top is disturbed
   least: 1-2 3-5 4-6 comes before 1-3 2-4 5-6;
5. the sum of the lots, so that the stored seed chooses among pairings equal in all else. Lots of so many bits
   make two equal sums as good as impossible (the isolation lemma): one answer on every machine.

The terms are the digits of one whole number an edge, so that a minimum-weight matching finds the pairing.

Few edges are enough. *In a cheapest pairing i and j are at most p(i) + p(j) + 1 places apart*, p being the
number of those whom one is penalised with. Proof: take k strictly between i and j, and its opponent l. With l
between k and j, both i-k l-j (smaller sum of distances) and i-l k-j (same sum, smaller squares) would be
cheaper, were they free of penalties: of the couples of i or j with k or l, two at least are penalised. With l
beyond j, i-k j-l is shorter, so one of its couples is penalised; likewise with l on the other side of i.
Either way the table of k and l holds no more of those strictly between i and j than it uses up penalties.
"""

from collections.abc import Callable, Mapping, Sequence

import rustworkx

Couple = tuple[int, int]
Penalties = Mapping[Couple, tuple[int, ...]]

LOT_BITS = 64
FEWEST_LOT_BITS = 12
SOLVER_BITS = 120  # rustworkx reckons with 128-bit integers, on sums of a few weights


class TooLargeError(ValueError):
    """The terms of the cost do not fit the solver's integers: beyond some ten thousand entrants."""


def nearest(size: int, penalties: Penalties, draw_lots: Callable[[int, int], Sequence[int]]) -> list[Couple]:
    """The cheapest pairing of the positions 0 … size - 1, ``size`` even, as couples (better, worse) in order.

    Penalties are on couples (lower position, higher position), all of the same length, none negative.
    ``draw_lots(position, count)`` gives lots of 64 bits, the n-th for the entrant n + 1 places further on.
    Costs about size × window edges, the window being that of the proof above.
    """
    edges = {couple: penalties.get(couple) for couple in _candidates(size, penalties)}
    weights = _weights(size, edges, draw_lots)
    dearest = max(weights.values(), default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, dearest - weight) for (i, j), weight in weights.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(couple), max(couple)) for couple in matched)


def _candidates(size: int, penalties: Penalties) -> list[Couple]:
    """The couples that the proof cannot leave out."""
    burden = [0] * size
    for couple in penalties:
        for position in couple:
            burden[position] += 1
    heaviest = max(burden, default=0)
    return [
        (i, j)
        for i in range(size)
        for j in range(i + 1, min(size, i + 2 + burden[i] + heaviest))
        if j - i <= burden[i] + burden[j] + 1
    ]


def _weights(
    size: int, edges: Mapping[Couple, tuple[int, ...] | None], draw_lots: Callable[[int, int], Sequence[int]]
) -> dict[Couple, int]:
    """The whole cost of each edge as one integer, whose digits are the terms."""
    unpenalised = (0,) * max((len(penalty) for penalty in edges.values() if penalty), default=0)
    terms = {(i, j): (*(edges[i, j] or unpenalised), *_distance(size, i, j)) for i, j in edges}
    tables = size // 2
    radices = [tables * max(column) + 1 for column in zip(*terms.values(), strict=True)]
    lot_bits = _room_for_lots(tables, radices)
    reach = max(j - i for i, j in edges)
    lots = [draw_lots(position, min(reach, size - 1 - position)) for position in range(size)]
    weights = {}
    for (i, j), values in terms.items():
        weight = 0
        for value, radix in zip(values, radices, strict=True):
            weight = weight * radix + value
        weights[i, j] = weight * (tables << lot_bits) + (lots[i][j - i - 1] >> (LOT_BITS - lot_bits))
    return weights


def _distance(size: int, i: int, j: int) -> tuple[int, int, int]:
    """The distance, its square, and what it disturbs: 0 between neighbours, most at the top of the line."""
    return j - i, (j - i) ** 2, 0 if j == i + 1 else size - 1 - i


def _room_for_lots(tables: int, radices: Sequence[int]) -> int:
    """How many bits of each lot fit beside the other terms."""
    used = tables.bit_length() + sum(radix.bit_length() for radix in radices)
    if SOLVER_BITS - used < FEWEST_LOT_BITS:
        raise TooLargeError(tables)
    return min(LOT_BITS, SOLVER_BITS - used)
