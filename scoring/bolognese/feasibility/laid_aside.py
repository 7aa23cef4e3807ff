"""Whether a possible unknown discard exists: in the discarder's pile, and in no declaration.

Either side may capture a declared card, so the discard alone connects declarations with the figures of the
piles (Barilli 3.3; Pagat, "Declarations"). Some split and some hands must exist; tricks that lead from the
hands to the split are not searched. Scartini are in no declaration, so a pile with enough of them settles the
question. Otherwise each split that agrees with the figures gives the cards that could be laid aside
(``layable``), and the declarations tell which of them may be missing (``lacking``). In Millone for two both
players' discards are searched together (Barilli 4.3.1), or only the other's ten when the dealer's are known.
At terziglio, a pozzo that nobody took may also contain re and tarocchi (Barilli 4.2.1).
"""

from collections.abc import Callable
from dataclasses import replace
from heapq import nsmallest
from typing import Final

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.choosing import Choosing
from scoring.bolognese.feasibility.figures import Deal, Sheet
from scoring.bolognese.feasibility.lacking import PILE_COST, Lacking, Patience, Shown
from scoring.bolognese.feasibility.layable import Layable, Need, layable, needs_beside, needs_of

_SCARTINI: Final = codes_of(SCARTINI_BITS)
#: How many piles are tried by guessing before the full search.
MOST_GUESSED: Final = 5
#: Needs of at most this many cards are never guessed, only searched.
NOT_GUESSED_UP_TO: Final = 2
#: How many piles are collected before some are searched for the first time; doubled each time.
FIRST_BATCH: Final = 200


def choosing_beside(shown: Shown, deal: Deal, patience: Patience) -> Choosing:
    """The search for cards that these declarations can do without, besides the known discards; it caches
    answers for many sheets."""
    return Choosing(Lacking(replace(shown, aside=deal.aside, of_all=deal.pozzo), patience))


def leave_a_discard(
    sheet: Sheet, shown: Shown, ask: Callable[[Sheet], bool], known: Choosing | None = None
) -> bool:
    """Whether some split that agrees with the sheet has discards that these declarations can do without.
    Exact.

    ``ask`` answers whether a sheet with known discards is feasible. Usually one question, a few milliseconds;
    seconds where a pile has hardly any scartini and both sides show hundreds of points. Raises OutOfPatience
    when the budget is spent.
    """
    choosing = known or choosing_beside(shown, sheet.deal, Patience())
    most, least = sheet.deal.shape.aside
    discards = sheet.deal.aside
    if not least and _are_in_pile(bits(_SCARTINI[:most]), sheet, ask):
        return choosing.lacking(0)
    tight: list[tuple[Need, Layable]] = []
    fewest, enough = len(DECK), FIRST_BATCH
    for each in layable(sheet):
        choosing.lacking.patience.spend(PILE_COST)
        for need in needs_beside(each, discards) if discards else needs_of(each):
            if choosing.finds_free(each, need):
                return True
            # A guess for the smallest need so far often makes all other searches unnecessary.
            if NOT_GUESSED_UP_TO < need.in_all < fewest and choosing.guesses(each, need):
                return True
            fewest = min(fewest, need.in_all)
            tight.append((need, each))
        if len(tight) >= enough:
            if any(choosing.finds(each, need) for need, each in nsmallest(MOST_GUESSED, tight, key=_in_all)):
                return True
            enough *= 2
    tight.sort(key=_in_all)
    return any(
        choosing.guesses(each, need) for need, each in tight[:MOST_GUESSED] if need.in_all > NOT_GUESSED_UP_TO
    ) or any(choosing.finds(each, need) for need, each in tight)


def _in_all(asked: tuple[Need, Layable]) -> int:
    return asked[0].in_all


def _are_in_pile(cards: int, sheet: Sheet, ask: Callable[[Sheet], bool]) -> bool:
    """Whether the figures are feasible with these cards in the discarder's pile."""
    return ask(replace(sheet, deal=replace(sheet.deal, aside=cards, bound=True)))
