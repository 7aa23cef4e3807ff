"""The dealer's two cards, chosen as the tactics advise (Barilli, "Nota"; Pagat, "Choosing the discard")."""

from collections.abc import Sequence

from scoring.bolognese.cards import SUITS
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.rules import NOT_DISCARDED, PALO
from scoring.play.rules import TRUMP

#: A figure that helps combinations is worth hiding in the discard; a scartino is not.
_WORTH_HIDING = {"C": 3, "F": 3, "A": 3, "Q": 2}


def choose_discard(hand: Sequence[str], size: int = DISCARD_SIZE) -> tuple[str, ...]:
    """Two cards the dealer may lay aside: a whole suit if one can be emptied, else useful figures of short
    suits."""
    suits = {suit: [card for card in hand if PALO.get(card) == suit] for suit in SUITS}
    empties = [cards for cards in suits.values() if 0 < len(cards) <= size and not NOT_DISCARDED & set(cards)]
    chosen = max(empties, key=len, default=[])

    def preference(card: str) -> tuple[int, int, int]:
        palo = PALO[card]
        if palo == TRUMP:
            return (1, 0, -hand.index(card))
        return (0, len(suits[palo]), -_WORTH_HIDING.get(card[:-1], 0))

    others = [card for card in hand if card not in NOT_DISCARDED and card not in chosen]
    return tuple([*chosen, *sorted(others, key=preference)][:size])
