"""The tarocco genovese as trick play sees it: order of the cards, and what the dealer may lay aside."""

from collections.abc import Sequence
from typing import Final

from scoring.errors import ScoringError
from scoring.genovese.cards import BAGATTO, DECK_NAME, MATTO, RANKS, RE, SUIT_NAMES, TRUMPS
from scoring.play.rules import TRUMP, TrickRules
from scoring.play.rules import verify_discard as verify_any_discard

#: Cards of each palo, from the strongest down: the Giudizio first of the trumps (Maillard, "Il mazzo").
PALI: Final = {
    TRUMP: TRUMPS,
    **{name: tuple(rank + suit for rank in RANKS) for suit, name in SUIT_NAMES.items()},
}
GENOVESE: Final = TrickRules(PALI, MATTO, deck=DECK_NAME)
PALO: Final = GENOVESE.palo
STRENGTH: Final = GENOVESE.strength


def discardable(hand: Sequence[str]) -> list[str]:
    """The cards of a hand, the last ones taken included, that the dealer may lay aside.

    Neither the re, nor the Bagatto unless it is the only trump held; the Matto is no trump (Maillard,
    "Scarto", "Il mazzo").
    """
    forbidden = _not_discarded(hand)
    return [card for card in hand if card not in forbidden]


def can_discard(hand: Sequence[str], discard: Sequence[str], size: int) -> bool:
    """Whether these cards may be laid aside."""
    allowed = discardable(hand)
    return len(discard) == len(set(discard)) == size and all(card in allowed for card in discard)


def verify_discard(hand: Sequence[str], discard: Sequence[str], size: int) -> None:
    """Refuse a discard: ScoringError ``discard-size``, ``card-not-held``, ``re-not-discarded`` or
    ``bagatto-not-alone``."""
    verify_any_discard(hand, discard, size, frozenset(), DECK_NAME)
    if not set(RE).isdisjoint(discard):
        raise ScoringError("re-not-discarded")
    if BAGATTO in discard and BAGATTO in _not_discarded(hand):
        raise ScoringError("bagatto-not-alone")


def _not_discarded(hand: Sequence[str]) -> frozenset[str]:
    trumps = [card for card in hand if PALO.get(card) == TRUMP]
    return frozenset(RE) if trumps == [BAGATTO] else frozenset((*RE, BAGATTO))
