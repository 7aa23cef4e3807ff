"""The dealer's discard: figures that might be lost, and suits that can be emptied."""

from collections.abc import Sequence
from typing import Final

from scoring.genovese.cards import MATTO, RE, VALUES
from scoring.genovese.play.rules import PALO, discardable
from scoring.play.rules import TRUMP

#: Three figures of a rank are a terno, which is shown only from the hand (Maillard, "Buone").
TERNO: Final = 3


def choose_discard(hand: Sequence[str], size: int) -> tuple[str, ...]:
    """So many cards the dealer may lay aside, trumps and the figures of a buona after the others.

    The discard is a trick already taken, so a figure without its re is safe there, and the shorter its suit
    the sooner trumps can be played on it.
    """
    length = {palo: sum(PALO.get(card) == palo for card in hand) for palo in set(PALO.values())}
    guarded = {PALO[card] for card in RE if card in hand}
    ranks = [card[0] for card in hand if VALUES[card] and PALO.get(card) != TRUMP and card != MATTO]

    def loss(card: str) -> tuple[bool, bool, bool, int, int]:
        palo = PALO.get(card, TRUMP)
        saved = 0 if palo in guarded else 2 * VALUES[card]
        kept = VALUES[card] > 0 and ranks.count(card[0]) >= TERNO
        return (card == MATTO, palo == TRUMP, kept, length[palo] - saved, -hand.index(card))

    return tuple(sorted(discardable(hand), key=loss)[:size])
