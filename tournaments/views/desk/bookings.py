"""Those who entered from a phone, at the desk: who they are, who waits, who looks for a partner."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club import looks, reaching
from club.access import Right
from club.accounts import letters as post_office
from club.models import Look
from tournaments.bookings import answering, arriving, partners, places, post, readdressing, terms
from tournaments.bookings.arriving import Known
from tournaments.errors import InputRefused
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.booking import AddressForm, JoinForm
from tournaments.models import Booking, Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.views.desk.questions import Question, ask


@dataclass(frozen=True)
class Line:
    """A booking of the list, and its players as the club knows them."""

    booking: Booking
    players: list[Known]


@never_cache
@require_safe
@officers(Right.RUN_EVENING)
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who has asked for a place, by what is to be done."""
    return pages.page(request, tournament, "bookings.html", "entries", **listed(request, tournament))


@require_POST
@officers(Right.RUN_EVENING)
def accept(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """An entry of the evening made of it; where a name is of several people the desk's line asks who."""
    present = "present" in request.POST
    try:
        entry = arriving.accept(tournament.pk, number, present=present, by=pages.actor(request))
    except InputRefused as refusal:
        if "line" not in refusal.details:
            raise
        messages.warning(request, str(refusal))
        line = urlencode({"line": refusal.details["line"], "booking": number})
        return redirect(f"{reverse('entries', args=[tournament.code])}?{line}")
    return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")


@require_POST
@officers(Right.RUN_EVENING)
def accept_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every confirmed one with a place."""
    made, left = arriving.accept_all(tournament.pk, by=pages.actor(request))
    count = len(made)
    said = ngettext("%(count)s iscrizione in elenco.", "%(count)s iscrizioni in elenco.", count)
    messages.success(request, said % {"count": count})
    for sentence in left:
        messages.warning(request, sentence)
    return pages.go("bookings" if left else "entries", tournament.code)


@require_POST
@officers(Right.RUN_EVENING)
def confirm(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who said so on the telephone, without the letter."""
    booking = arriving.found(tournament, number)
    answering.confirm(booking.pk, by=pages.actor(request))
    messages.success(request, _("Confermata: %(names)s.") % {"names": booking.names})
    return pages.go("bookings", tournament.code)


@require_POST
@officers(Right.RUN_EVENING)
def join(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Two who look, made a coppia."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise InputRefused("same-person", _("Scegli due persone dall'elenco di chi cerca compagno."))
    two = form.cleaned_data
    booking = partners.join(tournament.pk, two["first"], two["second"], by=pages.actor(request))
    messages.success(request, _("In coppia: %(names)s. Lo sanno per e-mail.") % {"names": booking.names})
    return pages.go("bookings", tournament.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Off the list, with the reason that the letter tells."""
    booking = arriving.found(tournament, number)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        answering.cancel(booking.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("bookings", tournament.code)
    question = Question(
        _("Togliere l'iscrizione dal telefono?"),
        _("%(names)s: lo sanno per e-mail, con il motivo; il posto va a chi aspetta.")
        % {"names": booking.names},
        _("Togli l'iscrizione"),
        reverse("bookings", args=[tournament.code]),
    )
    return ask(request, tournament, question, form, tab="entries")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def readdress(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A wrong e-mail set right; the one it has is read on the list alone, where it is written who looked."""
    booking = arriving.found(tournament, number)
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        readdressing.readdress(booking.pk, form.cleaned_data["email"], by=pages.actor(request))
        messages.success(
            request, _("Indirizzo corretto: il messaggio per %(name)s va lì.") % {"name": booking.name}
        )
        return pages.go("bookings", tournament.code)
    question = Question(
        _("Correggere l'indirizzo?"),
        _(
            "Scriviamo di nuovo a %(name)s, all'indirizzo giusto; i collegamenti mandati a quello di prima "
            "non valgono più."
        )
        % {"name": booking.name},
        _("Correggi e scrivi"),
        reverse("bookings", args=[tournament.code]),
        danger=False,
    )
    return ask(request, tournament, question, form, tab="entries")


def listed(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Those with a place, in line, looking, not confirmed; and how full it is. Eight queries.

    Their addresses are on the page: it is written who looked.
    """
    living = tournament.bookings.filter(ended_at__isnull=True, entry__isnull=True)
    living = living.exclude(places.overdue(timezone.now()))
    rows = [each for each in living.prefetch_related("joined") if each.joined_to_id is None]
    known = arriving.known(tournament, rows)
    lines = [Line(each, known[each.pk]) for each in rows]
    _note(request, tournament, lines)
    confirmed = [line for line in lines if line.booking.confirmed_at]
    return {
        "placed": [line for line in confirmed if line.booking.has_place],
        "waiting": sorted(
            (line for line in confirmed if line.booking.line), key=lambda line: line.booking.line or 0
        ),
        "looking": [line for line in confirmed if line.booking.looks_for_partner],
        "unconfirmed": [line for line in lines if not line.booking.confirmed_at],
        "taken": places.taken(tournament),
        "closes_at": terms.closes_at(tournament),
        "post_office": post_office.where(),
        "letters_of_the_room": reaching.warning(request),
        "stuck": post.stuck(tournament),
    }


def _note(request: HttpRequest, tournament: Tournament, lines: list[Line]) -> None:
    written = {}
    for line in lines:
        joined = (each for each in line.booking.joined.all() if each.ended_at is None)
        for booking in (line.booking, *joined):
            booking.tournament = tournament
            written[arriving.whose(booking)] = arriving.written_by(booking, line.players)
    looks.note_written(tournament.club, request.user, written, Look.Page.BOOKINGS)  # type: ignore[arg-type]
