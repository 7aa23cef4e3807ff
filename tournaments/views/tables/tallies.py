"""What the form says so far, counted while it is being filled: both sides, and why; nothing is stored."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

import scoring
from tournaments import scores
from tournaments.errors import InputRefused
from tournaments.forms.deal import FORMS, CardsForm, DealForm, FiguresForm
from tournaments.scores.shapes import SIDES
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.offers import Offer, offers

Context = dict[str, Any]

# The tally sticks to the bottom of a phone: more would hide the form.
OFFERED = 2


@require_POST
def count(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """The tally of the form: points where they can be told, else what is still missing."""
    way = request.POST.get("way", "")
    dealer = scores.dealer_side(door.tournament, door.match, number)
    form = FORMS.get(way, CardsForm)(request.POST, dealer=dealer)
    context = _tally(door, form)
    return render(request, "table/tally.html", context)


def _tally(door: Door, form: DealForm) -> Context:
    valid = form.is_valid()
    told: Context = {"way": form.way, "hints": form.sentences()}
    try:
        if isinstance(form, CardsForm):
            told["idle"] = _idle(door, form)
            return told | (_by_cards(door, form) if form.can_be_counted else {})
        return told | (_by_figures(door, form) if valid else _possible_so_far(door, form))
    except scoring.ScoringError as refused:
        return told | {"hints": [scores.sentence(refused, sheet.players(door), _language())]}
    except InputRefused as refused:
        nearest: Any = refused.details.get("nearest", [])
        return told | {"hints": [str(refused)], "offers": _offers(form, nearest)}


def _idle(door: Door, form: CardsForm) -> tuple[str, ...]:
    """The numbers that the grande no longer reaches: they need no tap."""
    said = form.cleaned_data
    if not {"cards", "missing"} <= said.keys():
        return ()
    return scoring.idle_numbers(said["cards"], said["missing"], rules=door.tournament.house_rule)


def _by_cards(door: Door, form: CardsForm) -> Context:
    """Both sides' points, without those of the last trick until somebody says whose it is."""
    said = form.told()
    last_trick = form.cleaned_data.get("last_trick")
    counted = scores.count_so_far(door.tournament, said, last_trick, dealer=form.dealer)
    told = scores.tell(counted.explanation, sheet.players(door), _language())
    return {
        "sides": counted.sides,
        "told": told,
        "hints": [],
        "lacks_last_trick": not last_trick,
    }


def _by_figures(door: Door, form: DealForm) -> Context:
    counted = scores.counted(door.tournament, form.way, form.written(), dealer=form.dealer)
    return {"sides": {side: {"total": counted[side]["total"]} for side in SIDES}, "possible": True}


def _possible_so_far(door: Door, form: DealForm) -> Context:
    """For figures half written: why they cannot be, if they already cannot."""
    figures = form.typed() if isinstance(form, FiguresForm) else {}
    if not figures:
        return {}
    verdict = scoring.check(
        door.tournament.game,
        figures,
        last_trick=form.cleaned_data.get("last_trick"),
        dealer=form.dealer,
        rules=door.tournament.house_rule,
    )
    if verdict.why is None:
        return {}
    return {
        "hints": [scores.sentence(verdict.why, {}, _language())],
        "offers": _offers(form, verdict.nearest),
    }


def _offers(form: DealForm, nearest: Any) -> list[Offer]:
    typed = form.typed() if isinstance(form, FiguresForm) else {}
    return offers(nearest, typed)[:OFFERED]


def _language() -> str:
    return get_language() or "it"
