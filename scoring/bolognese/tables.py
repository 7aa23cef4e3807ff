"""Lookup tables that give the points of a pile quickly, for callers that count many deals.

The combinations of two suits, and those of assi and mori, depend on few cards. For each of these parts a
table holds what its cards bring to the count, packed in one integer; the contributions are added. No rule is
repeated here: ``grande`` and ``combinations`` compute each entry when it is first needed. There are fewer
than 10,000 entries.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from scoring.bolognese.cards import SUIT_NAMES, SUITS, TAROCCHI, bits
from scoring.bolognese.combinations import (
    CRICCA_BITS,
    CRICCHE,
    FAMILY_BITS,
    POINTS_PER_CARD,
    above_half,
    cricche_of,
    doubled_from_three,
    short_sequence,
    with_half,
)
from scoring.bolognese.grande import CONTATORI_BITS, grande_cards

#: Positions in a packed integer: the number of sequences, their points in fives, then the cards of each
#: cricca's family. Seven sequences, 55 fives and four of a kind fit with room to spare.
_FIVE: Final = 1 << 3
_KINDS_PLACE: Final = 10
_KINDS: Final = 1 << _KINDS_PLACE
_KIND_WIDTH: Final = 3

_SEQUENCES_MASK: Final = _KINDS - 1
_NUMBER_MASK: Final = _FIVE - 1
_KIND_MASK: Final = (1 << _KIND_WIDTH) - 1

_Entry = TypeVar("_Entry")


class _Table(dict[int, _Entry], Generic[_Entry]):
    """Entries by set of cards, computed on demand."""

    def __init__(self, make: Callable[[int], _Entry]) -> None:
        self._make = make

    def __missing__(self, held: int) -> _Entry:
        entry = self[held] = self._make(held)
        return entry


def pile_totals(pile: int, rules: str) -> tuple[int, int, int]:
    """Returns sequences and cricche after doubling, and card points, of a pile of even size."""
    made = _TAROCCHI[pile & _TAROCCHI_BITS] + _FIRST[pile & _FIRST_BITS]
    made += _LAST[pile & _LAST_BITS] + _EQUALS[pile & _EQUALS_BITS]
    grande = grande_cards(pile, rules)
    if grande:
        made += 1 + _FIVE * (grande - 1)
    cricche, above = _BY_KINDS[made >> _KINDS_PLACE]
    return _SEQUENCES[made & _SEQUENCES_MASK], cricche, with_half(above, pile)


def _table(*families: str) -> tuple[int, _Table[int]]:
    """Returns the cards of these families with the contatori, and the table of what they bring, without the
    tarocchi among them."""
    cards = CONTATORI_BITS | sum(FAMILY_BITS[family] for family in families)
    return cards, _Table(lambda held: _sequences(families, held) + _kinds(held & ~CONTATORI_BITS))


def _sequences(families: tuple[str, ...], held: int) -> int:
    """Returns the sequences of these families that the cards make, packed."""
    made = [short_sequence(family, held & (FAMILY_BITS[family] | CONTATORI_BITS)) for family in families]
    return sum(1 + _FIVE * (item.points // POINTS_PER_CARD) for item in made if item is not None)


def _kinds(held: int) -> int:
    """Returns the number of cards of each cricca's family, packed."""
    counts = [(held & CRICCA_BITS[family]).bit_count() for family in CRICCHE]
    return sum(number * _KINDS << _KIND_WIDTH * place for place, number in enumerate(counts))


def _by_kinds(packed: int) -> tuple[int, int]:
    """Returns the points of the cricche, and the excess of figures and tarocchi over scartini."""
    counts = [packed >> _KIND_WIDTH * place & _KIND_MASK for place in range(len(CRICCHE))]
    return cricche_of(*counts).total, above_half(*counts)


_FIRST_BITS, _FIRST = _table(*(SUIT_NAMES[suit] for suit in SUITS[:2]))
_LAST_BITS, _LAST = _table(*(SUIT_NAMES[suit] for suit in SUITS[2:]))
_EQUALS_BITS, _EQUALS = _table("assi", "mori")
_TAROCCHI_BITS: Final = bits(TAROCCHI)
_TAROCCHI: Final = _Table(_kinds)
_SEQUENCES: Final = [
    doubled_from_three(packed & _NUMBER_MASK, packed // _FIVE * POINTS_PER_CARD) for packed in range(_KINDS)
]
_BY_KINDS: Final = _Table(_by_kinds)
