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

`parts` proves which couples need not be looked at, and where the line falls into parts, each paired for
itself. A part of more than `LARGE_PART` positions is rare: all over it neighbours have met. It is paired by
the terms 1 to 3, which the solver does in a third of the time, and the terms 4 and 5 choose within the pieces
into which that pairing falls. The cost in the terms 1 to 3 is always the least.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.draws.line import Couple
from tournaments.draws.parts import Part, cut_at, parts
from tournaments.draws.solver import SOLVER_BITS, TooLargeError, as_numbers, cheapest_matching

Penalties = Mapping[Couple, tuple[int, ...]]
DrawLots = Callable[[int, int], Sequence[int]]

LARGE_PART = 120
LOT_BITS = 64
FEWEST_LOT_BITS = 12


def nearest(size: int, penalties: Penalties, draw_lots: DrawLots) -> list[Couple]:
    """The cheapest pairing of the positions 0 … size - 1, ``size`` even, as couples (better, worse) in order.

    Penalties are on couples (lower position, higher position), all of the same length, none negative.
    ``draw_lots(position, count)`` gives lots of 64 bits, the n-th for the entrant n + 1 places further on.
    """
    pairing: list[Couple] = []
    for part in parts(size, penalties):
        pairing += _paired(part, penalties, draw_lots)
    return sorted(pairing)


def _paired(part: Part, penalties: Penalties, draw_lots: DrawLots) -> list[Couple]:
    if len(part) == 2:
        return [(part.start, part.start + 1)]
    if len(part) <= LARGE_PART:
        return _matched(part, _fine_weights(part, penalties, draw_lots))
    roughly = _matched(part, as_numbers(_rough_terms(part, penalties), len(part) // 2)[0])
    pairing: list[Couple] = []
    for piece in cut_at(part, roughly):
        if len(piece) <= LARGE_PART:
            pairing += _paired(piece, penalties, draw_lots)
        else:
            pairing += (couple for couple in roughly if piece.start <= couple[0] < piece.end)
    return pairing


def _matched(part: Part, costs: Sequence[int]) -> list[Couple]:
    within = ((i - part.start, j - part.start) for i, j in part.couples)
    matched = cheapest_matching(len(part), within, costs)
    return [(i + part.start, j + part.start) for i, j in matched]


def _rough_terms(part: Part, penalties: Penalties) -> list[tuple[int, ...]]:
    """The terms 1 to 3 of each couple of the part."""
    unpenalised = (0,) * len(next(iter(penalties.values()), ()))
    return [(*penalties.get((i, j), unpenalised), j - i, (j - i) ** 2) for i, j in part.couples]


def _fine_weights(part: Part, penalties: Penalties, draw_lots: DrawLots) -> list[int]:
    """The weights with term 4, most at the top of the line and 0 between neighbours, and with the lots."""
    terms = [
        (*rough, 0 if j == i + 1 else part.line - 1 - i)
        for rough, (i, j) in zip(_rough_terms(part, penalties), part.couples, strict=True)
    ]
    tables = len(part) // 2
    weights, used = as_numbers(terms, tables)
    lot_bits = min(LOT_BITS, SOLVER_BITS - used - tables.bit_length())
    if lot_bits < FEWEST_LOT_BITS:
        raise TooLargeError(tables)
    reach = [0] * len(part)
    for i, j in part.couples:
        reach[i - part.start] = max(reach[i - part.start], j - i)
    lots = [draw_lots(part.start + at, count) if count else () for at, count in enumerate(reach)]
    return [
        weight * (tables << lot_bits) + (lots[i - part.start][j - i - 1] >> (LOT_BITS - lot_bits))
        for weight, (i, j) in zip(weights, part.couples, strict=True)
    ]
