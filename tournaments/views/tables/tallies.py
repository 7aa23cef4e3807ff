"""What the form says so far, counted while it is being filled: both sides, and why; nothing is stored."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

import scoring
from tournaments import scores
from tournaments.errors import InputRefused
from tournaments.forms.deal import FORMS, CardsForm, DealForm, FiguresForm, ways_of
from tournaments.models import Deal
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.offers import Offer, offers

Context = dict[str, Any]

# The tally sticks to the bottom of a phone: more would hide the form.
OFFERED = 2


@require_POST
def count(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """The tally of the form: points where they can be told, else what is still missing."""
    place = scores.place_of(door.match, number, door.match.deals.all())
    ways = ways_of(place)
    way = request.POST.get("way", "")
    people = sheet.people(sheet.read(door))
    form = FORMS[way if way in ways else ways[0]](request.POST, place=place, people=people)
    return render(request, "table/tally.html", _tally(door, form))


def _tally(door: Door, form: DealForm) -> Context:
    valid = form.is_valid()
    told: Context = {"way": form.way, "hints": form.sentences()}
    if isinstance(form, CardsForm):
        told |= {"tapped": len(form.cleaned_data.get("cards", ())), "scartini": _scartini(form)}
    try:
        if not valid:
            return told | _possible_so_far(form)
        return told | (_by_cards(door, form) if form.way == Deal.Way.CARDS else _by_figures(form))
    except scoring.ScoringError as refused:
        sentence = scores.sentence(refused, sheet.players(door), _language(), place=form.place)
        return told | {"hints": [sentence]}
    except InputRefused as refused:
        nearest: Any = refused.details.get("nearest", [])
        return told | {"hints": [str(refused)], "offers": _offers(form, nearest)}


def _scartini(form: CardsForm) -> int | None:
    """The plain cards added by number, once they can be told."""
    return form.scartini if form.scartini is not None and form.scartini >= 0 else None


def _by_cards(door: Door, form: DealForm) -> Context:
    place = form.place
    written = scores.normal(form.way, form.written(), place)
    deal = scores.count_cards(place, written)
    cards = {side: made.pile.bit_count() for side, made in deal.sides.items()}
    points = {side: deal.points(side) for side in deal.sides}
    told = scores.tell(place, deal.explanation(), sheet.players(door), _language())
    return {"sides": _sides(form, points, cards), "told": told}


def _by_figures(form: DealForm) -> Context:
    written = scores.normal(form.way, form.written(), form.place)
    figures = scores.counted(form.place, form.way, written)
    return {"sides": _sides(form, scores.points_of(form.place, written, figures)), "possible": True}


def _sides(
    form: DealForm, points: Mapping[str, int], cards: Mapping[str, int] | None = None
) -> list[dict[str, Any]]:
    """A total a side, under the names of the table; not where camps hide whose they are."""
    return [
        {"name": form.names.get(side, side), "total": total, "cards": (cards or {}).get(side)}
        for side, total in points.items()
    ]


def _possible_so_far(form: DealForm) -> Context:
    """For figures half written: why they cannot be, if they already cannot."""
    figures = form.typed() if isinstance(form, FiguresForm) else {}
    if not figures:
        return {}
    last_trick = form.last_trick_side().get("last_trick") or None
    verdict = scores.check(form.place, figures, last_trick=last_trick, facts=form.facts())
    if verdict.why is None:
        return {}
    return {
        "hints": [scores.sentence(verdict.why, {}, _language(), place=form.place)],
        "offers": _offers(form, scores.at_table(form.place, verdict.nearest)),
    }


def _offers(form: DealForm, nearest: Any) -> list[Offer]:
    return offers(nearest[:OFFERED], form) if isinstance(form, FiguresForm) else []


def _language() -> str:
    return get_language() or "it"
