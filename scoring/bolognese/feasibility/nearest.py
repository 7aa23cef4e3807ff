"""The feasible entries nearest to an infeasible sheet: the fewest figures changed, then the smallest
change."""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from heapq import heapify, heappop, heappush, nsmallest
from itertools import combinations
from typing import Final

from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import SIDES, Deal, Figure, Sheet, each_size
from scoring.bolognese.feasibility.known_discards import may_have_laid_aside
from scoring.bolognese.feasibility.search import (
    Cell,
    card_points_of,
    cells_whatever_aside,
    splits_with_cricche,
    with_aside,
    with_card_points,
)
from scoring.bolognese.feasibility.splits import RankSplit, sequences_of, sequences_of_b
from scoring.bolognese.feasibility.totals import MOST, MOST_IN_CRICCHE, MOST_IN_SEQUENCES, pair_possible

#: At most this many entries are offered (CONTRACT).
OFFERED: Final = 5

Entry = Mapping[Figure, int]

#: Possible values of each figure; at most 550 in sequences and 296 in cricche (Barilli 3.9.1).
_VALUES: Final[Mapping[str, range]] = {
    "sequences": range(0, MOST_IN_SEQUENCES + 1, POINTS_PER_CARD),
    "cricche": range(MOST_IN_CRICCHE + 1),
    "card_points": range(CARD_POINTS_IN_ALL + 1),
    "total": range(MOST + LAST_TRICK_POINTS + 1),
}


def nearest(sheet: Sheet, feasible: Callable[[Sheet], bool]) -> list[Entry]:
    """Up to five feasible entries with the same figures as an infeasible sheet.

    All change the same number of figures, the smallest that suffices; ties go to the entries found first.
    """
    # Where totals stand beside their parts, each value tried costs a search of all splits.
    is_mixed = sheet.has_totals and not sheet.only_totals
    wrong = {figure for figure in sheet.figures if is_mixed and not feasible(sheet.only([figure]))}
    for changed in range(max(1, len(wrong)), len(sheet.figures) + 1):
        best = Best(sheet.figures)
        for free in combinations(sheet.figures, changed):
            kept = sheet.without(free)
            if not wrong <= set(free) or not feasible(kept):
                continue
            if changed == 1 and not is_mixed:
                _look_at_values(best, sheet, free[0], feasible)
            else:
                _look(best, kept)
        if best.found:
            return best.entries()
    return []


class Best:
    """The nearest entries found so far, and the bound for new ones."""

    def __init__(self, wanted: Mapping[Figure, int]) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def is_too_much(self, change: int) -> bool:
        """Whether a change of this size or more would not be kept."""
        return len(self.found) == OFFERED and change >= self.found[-1][0]

    def cost(self, side: str, name: str, value: int) -> int:
        """The difference between a value and the written figure; 0 for a figure that was not written."""
        return abs(value - self.wanted.get(Figure(side, name), value))

    def would_keep(self, entry: Entry) -> bool:
        """Whether the entry is new and near enough."""
        ranked = self._ranked(entry)
        return not self.is_too_much(ranked[0]) and ranked not in self.found

    def add(self, entry: Entry) -> None:
        if self.would_keep(entry):
            insort(self.found, self._ranked(entry))
            del self.found[OFFERED:]

    def has_all_nearer(self, kept: Sheet) -> bool:
        """Whether only one figure may change and its nearest values have all been found."""
        free = [figure for figure in self.wanted if figure not in kept.figures]
        if len(free) != 1 or len(self.found) < OFFERED:
            return False
        written = self.wanted[free[0]]
        nearest = nsmallest(OFFERED, (abs(value - written) for value in _VALUES[free[0].name]))
        return nearest == [change for change, _ in self.found]

    def _ranked(self, entry: Entry) -> tuple[int, tuple[int, ...]]:
        change = sum(abs(entry[figure] - value) for figure, value in self.wanted.items())
        return change, tuple(entry[figure] for figure in self.wanted)

    def entries(self) -> list[Entry]:
        return [dict(zip(self.wanted, values, strict=True)) for _, values in self.found]


def _look_at_values(best: Best, sheet: Sheet, free: Figure, feasible: Callable[[Sheet], bool]) -> None:
    """Adds the best entries that change this figure alone, trying values outwards from the written one."""
    written = sheet.figures[free]
    for value in sorted(_values(sheet, free), key=lambda value: abs(value - written)):
        if best.is_too_much(abs(value - written)):
            return
        entry = replace(sheet, figures={**sheet.figures, free: value})
        if feasible(entry):
            best.add(entry.figures)


