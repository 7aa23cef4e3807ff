"""A smazzata as the pages send it: by cards, by parts or by totals, with the words for what is missing.

Each form answers `written()`, in the shape that `scores.enter` takes, and is filled from it by `initial_of`.
Which ways and which fields there are follows from the game.
"""

from typing import Any

from tournaments.forms.deal.base import DealForm
from tournaments.forms.deal.cards import CardsForm, initial_cards
from tournaments.forms.deal.columns import column_of
from tournaments.forms.deal.figures import NOBODY, FiguresForm, PartsForm, TotalsForm
from tournaments.models import Deal
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import DECLARED, parts_beside, parts_of, taps_one_heap

__all__ = [
    "FORMS",
    "CardsForm",
    "DealForm",
    "FiguresForm",
    "PartsForm",
    "TotalsForm",
    "initial_of",
    "ways_of",
]

FORMS: dict[str, type[DealForm]] = {form.way: form for form in (CardsForm, PartsForm, TotalsForm)}


def ways_of(place: DealPlace) -> list[str]:
    """The ways in which a smazzata can be written, the first one the usual.

    Cards are tapped where two pairs share out the whole Bolognese deck: there one heap tells both.
    """
    figures: list[str] = [Deal.Way.PARTS, Deal.Way.TOTALS]
    return [Deal.Way.CARDS, *figures] if taps_one_heap(place) else figures


def initial_of(deal: Deal | None, way: str, place: DealPlace) -> dict[str, Any]:
    """What the form of `way` opens with: the stored deal, in figures where it was written otherwise."""
    if deal is None:
        return {}
    if way == Deal.Way.CARDS:
        return initial_cards(deal.entered) if deal.way == way else {}
    given = {name: deal.entered[name] for name in place.game.facts if name in deal.entered}
    if "last_trick" in deal.entered:
        given["last_trick"] = column_of(place, deal.entered["last_trick"], deal.entered)
    for side in place.sides:
        given |= _figures(deal, place, side, column_of(place, side, deal.entered))
    return given


def _figures(deal: Deal, place: DealPlace, side: str, column: str) -> dict[str, Any]:
    counted = deal.counted[side]
    accusi = counted.get("declarations", 0)
    given = {f"{column}-total": counted["total"] - accusi, f"{column}-{DECLARED}": accusi}
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
