"""Where a line may be cut, and which couples may meet, in a cheapest pairing: what `matching` has to look at.

Two couples i-j and k-l of a pairing could trade opponents: i-k j-l, or i-l k-j. If the new couples are free
of penalties and shorter together, or as short with smaller squares, the pairing was not cheapest.

*Couples.* In a cheapest pairing i and j are at most p(i) + p(j) + 1 places apart, p being the number of those
whom one is penalised with. Proof: take k strictly between i and j, and its opponent l. With l between k and
j, both i-k l-j (smaller sum of distances) and i-l k-j (same sum, smaller squares) would be cheaper, were they
free of penalties: of the couples of i or j with k or l, two at least are penalised. With l beyond j, i-k j-l
is shorter, so one of its couples is penalised; likewise with l on the other side of i. Either way the table
of k and l holds no more of those strictly between i and j than it uses up penalties.

So nobody meets one farther away than w = 2 max p + 1, and k and l above are within 2 w of i or j: only
penalties with those so near count in p, which makes p smaller, and w, and so on until nothing changes.

*Cuts.* Two couples that reach across the same place, a-b and a'-b', become shorter as a-a' and b-b'; so a
and a' are penalised, or b and b' are. Where no two who reach so far are, at most one couple crosses. Where
an even number stand above, that one does not either, and the line may be cut.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tournaments.draws.line import Couple


@dataclass(frozen=True, slots=True)
class Part:
    """Positions ``start`` … ``end`` - 1 of a line of ``line`` entrants, and the couples left there."""

    line: int
    start: int
    end: int
    couples: Sequence[Couple]

    def __len__(self) -> int:
        return self.end - self.start


def parts(size: int, penalised: Collection[Couple]) -> list[Part]:
    """The parts into which the line 0 … size - 1 falls, ``size`` even; each is paired within itself."""
    reach = _Reach.of(size, penalised)
    cuts = reach.cuts(penalised)
    return [Part(size, start, end, reach.couples(start, end)) for start, end in pairwise(cuts)]


def cut_at(part: Part, pairing: Collection[Couple]) -> list[Part]:
    """The part cut wherever no couple of the pairing crosses."""
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
    """p of everyone in the proof above."""

    burden: list[int]

    @classmethod
    def of(cls, size: int, penalised: Collection[Couple]) -> "_Reach":
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
        first, last = list(range(size)), list(range(size))  # the farthest whom everyone may meet
        for i, j in self.couples(0, size):
            if j > last[i]:
                last[i] = j
            if i < first[j]:
                first[j] = i
        change = [0] * (size + 1)  # at each place, how many penalised couples lie beside it and reach across
        for i, j in penalised:
            for from_, to in ((j + 1, min(last[i], last[j])), (max(first[i], first[j]) + 1, i)):
                if from_ <= to:
                    change[from_] += 1
                    change[to + 1] -= 1
        held = list(accumulate(change))
        return [0, *(place for place in range(2, size, 2) if not held[place]), size]
