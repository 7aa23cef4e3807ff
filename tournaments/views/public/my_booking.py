"""The page of a letter's link: opening it shows, pressing a button does.

Mail scanners open every link of a letter, so nothing happens on GET.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.api.throttles import PerAddress
from tournaments.bookings import answering, links, partners, places
from tournaments.bookings.links import LinkRefused
from tournaments.forms.booking import PartnerForm, ProposalForm
from tournaments.models import Booking
from tournaments.views.desk import pages
from tournaments.views.public.bookings import facts

View = Callable[..., HttpResponseBase]


class WrongLinks(PerAddress):
    """Links that open nothing, from one address."""

    scope = "wrong-booking-links"
    rate = "60/min"


@dataclass(frozen=True)
class Other:
    """Another who looks for a partner: whether one has written to him, and he to one."""

    booking: Booking
    is_asked: bool
    has_asked: bool


def by_link(view: View) -> View:
    """Finds the booking of the link; a link that opens nothing says what to do."""

    @never_cache
    @wraps(view)
    def run(request: HttpRequest, booking_word: str, **words: Any) -> HttpResponseBase:
        try:
            booking = links.read(booking_word)
        except LinkRefused as refusal:
            if not WrongLinks().allow_request(request):  # type: ignore[arg-type]
                return render(request, "429.html", status=429)
            return render(request, "booking/no_link.html", {"sentence": str(refusal)}, status=404)
        return view(request, booking, **words)

    return run


@require_safe
@by_link
def mine(request: HttpRequest, booking: Booking) -> HttpResponse:
    """How the booking stands, and what can be done with it."""
    return _page(request, booking, PartnerForm(), ProposalForm())


@require_POST
@by_link
def confirm(request: HttpRequest, booking: Booking) -> HttpResponse:
    answering.confirm(booking.pk)
    return _back(request, booking, _("Iscrizione confermata."))


@require_POST
@by_link
def change_partner(request: HttpRequest, booking: Booking) -> HttpResponse:
    form = PartnerForm(request.POST)
    if not form.is_valid():
        return _page(request, booking, form, ProposalForm(), status=422)
    answering.change_partner(booking.pk, form.player())
    return _back(request, booking, _("Compagno cambiato."))


@require_POST
@by_link
def cancel(request: HttpRequest, booking: Booking) -> HttpResponse:
    answering.cancel(booking.pk)
    return _back(request, booking, _("Iscrizione annullata: grazie di averlo detto."))


@require_POST
@by_link
def propose(request: HttpRequest, booking: Booking, number: int) -> HttpResponse:
    """A few words to another who looks for a partner."""
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _page(request, booking, PartnerForm(), form, status=422, writing_to=number)
    partners.propose(booking.pk, number, form.cleaned_data["text"])
    return _back(request, booking, _("Gli abbiamo scritto: se accetta, te lo diciamo per e-mail."))


@require_POST
@by_link
def accept(request: HttpRequest, booking: Booking, number: int) -> HttpResponse:
    """Two who looked are a coppia."""
    partners.accept(booking.pk, number)
    return _back(request, booking, _("Siete una coppia: buon divertimento."))


def _back(request: HttpRequest, booking: Booking, said: str) -> HttpResponse:
    messages.success(request, said)
    return pages.go("booking", links.word(booking))


def _page(
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
        **shown,
        "booking": booking,
        "whole": whole,
        "word": links.word(booking),
        "state": _state(booking, whole),
        "position": places.position(whole) if whole.line else 0,
        "may_change": shown["openness"].door.lets_in and not whole.entry_id,
        "is_joined": booking.joined_to_id is not None or booking.joined.filter(ended_at=None).exists(),
        "partner_form": partner_form,
        "proposal_form": proposal_form,
        "writing_to": writing_to,
        **_company(booking),
    }
    return render(request, "booking/mine.html", context, status=status)


def _state(booking: Booking, whole: Booking) -> str:
    """How it stands, by the name that the template knows."""
    if booking.ended_at:
        return booking.end_cause
    if booking.tournament.called_off_at:
        return "called-off"
    if not booking.confirmed_at:
        return "overdue" if places.is_overdue(booking) else "asked"
    if whole.looks_for_partner:
        return "looking"
    return "in-line" if whole.line else "placed"


def _company(booking: Booking) -> dict[str, Any]:
    """Those who look too, for one who looks. Three queries, none for others."""
    if not booking.looks_for_partner or booking.joined_to_id or not booking.confirmed_at or booking.ended_at:
        return {}
    asked = {each.asked_id for each in booking.proposals_made.all()}
    askers = {each.asker_id for each in booking.proposals.all()}
    others = [
        Other(other, is_asked=other.pk in asked, has_asked=other.pk in askers)
        for other in partners.looking(booking.tournament).exclude(pk=booking.pk)
    ]
    return {"others": sorted(others, key=lambda other: not other.has_asked)}
