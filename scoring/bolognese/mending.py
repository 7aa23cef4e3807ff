"""Sheets weighed by their own sums, and the possible entries nearest to one that is not."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final

from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import Figure
from scoring.bolognese.sums import MOST_OVER, Reach, SideFigures, Table, card_points_with, members, reach

#: CONTRACT: at most this many are offered.
OFFERED: Final = 5
#: How many values of each figure are tried when so many are changed together, the nearest first; one figure
#: alone is tried with all of them.
TRIED: Final = {2: 24, 3: 8, 4: 6}
#: How many ways of mending each pile are tried with those of the others, by how many are to be mended.
MENDED: Final = {1: 12, 2: 12, 3: 5}
MENDED_OF_MANY: Final = 2

Figures = Mapping[Figure, int]


@dataclass(frozen=True, slots=True)
class Sums:
    """A sheet of so many sides, and who had the last trick where that is known."""

    figures: Figures
    sides: tuple[str, ...]
    table: Table
    last_trick: str | None

    @property
    def reach(self) -> Reach:
        return reach(self.table)

    def possible(self, figures: Figures) -> bool:
        """Whether each pile can give its figures, one has the last trick, and the card points close."""
        told = {side: self._side(figures, side) for side in self.sides}
        takers = self.sides if self.last_trick is None else (self.last_trick,)
        return any(self._closes(told, taker) for taker in takers)

    def _closes(self, told: Mapping[str, SideFigures], taker: str) -> bool:
        """Whether the piles can give what was told when that side took the last trick."""
        found = [
            card_points_with(self.table, own, LAST_TRICK_POINTS if side == taker else 0)
            for side, own in told.items()
        ]
        ranges = [each for each in found if each is not None]
        if len(ranges) < len(found):
            return False
        fewest, most = sum(least for least, _ in ranges), sum(last for _, last in ranges)
        return fewest <= self.table.groups + MOST_OVER and most >= self.table.groups

    def side_possible(self, figures: Figures, side: str) -> bool:
        """Whether one pile can give that side's figures, with the last trick as it is known to be."""
        own = self._side(figures, side)
        takes = (True, False) if self.last_trick is None else (side == self.last_trick,)
        return any(card_points_with(self.table, own, LAST_TRICK_POINTS * took) for took in takes)

    def candidates(self, figure: Figure) -> list[int]:
        """Other values of a figure, the nearest first."""
        written, found = self.figures[figure], self.reach
        values = {
            "sequences": members(found.sequences),
            "cricche": iter(sorted(found.card_points)),
            "card_points": iter(found.card_points_told),
            "total": iter(range(found.largest_total + 1)),
        }[figure.name]
        return sorted((value for value in values if value != written), key=lambda value: abs(value - written))

    def change(self, entry: Figures) -> int:
        """How far an entry is from the sheet."""
        return sum(abs(value - self.figures[figure]) for figure, value in entry.items())

    def _side(self, figures: Figures, side: str) -> SideFigures:
        return SideFigures(**{figure.name: value for figure, value in figures.items() if figure.side == side})


def nearest(sums: Sums) -> list[Figures]:
    """Up to five possible entries: the fewest figures changed, then the smallest change.

    Piles that are impossible by themselves are mended one by one; otherwise one figure of any pile is
    changed, or two. Empty when that is not enough.
    """
    broken = [side for side in sums.sides if not sums.side_possible(sums.figures, side)]
    if broken:
        mended = product(*(_mend(sums, side, MENDED.get(len(broken), MENDED_OF_MANY)) for side in broken))
        tried = ({**sums.figures, **_merged(parts)} for parts in mended)
        return _best(sums, [entry for entry in tried if sums.possible(entry)])
    for number in (1, 2):
        found = [
            entry
            for free in combinations(sums.figures, number)
            for entry in islice(filter(sums.possible, _changed(sums, free, sums.figures)), OFFERED)
        ]
        if found:
            return _best(sums, found)
    return []


def _mend(sums: Sums, side: str, ways: int) -> list[Figures]:
    """Ways of making one side's figures possible with the fewest of them changed, the nearest first."""
    own = [figure for figure in sums.figures if figure.side == side]
    for number in range(1, len(own) + 1):
        found = [
            entry
            for free in combinations(own, number)
            for entry in islice(
                (entry for entry in _changed(sums, free, own) if sums.side_possible(entry, side)),
                ways if number == 1 else None,
            )
        ]
        if found:
            return sorted(found, key=sums.change)[:ways]
    return []


def _changed(sums: Sums, free: tuple[Figure, ...], figures: Iterable[Figure]) -> Iterator[Figures]:
    values = [sums.candidates(figure)[: TRIED.get(len(free))] for figure in free]
    written = {figure: sums.figures[figure] for figure in figures}
    for chosen in product(*values):
        yield {**written, **dict(zip(free, chosen, strict=True))}


def _merged(parts: tuple[Figures, ...]) -> dict[Figure, int]:
    return {figure: value for part in parts for figure, value in part.items()}


def _best(sums: Sums, entries: list[Figures]) -> list[Figures]:
    return sorted(entries, key=sums.change)[:OFFERED]
