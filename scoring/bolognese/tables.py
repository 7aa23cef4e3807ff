"""Lookup tables that give the points of a pile quickly, for callers that count many deals.

Each combination depends on few cards: the opening of the grande, its numbers, the honours of two suits, or
assi and mori, each with the contatori. For each of these parts a table holds the contribution to the count,
packed in one integer; the contributions are added. No rule is repeated here: ``grande`` and ``combinations``
compute each entry when it is first needed. There are at most 50,000 entries, about 5 MB.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, Generic, TypeVar

from scoring.bolognese.cards import SUIT_NAMES, SUITS
from scoring.bolognese.combinations import (
    ACES_BITS,
    CARD_POINTS_IN_ALL,
    CRICCA_BITS,
    CRICCHE,
    FAMILY_BITS,
    POINTS_PER_CARD,
    SUIT_BITS,
    above_half,
    cricche_of,
    doubled_from_three,
    short_sequence,
    with_half,
)
from scoring.bolognese.grande import (
    ANGEL_BIT,
    CONTATORI_BITS,
    HOUSE_RULES,
    MOORS_BITS,
    NUMBERS_BITS,
    OPENING_BITS,
    Gate,
    opening,
    run,
)

#: Positions in a packed integer: the number of sequences, their points in fives, then the cards of each
#: cricca's family. Seven sequences, 55 fives and four of a kind fit with room to spare.
_FIVE: Final = 1 << 3
_KINDS_PLACE: Final = 10
_KINDS: Final = 1 << _KINDS_PLACE
_KIND_WIDTH: Final = 3
#: A bit above all positions: the run of numbers is complete, so the Moors follow.
_RUNS_ON: Final = 1 << 40

#: Offset of the other pile's contribution in an integer that holds both.
_OTHER: Final = 45
_OWN_MASK: Final = (1 << _OTHER) - 1

_SEQUENCES_MASK: Final = _KINDS - 1
_NUMBER_MASK: Final = _FIVE - 1
_KIND_MASK: Final = (1 << _KIND_WIDTH) - 1

_Entry = TypeVar("_Entry")
#: Sequences and cricche after doubling, and card points.
Totals = tuple[int, int, int]


class _Table(dict[int, _Entry], Generic[_Entry]):
    """Entries by set of cards, computed on demand."""

    def __init__(self, make: Callable[[int], _Entry]) -> None:
        self._make = make

    def __missing__(self, held: int) -> _Entry:
        entry = self[held] = self._make(held)
        return entry


def deal_totals(pile: int, rules: str) -> tuple[Totals, Totals]:
    """Returns the totals of this pile and of the rest of the deck; both are of even size."""
    both, numbers, has_angel = _BOTH_OPENINGS[rules][pile & OPENING_BITS]
    follow = numbers[(pile if has_angel else ~pile) & NUMBERS_BITS]
    if follow >= _RUNS_ON:
        moors = ((pile if has_angel else ~pile) & MOORS_BITS).bit_count()
        follow += _FIVE * moors - _RUNS_ON
    both += (
        (follow if has_angel else follow << _OTHER)
        + _BOTH_FIRST[pile & _FIRST_BITS]
        + _BOTH_LAST[pile & _LAST_BITS]
        + _BOTH_EQUALS[pile & _EQUALS_BITS]
    )
    own, other = both & _OWN_MASK, both >> _OTHER
    cricche, above = _BY_KINDS[own >> _KINDS_PLACE]
    points = with_half(above, pile)
    return (
        (_SEQUENCES[own & _SEQUENCES_MASK], cricche, points),
        (
            _SEQUENCES[other & _SEQUENCES_MASK],
            _BY_KINDS[other >> _KINDS_PLACE][0],
            CARD_POINTS_IN_ALL - points,
        ),
    )


def _families(families: tuple[str, ...], held: int) -> int:
    """Returns the sequences of these families that the cards make, packed."""
    made = [short_sequence(family, held & (FAMILY_BITS[family] | CONTATORI_BITS)) for family in families]
    return sum(1 + _FIVE * (item.points // POINTS_PER_CARD) for item in made if item is not None)


def _kinds(held: int) -> int:
    """Returns the number of cards of each cricca's family, packed."""
    counts = [(held & CRICCA_BITS[family]).bit_count() for family in CRICCHE]
    return sum(number * _KINDS << _KIND_WIDTH * place for place, number in enumerate(counts))


