"""What may be played and who takes, in any game with a trump palo and a Matto.

A trick in course is the list of its cards in the order in which they were played (Barilli 1.2, 1.4, 3.4;
Pagat, "The Play"; Maillard, "Svolgimento").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scoring.codes import read_codes
from scoring.errors import ScoringError
from scoring.wording.names import BOLOGNESE

TRUMP: Final = "trionfi"


@dataclass(frozen=True, eq=False)
class TrickRules:
    """A deck as trick play sees it; there is one of each, and no other is equal to it."""

    #: Cards of each palo, from the strongest down; the trumps are those of ``TRUMP``, the Matto is in none.
    pali: Mapping[str, tuple[str, ...]]
    matto: str
    #: Trumps that are equal among them: the last played takes.
    equals: tuple[str, ...] = ()
    #: Whose cards the codes in a refusal are.
    deck: str = BOLOGNESE
    palo: Mapping[str, str] = field(init=False)
    #: A card's strength inside its palo.
    strength: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        palo = {code: name for name, codes in self.pali.items() for code in codes}
        strength = {
            code: len(codes) - (codes.index(self.equals[0]) if code in self.equals else place)
            for codes in self.pali.values()
            for place, code in enumerate(codes)
        }
        object.__setattr__(self, "palo", palo)
        object.__setattr__(self, "strength", strength)

    def verify_cards(self, cards: Sequence[object]) -> None:
        """Refuse what is no card of the deck, or is there twice: ScoringError ``unknown-card`` or
        ``card-twice``."""
        read_codes(cards, self.strength.keys() | {self.matto}, self.deck)

    def palo_led(self, trick: Sequence[str]) -> str | None:
        """The palo to be followed; None while nothing but the Matto has been played (Barilli 3.4)."""
        return next((self.palo[card] for card in trick if card != self.matto), None)

    def legal_cards(self, hand: Sequence[str], trick: Sequence[str]) -> list[str]:
        """The cards that may be played: those of the palo led, else trumps, else any; always the Matto."""
        led = self.palo_led(trick)
        if led is None:
            return list(hand)
        for palo in (led, TRUMP):
            follow = [card for card in hand if self.palo.get(card) == palo]
            if follow:
                return [*follow, self.matto] if self.matto in hand else follow
        return list(hand)

    def can_play(self, hand: Sequence[str], trick: Sequence[str], card: str) -> bool:
        """Whether the card may be played now."""
        return card in self.legal_cards(hand, trick)

    def verify_play(self, hand: Sequence[str], trick: Sequence[str], card: str) -> None:
        """Refuse a card that may not be played: ScoringError ``card-not-held``, ``must-follow`` or
        ``must-trump``."""
        if card not in hand:
            raise ScoringError("card-not-held", card=card, deck=self.deck)
        if self.can_play(hand, trick, card):
            return
        led = self.palo_led(trick) or TRUMP
        holds_led = any(self.palo.get(held) == led for held in hand)
        code = "must-follow" if holds_led else "must-trump"
        raise ScoringError(code, card=card, palo=led, deck=self.deck)

    def taker(self, trick: Sequence[str]) -> int:
        """The place, from 0, of the card that takes: the highest trump, else the highest of the palo led.

        Of equal cards the last played takes; the Matto never does (Barilli 1.2.1, 1.2.2).
        """
        best, best_strength, best_palo = -1, 0, self.palo_led(trick)
        for place, card in enumerate(trick):
            palo = self.palo.get(card)
            if palo == best_palo and palo is not None and self.strength[card] >= best_strength:
                best, best_strength = place, self.strength[card]
            elif palo == TRUMP and best_palo != TRUMP:
                best, best_strength, best_palo = place, self.strength[card], TRUMP
        return best


def verify_discard(
    hand: Sequence[str],
    discard: Sequence[str],
    size: int,
    forbidden: frozenset[str],
    deck: str = BOLOGNESE,
) -> None:
    """Refuse a discard: ScoringError ``discard-size``, ``card-not-held`` or ``discard-forbidden``."""
    if len(set(discard)) != size or len(discard) != size:
        raise ScoringError("discard-size", count=len(discard), size=size)
    for card in discard:
        if card not in hand:
            raise ScoringError("card-not-held", card=card, deck=deck)
        if card in forbidden:
            raise ScoringError("discard-forbidden", card=card, deck=deck)
