"""A smazzata as the pages send it: by cards, by parts or by totals, with the words for what is missing.

Each form answers `written()`, in the shape that `scores.enter` takes, and is filled from it by `initial_of`.
"""

from typing import Any

from tournaments.forms.deal.base import DealForm
from tournaments.forms.deal.cards import CardsForm, initial_cards
from tournaments.forms.deal.figures import FiguresForm, PartsForm, TotalsForm
from tournaments.models import Deal
from tournaments.scores.shapes import PARTS, SIDES

__all__ = ["FORMS", "CardsForm", "DealForm", "FiguresForm", "PartsForm", "TotalsForm", "initial_of"]

FORMS: dict[str, type[DealForm]] = {form.way: form for form in (CardsForm, PartsForm, TotalsForm)}


def initial_of(deal: Deal | None, way: str) -> dict[str, Any]:
    """What the form of `way` opens with: the stored deal, in figures where it was written otherwise."""
    if deal is None:
        return {}
    if way == Deal.Way.CARDS:
        return initial_cards(deal.entered) if deal.way == way else {}
    given = {"last_trick": deal.entered["last_trick"]}
    for side in SIDES:
        counted = deal.counted[side]
        given |= {f"{side}-{name}": counted[name] for name in PARTS}
        given[f"{side}-declared"] = counted["declarations"]
        given[f"{side}-total"] = counted["total"] - counted["declarations"]
    return given
