"""Forms of a deal: by cards, by parts, by totals or by a call, with sentences about missing input.

`written()` returns the argument of `scores.enter`, and `initial_of` fills a form from it. The game decides
which ways and fields there are.
"""

from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Deal
from tournaments.results.scores.deal_schema import (
    DECLARED,
    DealPlace,
    calls_out,
    parts_beside,
    parts_of,
    taps_one_heap,
)
from tournaments.web.forms.deal.base import DealForm, column_of
from tournaments.web.forms.deal.cards import CardsForm, initial_cards
from tournaments.web.forms.deal.figures import NOBODY, FiguresForm, PartsForm, TotalsForm
from tournaments.web.forms.deal.out import OutForm, initial_out
from tournaments.web.forms.deal.whole_match import WholeMatchForm

__all__ = [
    "FORMS",
    "CardsForm",
    "DealForm",
    "FiguresForm",
    "OutForm",
    "PartsForm",
    "TotalsForm",
    "WholeMatchForm",
    "initial_of",
    "ways_of",
]

FORMS: dict[str, type[DealForm]] = {
    form.way: form for form in (CardsForm, PartsForm, TotalsForm, OutForm, WholeMatchForm)
}


def ways_of(place: DealPlace, number: int) -> list[str]:
    """Returns the ways in which that deal can be entered, the usual one first; one for the match's totals.

    Cards are tapped where two pairs share the whole Bolognese deck, because there one side's pile
    also gives the other's.
    """
    if number == WHOLE_MATCH:
        return [Deal.Way.MATCH]
    figures: list[str] = [Deal.Way.PARTS, Deal.Way.TOTALS, *([Deal.Way.OUT] if calls_out(place) else [])]
    return [Deal.Way.CARDS, *figures] if taps_one_heap(place) else figures


def initial_of(deal: Deal | None, way: str, place: DealPlace) -> dict[str, object]:
    """Returns the stored deal as initial values: cards only if it was entered by cards, figures always."""
    if deal is None:
        return {}
    if way == Deal.Way.CARDS:
        return initial_cards(deal.entered) if deal.way == way else {}
    if way == Deal.Way.OUT:
        return initial_out(deal.entered) if deal.way == way else {}
    if Deal.Way.MATCH in (way, deal.way):
        given = {f"{side}-total": total for side, total in deal.entered.get("totals", {}).items()}
        return given if deal.way == way else {}
    given = {name: deal.entered[name] for name in place.game.facts if name in deal.entered}
    if "last_trick" in deal.entered:
        given["last_trick"] = column_of(place, deal.entered["last_trick"], deal.entered)
    if any(counted.get("declarations") for counted in deal.counted.values()):
        given["with_declared"] = "yes"
    for side in place.sides:
        given |= _figures(deal, place, side, column_of(place, side, deal.entered))
    return given


def _figures(deal: Deal, place: DealPlace, side: str, column: str) -> dict[str, object]:
    counted = deal.counted[side]
    declared = counted.get("declarations", 0)
    given = {f"{column}-total": counted["total"], f"{column}-{DECLARED}": declared or None}
    for name in parts_beside(place):
        given[f"{column}-{name}"] = counted.get(name)
    for name in parts_of(place.game):
        if name not in place.game.one_point:
            given[f"{column}-{name}"] = counted[name]
        elif counted[name] is not None and all(not deal.counted[each][name] for each in place.sides):
            given[f"whose-{name}"] = NOBODY
        elif counted[name]:
            given[f"whose-{name}"] = column
    return given
