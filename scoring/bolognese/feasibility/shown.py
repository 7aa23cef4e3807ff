"""Which figures of accusi the two sides of a deal can show together, looked up in a table.

The table has every pair of figures that some hands show, and no other. It is made by sharing out the deck in
all ways that matter (``tests.scoring.bolognese.feasibility.every_accuso``), and kept since that takes
minutes. House rules change nothing: they close the grande only to who lacks Sole or Luna, and whoever has the
Angelo may as well have these in the place of two numbers. What must be laid aside forbids nothing either: the
scartini are enough of it, and in Millone for two two cards more, which no figure needs.
"""

from base64 import b85decode
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from zlib import decompress

from scoring.bolognese.feasibility.shown_table import PACKED

#: What a side can show in all, figure by figure: bit n for n points.
Figures = int


class Seats(NamedTuple):
    """How many players each side has, and how many cards each of them when the first trick begins."""

    first: int
    second: int
    hand: int

    @property
    def turned(self) -> "Seats":
        """The same with the sides changed over."""
        return Seats(self.second, self.first, self.hand)

    @property
    def sides(self) -> tuple[range, range]:
        """The players of each side, by number."""
        return range(self.first), range(self.first, self.first + self.second)


def may_show(points: int, seats: Seats) -> bool:
    """Whether the first side can show just so many points, whatever the second shows."""
    return may_both_show(points, 0, seats)


def may_both_show(first: int, second: int, seats: Seats) -> bool:
    """Whether in some deal the first side shows just so many points and the second just so many."""
    return second >= 0 and bool(shown_beside(first, seats) >> second & 1)


def shown_beside(first: int, seats: Seats) -> Figures:
    """What the second side can show where the first shows so many points; nothing where it cannot."""
    rows = _rows(seats)
    return rows[first] if 0 <= first < len(rows) else 0


def nearest_shown(wanted: tuple[int, ...], seats: Seats, number: int) -> list[tuple[int, ...]]:
    """The possible figures nearest to those of one side or two: the fewest changed, then the nearest."""
    if len(wanted) == 2 and may_both_show(*wanted, seats):
        return [wanted]
    return near_by(wanted, seats, number)


def near_by(wanted: tuple[int, ...], seats: Seats, number: int) -> list[tuple[int, ...]]:
    """The same of figures that something else forbids: those that change one, if there are any."""
    if len(wanted) == 1:
        return [(points,) for points in _nearest(shown_beside(0, seats.turned), *wanted, number)]
    first, second = wanted
    one: list[tuple[int, ...]] = [
        (first, points) for points in _nearest(shown_beside(first, seats), second, number)
    ]
    one += [(points, second) for points in _nearest(shown_beside(second, seats.turned), first, number)]
    found = one or [
        (points, others)
        for points, row in enumerate(_rows(seats))
        for others in _nearest(row, second, number)
    ]
    return sorted(found, key=lambda pair: abs(pair[0] - first) + abs(pair[1] - second))[:number]


def _nearest(figures: Figures, wanted: int, number: int) -> list[int]:
    """So many figures of a set, those nearest to one wanted."""
    above = max(wanted, 0)
    lower = _members_down(figures & (1 << above) - 1, number)
    upper = _members_up(figures >> above << above, number)
    return sorted((*lower, *upper), key=lambda points: abs(points - wanted))[:number]


def _members_up(figures: Figures, number: int) -> Iterator[int]:
    while figures and number:
        lowest = figures & -figures
        yield lowest.bit_length() - 1
        figures, number = figures ^ lowest, number - 1


def _members_down(figures: Figures, number: int) -> Iterator[int]:
    while figures and number:
        highest = figures.bit_length() - 1
        yield highest
        figures, number = figures ^ 1 << highest, number - 1


@cache
def _rows(seats: Seats) -> tuple[Figures, ...]:
    """By the first side's figure, those of the second."""
    if seats not in PACKED:
        return _turned(_rows(seats.turned))
    width, packed = PACKED[seats]
    table = decompress(b85decode("".join(packed)))
    return tuple(
        int.from_bytes(table[place : place + width], "little") for place in range(0, len(table), width)
    )


def _turned(rows: tuple[Figures, ...]) -> tuple[Figures, ...]:
    """The same with the sides changed over."""
    longest = max(row.bit_length() for row in rows)
    return tuple(
        sum((row >> points & 1) << first for first, row in enumerate(rows)) for points in range(longest)
    )
