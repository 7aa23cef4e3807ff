"""Minimum-weight matching, and costs of several terms as single whole numbers for it."""

from collections.abc import Iterable, Sequence

from tournaments.draws.line import Couple

SOLVER_BITS = 120  # rustworkx reckons with 128-bit integers, on sums of a few weights


class TooLargeError(ValueError):
    """The terms of the cost do not fit the solver's integers."""


def as_numbers(terms: Sequence[tuple[int, ...]], couples: int) -> tuple[list[int], int]:
    """Each cost as a number, its terms the digits: sums of up to so many compare term by term.

    Also the bits that a number may take. Raises `TooLargeError` for more than the solver has.
    """
    radices = [couples * max(column) + 1 for column in zip(*terms, strict=True)]
    used = sum(radix.bit_length() for radix in radices)
    if used > SOLVER_BITS:
        raise TooLargeError(couples)
    numbers = []
    for values in terms:
        number = 0
        for value, radix in zip(values, radices, strict=True):
            number = number * radix + value
        numbers.append(number)
    return numbers, used


def cheapest_matching(size: int, edges: Iterable[Couple], costs: Sequence[int]) -> list[Couple]:
    """The cheapest of the matchings of 0 … size - 1 that leave the fewest over, as couples in order."""
    import rustworkx  # Here: it brings numpy, 15 MB in every process that never draws.

    dearest = max(costs)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(i, j, dearest - cost) for (i, j), cost in zip(edges, costs, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((i, j) if i < j else (j, i) for i, j in matched)
