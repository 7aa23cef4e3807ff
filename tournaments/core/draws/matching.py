"""Exact pairing of a line of entrants, near entrants with each other, at the least cost.

The cost of a pairing is compared term by term, the first that differs deciding:

1. the sum of each penalty, in the order they are given;
2. the sum of the distances in the line;
3. the sum of their squares: of two pairings with the same distances, 1-3 2-4 comes before 1-4 2-3;
4. for each couple who are not neighbours, how many entrants stand below its better one, so that the top is
   disturbed least: 1-2 3-5 4-6 comes before 1-3 2-4 5-6;
5. the sum of the lots, so that the stored seed chooses among pairings that are equal in all else. With lots
   of `LOT_BITS` bits, equal sums are practically impossible (the isolation lemma), so every machine finds the
   same pairing.

Each edge of a graph has one whole number with these terms as digits, so that a minimum-weight matching finds
the pairing.

`_Reach` proves which couples cannot meet, and where the line falls into parts that are paired separately. A
part of more than `LARGE_PART` positions is rare: it arises only if neighbours all along it have met. It is
paired first by the terms 1 to 3, in a third of the time; that pairing falls into pieces, in which the terms 4
and 5 then choose. The cost in the terms 1 to 3 is always the least.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tournaments.core.draws.inputs import Couple

Penalties = Mapping[Couple, tuple[int, ...]]
DrawLots = Callable[[int, int], Sequence[int]]

LARGE_PART = 120
LOT_BITS = 64
FEWEST_LOT_BITS = 12
SOLVER_BITS = 120  # rustworkx computes sums of a few weights with 128-bit integers


class TooLargeError(ValueError):
    """The terms of the cost do not fit the solver's integers."""


def as_numbers(terms: Sequence[tuple[int, ...]], couples: int) -> tuple[list[int], int]:
    """Each cost as an integer with its terms as digits; sums of up to ``couples`` compare term by term.

    Also returns the bits that an integer may take. Raises `TooLargeError` if the solver has fewer.
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
    """The cheapest of the largest matchings of 0 … size - 1, as couples in order."""
    import rustworkx  # here, because numpy costs 15 MB that a process without draws does not need

    dearest = max(costs)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(i, j, dearest - cost) for (i, j), cost in zip(edges, costs, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((i, j) if i < j else (j, i) for i, j in matched)


@dataclass(frozen=True, slots=True)
class Part:
    """Positions ``start`` … ``end`` - 1 of a line of ``line`` entrants, and its couples that may meet."""

    line: int
    start: int
    end: int
    couples: Sequence[Couple]

    def __len__(self) -> int:
        return self.end - self.start


def parts(size: int, penalised: Collection[Couple]) -> list[Part]:
    """The parts into which the line 0 … size - 1 falls, ``size`` even; each is paired within itself."""
    reach = _Reach.from_penalised(size, penalised)
    cuts = reach.cuts(penalised)
    return [Part(size, start, end, reach.couples(start, end)) for start, end in pairwise(cuts)]


def cut_at(part: Part, pairing: Collection[Couple]) -> list[Part]:
    """The part, cut wherever no couple of the pairing crosses."""
    crossing = [0] * (len(part) + 1)
    for i, j in pairing:
        crossing[i - part.start + 1] += 1
        crossing[j - part.start + 1] -= 1
    cuts = [part.start + at for at, across in enumerate(accumulate(crossing)) if not across]
    piece_of = [at for at, (start, end) in enumerate(pairwise(cuts)) for _position in range(start, end)]
    inside: list[list[Couple]] = [[] for _piece in cuts[1:]]
    for i, j in part.couples:
        if piece_of[i - part.start] == piece_of[j - part.start]:
            inside[piece_of[i - part.start]].append((i, j))
    return [Part(part.line, start, end, inside[at]) for at, (start, end) in enumerate(pairwise(cuts))]


@dataclass(frozen=True, slots=True)
class _Reach:
    """The places where a line may be cut, and the couples that may meet, in a cheapest pairing.

    Two couples i-j and k-l of a pairing could trade opponents: i-k j-l, or i-l k-j. If the new couples are
    free of penalties and shorter together, or as short with smaller squares, the pairing was not cheapest.

    *Couples.* In a cheapest pairing i and j are at most p(i) + p(j) + 1 places apart, where p(i) is the
    number of penalised couples with i (``burden``). Proof: take k strictly between i and j, and its opponent
    l. With l between k and j, both i-k l-j (smaller sum of distances) and i-l k-j (same sum, smaller squares)
    would be cheaper, were they free of penalties: of the couples of i or j with k or l, two at least are
    penalised. With l beyond j, i-k j-l is shorter, so one of these two couples is penalised; likewise with l
    on the other side of i. Either way, a couple k-l accounts for at least as many penalties of i and j as it
    has entrants strictly between i and j.

    So nobody meets an entrant farther away than w = 2 max p + 1, and k and l above are within 2 w of i or j:
    only penalties within that distance count in p. That makes p and w smaller, so the step is repeated until
    nothing changes.

    *Cuts.* Two couples that reach across the same place, a-b and a'-b', become shorter as a-a' and b-b'; so a
    and a' are penalised, or b and b' are. Where no penalised couple on one side of the place has both its
    entrants reach across, at most one couple crosses. Where the number of entrants above is even, no couple
    crosses, and the line may be cut.
    """

    burden: list[int]

    @classmethod
    def from_penalised(cls, size: int, penalised: Collection[Couple]) -> "_Reach":
        near = list(penalised)
        while True:
            burden = [0] * size
            for i, j in near:
                burden[i] += 1
                burden[j] += 1
            window = 2 * max(burden, default=0) + 1
            nearer = [(i, j) for i, j in near if j - i <= 2 * window]
            if len(nearer) == len(near):
                return cls(burden)
            near = nearer

    def couples(self, start: int, end: int) -> list[Couple]:
        burden, heaviest = self.burden, max(self.burden[start:end])
        if not heaviest:
            return [(i, i + 1) for i in range(start, end - 1)]
        return [
            (i, j)
            for i in range(start, end)
            for j in range(i + 1, min(end, i + 2 + burden[i] + heaviest))
            if j - i <= burden[i] + burden[j] + 1
        ]

    def cuts(self, penalised: Collection[Couple]) -> list[int]:
        size = len(self.burden)
        first, last = list(range(size)), list(range(size))  # the farthest position each may meet
        for i, j in self.couples(0, size):
            if j > last[i]:
                last[i] = j
            if i < first[j]:
                first[j] = i
        change = [0] * (size + 1)  # per place, the penalised couples on one side of it that reach across
        for i, j in penalised:
            for from_, to in ((j + 1, min(last[i], last[j])), (max(first[i], first[j]) + 1, i)):
                if from_ <= to:
                    change[from_] += 1
                    change[to + 1] -= 1
        held = list(accumulate(change))
        return [0, *(place for place in range(2, size, 2) if not held[place]), size]


def nearest(size: int, penalties: Penalties, draw_lots: DrawLots) -> list[Couple]:
    """The cheapest pairing of the positions 0 … size - 1, ``size`` even, as couples (better, worse) in order.

    Penalties are on couples (lower position, higher position), all of the same length, none negative.
    ``draw_lots(position, count)`` gives lots of 64 bits, the n-th for the entrant n places further on.
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
    """The weights with term 4, largest at the top of the line and 0 between neighbours, and with the lots."""
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
