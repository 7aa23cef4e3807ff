"""Whether there is a discard that nobody told: in the pile of who laid it aside, and shown by nobody.

A card in a declaration may be captured by either side, so that declarations and figures of the piles bind
each other by the discard alone (Barilli 3.3; Pagat, "Declarations"): some split and some hands are asked for,
not tricks in which they meet, each with a card of every hand. Scartini of the suits are in no declaration:
where a pile with enough of them gives the figures, nothing is bound. Where none does, each split that agrees
with the figures tells what else could be laid aside (``layable``), and the declarations which of it they can
lack (``lacking``). In Millone for two that is asked of what both laid aside, together (Barilli 4.3.1); where
the dealer's cards were told, of the ten of the other. In the pozzo that nobody took at terziglio re and
tarocchi may be too (Barilli 4.2.1).
"""

from collections.abc import Callable
from dataclasses import replace
from heapq import nsmallest
from typing import Final

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.choosing import Choosing
from scoring.bolognese.feasibility.figures import Deal, Sheet
from scoring.bolognese.feasibility.lacking import PILE, Lacking, Patience, Shown
from scoring.bolognese.feasibility.layable import Layable, Need, layable, needs_beside, needs_of

_SCARTINI: Final = codes_of(SCARTINI_BITS)
#: Piles of which cards are guessed before all are looked at.
GUESSED_AT: Final = 5
#: So few cards are not guessed, but looked for one after the other.
FEW: Final = 2
#: So many piles are kept before some of them are looked at, and twice as many each time before some more.
MANY: Final = 200


def choosing_beside(shown: Shown, deal: Deal, patience: Patience) -> Choosing:
    """What these declarations can lack beside the cards of the deal that were told aside; asked of many
    sheets, it remembers."""
    return Choosing(Lacking(replace(shown, aside=deal.aside, of_all=deal.pozzo), patience))


def leave_a_discard(
    sheet: Sheet, shown: Shown, ask: Callable[[Sheet], bool], known: Choosing | None = None
) -> bool:
    """Whether some split that agrees with the sheet has discards that these declarations can lack: exactly.

    ``ask`` tells whether a sheet whose cards aside are known can be. Mostly one question, a few milliseconds;
    seconds where a pile has hardly a scartino and both sides show hundreds of points. Raises OutOfPatience
    where no more may be asked.
    """
    choosing = known or choosing_beside(shown, sheet.deal, Patience())
    most, least = sheet.deal.shape.aside
    told = sheet.deal.aside
    if not least and _are_in_pile(bits(_SCARTINI[:most]), sheet, ask):
        return choosing.lacking(0)
    tight: list[tuple[Need, Layable]] = []
    fewest, enough = len(DECK), MANY
    for each in layable(sheet):
        choosing.lacking.patience.spend(PILE)
        for need in needs_beside(each, told) if told else needs_of(each):
            if choosing.finds_free(each, need):
                return True
            # Where fewer cards are needed than anywhere so far a guess often spares all the others.
            if FEW < need.in_all < fewest and choosing.guesses(each, need):
                return True
            fewest = min(fewest, need.in_all)
            tight.append((need, each))
        if len(tight) >= enough:
            if any(choosing.finds(each, need) for need, each in nsmallest(GUESSED_AT, tight, key=_in_all)):
                return True
            enough *= 2
    tight.sort(key=_in_all)
    return any(choosing.guesses(each, need) for need, each in tight[:GUESSED_AT] if need.in_all > FEW) or any(
        choosing.finds(each, need) for need, each in tight
    )


def _in_all(asked: tuple[Need, Layable]) -> int:
    return asked[0].in_all


def _are_in_pile(cards: int, sheet: Sheet, ask: Callable[[Sheet], bool]) -> bool:
    """Whether the figures can be with these cards in the pile of who laid aside."""
    return ask(replace(sheet, deal=replace(sheet.deal, aside=cards, bound=True)))
