"""The splits of the deck that agree with a sheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple, Protocol

from scoring.bolognese.cards import DECK
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import SIDES, Deal, Figure, Sheet, each_size
from scoring.bolognese.feasibility.splits import (
    RankSplit,
    Sequences,
    class_representatives,
    rank_splits_by_cricche,
    sequences_of,
)
from scoring.bolognese.feasibility.told_aside import may_have_laid_aside, sizes_with_aside

#: Sheets whose splits are remembered, while discards are tried; and splits, the most even first, that are
#: looked at without.
_SHEETS: Final = 4
_AT_FIRST: Final = 100


class Cell(NamedTuple):
    """Splits that give the same figures but for A's size: points of sequences, and the sizes allowed."""

    split: RankSplit
    sequences_a: int
    sequences_b: int
    sizes: int
    last_tricks: tuple[str, ...]


class Preference(Protocol):
    """Which points of sequences to look at first, and which not at all."""

    def order(self, side: str, points: list[int]) -> list[int]: ...

    def is_too_far(self, a: int | None, b: int | None, points: int | None) -> bool:
        """With A's card points or whatever they are."""


def splits_with_cricche(sheet: Sheet) -> tuple[RankSplit, ...]:
    """The splits of the cards of value that give the sheet's cricche."""
    asked = (sheet.get("A", "cricche"), sheet.get("B", "cricche"))
    return rank_splits_by_cricche().get(asked, ())


def cells(
    sheet: Sheet, splits: Iterable[RankSplit] | None = None, preference: Preference | None = None
) -> Iterator[Cell]:
    """The cells that agree with the sheet, among those of some splits of the cards of value if they are
    named; one of each class, where nothing but sequences is asked.

    With totals a cell has one size and one last trick. The order is always the same.
    """
    if not sheet.deal.binds_piles:
        return cells_whatever_aside(sheet, splits, preference)
    among = _asked_again(sheet) if splits is None else splits
    among = (split for split in among if may_have_laid_aside(sheet.deal, split.ranks))
    found = cells_whatever_aside(sheet, among, preference)
    return (each for cell in found if (each := with_aside(cell, sheet.deal)).sizes)


def _asked_again(sheet: Sheet) -> Iterator[RankSplit]:
    """Splits of the cards of value in which to look for a sheet about which many discards are asked."""
    yield from splits_with_cricche(sheet)[:_AT_FIRST]
    yield from _agreeing(tuple(sheet.figures.items()), replace(sheet.deal, aside=0, bound=True))


@lru_cache(_SHEETS)
def _agreeing(figures: tuple[tuple[Figure, int], ...], deal: Deal) -> tuple[RankSplit, ...]:
    """The splits after the first of which some agree with a sheet whatever was laid aside."""
    sheet = Sheet(dict(figures), deal)
    found = cells_whatever_aside(sheet, splits_with_cricche(sheet)[_AT_FIRST:])
    return tuple(dict.fromkeys(cell.split for cell in found))


def with_aside(cell: Cell, deal: Deal) -> Cell:
    """The cell with the sizes only at which the cards laid aside can be with who laid them aside."""
    if not deal.binds_piles:
        return cell
    sizes = 0
    for last in cell.last_tricks:
        allowed = cell.sizes & deal.sizes_with(last)
        ranks = cell.split.ranks
        sizes |= sizes_with_aside(deal, ranks, cell.sequences_a, cell.sequences_b, allowed, last)
    return cell._replace(sizes=sizes)


def cells_whatever_aside(
    sheet: Sheet, splits: Iterable[RankSplit] | None = None, preference: Preference | None = None
) -> Iterator[Cell]:
    """The same whatever was laid aside."""
    if _is_no_multiple(sheet):
        return
    if splits is None:
        only_sequences = all(figure.name == "sequences" for figure in sheet.figures)
        only_sequences &= not sheet.deal.binds_piles
        splits = class_representatives() if only_sequences else splits_with_cricche(sheet)
    allowed = sheet.deal.sizes
    asked = (sheet.get("A", "sequences"), sheet.get("B", "sequences"))
    points, totals = _card_points_of_a(sheet), _Totals(sheet) if sheet.has_totals else None
    for split in splits:
        sizes = _with_points(allowed, split, points)
        if not sizes:
            continue
        if totals:
            yield from _with_totals(totals, split, sizes, preference)
            continue
        for a, b, possible in _at(sequences_of(split, sheet.deal.rules), *asked, preference):
            if possible & sizes:
                yield Cell(split, a, b, possible & sizes, sheet.deal.last_tricks)


def _is_no_multiple(sheet: Sheet) -> bool:
    """Whether some sequences are no multiple of five, which nothing can give (Barilli 2.2.2)."""
    return any((sheet.get(side, "sequences") or 0) % POINTS_PER_CARD for side in ("A", "B"))


def card_points_of(split: RankSplit, size: int) -> int:
    """A's card points with so many cards; of two odd piles the larger has one more (Barilli 3.9)."""
    return split.above_half + _pairs(size)


def with_card_points(sizes: int, split: RankSplit, sheet: Sheet) -> int:
    """The sizes, among these, that give the card points asked."""
    return _with_points(sizes, split, _card_points_of_a(sheet))


def _card_points_of_a(sheet: Sheet) -> tuple[int, ...]:
    """What A's card points must be, as either side's figure says it."""
    of_a, of_b = (sheet.get(side, "card_points") for side in SIDES)
    return (*(() if of_a is None else (of_a,)), *(() if of_b is None else (CARD_POINTS_IN_ALL - of_b,)))


