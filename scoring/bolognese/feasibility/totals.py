"""The pairs of totals that are feasible, as a table of bits computed once.

The points of the last trick are left out. Sequences come in fives, so a pair (a, b) is in the table for
(a mod 5, b mod 5), at bit (a div 5) × WIDTH + (b div 5): one shift of an integer adds the points of a split's
cards of value to all its possible sequences.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby, product
from typing import Final

from scoring.bolognese.cards import DECK
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import SIDES, Deal, Sheet, each_size, usual_sizes
from scoring.bolognese.feasibility.known_discards import sizes_laid_by
from scoring.bolognese.feasibility.search import card_points_of, cells
from scoring.bolognese.feasibility.splits import (
    RankSplit,
    Sequences,
    is_seen_from_b,
    rank_splits,
    sequences_of,
)
from scoring.bolognese.pile import DealShape

#: Barilli 3.9.1: points of a side that owns all the cards, without the last trick.
MOST_IN_SEQUENCES: Final = 550
MOST_IN_CRICCHE: Final = 296
MOST: Final = MOST_IN_SEQUENCES + MOST_IN_CRICCHE + CARD_POINTS_IN_ALL
#: One more than the number of fives, so that a row never overlaps the next.
WIDTH: Final = MOST // POINTS_PER_CARD + 2

Table = dict[tuple[int, int], int]


def totals_possible(sheet: Sheet) -> bool:
    """Whether some split gives these totals (at least one). A single total needs no table."""
    a, b = sheet.get("A", "total"), sheet.get("B", "total")
    if a is None or b is None:
        return next(cells(sheet), None) is not None
    return pair_possible(sheet.deal, a, b)


def pair_possible(deal: Deal, total_a: int, total_b: int) -> bool:
    """Whether some split gives this pair of totals, last trick included."""
    in_table = _in_table(deal, total_a, total_b)
    return in_table and (not deal.binds_piles or _with_aside(deal, total_a, total_b))


def _with_aside(deal: Deal, total_a: int, total_b: int) -> bool:
    """Like ``_in_table``, split by split, with the known discards in the discarder's pile."""
    for last in deal.last_tricks:
        a, b = _less_last_trick(last, total_a, total_b)
        if _is_cappotto(last, a, b):
            return True
        for side in deal.discarders_with(last):
            rests = _rests(usual_sizes(deal.shape, side))
            for rest_a, rest_b, split, size in rests.get((a % POINTS_PER_CARD, b % POINTS_PER_CARD), ()):
                fives_a, fives_b = (a - rest_a) // POINTS_PER_CARD, (b - rest_b) // POINTS_PER_CARD
                row = sequences_of(split, deal.rules).get(fives_a)
                if row is None or not row.get(fives_b, 0) >> size & 1:
                    continue
                if sizes_laid_by(side, deal, split.ranks, fives_a, fives_b) >> size & 1:
                    return True
    return False


@cache
def _rests(allowed: int) -> dict[tuple[int, int], list[tuple[int, int, RankSplit, int]]]:
    """The points of A and B without sequences and last trick, for each split and size of A's pile, grouped by
    remainder modulo 5."""
    found: dict[tuple[int, int], list[tuple[int, int, RankSplit, int]]] = {}
    for split, size in product(rank_splits(), each_size(allowed)):
        points = card_points_of(split, size)
        a, b = split.cricche_a + points, split.cricche_b + CARD_POINTS_IN_ALL - points
        found.setdefault((a % POINTS_PER_CARD, b % POINTS_PER_CARD), []).append((a, b, split, size))
    return found


def _less_last_trick(last: str, a: int, b: int) -> tuple[int, int]:
    return a - (LAST_TRICK_POINTS if last == "A" else 0), b - (LAST_TRICK_POINTS if last == "B" else 0)


def _is_cappotto(last: str, a: int, b: int) -> bool:
    return (a, b) == ((MOST, 0) if last == "A" else (0, MOST))


def _in_table(deal: Deal, total_a: int, total_b: int) -> bool:
    """Whether the pair is feasible with any discards."""
    return any(
        _without_last_trick(deal, last, *_less_last_trick(last, total_a, total_b))
        for last in deal.last_tricks
    )


