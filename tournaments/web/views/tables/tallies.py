"""The tally of a deal's form while it is filled in: points, or the nearest possible figures.

The device itself counts a heap that is tapped (`static/js/live_count.js`).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

import scoring
from club.web.guards import PageRequest
from tournaments.errors import InputRefused, TournamentError
from tournaments.results import scores
from tournaments.text.deal_terms import FIGURE_HEADINGS
from tournaments.web.forms.deal import FORMS, DealForm, FiguresForm, ways_of
from tournaments.web.forms.deal.base import column_of
from tournaments.web.views.tables import pages
from tournaments.web.views.tables.table_access import TableVisit

Figures = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Offer:
    """A button that writes possible figures into the form: its text, and the fields as JSON."""

    text: str
    fields: str
    #: Whether these figures are certain to be among the nearest ones.
    is_nearest: bool


def offers(nearest: Iterable[Figures], form: FiguresForm, *, are_nearest: bool) -> list[Offer]:
    """Returns a button for each of the engine's nearest figures, naming only the changes in the form."""
    written = form.figures_by_side()
    return [_offer(form, _changed(each, written), is_nearest=are_nearest) for each in nearest]


def offers_beside(refused: TournamentError, form: DealForm) -> list[Offer]:
    """Returns the offers that a refusal carries; none for a form without figures."""
    if not isinstance(form, FiguresForm):
        return []
    details: Mapping[str, Any] = refused.details
    return offers(details.get("nearest", []), form, are_nearest=details.get("nearest_complete", True))


def _changed(figures: Figures, written: Mapping[str, Mapping[str, int | None]]) -> Figures:
    return {
        side: {name: value for name, value in values.items() if written.get(side, {}).get(name) != value}
        for side, values in figures.items()
    }


def _offer(form: FiguresForm, changed: Figures, *, is_nearest: bool) -> Offer:
    headings = {column.key: column.heading for column in form.columns}
    columns = {side: column_of(form.place, side, form.facts()) for side in changed}
    changes = [
        f"{headings[columns[side]]}: " + ", ".join(_typed(form, columns[side], values))
        for side, values in sorted(changed.items())
        if values
    ]
    return Offer(" · ".join(changes), json.dumps(form.fields_of(changed)), is_nearest)


def _typed(form: FiguresForm, column: str, values: Mapping[str, int]) -> list[str]:
    typed = form.as_typed(column, values)
    return [f"{str(FIGURE_HEADINGS[name]).lower()} {value}" for name, value in typed.items()]


Context = dict[str, object]

# The tally sticks to the bottom of a phone: more offers would hide the form.
OFFERED = 2


@require_POST
def count(request: PageRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Returns the tally of the form: known points, or the missing input. Stores nothing."""
    place = scores.place_of(visit.match, number, visit.match.deals.all())
    ways = ways_of(place, number)
    way = request.POST.get("way", "")
    people = pages.people_by_side(pages.sheet_of(visit))
    form = FORMS[way if way in ways else ways[0]](request.POST, place=place, people=people)
    return render(request, "table/deal/tally.html", tally_of(visit, form))


def tally_of(visit: TableVisit, form: DealForm) -> Context:
    """Returns the tally of a form as typed so far: `sides` once it can be counted, `hints`, `offers`."""
    valid = form.is_valid()
    context: Context = {"way": form.way, "hints": form.sentences()}
    try:
        return context | (_by_figures(form) if valid else _possible_so_far(form))
    except scoring.ScoringError as refused:
        sentence = scores.refusal_sentence(
            refused, pages.players_by_name(visit), _language(), place=form.place
        )
        return context | {"hints": [sentence]}
    except InputRefused as refused:
        return context | {"hints": [str(refused)], "offers": offers_beside(refused, form)[:OFFERED]}


def _by_figures(form: DealForm) -> Context:
    written = scores.normalised(form.way, form.written(), form.place)
    figures = scores.count_deal(form.place, form.way, written)
    return {"sides": _sides(form, scores.points_of(form.place, written, figures)), "possible": True}


def _sides(form: DealForm, points: Mapping[str, int]) -> list[dict[str, object]]:
    """Returns a total for each side, under the names of the table."""
    return [{"name": form.names.get(side, side), "total": total} for side, total in points.items()]


def _possible_so_far(form: DealForm) -> Context:
    """Returns the reason why the figures so far are impossible; empty while they are possible."""
    figures = form.typed() if isinstance(form, FiguresForm) else {}
    if not figures:
        return {}
    last_trick = form.last_trick_side().get("last_trick") or None
    verdict = scores.check_figures(form.place, figures, last_trick=last_trick, facts=form.facts())
    if verdict.why is None:
        return {}
    return {
        "hints": [scores.refusal_sentence(verdict.why, {}, _language(), place=form.place)],
        "offers": _offers(form, verdict),
    }


def _offers(form: DealForm, verdict: scoring.Feasibility) -> list[Offer]:
    if not isinstance(form, FiguresForm):
        return []
    nearest = scores.suggestions_at_table(form.place, verdict.nearest)
    return offers(nearest[:OFFERED], form, are_nearest=verdict.nearest_complete)


def _language() -> str:
    return get_language() or "it"
