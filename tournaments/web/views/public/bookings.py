"""Bookings as players make them: the form of an evening, and the page behind the link of a letter.

Mail scanners open every link of a letter, so opening a link changes nothing; the page's buttons act, by POST.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.accounts import letters
from club.privacy import publication
from club.public_urls import qr_inline
from club.web.guards import PageRequest, form_page, uncached_page
from tournaments import queries
from tournaments.entries.bookings import confirmations, links, partners, places, requests, terms
from tournaments.entries.bookings.links import LinkRefused
from tournaments.errors import TournamentError
from tournaments.models import Booking, Tournament
from tournaments.presenters.bookings import Facts, facts, other_seekers, state_of
from tournaments.results import evening_codes
from tournaments.web.forms import reasons
from tournaments.web.forms.booking import BookingForm, PartnerForm, ProposalForm
from tournaments.web.throttles import (
    BookingRequests,
    BookingRequestsForAddress,
    BookingRequestsOfDay,
    WrongLinks,
)
from tournaments.web.views.access import everybody
from tournaments.web.views.desk import pages

#: The limit of a mailbox comes last, so that a client with too many requests does not use it up.
LIMITS = (BookingRequestsOfDay, BookingRequests, BookingRequestsForAddress)


@form_page
@everybody
def book(request: PageRequest, tournament: Tournament) -> HttpResponseBase:
    """Shows the evening, its places and the booking form; stores a requested booking."""
    shown = facts(tournament)
    informed = terms.current_notice(shown.rules)
    form = BookingForm(
        request.POST or None,
        tournament=tournament,
        informed=informed,
        takes_phone_alone=shown.rules.takes_phone_alone,
    )
    if request.method != "POST":
        return _page(request, shown, form)
    if not form.is_valid():
        return _page(request, shown, form, 422)
    if form.is_by_a_machine:
        return pages.go("booking_sent", tournament.code)
    if not all(limit().allow_request(request) for limit in LIMITS):
        form.add_error(None, _("Troppe richieste in poco tempo: aspetta un'ora, o telefona al circolo."))
        return _page(request, shown, form, 429)
    try:
        booking = requests.submit(
            tournament.pk,
            form.request(),
            language=get_language() or "it",
            origin=links.site_of(request),
            key=reasons.device_key(request.POST),
        )
    except TournamentError as refusal:
        form.add_error(None, str(refusal))
        return _page(request, facts(tournament), form, refusal.status)
    if booking and not booking.email:
        # No letter will bring the link, so the player is redirected to the page itself.
        return pages.go("booking", links.token(booking))
    return pages.go("booking_sent", tournament.code)


@uncached_page
@everybody
def sent(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Shows the next step. The text does not reveal whether the address was already known."""
    context = {**vars(facts(tournament)), "has_no_post": bool(letters.mail_folder_note())}
    return render(request, "booking/sent.html", context)


def _page(request: PageRequest, shown: Facts, form: BookingForm, status: int = 200) -> HttpResponse:
    """Renders the booking form with the facts of the evening. One query."""
    tournament = shown.tournament
    named = partners.looking(tournament).filter(is_named_to_others=True)
    context = {
        **vars(shown),
        "form": form,
        "notice": form.informed,
        "key": reasons.device_key(request.POST) or uuid4(),
        "looking_names": [each.name for each in named],
        "may_enter": Right.ENTER_RESULTS in request.rights,
    }
    response = render(request, "booking/book.html", context, status=status)
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    return response


View = Callable[..., HttpResponseBase]


def by_link(view: View) -> View:
    """Passes the booking of the link to the view; for an invalid link shows a page with advice (404)."""

    @never_cache
    @wraps(view)
    def run(request: HttpRequest, booking_word: str, **words: Any) -> HttpResponseBase:
        try:
            booking = links.booking_of(booking_word)
        except LinkRefused as refusal:
            if not WrongLinks().allow_request(request):
                return render(request, "429.html", status=429)
            return render(request, "booking/no_link.html", {"sentence": str(refusal)}, status=404)
        return view(request, booking, **words)

    return run


