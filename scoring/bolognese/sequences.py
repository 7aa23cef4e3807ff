"""The seven sequences: the grande, the four suits, the assi and the mori (Barilli 2.2.2, 2.3, 2.4)."""

from functools import cache
from typing import Final

from scoring.bolognese.cards import BIT, COURT, SUIT_NAMES, SUITS, bits
from scoring.bolognese.combinations import Combination, Combinations, add_up
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, grande_cards

#: In the order in which they are told (CONTRACT).
SEQUENCES: Final = ("grande", "danari", "coppe", "spade", "bastoni", "assi", "mori")
#: Barilli 2.2.2: three cards 10 points, four 15, and so on: five for each card after the first.
POINTS_PER_CARD: Final = 5
#: Barilli 2.2.2.
SHORTEST: Final = 3

SUIT_BITS: Final = {SUIT_NAMES[suit]: bits(rank + suit for rank in ("R", *COURT, "A")) for suit in SUITS}
COURT_BITS: Final = {SUIT_NAMES[suit]: bits(rank + suit for rank in COURT) for suit in SUITS}
KING_BITS: Final = {SUIT_NAMES[suit]: BIT["R" + suit] for suit in SUITS}
ACES_BITS: Final = bits("A" + suit for suit in SUITS)

#: For each family but the grande, the cards that its count can depend on.
FAMILY_BITS: Final = {**SUIT_BITS, "assi": ACES_BITS, "mori": MOORS_BITS}
#: Two by two, so that all that can be held of them is soon known, with the cards they depend on.
_BY_TWO: Final = tuple(
    (families, CONTATORI_BITS | FAMILY_BITS[families[0]] | FAMILY_BITS[families[1]])
    for families in (SEQUENCES[1:3], SEQUENCES[3:5], SEQUENCES[5:])
)


def sequences(pile: int, rules: str) -> Combinations:
    """The sequences of a pile, doubled from three on; the contatori count in every one (Barilli 2.4)."""
    grande = grande_cards(pile, rules)
    found: tuple[Combination, ...] = (_sequence("grande", grande),) if grande else ()
    for families, cards in _BY_TWO:
        found += _short_sequences(families, pile & cards)
    return add_up(found)


def one_sequence(family: str, pile: int, rules: str) -> Combination | None:
    """The sequence of that family in the pile; None when it is not established."""
    if family == "grande":
        cards = grande_cards(pile, rules)
        return _sequence(family, cards) if cards else None
    return short_sequence(family, pile & (FAMILY_BITS[family] | CONTATORI_BITS))


@cache
def _short_sequences(families: tuple[str, ...], held: int) -> tuple[Combination, ...]:
    made = [short_sequence(family, held & (FAMILY_BITS[family] | CONTATORI_BITS)) for family in families]
    return tuple(item for item in made if item is not None)


@cache
def short_sequence(family: str, held: int) -> Combination | None:
    """The suit, assi or mori sequence made by exactly these cards of the family and contatori, if any."""
    contatori = (held & CONTATORI_BITS).bit_count()
    own = (held & FAMILY_BITS[family]).bit_count()
    if family in KING_BITS:
        court = (held & COURT_BITS[family]).bit_count()
        established = held & KING_BITS[family] and court >= 1 and court + contatori >= 2
    else:
        established = own >= 2 and own + contatori >= SHORTEST
    return _sequence(family, own + contatori) if established else None


@cache
def _sequence(family: str, cards: int) -> Combination:
    return Combination(family, cards, (cards - 1) * POINTS_PER_CARD)
