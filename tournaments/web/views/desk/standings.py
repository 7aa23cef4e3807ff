"""The standings for the club's officers, with whole names on page and paper; and the prize-giving."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import Right
from club.web.guards import OfficerRequest, uncached_page
from club.web.pages import private_file
from tournaments import queries
from tournaments.exports import printing
from tournaments.models import RoundState, Tournament
from tournaments.presenters.pair_page import pair_page
from tournaments.presenters.prize_giving import prize_giving
from tournaments.presenters.results import provisional, shown_standings, standings_after
from tournaments.text.names import FOR_OFFICERS, unknown_entry
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages


@uncached_page
@officers(*Right)
def show(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the settled standings, or the interim ones for `?adesso` while a round is played.

    htmx polls with the version `seen`, and gets 204 while nothing changes.
    """
    version = queries.live_version(tournament)
    if pages.is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    is_interim = "adesso" in request.GET
    found = (provisional if is_interim else standings_after)(tournament, dict(FOR_OFFICERS))
    shown = {
        "standings": shown_standings(found) if found else None,
        "is_interim": is_interim,
        "is_playing": tournament.rounds.filter(state=RoundState.PLAYING).exists(),
        "live_version": version,
    }
    template = "desk/standings/part.html" if pages.is_fragment(request) else "desk/standings/standings.html"
    return pages.page(request, tournament, template, "results", shown)


@uncached_page
@officers(*Right)
def pair(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Shows the evening of one entry, as its public page does, with whole names."""
    entries = queries.entries(tournament).filter(number=number)
    entry = queries.first_or_not_found(entries, unknown_entry(tournament, number))
    shown = {**vars(pair_page(tournament, entry, FOR_OFFICERS)), "pair_view": "desk_pair"}
    return pages.page(request, tournament, "desk/standings/pair.html", "results", shown)


@require_safe
@officers(*Right)
def paper(_request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Returns the standings as PDF, marked as the Giuria's."""
    body = printing.standings_pdf(tournament, dict(FOR_OFFICERS))
    name = f"classifica-giuria-{tournament.code}.pdf"
    return private_file(body, "application/pdf", name, is_download=False)


@uncached_page
@officers(Right.RUN_EVENING)
def prizes(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the prize-giving on the wall, one place at a time, with the names that the room may read."""
    shown = {"tournament": tournament, "club": tournament.club, "giving": prize_giving(tournament)}
    return render(request, "desk/standings/prizes.html", shown)
