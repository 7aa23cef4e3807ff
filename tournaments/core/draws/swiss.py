"""Swiss by match points: entrants with equal points meet, the upper half of them against the lower."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Self

from tournaments.core.draws.inputs import (
    Couple,
    DrawImpossible,
    DrawInput,
    Entrant,
    Line,
    entrants_with_bye,
    in_order,
    penalties,
    same_circle,
    verify,
)
from tournaments.core.draws.matching import LOT_BITS, TooLargeError, as_numbers, cheapest_matching
from tournaments.core.draws.seating import tabled
from tournaments.core.draws.tables import Draw, Reason
from tournaments.core.lots import lots

FULL = 300  # up to this many entrants, every couple is a candidate
REACH = 60  # with more: candidates within this many places of the ideal opponent

KEPT_LOT_BITS = 20


@dataclass(frozen=True, slots=True)
class ScoreGroups:
    """For each position of the line, the start of its group of equal points, and that of the next group."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def from_line(cls, line: Line) -> Self:
        starts: list[int] = []
        ends: list[int] = []
        for _points, group in groupby(line.entrants, key=lambda entrant: entrant.points):
            size, start = len(list(group)), len(starts)
            starts += [start] * size
            ends += [start + size] * size
        return cls(tuple(starts), tuple(ends))

    def distance(self, i: int, j: int) -> int:
        """The distance of the couple i < j from the ideal of the Swiss.

        Within a group, the ideal is upper half against lower: half a group apart. Between groups, it is the
        last of the upper group against the first of the lower one; this distance counts double, so that the
        entrants who leave their group are chosen first.
        """
        if self.starts[i] == self.starts[j]:
            return abs((j - i) - (self.ends[i] - self.starts[i] + 1) // 2)
        return 2 * (self.ends[i] - 1 - i + j - self.starts[j])

    def ideal_opponent(self, i: int) -> int:
        """The position of the ideal opponent of i."""
        half = (self.ends[i] - self.starts[i] + 1) // 2
        return i + half if i + half < self.ends[i] else i - half


def draw_swiss(given: DrawInput) -> Draw:
    """The tables of a round by ``Entrant.points``, the same ones for the same input on every machine.

    The draw minimises in this order: rematches, how recent they are, and the squares of the differences in
    points, so that few entrants leave their group, and not by far. Then the upper half of a group plays
    against the lower (FIDE C.04.3, the Dutch system, without colours); then lots decide.

    Up to `FULL` entrants, the matching is exact over all couples; with more, over couples within `REACH`
    places of the ideal opponent. With an odd number, one entrant has a bye, as in `danish.draw`.

    Raises `DrawImpossible` with the codes of `inputs.verify` and of `seating.numbered`, and with
    ``too-many-entrants`` beyond some ten thousand.
    """
    verify(given)
    placed = sorted(in_order(given), key=lambda entrant: -entrant.points)
    resting = entrants_with_bye(placed, len(placed) % 2)
    line = Line.from_input(given, (entrant for entrant in placed if entrant not in resting))
    kept_apart = penalties(given, line)
    couples = _matched(given, line, kept_apart)
    of_one_circle = set(same_circle(line)) if given.wish == "circles-apart" else set()
    reasons = [_reason(line, couple, of_one_circle) for couple in couples]
    return tabled(given, line, couples, reasons, resting)


def _matched(given: DrawInput, line: Line, kept_apart: Mapping[Couple, tuple[int, ...]]) -> list[Couple]:
    size = len(line.entrants)
    groups = ScoreGroups.from_line(line)
    couples = _couples(size, groups)
    by_lot = [lots(size, given.seed, "pairing", given.turn, one.number) for one in line.entrants]
    terms = [
        (
            *kept_apart.get((i, j), (0, 0, 0, 0)),
            (line.entrants[i].points - line.entrants[j].points) ** 2,
            groups.distance(i, j) ** 2,
            by_lot[i][j] >> (LOT_BITS - KEPT_LOT_BITS),
        )
        for i, j in couples
    ]
    try:
        costs, _bits = as_numbers(terms, size // 2)
    except TooLargeError as error:
        raise DrawImpossible("too-many-entrants", entrants=size) from error
    return cheapest_matching(size, couples, costs)


def _couples(size: int, groups: ScoreGroups) -> list[Couple]:
    if size <= FULL:
        return [(i, j) for i in range(size) for j in range(i + 1, size)]
    couples = set()
    for i in range(size):
        around = groups.ideal_opponent(i)
        for j in (*range(around - REACH, around + REACH), i - 1, i + 1):
            if 0 <= j < size and j != i:
                couples.add((min(i, j), max(i, j)))
    return sorted(couples)


def _reason(line: Line, couple: Couple, of_one_circle: Set[Couple]) -> Reason:
    one, other = (line.entrants[position] for position in couple)
    params = {"first": one.rank or couple[0] + 1, "second": other.rank or couple[1] + 1}
    if couple in line.last_met:
        return Reason("swiss-rematch", {**params, "turn": line.last_met[couple]})
    is_by_lot = _is_first_turn(one) and _is_first_turn(other) and None in (one.rank, other.rank)
    if couple in of_one_circle:
        return Reason("circle-by-lot") if is_by_lot else Reason("wish-unkept", params)
    if is_by_lot:
        return Reason("by-lot")
    if one.points == other.points:
        return Reason("same-points", {**params, "points": one.points})
    return Reason("nearest-points", {**params, "more": one.points, "less": other.points})


def _is_first_turn(entrant: Entrant) -> bool:
    return not entrant.past_sides and not entrant.rests
