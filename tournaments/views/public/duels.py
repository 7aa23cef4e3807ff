"""What two entries of an evening have been to each other: every match, the sum, who is ahead."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import entries, played, queries
from tournaments.api.serializers import EntrySerializer
from tournaments.careers import tally
from tournaments.models import Entry, Tournament
from tournaments.views.public.live_parts import PUBLIC, Page, answer


@require_safe
def pairs_duel(request: HttpRequest, code: str, number: int, other: int) -> HttpResponseBase:
    """The head-to-head of the entries with these numbers, or its live part for `?fragment`."""
    return answer(request, code, DUEL, number, other)


def _two(tournament: Tournament, number: int, other: int) -> tuple[Entry, Entry]:
    """Both entries. Two queries."""
    if number == other:
        raise Http404(_("Uno scontro diretto è fra due numeri diversi."))
    found = {each.number: each for each in queries.entries(tournament).filter(number__in=(number, other))}
    for wanted in (number, other):
        if wanted not in found:
            raise Http404(entries.unknown(tournament, wanted))
    return found[number], found[other]


def _around(_request: HttpRequest, tournament: Tournament, number: int, other: int) -> dict[str, Any]:
    one, two = EntrySerializer(_two(tournament, number, other), many=True, context=PUBLIC).data
    return {"one": one, "other": two}


def _read(tournament: Tournament, _version: str, number: int, other: int) -> dict[str, Any]:
    one, two = _two(tournament, number, other)
    met = played.between(one, two, played.of_entry(one))
    told_one, told_two = EntrySerializer([one, two], many=True, context=PUBLIC).data
    return {
        "one": told_one["name"],
        "other": told_two["name"],
        "tally": tally(seen for _match, seen in met),
        "meetings": [{"number": number, "seen": seen} for _match, seen in reversed(met)],
    }


DUEL = Page("pairs_duel", "public/pairs_duel_part.html", "public/pairs_duel.html", _read, _around)