@require_safe
@by_link
def own_booking(request: HttpRequest, booking: Booking) -> HttpResponse:
    """Shows the state of the booking and the possible acts."""
    return _booking_page(request, booking, PartnerForm(), ProposalForm())


@require_POST
@by_link
def confirm(request: HttpRequest, booking: Booking) -> HttpResponse:
    """Confirms the booking, and says at once whether there is still a place."""
    confirmed = confirmations.confirm(booking.pk)
    if confirmed.looks_for_partner:
        return _back(request, booking, _("Iscrizione confermata: adesso cerca un compagno qui sotto."))
    if confirmed.line is None:
        return _back(request, booking, _("Iscrizione confermata: il posto è tuo."))
    if team := booking.tournament.team_name(booking.team):
        full = _("Iscrizione confermata. I posti di «%(team)s» però sono tutti presi: sei in lista d'attesa.")
        messages.info(request, full % {"team": team})
    else:
        messages.info(
            request, _("Iscrizione confermata. I posti però sono tutti presi: sei in lista d'attesa.")
        )
    return pages.go("booking", links.token(booking))


@require_POST
@by_link
def change_partner(request: HttpRequest, booking: Booking) -> HttpResponse:
    form = PartnerForm(request.POST)
    if not form.is_valid():
        return _booking_page(request, booking, form, ProposalForm(), status=422)
    confirmations.change_partner(booking.pk, form.player())
    return _back(request, booking, _("Compagno cambiato."))


@require_POST
@by_link
def cancel(request: HttpRequest, booking: Booking) -> HttpResponse:
    confirmations.cancel(booking.pk)
    return _back(request, booking, _("Iscrizione annullata: grazie di averlo detto."))


@require_POST
@by_link
def propose(request: HttpRequest, booking: Booking, number: int) -> HttpResponse:
    """Sends a short message to another player without a partner."""
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _booking_page(request, booking, PartnerForm(), form, status=422, writing_to=number)
    partners.propose(booking.pk, number, form.cleaned_data["text"])
    return _back(request, booking, _("Gli abbiamo scritto: se accetta, te lo diciamo per e-mail."))


@require_POST
@by_link
def accept(request: HttpRequest, booking: Booking, number: int) -> HttpResponse:
    """Makes a pair of the two players."""
    partners.accept(booking.pk, number)
    return _back(request, booking, _("Siete una coppia: buon divertimento."))


def _back(request: HttpRequest, booking: Booking, message: str) -> HttpResponse:
    messages.success(request, message)
    return pages.go("booking", links.token(booking))


def _is_full(booking: Booking, shown: Facts) -> bool:
    """Returns whether all places are taken; in a challenge, all places of the booking's team.

    At most three queries in a challenge, none in other formats.
    """
    if not booking.tournament.is_challenge:
        return shown.openness.state == "full"
    return not places.has_free_place(booking.tournament, booking.team)


def _booking_page(
    request: HttpRequest,
    booking: Booking,
    partner_form: PartnerForm,
    proposal_form: ProposalForm,
    *,
    status: int = 200,
    writing_to: int = 0,
) -> HttpResponse:
    whole = booking.joined_to or booking
    shown = facts(booking.tournament)
    whole.tournament = booking.tournament
    context = {
        **vars(shown),
        "booking": booking,
        "whole": whole,
        "word": links.token(booking),
        # Without a letter, the player keeps this page's address.
        "kept_address": "" if booking.email else links.url(booking),
        "qr": "" if booking.email else qr_inline(links.url(booking)),
        "evening_code": evening_codes.code_of(whole.entry) if whole.entry else "",
        "state": state_of(booking, whole),
        "position": queries.position_in_line(whole) if whole.line else 0,
        "is_full": _is_full(whole, shown),
        "may_change": shown.openness.booking_state.lets_in and not whole.entry_id,
        "is_joined": booking.joined_to_id is not None or booking.joined.filter(ended_at=None).exists(),
        "partner_form": partner_form,
        "proposal_form": proposal_form,
        "writing_to": writing_to,
        **other_seekers(booking),
    }
    return render(request, "booking/mine.html", context, status=status)
