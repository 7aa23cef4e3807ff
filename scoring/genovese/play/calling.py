"""Calling a re: which cards the dealer may call, and whose side the answer makes (Maillard, "Chiamata del
re")."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.errors import ScoringError
from scoring.genovese.cards import RE, SUIT_NAMES, VALUES
from scoring.genovese.play.rules import PALO
from scoring.play.rules import TRUMP

REGINE: Final = tuple("Q" + suit for suit in SUIT_NAMES)
#: With so many trumps a partner only shares what the dealer would win anyway.
ENOUGH_ALONE: Final = 11


def callable_cards(hand: Sequence[str], discard: Sequence[str]) -> list[str]:
    """What the dealer may call after the discard: any re, his own too; with all four, the regine as well.

    A regina he has laid aside is in nobody's hand and is not called; the booklet does not say.
    """
    if not set(RE) <= set(hand):
        return list(RE)
    return [*RE, *(card for card in REGINE if card not in discard)]


def can_call(hand: Sequence[str], discard: Sequence[str], card: str) -> bool:
    """Whether the dealer may call that card."""
    return card in callable_cards(hand, discard)


def verify_call(hand: Sequence[str], discard: Sequence[str], card: str) -> None:
    """Refuse a call: ScoringError ``call-discarded`` or ``call-not-a-re``."""
    if can_call(hand, discard, card):
        return
    if set(RE) <= set(hand) and card in REGINE:
        raise ScoringError("call-discarded")
    raise ScoringError("call-not-a-re")


def partner_of(hands: Mapping[str, Sequence[str]], dealer: str, card: str) -> str | None:
    """The player who holds the card called; None when it is the dealer, alone against three."""
    holder = next(player for player, hand in hands.items() if card in hand)
    return None if holder == dealer else holder


def choose_call(hand: Sequence[str], discard: Sequence[str]) -> str:
    """A re of another, in the suit where the dealer's own figures gain most from it; his own when he is
    strong enough to play alone, or has nothing else to call."""
    allowed = callable_cards(hand, discard)
    others = [card for card in allowed if card not in hand]
    own = [card for card in allowed if card in hand]
    if not others or (own and _trumps(hand) >= ENOUGH_ALONE):
        return own[0]
    return max(others, key=lambda card: _strength_in(hand, PALO[card]))


def _trumps(hand: Sequence[str]) -> int:
    return sum(PALO.get(card) == TRUMP for card in hand)


def _strength_in(hand: Sequence[str], palo: str) -> int:
    return sum(VALUES[card] for card in hand if PALO.get(card) == palo)
