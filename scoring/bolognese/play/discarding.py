"""What is laid aside, chosen as the tactics advise (Barilli, "Nota"; Pagat, "Choosing the discard")."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.bolognese.cards import SUITS
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.rules import NOT_DISCARDED, PALO, STRENGTH, discardable_cards
from scoring.play.rules import TRUMP

#: "Cards that will be useful in combinations, especially Knights, Jacks and Aces."
_WORTH_HIDING: Final = {"C": 3, "F": 3, "A": 3, "Q": 2}


def choose_discard(hand: Sequence[str], size: int = DISCARD_SIZE) -> tuple[str, ...]:
    """So many cards of a hand that may be laid aside."""
    suits = {suit: [card for card in hand if PALO.get(card) == suit] for suit in SUITS}
    chosen = _whole_suit(suits, size) if size == DISCARD_SIZE else []
    others = [card for card in discardable_cards(hand) if card not in chosen]
    others.sort(key=lambda card: _preference(card, suits, size))
    return tuple([*chosen, *others][:size])


def _whole_suit(suits: Mapping[str, list[str]], size: int) -> list[str]:
    """Pagat: "try to discard an entire suit to create a void"; the longest that can be emptied."""
    empties = [cards for cards in suits.values() if 0 < len(cards) <= size and not NOT_DISCARDED & set(cards)]
    return max(empties, key=len, default=[])


def _preference(card: str, suits: Mapping[str, list[str]], size: int) -> tuple[int, ...]:
    """Low for what goes first: short suits, in a large discard those without the King; trumps last."""
    palo = PALO[card]
    if palo == TRUMP:
        return (2, STRENGTH[card])
    with_king = size > DISCARD_SIZE and "R" + palo in suits[palo]
    return (int(with_king), len(suits[palo]), -_WORTH_HIDING.get(card[:-1], 0))
