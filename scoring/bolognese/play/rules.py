"""The tarocco bolognese as trick play sees it: order of the cards, and what is never discarded."""

from collections.abc import Sequence
from typing import Final

from scoring.bolognese.cards import CARTE_DA_5, MATTO, MOORS, SUITS, TRUMPS
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.errors import ScoringError
from scoring.play.rules import TRUMP, TrickRules
from scoring.play.rules import verify_discard as verify_any_discard

#: Barilli 1.4.1, 1.4.2: danari and coppe, from the strongest down.
_SHORT_SUIT: Final = ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10")
#: Barilli 1.4.3, 1.4.4: spade and bastoni, from the strongest down.
_LONG_SUIT: Final = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")

#: Cards of each palo, from the strongest down.
PALI: Final = {
    TRUMP: TRUMPS,
    **{suit: tuple(rank + suit for rank in (_SHORT_SUIT if suit in "dc" else _LONG_SUIT)) for suit in SUITS},
}
#: The Moors are equal (Barilli 1.2.1).
BOLOGNESE: Final = TrickRules(PALI, MATTO, MOORS)
PALO: Final = BOLOGNESE.palo
STRENGTH: Final = BOLOGNESE.strength

#: Barilli 3.3: the carte da 5, which the dealer keeps; other trumps may be discarded (Pagat, "Deal").
NOT_DISCARDED: Final = frozenset(CARTE_DA_5)


def discardable_cards(hand: Sequence[str]) -> list[str]:
    """The cards of a hand that may be laid aside."""
    return [card for card in hand if card not in NOT_DISCARDED]


def verify_discard(hand: Sequence[str], discard: Sequence[str], size: int = DISCARD_SIZE) -> None:
    """Refuse a discard: ScoringError ``discard-size``, ``card-not-held`` or ``discard-forbidden``."""
    verify_any_discard(hand, discard, size, NOT_DISCARDED)


def can_discard(hand: Sequence[str], discard: Sequence[str], size: int = DISCARD_SIZE) -> bool:
    """Whether these cards may be laid aside."""
    try:
        verify_discard(hand, discard, size)
    except ScoringError:
        return False
    return True
