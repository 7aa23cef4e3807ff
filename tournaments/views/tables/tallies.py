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
    try:
        if isinstance(form, CardsForm):
            told["idle"] = _idle(form)
            return told | (_by_cards(door, form) if form.can_be_counted else {})
        return told | (_by_figures(form) if valid else _possible_so_far(form))
    except scoring.ScoringError as refused:
        sentence = scores.sentence(refused, sheet.players(door), _language(), place=form.place)
        return told | {"hints": [sentence]}
    except InputRefused as refused:
        nearest: Any = refused.details.get("nearest", [])
        return told | {"hints": [str(refused)], "offers": _offers(form, nearest)}


def _idle(form: CardsForm) -> tuple[str, ...]:
    """The numbers that the grande no longer reaches: they need no tap."""
    said = form.cleaned_data
    if not {"cards", "missing"} <= said.keys():
        return ()
    return scoring.idle_numbers(said["cards"], said["missing"], rules=form.place.rules)


def _by_cards(door: Door, form: CardsForm) -> Context:
    """Both sides' points, without those of the last trick until somebody says whose it is."""
    last_trick = form.cleaned_data.get("last_trick")
    counted = scores.count_so_far(form.place, form.told(), last_trick)
    told = scores.tell(form.place, counted.explanation, sheet.players(door), _language())
    return {
        "sides": _sides(form, counted.points, counted.cards),
        "told": told,
        "hints": [],
        "lacks_last_trick": not last_trick,
    }


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
