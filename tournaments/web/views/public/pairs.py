"""An entry's page, with its place, tables and deals explained, and the head-to-head of two entries."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.core.careers import tally
from tournaments.models import Entry, Tournament
from tournaments.players import match_history
from tournaments.presenters.pair_page import pair_page
from tournaments.presenters.tournaments import shown_entries, shown_entry
from tournaments.text.names import PUBLIC, unknown_entry
from tournaments.web.views.public.live_pages import Page, page_response


@require_safe
def pair(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Shows the page of the entry with that number, or its live part for `?fragment`."""
    return page_response(request, code, PAIR, number)


def _entry(tournament: Tournament, number: int) -> Entry:
    entries = queries.entries(tournament).filter(number=number)
    return queries.first_or_not_found(entries, unknown_entry(tournament, number))


def _around_pair(_request: HttpRequest, tournament: Tournament, number: int) -> dict[str, object]:
    found = queries.entry_rows(tournament.entries.filter(number=number))
    if not found:
        raise Http404(unknown_entry(tournament, number))
    return {"entry": shown_entry(found[0], PUBLIC)}


def _pair_context(tournament: Tournament, _version: str, number: int) -> dict[str, object]:
    return vars(pair_page(tournament, _entry(tournament, number)))


PAIR = Page("pair", "public/pairs/pair_part.html", "public/pairs/pair.html", _pair_context, _around_pair)


@require_safe
def pairs_duel(request: HttpRequest, code: str, number: int, other: int) -> HttpResponseBase:
    """Shows the head-to-head of the entries with these numbers, or its live part for `?fragment`."""
    return page_response(request, code, DUEL, number, other)


def _two(tournament: Tournament, number: int, other: int) -> tuple[Entry, Entry]:
    """Returns both entries. Raises Http404 where one is unknown, or they are the same. Two queries."""
    if number == other:
        raise Http404(_("Uno scontro diretto è fra due numeri diversi."))
    entries = {each.number: each for each in queries.entries(tournament).filter(number__in=(number, other))}
    for each_number in (number, other):
        if each_number not in entries:
            raise Http404(unknown_entry(tournament, each_number))
    return entries[number], entries[other]


def _around_duel(_request: HttpRequest, tournament: Tournament, number: int, other: int) -> dict[str, object]:
    one, two = shown_entries(_two(tournament, number, other), PUBLIC)
    return {"one": one, "other": two}


def _duel_context(tournament: Tournament, _version: str, number: int, other: int) -> dict[str, object]:
    one, two = _two(tournament, number, other)
    met = match_history.matches_between(one, two, match_history.matches_of_entry(one))
    shown_one, shown_two = shown_entries([one, two], PUBLIC)
    return {
        "one": shown_one.name,
        "other": shown_two.name,
        "tally": tally(seen for _match, seen in met),
        "meetings": [{"number": number, "seen": seen} for _match, seen in reversed(met)],
    }


DUEL = Page(
    "pairs_duel", "public/duels/pairs_part.html", "public/duels/pairs.html", _duel_context, _around_duel
)
