"""What may be played and who takes (Barilli 1.2, 1.4, 3.3, 3.4; Pagat, "The Play").

A trick in course is the list of its cards in the order in which they were played.
"""

from collections.abc import Sequence
from typing import Final

from scoring.cards import MATTO, MOORS, SUITS, TAROCCHI, TRUMPS
from scoring.errors import ScoringError

TRUMP: Final = "trionfi"

#: Barilli 1.4.1, 1.4.2: danari and coppe, from the strongest down.
_SHORT_SUIT: Final = ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10")
#: Barilli 1.4.3, 1.4.4: spade and bastoni, from the strongest down.
_LONG_SUIT: Final = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")

#: Cards of each palo, from the strongest down.
PALI: Final = {
    TRUMP: TRUMPS,
    **{suit: tuple(rank + suit for rank in (_SHORT_SUIT if suit in "dc" else _LONG_SUIT)) for suit in SUITS},
}
PALO: Final = {code: palo for palo, codes in PALI.items() for code in codes}

#: A card's strength inside its palo; the Moors are equal (Barilli 1.2.1).
STRENGTH: Final = {
    code: len(codes) - (codes.index(MOORS[0]) if code in MOORS else place)
    for codes in PALI.values()
    for place, code in enumerate(codes)
}

#: Barilli 3.3: the carte da 5, which the dealer keeps; other trumps may be discarded (Pagat, "Deal").
NOT_DISCARDED: Final = frozenset((*TAROCCHI, *("R" + suit for suit in SUITS)))
DISCARD_SIZE: Final = 2


def palo_led(trick: Sequence[str]) -> str | None:
    """The palo to be followed; None while nothing but the Matto has been played (Barilli 3.4)."""
    return next((PALO[card] for card in trick if card != MATTO), None)


def legal_cards(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """The cards of the hand that may be played: the palo led, else a trump, else any; the Matto always."""
    led = palo_led(trick)
    if led is None:
        return list(hand)
    for palo in (led, TRUMP):
        follow = [card for card in hand if card != MATTO and PALO[card] == palo]
        if follow:
            return [*follow, MATTO] if MATTO in hand else follow
    return list(hand)


def can_play(hand: Sequence[str], trick: Sequence[str], card: str) -> bool:
    """Whether the card may be played now."""
    return card in legal_cards(hand, trick)


def verify_play(hand: Sequence[str], trick: Sequence[str], card: str) -> None:
    """Refuse a card that may not be played: ScoringError ``card-not-held``, ``must-follow`` or
    ``must-trump``."""
    if card not in hand:
        raise ScoringError("card-not-held", card=card)
    if can_play(hand, trick, card):
        return
    led = palo_led(trick) or TRUMP
    holds_led = any(held != MATTO and PALO[held] == led for held in hand)
    raise ScoringError("must-follow" if holds_led else "must-trump", card=card, palo=led)


def taker(trick: Sequence[str]) -> int:
    """The place, from 0, of the card that takes: the highest trump, else the highest of the palo led.

    Of several Moors the last played takes; the Matto never does (Barilli 1.2.1, 1.2.2).
    """
    best, best_strength, best_palo = -1, 0, palo_led(trick)
    for place, card in enumerate(trick):
        palo = PALO.get(card)
        if palo == best_palo and palo is not None and STRENGTH[card] >= best_strength:
            best, best_strength = place, STRENGTH[card]
        elif palo == TRUMP and best_palo != TRUMP:
            best, best_strength, best_palo = place, STRENGTH[card], TRUMP
    return best


def can_discard(hand: Sequence[str], discard: Sequence[str]) -> bool:
    """Whether the dealer may lay these two cards aside."""
    held = len(set(discard)) == DISCARD_SIZE == len(discard) and set(discard) <= set(hand)
    return held and not NOT_DISCARDED & set(discard)


def verify_discard(hand: Sequence[str], discard: Sequence[str]) -> None:
    """Refuse a discard: ScoringError ``discard-size``, ``card-not-held`` or ``discard-forbidden``."""
    if len(set(discard)) != DISCARD_SIZE or len(discard) != DISCARD_SIZE:
        raise ScoringError("discard-size", count=len(discard))
    for card in discard:
        if card not in hand:
            raise ScoringError("card-not-held", card=card)
        if card in NOT_DISCARDED:
            raise ScoringError("discard-forbidden", card=card)