def _values(sheet: Sheet, free: Figure) -> range:
    """Values that the figure may take while the others stay. The other side's card points, if written, leave
    only one."""
    other = sheet.get("B" if free.side == "A" else "A", free.name)
    if free.name == "card_points" and other is not None:
        return range(CARD_POINTS_IN_ALL - other, CARD_POINTS_IN_ALL - other + 1)
    return _VALUES[free.name]


def _look(best: Best, kept: Sheet) -> None:
    """Adds the best entries that keep these figures."""
    if all(figure.name == "total" for figure in best.wanted):
        _look_at_totals(best, kept)
        return

    shows_a, shows_b = (_shows_sequences(best.wanted, side) for side in SIDES)
    for near in _nearest_first(best, kept):
        if best.is_too_much(near.least) or best.has_all_nearer(kept):
            return
        unkept: set[tuple[int | tuple[str, ...], ...]] = set()
        for cell in cells_whatever_aside(kept, [near.split], near):
            # Cells that would write the same entry are skipped once one of them is not kept.
            sequences = cell.sequences_a if shows_a else 0, cell.sequences_b if shows_b else 0
            written = (*sequences, cell.sizes, cell.last_tricks)
            if written in unkept:
                continue
            # Discards are checked last, since that takes much longer.
            if not any(best.would_keep(entry) for entry in _entries(cell, best.wanted, kept.deal)):
                unkept.add(written)
            else:
                for entry in _entries(with_aside(cell, kept.deal), best.wanted, kept.deal):
                    best.add(entry)


def _shows_sequences(wanted: Mapping[Figure, int], side: str) -> bool:
    """Whether the written figures depend on a side's sequences."""
    return bool(wanted.keys() & {Figure(side, "sequences"), Figure(side, "total")})


def _nearest_first(best: Best, kept: Sheet) -> Iterator["Nearness"]:
    """Yields the splits in order of their lower bound on the change.

    A rough bound is enough for most splits, since their sequences are slow to compute; it is refined when a
    split comes up.
    """
    allowed = kept.deal.sizes
    queue = [
        (near.least, place, near)
        for place, split in enumerate(splits_with_cricche(kept))
        if (sizes := with_card_points(allowed, split, kept)) and may_have_laid_aside(kept.deal, split.ranks)
        for near in (Nearness(best, kept, split, sizes),)
    ]
    heapify(queue)
    while queue:
        least, place, near = heappop(queue)
        if near.look_closely() > least:
            heappush(queue, (near.least, place, near))
        else:
            yield near


