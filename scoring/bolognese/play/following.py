"""What to play to a trick that another has led: the card with most to gain by its chances.

A card won or lost changes hands between the sides, so that a trick is worth its cards times how much likelier
one's side is to take it than not (Pagat, "Playing suits", "Saving the Bégato", "Use of the Matto").
"""

from typing import Final

from scoring.bolognese.cards import BIT, MATTO
from scoring.bolognese.play.rules import BOLOGNESE, PALO, STRENGTH
from scoring.bolognese.play.view import CERTAIN, View
from scoring.bolognese.play.worth import BEATERS, PRICE, WORTH
from scoring.play.rules import TRUMP

#: What the Matto could still protect; nothing in the last tricks, where it would have to be led.
MATTO_PRICE: Final = 5
MATTO_KEPT_FOR: Final = 3
#: A partner who can beat the table will, more often than not.
PARTNER_WILL: Final = 75


def follow(view: View, legal: list[str]) -> str:
    """The card with most to gain; of equals the weakest."""
    cards = view.different(legal)
    if len(cards) == 1:
        return cards[0]
    best = _best(view.trick)
    stake = sum([WORTH[card] for card in view.trick])
    led = BOLOGNESE.palo_led(view.trick)
    ducked = _chance_without(view, best) if best else 0

    def gain(card: str) -> int:
        """In hundredths of a card's worth: the trick's cards by how much likelier this side is to take them
        than not, less what the card could have done later."""
        takes = card != MATTO and (best is None or BIT[card] & BEATERS[best])
        chance = view.stands(card, led or PALO[card]) if takes else ducked
        price = _matto_price(view) if card == MATTO else PRICE.get(card, 0)
        return (2 * chance - CERTAIN) * (stake + WORTH[card]) - CERTAIN * price

    return max(cards, key=lambda card: (gain(card), -STRENGTH.get(card, 0)))


def _best(trick: list[str]) -> str | None:
    """The card that takes so far; None while there is only the Matto."""
    place = BOLOGNESE.taker(trick)
    return trick[place] if place >= 0 else None


def _chance_without(view: View, best: str) -> int:
    """The chance that this side takes the trick if this player does not: a partner's card stands, or a
    partner beats the table."""
    led = BOLOGNESE.palo_led(view.trick) or TRUMP
    if view.seats[view.trick.index(best)] in view.partners:
        return view.stands(best, led)
    beaten = 0
    for other in view.later:
        if other in view.partners:
            beaten = max(beaten, view.beats(other, best, led) * PARTNER_WILL // CERTAIN)
    return beaten


def _matto_price(view: View) -> int:
    return MATTO_PRICE if len(view.hand) > MATTO_KEPT_FOR else 0
