"""Searches the splits of the deck that agree with a sheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple, Protocol

from scoring.bolognese.cards import DECK
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import SIDES, Deal, Figure, Sheet, each_size
from scoring.bolognese.feasibility.known_discards import may_have_laid_aside, sizes_with_aside
from scoring.bolognese.feasibility.splits import (
    RankSplit,
    Sequences,
    class_representatives,
    rank_splits_by_cricche,
    sequences_of,
)

#: For how many sheets the splits that agree are cached while discards are tried.
_CACHED_SHEETS: Final = 4
#: How many of the most even splits are searched before the cached ones.
_TRIED_FIRST: Final = 100


class Cell(NamedTuple):
    """Splits that give the same figures except A's size: points of both sides' sequences, and a bit mask of
    sizes."""

    split: RankSplit
    sequences_a: int
    sequences_b: int
    sizes: int
    last_tricks: tuple[str, ...]


class Preference(Protocol):
    """Order in which points of sequences are tried, and when to stop."""

    def order(self, side: str, points: list[int]) -> list[int]: ...

    def is_too_far(self, a: int | None, b: int | None, points: int | None) -> bool:
        """Whether these points of sequences, and A's card points, are out of range; None stands for any
        value."""


def splits_with_cricche(sheet: Sheet) -> tuple[RankSplit, ...]:
    """The splits of the cards of value that give the sheet's cricche."""
    asked = (sheet.get("A", "cricche"), sheet.get("B", "cricche"))
    return rank_splits_by_cricche().get(asked, ())


def cells(
    sheet: Sheet, splits: Iterable[RankSplit] | None = None, preference: Preference | None = None
) -> Iterator[Cell]:
    """Yields the cells that agree with the sheet, in a fixed order. With `splits`, only their cells.

    Where only sequences are asked, one cell stands for each class. With totals a cell has one size and one
    last trick.
    """
    if not sheet.deal.binds_piles:
        return cells_whatever_aside(sheet, splits, preference)
    among = _asked_again(sheet) if splits is None else splits
    among = (split for split in among if may_have_laid_aside(sheet.deal, split.ranks))
    found = cells_whatever_aside(sheet, among, preference)
    return (each for cell in found if (each := with_aside(cell, sheet.deal)).sizes)


def _asked_again(sheet: Sheet) -> Iterator[RankSplit]:
    """Yields the splits to search for a sheet that is asked with many different discards."""
    yield from splits_with_cricche(sheet)[:_TRIED_FIRST]
    yield from _agreeing(tuple(sheet.figures.items()), replace(sheet.deal, aside=0, bound=True))


@lru_cache(_CACHED_SHEETS)
def _agreeing(figures: tuple[tuple[Figure, int], ...], deal: Deal) -> tuple[RankSplit, ...]:
    """The splits in which some cell agrees with the sheet, whatever the discards; without the first ones."""
    sheet = Sheet(dict(figures), deal)
    found = cells_whatever_aside(sheet, splits_with_cricche(sheet)[_TRIED_FIRST:])
    return tuple(dict.fromkeys(cell.split for cell in found))


def with_aside(cell: Cell, deal: Deal) -> Cell:
    """The cell, with only those sizes at which the discards can lie in the discarder's pile."""
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
    """Like ``cells``, without restricting the discards."""
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
    """Whether some figure of sequences is no multiple of five, and so impossible (Barilli 2.2.2)."""
    return any((sheet.get(side, "sequences") or 0) % POINTS_PER_CARD for side in ("A", "B"))


def card_points_of(split: RankSplit, size: int) -> int:
    """A's card points with a pile of this size; the larger of two odd piles counts one more pair (Barilli
    3.9)."""
    return split.above_half + _pairs(size)


def with_card_points(sizes: int, split: RankSplit, sheet: Sheet) -> int:
    """Keeps the sizes that give the sheet's card points."""
    return _with_points(sizes, split, _card_points_of_a(sheet))


def _card_points_of_a(sheet: Sheet) -> tuple[int, ...]:
    """A's card points as required by either side's figure: no, one or two values."""
    of_a, of_b = (sheet.get(side, "card_points") for side in SIDES)
    return (*(() if of_a is None else (of_a,)), *(() if of_b is None else (CARD_POINTS_IN_ALL - of_b,)))


def _with_points(sizes: int, split: RankSplit, points: tuple[int, ...]) -> int:
    for of_a in points:
        sizes &= _sizes_with(of_a - split.above_half)
    return sizes


def _sizes_with(pairs: int) -> int:
    """The sizes of A's pile that count as this many pairs (Barilli 3.9)."""
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
    """The requirements of a sheet with totals, read once for all splits."""

    def __init__(self, sheet: Sheet) -> None:
        self.of_a, self.of_b = ((sheet.get(side, "sequences"), sheet.get(side, "total")) for side in SIDES)
        self.last_tricks = [(last, sheet.deal.sizes_with(last)) for last in sheet.deal.last_tricks]
        self.rules = sheet.deal.rules

    def sizes(self, split: RankSplit, last: str, found: int) -> int:
        """Keeps the sizes of A's pile at which the totals agree with the figures of sequences. A side without
        that figure may have any multiple of five."""
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
    """The sizes at which these points, less the card points, are the given sequences; any multiple of five
    if none are given."""
    return _sizes_by_fives(points % POINTS_PER_CARD) if sequences is None else _sizes_with(points - sequences)


@cache
def _sizes_by_fives(rest: int) -> int:
    every = range(len(DECK) + 1)
    return sum(1 << size for size in every if _pairs(size) % POINTS_PER_CARD == rest)


def _with_totals(
    asked: _Totals, split: RankSplit, sizes: int, preference: Preference | None
) -> Iterator[Cell]:
    """Yields cells for a sheet with totals: a total, a size and a last trick determine that side's
    sequences."""
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
    """Whether no class has sequences of these points."""
    return points is not None and (points < 0 or points % POINTS_PER_CARD != 0)


def _left_for_sequences(sequences: int | None, total: int | None, rest: int) -> int | None:
    """The points that the side's sequences must make. A figure of sequences beside a total already limits the
    sizes."""
    return sequences if total is None or sequences is not None else total - rest


def _at(
    found: Sequences, a: int | None, b: int | None, preference: Preference | None
) -> Iterator[tuple[int, int, int]]:
    """Yields points of A's and of B's sequences with their sizes; None stands for any points."""
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
    """Like ``_at``, in any order."""
    for fives_a in _among(found, a):
        row = found[fives_a]
        # Few of the hundreds of rows have the points asked for.
        if b is not None and b // POINTS_PER_CARD not in row:
            continue
        for fives_b in _among(row, b):
            yield fives_a * POINTS_PER_CARD, fives_b * POINTS_PER_CARD, row[fives_b]


def _among(known: Mapping[int, object], asked: int | None) -> Iterable[int]:
    """The fives to try: all, or the asked value if it is possible."""
    if asked is None:
        return known
    fives, over = divmod(asked, POINTS_PER_CARD)
    return (fives,) if not over and fives in known else ()


def _points(known: Mapping[int, object], side: str, asked: int | None, preference: Preference) -> list[int]:
    """The points to try in order of preference: all, or the asked value if it is possible."""
    return preference.order(side, [fives * POINTS_PER_CARD for fives in _among(known, asked)])