def _sequence_table(families: tuple[str, ...]) -> _Table[int]:
    return _Table(lambda held: _families(families, held) + _kinds(held & ~CONTATORI_BITS))


def _opening_table(rules: str) -> _Table[tuple[int, _Table[int]]]:
    """Returns the openings' contributions, tarocchi included, each with the table of the numbers after it."""

    def entry(held: int) -> tuple[int, _Table[int]]:
        start = opening(held, rules)
        if start is None:
            return _kinds(held), _NOTHING
        return _kinds(held) + 1 + _FIVE * (start.cards - 1), _number_table(start.free, start.gate)

    return _Table(entry)


@cache
def _number_table(free: int, gate: Gate) -> _Table[int]:
    """Returns the table of the numbers after an opening that leaves this many contatori free."""

    def entry(numbers: int) -> int:
        follow = run(numbers, free, gate, "")
        return _FIVE * follow.length + (_RUNS_ON if follow.scavezzo is None else 0)

    return _Table(entry)


def _both_openings(rules: str) -> _Table[tuple[int, _Table[int], bool]]:
    """Returns the openings of both piles, with the table of the numbers after that with the Angelo."""

    def entry(held: int) -> tuple[int, _Table[int], bool]:
        own, other = _OPENINGS[rules][held], _OPENINGS[rules][OPENING_BITS & ~held]
        has_angel = bool(held & ANGEL_BIT)
        return own[0] + (other[0] << _OTHER), own[1] if has_angel else other[1], has_angel

    return _Table(entry)


def _both(table: _Table[int], cards: int) -> _Table[int]:
    """Returns a table of the contributions of these cards to both piles, by the cards in this pile."""
    return _Table(lambda held: table[held] + (table[cards & ~held] << _OTHER))


def _by_kinds(packed: int) -> tuple[int, int]:
    """Returns the points of the cricche, and the excess of figures and tarocchi over scartini."""
    counts = [packed >> _KIND_WIDTH * place & _KIND_MASK for place in range(len(CRICCHE))]
    return cricche_of(*counts).total, above_half(*counts)


_NOTHING: Final[_Table[int]] = _Table(lambda _numbers: 0)
_OPENINGS: Final = {rules: _opening_table(rules) for rules in HOUSE_RULES}

_FIRST: Final = tuple(SUIT_NAMES[suit] for suit in SUITS[:2])
_LAST: Final = tuple(SUIT_NAMES[suit] for suit in SUITS[2:])
_FIRST_BITS: Final = CONTATORI_BITS | SUIT_BITS[_FIRST[0]] | SUIT_BITS[_FIRST[1]]
_LAST_BITS: Final = CONTATORI_BITS | SUIT_BITS[_LAST[0]] | SUIT_BITS[_LAST[1]]
_FIRST_SUITS: Final = _sequence_table(_FIRST)
_LAST_SUITS: Final = _sequence_table(_LAST)
_EQUALS_BITS: Final = CONTATORI_BITS | ACES_BITS | MOORS_BITS
_EQUALS: Final[_Table[int]] = _Table(lambda held: _families(("assi", "mori"), held))

_BOTH_OPENINGS: Final = {rules: _both_openings(rules) for rules in HOUSE_RULES}
_BOTH_FIRST: Final = _both(_FIRST_SUITS, _FIRST_BITS)
_BOTH_LAST: Final = _both(_LAST_SUITS, _LAST_BITS)
_BOTH_EQUALS: Final = _both(_EQUALS, _EQUALS_BITS)

_SEQUENCES: Final = [
    doubled_from_three(packed & _NUMBER_MASK, packed // _FIVE * POINTS_PER_CARD) for packed in range(_KINDS)
]
_BY_KINDS: Final[_Table[tuple[int, int]]] = _Table(_by_kinds)
