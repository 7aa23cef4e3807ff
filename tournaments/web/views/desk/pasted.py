"""Entries from a pasted list: a preview row by row, then all are entered together or none."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import ngettext

from club.access import Right
from club.web.guards import OfficerRequest, form_page
from tournaments.entries import guests
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.text.names import by_entry
from tournaments.web.forms import reasons
from tournaments.web.forms.entries import team_in
from tournaments.web.forms.pasted import PastedList
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages


@form_page
@officers(Right.RUN_EVENING)
def paste(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the field for a list; a POST shows the preview of the list, or enters the rows of the preview."""
    if request.method != "POST":
        return _page(request, tournament)
    key = reasons.device_key(request.POST)
    if request.POST.get("do") == "enter" and key and guests.is_list_entered(tournament, key):
        return pages.go("entries", tournament.code)
    try:
        pasted = PastedList(tournament, request.POST)
    except TournamentError as refusal:
        return _page(request, tournament, refusal=refusal, status=refusal.status)
    if request.POST.get("do") != "enter":
        return _page(request, tournament, pasted=pasted)
    if not pasted.is_ready:
        return _page(request, tournament, pasted=pasted, is_refused=True, status=422)
    return _enter(request, tournament, pasted, key or uuid4())


def _enter(request: OfficerRequest, tournament: Tournament, pasted: PastedList, key: UUID) -> HttpResponse:
    try:
        present = "present" in request.POST
        made = guests.enter_all(
            tournament.pk,
            pasted.to_enter,
            by=pages.actor(request),
            key=key,
            present=present,
            team=team_in(request.POST),
        )
    except TournamentError as refusal:
        status = refusal.status
        return _page(request, tournament, pasted=pasted, refusal=refusal, status=status)
    count = len(made)
    sentence = by_entry(
        tournament,
        ngettext("%(count)s coppia iscritta.", "%(count)s coppie iscritte.", count),
        ngettext("%(count)s giocatore iscritto.", "%(count)s giocatori iscritti.", count),
    )
    messages.success(request, sentence % {"count": count})
    return pages.go("entries", tournament.code, anchor=f"coppia-{made[0].number}")


def _page(
    request: OfficerRequest, tournament: Tournament, *, status: int = 200, **shown: object
) -> HttpResponse:
    kept = {
        "text": request.POST.get("text", ""),
        "key": reasons.device_key(request.POST) or uuid4(),
        "present": "present" in request.POST,
        "team": team_in(request.POST),
    }
    return pages.page(
        request, tournament, "desk/entries/paste.html", "entries", {**kept, **shown}, status=status
    )