class Nearness:
    """A lower bound on the change that a split of the cards of value requires; also the order in which its
    sequences are tried.

    Each figure is bounded by itself: cricche exactly, card points at the best size, and sequences together
    with the total at the best size and last trick.
    """

    def __init__(self, best: Best, kept: Sheet, split: RankSplit, sizes: int) -> None:
        self.best = best
        self.split = split
        self._sequences = {side: best.wanted.get(Figure(side, "sequences")) for side in SIDES}
        self._totals = {side: best.wanted.get(Figure(side, "total")) for side in SIDES}
        cricche = best.cost("A", "cricche", split.cricche_a) + best.cost("B", "cricche", split.cricche_b)
        # A larger pile has no fewer points.
        low, high = (card_points_of(split, place.bit_length() - 1) for place in (sizes & -sizes, sizes))
        self._cricche = cricche
        self._already = cricche + self._of_points_between(low, high)
        self._rests = {
            "A": (split.cricche_a + low, split.cricche_a + high + LAST_TRICK_POINTS),
            "B": (
                split.cricche_b + CARD_POINTS_IN_ALL - high,
                split.cricche_b + CARD_POINTS_IN_ALL - low + LAST_TRICK_POINTS,
            ),
        }
        self._kept = kept
        self._is_close = False
        self._least_a, self._least_b = (self._least_at_all(side) for side in SIDES)

    @property
    def least(self) -> int:
        """The lower bound, as far as it was refined."""
        return self._already + self._least_a + self._least_b

    def look_closely(self) -> int:
        """Refines the bound with the sequences that the split can give."""
        if not self._is_close:
            self._is_close = True
            self._least_a = self._least("A", sequences_of)
            self._least_b = self._least("B", sequences_of_b)
        return self.least

    def order(self, side: str, points: list[int]) -> list[int]:
        """The points of a side, those with the smallest change first."""
        if self._sequences[side] is None and self._totals[side] is None:
            return points
        return sorted(points, key=lambda value: self._change(side, value))

    def is_too_far(self, a: int | None, b: int | None, points: int | None) -> bool:
        """Whether these points of sequences, and these card points of A, change too much; None stands for any
        value."""
        of_a = self._least_a if a is None else self._change("A", a)
        of_b = self._least_b if b is None else self._change("B", b)
        already = self._already if points is None else self._cricche + self._of_points(points)
        return self.best.is_too_much(already + of_a + of_b)

    def _of_points_between(self, low: int, high: int) -> int:
        """The smallest change for card points in this range: it is at an end of the range or at a written
        value."""
        wanted = self.best.wanted
        of_a = wanted.get(Figure("A", "card_points"), low)
        of_b = wanted.get(Figure("B", "card_points"), CARD_POINTS_IN_ALL - low)
        kindest = (low, high, of_a, CARD_POINTS_IN_ALL - of_b)
        return min(self._of_points(points) for points in kindest if low <= points <= high)

    def _of_points(self, points: int) -> int:
        of_b = CARD_POINTS_IN_ALL - points
        return self.best.cost("A", "card_points", points) + self.best.cost("B", "card_points", of_b)

    def _least_at_all(self, side: str) -> int:
        """A lower bound on the change of the side's total with any sequences."""
        total = self._totals[side]
        if total is None:
            return 0
        low, high = self._rests[side]
        return max(0, low - total, total - high - MOST_IN_SEQUENCES)

    def _least(self, side: str, fives_of: Callable[[RankSplit, str], Iterable[int]]) -> int:
        """A lower bound on the change of the side's sequences and total; 0 without a total."""
        if self._totals[side] is None:
            return 0
        asked = self._kept.get(side, "sequences")
        if asked is not None:
            return self._change(side, asked)
        fives = fives_of(self.split, self._kept.deal.rules)
        return min(self._change(side, each * POINTS_PER_CARD) for each in fives)

    def _change(self, side: str, points: int) -> int:
        """The change of the side's sequences and total with these points of sequences."""
        sequences, total = self._sequences[side], self._totals[side]
        own = 0 if sequences is None else abs(points - sequences)
        if total is None:
            return own
        low, high = self._rests[side]
        return own + max(0, points + low - total, total - points - high)


def _entries(cell: Cell, wanted: Mapping[Figure, int], deal: Deal) -> Iterator[Entry]:
    """Yields the entries that a cell's splits give: one for each size and last trick that makes a
    difference."""
    split = cell.split
    shows_size = any(figure.name in {"card_points", "total"} for figure in wanted)
    shows_last = any(figure.name == "total" for figure in wanted)
    with_last = [(last, deal.sizes_with(last)) for last in cell.last_tricks]
    for size in each_size(cell.sizes if shows_size else cell.sizes & -cell.sizes):
        points = card_points_of(split, size)
        lasts = [last for last, sizes in with_last if sizes >> size & 1]
        for last in lasts if shows_last else lasts[:1]:
            a = (cell.sequences_a, split.cricche_a, points)
            b = (cell.sequences_b, split.cricche_b, CARD_POINTS_IN_ALL - points)
            by_side = {
                "A": (*a, sum(a) + (LAST_TRICK_POINTS if last == "A" else 0)),
                "B": (*b, sum(b) + (LAST_TRICK_POINTS if last == "B" else 0)),
            }
            yield {figure: by_side[figure.side][_PLACES[figure.name]] for figure in wanted}


_PLACES: Final = {"sequences": 0, "cricche": 1, "card_points": 2, "total": 3}


def _look_at_totals(best: Best, kept: Sheet) -> None:
    """Adds the best entries of a sheet with totals only, trying values outwards from the written ones."""
    a, b = Figure("A", "total"), Figure("B", "total")
    for total_a in _outwards(best, a, kept):
        cost_a = best.cost("A", "total", total_a)
        if best.is_too_much(cost_a):
            return
        for total_b in _outwards(best, b, kept):
            if best.is_too_much(cost_a + best.cost("B", "total", total_b)):
                break
            if pair_possible(kept.deal, total_a, total_b):
                totals = {a: total_a, b: total_b}
                best.add({figure: totals[figure] for figure in best.wanted})


def _outwards(best: Best, figure: Figure, kept: Sheet) -> list[int]:
    if figure in kept.figures:
        return [kept.figures[figure]]
    middle = best.wanted.get(figure, 0)
    return sorted(range(MOST + LAST_TRICK_POINTS + 1), key=lambda total: abs(total - middle))
