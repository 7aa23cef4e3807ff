"""The grandi that a player can show, from the cards in the hand and those that it may still take."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, bits, codes_of
from scoring.bolognese.grande import grande_cards

#: Status of a card for one player: gone elsewhere, free to take, or in the hand already.
GONE, FREE, HELD = range(3)

#: Cache size, in openings.
_CACHE_SIZE: Final = 1_000


class Left(NamedTuple):
    """The Sole, Luna and numbers that are not laid aside, and the house rule of the grande."""

    rosse: int
    numbers: int
    rules: str


class Way(NamedTuple):
    """A grande: the further cards of the hand that it takes, and its steps.

    A sequence of n cards has n - 1 steps.
    """

    cards: int
    steps: int


@lru_cache(_CACHE_SIZE)
def grandi(angelo: int, mondo: int, contatori: int, left: Left) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """Returns the ways of a grande without Moors, and of those that run past the 5, with this many
    contatori."""
    pezzi = (*(("Mon",) if mondo else ()), *codes_of(left.rosse))
    numbers = codes_of(left.numbers)
    held = {card for card, status in ((ANGEL, angelo), ("Mon", mondo)) if status == HELD}
    row = (ANGEL, *pezzi, *numbers)
    broken = (row[:end] for end in range(2, len(row) + 1))
    through = (
        tuple(card for card in row if card not in missing)
        for number in range(len(CONTATORI) + 2)
        for missing in combinations(row[1:], number)
    )
    spare = CONTATORI[:contatori]
    moor = BIT[MOORS[0]]

    def ways(rows: Iterable[tuple[str, ...]], further: int) -> tuple[Way, ...]:
        every = {
            Way(len({*cards} - held), len(cards) + contatori - 1)
            for cards in rows
            if grande_cards(bits((*cards, *spare)) | further, left.rules)
            == len(cards) + contatori + further.bit_count()
        }
        return tuple(sorted(every))

    return ways(broken, 0), ways(through, moor)
