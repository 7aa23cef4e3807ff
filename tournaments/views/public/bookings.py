"""Entering an evening from a phone: the page with its form, and the word that a letter is on its way."""

from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club import publication
from club.access import Right
from club.accounts import letters as post_office
from scoring import GAMES
from tournaments.api.throttles import PerAddress
from tournaments.bookings import asking, informing, links, partners
from tournaments.bookings import shown as bookings
from tournaments.errors import TournamentError
from tournaments.forms import asked
from tournaments.forms.booking import BookingForm
from tournaments.models import CalendarRules, Tournament
from tournaments.refusals import status_of
from tournaments.views.access import everybody
from tournaments.views.desk import pages


class Asking(PerAddress):
    """Places asked for from one address: a whole club may share one, a machine wants more."""

    scope = "bookings"
    rate = "40/hour"


class AskingFor(PerAddress):
    """Places asked for with one e-mail, for whatever evening: nobody's mail is to be filled."""

    scope = "bookings-of-address"
    rate = "8/hour"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        # Hashed: an address may hold what a cache's key may not, and the cache is to keep none.
        email = str(request.POST.get("email", "")).strip().casefold()
        ident = sha256(email.encode(errors="replace")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@everybody
def book(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The evening, its places, and the form where one enters now."""
    shown = facts(tournament)
    informed = informing.informed(shown["rules"])
    form = BookingForm(request.POST or None, tournament=tournament, informed=informed)
    if request.method != "POST":
        return _page(request, shown, form)
    if not form.is_valid():
        return _page(request, shown, form, 422)
    if form.is_by_a_machine:
        return pages.go("booking_sent", tournament.code)
    if not all([Asking().allow_request(request), AskingFor().allow_request(request)]):  # type: ignore[arg-type]
        form.add_error(None, _("Troppe richieste in poco tempo: aspetta un'ora, o telefona al circolo."))
        return _page(request, shown, form, 429)
    try:
        asking.ask(
            tournament.pk,
            form.asked(),
            language=get_language() or "it",
            origin=links.origin(request),
            key=asked.key(request.POST),
        )
    except TournamentError as refusal:
        form.add_error(None, str(refusal))
        return _page(request, facts(tournament), form, status_of(refusal) or 409)
    return pages.go("booking_sent", tournament.code)


@never_cache
@require_safe
@everybody
def sent(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What to do next; the same words whether the address was entered already or not."""
    context = {**facts(tournament), "has_no_post": bool(post_office.where())}
    return render(request, "booking/sent.html", context)


def facts(tournament: Tournament) -> dict[str, Any]:
    """What every page of an evening's bookings shows of it. One query."""
    now = timezone.now()
    found = bookings.counted(Tournament.objects.select_related("club__calendar_rules"), now)
    counted = found.get(pk=tournament.pk)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "game_name": GAMES[tournament.game].name,
        "rules": getattr(counted.club, "calendar_rules", None) or CalendarRules(club=counted.club),
        "openness": bookings.openness(counted, now),
    }


def _page(request: HttpRequest, shown: dict[str, Any], form: BookingForm, status: int = 200) -> HttpResponse:
    """The page of an evening's `facts`. One query."""
    tournament = shown["tournament"]
    named = partners.looking(tournament).filter(is_named_to_others=True)
    context = {
        **shown,
        "form": form,
        "told": form.informed,
        "key": asked.key(request.POST) or uuid4(),
        "looking_names": [each.name for each in named],
        "may_enter": Right.ENTER_RESULTS in request.rights,  # type: ignore[attr-defined]
    }
    response = render(request, "booking/book.html", context, status=status)
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    return response