def _with_points(sizes: int, split: RankSplit, points: tuple[int, ...]) -> int:
    for of_a in points:
        sizes &= _sizes_with(of_a - split.above_half)
    return sizes


def _sizes_with(pairs: int) -> int:
    """The sizes of A's pile that have so many pairs; of two odd piles the larger has one more (Barilli
    3.9)."""
    return _sizes_by_pairs().get(pairs, 0)


@cache
def _sizes_by_pairs() -> dict[int, int]:
    found: dict[int, int] = {}
    for size in range(len(DECK) + 1):
        found[_pairs(size)] = found.get(_pairs(size), 0) | 1 << size
    return found


def _pairs(size: int) -> int:
    return (size + (size > len(DECK) // 2)) // 2


class _Totals:
    """What a sheet with totals asks, read once for all splits."""

    def __init__(self, sheet: Sheet) -> None:
        self.of_a, self.of_b = ((sheet.get(side, "sequences"), sheet.get(side, "total")) for side in SIDES)
        self.last_tricks = [(last, sheet.deal.sizes_with(last)) for last in sheet.deal.last_tricks]
        self.rules = sheet.deal.rules

    def sizes(self, split: RankSplit, last: str, found: int) -> int:
        """Those of these sizes of A's pile that leave a multiple of five to each side's sequences, or just
        what they are."""
        rest_a = split.cricche_a + split.above_half + (LAST_TRICK_POINTS if last == "A" else 0)
        rest_b = CARD_POINTS_IN_ALL + split.cricche_b - split.above_half
        rest_b += LAST_TRICK_POINTS if last == "B" else 0
        (sequences_a, total_a), (sequences_b, total_b) = self.of_a, self.of_b
        if total_a is not None:
            found &= _sizes_leaving(total_a - rest_a, sequences_a)
        if total_b is not None:
            found &= _sizes_leaving(rest_b - total_b, None if sequences_b is None else -sequences_b)
        return found


def _sizes_leaving(points: int, sequences: int | None) -> int:
    """The sizes with as many pairs as leave, of so many points, such sequences or a multiple of five."""
    return _sizes_by_fives(points % POINTS_PER_CARD) if sequences is None else _sizes_with(points - sequences)


@cache
def _sizes_by_fives(rest: int) -> int:
    every = range(len(DECK) + 1)
    return sum(1 << size for size in every if _pairs(size) % POINTS_PER_CARD == rest)


def _with_totals(
    asked: _Totals, split: RankSplit, sizes: int, preference: Preference | None
) -> Iterator[Cell]:
    """A total, a size and a last trick leave one value to that side's sequences."""
    for last, allowed in asked.last_tricks:
        for size in each_size(asked.sizes(split, last, sizes & allowed)):
            points = card_points_of(split, size)
            rest_a = split.cricche_a + points + (LAST_TRICK_POINTS if last == "A" else 0)
            rest_b = split.cricche_b + CARD_POINTS_IN_ALL - points + (LAST_TRICK_POINTS if last == "B" else 0)
            wanted_a = _left_for_sequences(*asked.of_a, rest_a)
            wanted_b = _left_for_sequences(*asked.of_b, rest_b)
            if _is_nothing(wanted_a) or _is_nothing(wanted_b):
                continue
            if preference and preference.is_too_far(wanted_a, wanted_b, points):
                continue
            for a, b, possible in _at(sequences_of(split, asked.rules), wanted_a, wanted_b, preference):
                if possible >> size & 1:
                    yield Cell(split, a, b, 1 << size, (last,))


def _is_nothing(points: int | None) -> bool:
    """Whether no sequences make these points, whatever the class."""
    return points is not None and (points < 0 or points % POINTS_PER_CARD != 0)


def _left_for_sequences(sequences: int | None, total: int | None, rest: int) -> int | None:
    """What the side's sequences must be; where they are told with the total, the size agrees already."""
    return sequences if total is None or sequences is not None else total - rest


def _at(
    found: Sequences, a: int | None, b: int | None, preference: Preference | None
) -> Iterator[tuple[int, int, int]]:
    """Points of A's and B's sequences, and sizes, at these points; None stands for any."""
    if preference is None:
        yield from _at_any(found, a, b)
        return
    for points_a in _points(found, "A", a, preference):
        if preference.is_too_far(points_a, None, None):
            return
        row = found[points_a // POINTS_PER_CARD]
        for points_b in _points(row, "B", b, preference):
            if preference.is_too_far(points_a, points_b, None):
                break
            yield points_a, points_b, row[points_b // POINTS_PER_CARD]


def _at_any(found: Sequences, a: int | None, b: int | None) -> Iterator[tuple[int, int, int]]:
    """The same in whichever order."""
    for fives_a in _among(found, a):
        row = found[fives_a]
        # Of hundreds of rows few have what is asked.
        if b is not None and b // POINTS_PER_CARD not in row:
            continue
        for fives_b in _among(row, b):
            yield fives_a * POINTS_PER_CARD, fives_b * POINTS_PER_CARD, row[fives_b]


def _among(known: Mapping[int, object], asked: int | None) -> Iterable[int]:
    """The fives to look at: those asked if they can be, or all."""
    if asked is None:
        return known
    fives, over = divmod(asked, POINTS_PER_CARD)
    return (fives,) if not over and fives in known else ()


def _points(known: Mapping[int, object], side: str, asked: int | None, preference: Preference) -> list[int]:
    """The points to look at: those asked if they can be, or all, the preferred first."""
    return preference.order(side, [fives * POINTS_PER_CARD for fives in _among(known, asked)])
