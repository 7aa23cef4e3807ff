"""The discard of simulated players, by the advice of the sources (Barilli 3.2, 3.3, "Nota"; Pagat, "Choosing
the discard")."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.bolognese.cards import SUITS
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.rules import NOT_DISCARDED, PALO, STRENGTH, discardable_cards
from scoring.trick_play import TRUMP

#: "Cards that will be useful in combinations, especially Knights, Jacks and Aces."
_WORTH_HIDING: Final = {"C": 3, "F": 3, "A": 3, "Q": 2}


def choose_discard(hand: Sequence[str], size: int = DISCARD_SIZE) -> tuple[str, ...]:
    """Returns this many cards of a hand to lay aside."""
    suits = {suit: [card for card in hand if PALO.get(card) == suit] for suit in SUITS}
    chosen = _whole_suit(suits, size) if size == DISCARD_SIZE else []
    others = [card for card in discardable_cards(hand) if card not in chosen]
    others.sort(key=lambda card: _preference(card, suits, size))
    return tuple([*chosen, *others][:size])


def _whole_suit(suits: Mapping[str, list[str]], size: int) -> list[str]:
    """Returns the longest suit that can be discarded whole (Pagat: "try to discard an entire suit to create a
    void")."""
    empties = [cards for cards in suits.values() if 0 < len(cards) <= size and not NOT_DISCARDED & set(cards)]
    return max(empties, key=len, default=[])


def _preference(card: str, suits: Mapping[str, list[str]], size: int) -> tuple[int, ...]:
    """Returns a sort key, low for the cards to lay aside first: short suits (in a large discard, those
    without the King first), trumps last."""
    palo = PALO[card]
    if palo == TRUMP:
        return (2, STRENGTH[card])
    with_king = size > DISCARD_SIZE and "R" + palo in suits[palo]
    return (int(with_king), len(suits[palo]), -_WORTH_HIDING.get(card[:-1], 0))
