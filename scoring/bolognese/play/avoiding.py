"""Players who avoid points but need a trick, as in Mattazza (Barilli 4.4.1)."""

from typing import Final

from scoring.bolognese.card_points import CARD_VALUES
from scoring.bolognese.cards import BIT, GROUPS, MATTO
from scoring.bolognese.play.rules import BOLOGNESE, PALO, STRENGTH
from scoring.bolognese.play.view import View
from scoring.bolognese.play.worth import BEATERS

#: What each card adds to a trick (Barilli 4.4.1): its value less one.
ADDS: Final = {code: CARD_VALUES.get(group.key, 1) - 1 for group in GROUPS for code in group.codes}
#: A trick this poor is a good one to take for who has none; anyone will do when few cards are left.
CHEAP: Final = 4
HURRY: Final = 4


def avoid_points(view: View, legal: list[str]) -> str:
    """One of the legal cards: who has no trick takes a cheap one, who has one gives others what counts.

    The Matto never takes: it is kept for a trick that every other card would win.
    """
    cards = [card for card in legal if card != MATTO] or legal
    if not view.tricks[view.player] and _is_worth_taking(view):
        return max(cards, key=lambda card: (_takes(view, card), -ADDS[card], STRENGTH.get(card, 0)))
    safest = min(cards, key=lambda card: (_takes(view, card), -ADDS[card], -STRENGTH.get(card, 0)))
    return MATTO if view.trick and MATTO in legal and _takes(view, safest) else safest


def _is_worth_taking(view: View) -> bool:
    return len(view.hand) <= HURRY or sum([ADDS[card] for card in view.trick]) <= CHEAP


def _takes(view: View, card: str) -> int:
    """The chance that the card takes the trick."""
    place = BOLOGNESE.taker(view.trick)
    if card == MATTO or (place >= 0 and not BIT[card] & BEATERS[view.trick[place]]):
        return 0
    return view.stands(card, BOLOGNESE.palo_led(view.trick) or PALO[card])
