"""Every sheet that a smazzata of scopone can leave, over all splits of the forty cards.

What a split gives besides scope is few things: who has each of the four points, and how many cards each side
took. The splits are joined suit by suit and kept as these alone, and the sheets that can be written are then
some thousands.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from scoring.scopone.cards import DECK, PRIMIERA, RANKS
from scoring.scopone.points import (
    CARDS_FOR_A_POINT,
    DENARI_FOR_A_POINT,
    FIGURES,
    MOST_SCOPE,
    most_scope,
)

NAMES: Final = (*FIGURES, "total")

#: A figure of the sheet, by side and name.
Figure = tuple[str, str]
COLUMNS: Final[tuple[Figure, ...]] = tuple((side, name) for side in ("A", "B") for name in NAMES)
Sheet = Mapping[Figure, int]

#: A set of sheets: the bit of each that is in it.
Rows = int
EVERY: Final[Rows] = -1


def rows_with(asked: Sheet) -> Rows:
    """The sheets that have these figures, 0 where there are none; some microseconds once warm."""
    found = EVERY
    for figure, value in asked.items():
        found &= _rows_by_value()[figure].get(value, 0)
    return found


def values_in(rows: Rows, figures: Sequence[Figure]) -> Iterator[tuple[int, ...]]:
    """All that these figures are together in these sheets, each once."""
    if not figures:
        yield ()
        return
    for value, having in _rows_by_value()[figures[0]].items():
        if rows & having:
            for others in values_in(rows & having, figures[1:]):
                yield (value, *others)


@cache
def _rows_by_value() -> Mapping[Figure, Mapping[int, Rows]]:
    """For each figure and each value that it can have, the sheets that have it."""
    found: dict[Figure, dict[int, Rows]] = {figure: {} for figure in COLUMNS}
    for place, sheet in enumerate(sorted(sheets())):
        for figure, value in zip(COLUMNS, sheet, strict=True):
            found[figure][value] = found[figure].get(value, 0) | 1 << place
    return found


@cache
def sheets() -> frozenset[tuple[int, ...]]:
    """Every sheet that can be written, whole, its figures in the order of ``COLUMNS``."""
    return frozenset(
        (*of_a, sum(of_a), *of_b, sum(of_b))
        for size, *points in _splits()
        for scope_a, scope_b in _scope(size)
        for of_a, of_b in [((*points[0::2], scope_a), (*points[1::2], scope_b))]
    )


@cache
def _scope(size: int) -> tuple[tuple[int, int], ...]:
    """The scope of A and of B for which there was room, A having so many cards."""
    both = product(range(most_scope(size) + 1), range(most_scope(len(DECK) - size) + 1))
    return tuple((a, b) for a, b in both if a + b <= MOST_SCOPE)


#: A's cards, A's best card of primiera and B's, 0 for none.
_Suit = tuple[int, int, int]
#: A's cards, and who has the primiera: 1 for A, -1 for B, 0 for nobody.
_Lead = tuple[int, int]


@cache
def _splits() -> frozenset[tuple[int, ...]]:
    """For every split: A's cards, then for each point whether A and whether B has it.

    A pile of one card, which no take leaves, gives no sheet that a pile of two does not give.
    """
    found = set()
    for held in _halves():
        number, best_a, best_b = _suit(held)
        for cards, lead in _leads(best_a, best_b):
            found.add((number + cards, number, int("7" in held), lead))
    return frozenset(
        (
            size,
            int(size >= CARDS_FOR_A_POINT),
            int(len(DECK) - size >= CARDS_FOR_A_POINT),
            int(denari >= DENARI_FOR_A_POINT),
            int(len(RANKS) - denari >= DENARI_FOR_A_POINT),
            settebello,
            1 - settebello,
            int(lead > 0),
            int(lead < 0),
        )
        for size, denari, settebello, lead in found
    )


@cache
def _leads(best_a: int, best_b: int) -> frozenset[_Lead]:
    """What the three other suits can give beside these best denari."""
    found = set()
    for cards, sum_a, sum_b in _three_suits():
        primiera_a = best_a + sum_a if best_a and sum_a else 0
        primiera_b = best_b + sum_b if best_b and sum_b else 0
        found.add((cards, max(-1, min(1, primiera_a - primiera_b))))
    return frozenset(found)


@cache
def _three_suits() -> frozenset[_Suit]:
    """Three suits together; a best of 0 in one leaves no primiera in all."""
    one = {_suit(held) for held in _halves()}
    found = one
    for _ in range(2):
        found = {
            (cards + more, a + c if a and c else 0, b + d if b and d else 0)
            for cards, a, b in found
            for more, c, d in one
        }
    return frozenset(found)


def _halves() -> Iterator[frozenset[str]]:
    """Every way of sharing a suit: the ranks that A holds."""
    for size in range(len(RANKS) + 1):
        yield from map(frozenset, combinations(RANKS, size))


def _suit(held: frozenset[str]) -> _Suit:
    best_a = max((PRIMIERA[rank] for rank in held), default=0)
    best_b = max((PRIMIERA[rank] for rank in RANKS if rank not in held), default=0)
    return len(held), best_a, best_b
