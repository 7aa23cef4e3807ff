"""Simple players who play sensibly (Pagat, "Tactics"): see ``leading`` and ``following``."""

from scoring.bolognese.cards import MATTO
from scoring.bolognese.play.following import follow
from scoring.bolognese.play.leading import lead
from scoring.bolognese.play.view import View


def choose_card(view: View, legal: list[str]) -> str:
    """One of the legal cards; the Matto is led only when nothing else is left.

    "It is nearly always a mistake to lead the Matto" (Pagat, "Use of the Matto").
    """
    if len(legal) == 1:
        return legal[0]
    if not view.trick:
        return lead(view, [card for card in legal if card != MATTO])
    return follow(view, legal)