def _without_last_trick(deal: Deal, last: str, a: int, b: int) -> bool:
    if _is_cappotto(last, a, b):
        return True
    if not (0 <= a <= MOST and 0 <= b <= MOST):
        return False
    known = tables(deal.shape, deal.rules)
    # The table has only half of the splits: the other half is the same with the sides exchanged.
    return any(
        _has(known[side], a, b) or _has(known["B" if side == "A" else "A"], b, a)
        for side in deal.discarders_with(last)
    )


def _has(table: Table, a: int, b: int) -> bool:
    place = a // POINTS_PER_CARD * WIDTH + b // POINTS_PER_CARD
    return bool(table.get((a % POINTS_PER_CARD, b % POINTS_PER_CARD), 0) >> place & 1)


@cache
def tables(shape: DealShape, rules: str) -> dict[str, Table]:
    """For each larger discarder, the pairs of totals of the splits in which both sides have a trick.

    Splits that differ only by an exchange of sides are in the table once.
    """
    sizes = {side: usual_sizes(shape, side) for side in SIDES}
    found: dict[str, Table] = {side: {} for side in SIDES}
    seen_from_a = (split for split in rank_splits() if not is_seen_from_b(split))
    # Grouped by class, so that the places of only one class are in memory at a time.
    by_class = sorted(seen_from_a, key=lambda split: (split.ranks.tarocchi, split.suits))
    for _, splits in groupby(by_class, key=lambda split: (split.ranks.tarocchi, split.suits)):
        together = list(splits)
        places = _by_size(sequences_of(together[0], rules))
        for split, (side, allowed) in product(together, sizes.items()):
            _add(found[side], split, places, allowed)
    return found


def _add(table: Table, split: RankSplit, by_size: list[int], allowed: int) -> None:
    for size in each_size(allowed):
        sequences = by_size[size]
        if not sequences:
            continue
        points = card_points_of(split, size)
        rows, rest_a = divmod(split.cricche_a + points, POINTS_PER_CARD)
        columns, rest_b = divmod(split.cricche_b + CARD_POINTS_IN_ALL - points, POINTS_PER_CARD)
        key = (rest_a, rest_b)
        table[key] = table.get(key, 0) | sequences << rows * WIDTH + columns


@cache
def _ends(sizes: int) -> tuple[int, ...]:
    """The sizes at which the mask turns on or off."""
    return tuple(each_size(sizes ^ sizes << 1))


def _by_size(sequences: Sequences) -> list[int]:
    """For each size of A's pile, the bit mask of the sequences that can go with it.

    Each place is toggled at the sizes where it turns on or off, so a single pass over the sizes is enough.
    """
    turns = [0] * (len(DECK) + 2)
    for a, row in sequences.items():
        for b, sizes in row.items():
            place = 1 << a * WIDTH + b
            for size in _ends(sizes):
                turns[size] ^= place
    found, now = [], 0
    for turn in turns[:-1]:
        now ^= turn
        found.append(now)
    return found


#: The number of the most even splits that are tried first: most totals agree with one of them.
TRIED_FIRST: Final = 100


def remembered() -> Callable[[Sheet], bool]:
    """``feasible`` with a cache and the table of totals, for many questions about one sheet."""
    known: dict[tuple[object, ...], bool] = {}

    def ask(sheet: Sheet) -> bool:
        key = (tuple(sheet.figures.items()), sheet.deal)
        if key not in known:
            from_table = sheet.figures and sheet.only_totals
            known[key] = totals_possible(sheet) if from_table else feasible(sheet)
        return known[key]

    return ask


def feasible(sheet: Sheet) -> bool:
    """Whether some split agrees with the sheet.

    Totals from a real table nearly always agree with one of the first splits, so the table of totals is built
    only when they do not.
    """
    if sheet.figures and sheet.only_totals:
        return _is_met(sheet, rank_splits()[:TRIED_FIRST]) or totals_possible(sheet)
    return _is_met(sheet, None)


def _is_met(sheet: Sheet, splits: Iterable[RankSplit] | None) -> bool:
    return next(cells(sheet, splits), None) is not None
