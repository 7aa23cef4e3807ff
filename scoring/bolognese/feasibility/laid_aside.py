"""Whether there is a discard that nobody told: in the pile of who laid it aside, and shown by nobody.

A card in an accuso may be captured by either side, so that accusi and figures of the piles bind each other by
the discard alone (Barilli 3.3; Pagat, "Declarations"): some split and some hands are asked for, not tricks in
which they meet, each with a card of every hand. Scartini of the suits are in no accuso: where a pile with
enough of them gives the figures, nothing is bound. Where none does, each split that agrees with the figures
tells what else could be laid aside (``layable``), and the accusi which of it they can lack (``lacking``). In
Millone for two that is asked of what both laid aside, together (Barilli 4.3.1); where the dealer's cards were
told, of the ten of the other. In the pozzo that nobody took at terziglio re and tarocchi may be too (Barilli
4.2.1).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.choosing import Choosing
from scoring.bolognese.feasibility.figures import Sheet
from scoring.bolognese.feasibility.lacking import Lacking, Shown
from scoring.bolognese.feasibility.layable import Layable, layable
from scoring.bolognese.feasibility.needs import Need, needs_beside, needs_of

_SCARTINI: Final = codes_of(SCARTINI_BITS)
#: Piles of which cards are guessed before all are looked at.
GUESSED_AT: Final = 5
#: Accusi that are remembered: no more are asked about at a time.
_REMEMBERED: Final = 8


def leave_a_discard(sheet: Sheet, shown: Shown, ask: Callable[[Sheet], bool]) -> bool:
    """Whether some split that agrees with the sheet has discards that these accusi can lack: exactly.

    ``ask`` tells whether a sheet whose cards aside are known can be. Mostly one question, a few milliseconds;
    seconds where a pile has hardly a scartino and both sides show hundreds of points.
    """
    most, least = sheet.deal.shape.aside
    told = sheet.deal.aside
    if not least and _are_in_pile(bits(_SCARTINI[:most]), sheet, ask):
        return shown.can_lack(0)
    choosing = _choosing(replace(shown, aside=told, of_all=sheet.deal.pozzo))
    tight = list[tuple[Need, Layable]]()
    fewest = len(DECK)
    for each in layable(sheet):
        for need in needs_beside(each, told) if told else needs_of(each):
            if choosing.finds_free(each, need):
                return True
            # Where fewer cards are needed than anywhere so far a guess often spares all the others.
            if need.in_all < fewest and choosing.guesses(each, need):
                return True
            fewest = min(fewest, need.in_all)
            tight.append((need, each))
    tight.sort(key=lambda asked: asked[0].in_all)
    return any(choosing.guesses(each, need) for need, each in tight[:GUESSED_AT]) or any(
        choosing.finds(each, need) for need, each in tight
    )


@lru_cache(_REMEMBERED)
def _choosing(shown: Shown) -> Choosing:
    """What is known of these accusi already: of the same many sheets are asked for offers."""
    return Choosing(Lacking(shown))


def _are_in_pile(cards: int, sheet: Sheet, ask: Callable[[Sheet], bool]) -> bool:
    """Whether the figures can be with these cards in the pile of who laid aside."""
    return ask(replace(sheet, deal=replace(sheet.deal, aside=cards, bound=True)))
