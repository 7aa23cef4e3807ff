"""Online bookings at the desk: the list, its acts, and the club's rules for bookings."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from club import public_urls
from club.access import Right
from club.accounts import letters as post_office
from club.models import Club
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments.entries.bookings import acceptance, confirmations, letters, partners, places, terms
from tournaments.entries.bookings.terms import rules_of
from tournaments.errors import InputRefused
from tournaments.models import Tournament
from tournaments.presenters.bookings import booking_lines, living_bookings, note_reading
from tournaments.text.log_wording import act_sentence
from tournaments.web.forms.booking import AddressForm, JoinForm, RulesForm
from tournaments.web.forms.entries import team_in
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages
from tournaments.web.views.desk.pages import Question, ask

UNCONFIRMED_A_PAGE = 50


@uncached_page
@officers(Right.RUN_EVENING)
def show(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Lists all bookings, grouped by their next act."""
    return pages.page(
        request, tournament, "desk/bookings/bookings.html", "entries", bookings_context(request, tournament)
    )


@require_POST
@officers(Right.RUN_EVENING)
def accept(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Makes an entry of a booking.

    Where a name fits several people, the form of entries asks which of them it is.
    """
    present = "present" in request.POST
    try:
        team = team_in(request.POST)
        entry = acceptance.accept(tournament.pk, number, present=present, by=pages.actor(request), team=team)
    except InputRefused as refusal:
        if "line" not in refusal.details:
            raise
        messages.warning(request, str(refusal))
        line = urlencode({"line": refusal.details["line"], "booking": number})
        return redirect(f"{reverse('entries', args=[tournament.code])}?{line}")
    return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")


@require_POST
@officers(Right.RUN_EVENING)
def accept_all(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Makes an entry of every confirmed booking with a place."""
    made, left = acceptance.accept_all(tournament.pk, by=pages.actor(request))
    count = len(made)
    message = ngettext("%(count)s iscrizione in elenco.", "%(count)s iscrizioni in elenco.", count)
    messages.success(request, message % {"count": count})
    for sentence in left:
        messages.warning(request, sentence)
    return pages.go("bookings" if left else "entries", tournament.code)


@require_POST
@officers(Right.RUN_EVENING)
def confirm(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Confirms a booking for a person on the telephone, and says whether there is a place."""
    booking = acceptance.booking_numbered(tournament, number)
    confirmed = confirmations.confirm(booking.pk, by=pages.actor(request))
    if confirmed.line is None:
        messages.success(request, _("Confermata: %(names)s.") % {"names": booking.names})
    else:
        messages.info(request, _("Confermata, in lista d'attesa: %(names)s.") % {"names": booking.names})
    return pages.go("bookings", tournament.code)


@require_POST
@officers(Right.RUN_EVENING)
def refuse(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Ends a booking that was made with a telephone number alone and that nobody could confirm.

    For other bookings it redirects to the form that asks for a reason, because they get a letter.
    """
    booking = acceptance.booking_numbered(tournament, number)
    if confirmations.needs_reason(booking):
        return pages.go("remove_booking", tournament.code, number)
    confirmations.cancel(booking.pk, by=pages.actor(request))
    messages.success(request, _("Rifiutata: %(names)s.") % {"names": booking.names})
    return pages.go("bookings", tournament.code)


@require_POST
@officers(Right.RUN_EVENING)
def join(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Makes a pair of two players who look for a partner."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise InputRefused("same-person", _("Scegli due persone dall'elenco di chi cerca compagno."))
    two = form.cleaned_data
    booking = partners.join(tournament.pk, two["first"], two["second"], by=pages.actor(request))
    messages.success(request, _("In coppia: %(names)s. Lo sanno per e-mail.") % {"names": booking.names})
    return pages.go("bookings", tournament.code)


@form_page
@officers(Right.RUN_EVENING)
def remove(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Cancels a booking, with a reason that goes into the letter."""
    booking = acceptance.booking_numbered(tournament, number)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        confirmations.cancel(booking.pk, by=pages.actor(request), reason=form.cleaned_data["reason"])
        return pages.go("bookings", tournament.code)
    question = Question(
        _("Togliere l'iscrizione dal telefono?"),
        (
            _("%(names)s: lo sanno per e-mail, con il motivo; il posto va a chi aspetta.")
            if booking.email
            else _("%(names)s: hanno lasciato solo il telefono, avvisali tu; il posto va a chi aspetta.")
        )
        % {"names": booking.names},
        _("Togli l'iscrizione"),
        "bookings",
    )
    return ask(request, tournament, question, form, tab="entries")


@form_page
@officers(Right.RUN_EVENING)
def readdress(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Corrects an e-mail address. The form does not show the current one: only the list logs its readers."""
    booking = acceptance.booking_numbered(tournament, number)
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        confirmations.readdress(booking.pk, form.cleaned_data["email"], by=pages.actor(request))
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
        "bookings",
        danger=False,
    )
    return ask(request, tournament, question, form, tab="entries")


def bookings_context(request: OfficerRequest, tournament: Tournament) -> dict[str, object]:
    """Returns the bookings by state, and how full the evening is. Eight queries.

    Unconfirmed ones come in pages, because anybody can make hundreds of them. Reading them is recorded in the
    access log, because the page shows addresses.
    """
    rows = list(living_bookings(tournament, timezone.now()))
    unanswered = [each for each in rows if not each.confirmed_at]
    page_obj = club_pages.paged(request, unanswered, UNCONFIRMED_A_PAGE)
    shown = [*(each for each in rows if each.confirmed_at), *page_obj]
    lines = booking_lines(tournament, shown)
    note_reading(tournament, lines, request.user)
    confirmed = [line for line in lines if line.booking.confirmed_at]
    return {
        "placed": [line for line in confirmed if line.booking.has_place],
        "waiting": sorted(
            (line for line in confirmed if line.booking.line), key=lambda line: line.booking.line or 0
        ),
        "looking": [line for line in confirmed if line.booking.looks_for_partner],
        "unconfirmed": [line for line in lines if not line.booking.confirmed_at],
        "page_obj": page_obj,
        "taken": places.taken(tournament),
        "closes_at": terms.closes_at(tournament),
        "post_office": post_office.mail_folder_note(),
        "letters_of_the_room": public_urls.local_address_warning(request),
        "stuck": letters.stuck_count(tournament),
    }


@form_page
@guards.officers(Right.RUN_EVENING)
def change_rules(request: OfficerRequest, club: Club) -> HttpResponse:
    """Changes the club's information for people who book online: telephone, notice, hours of its letters."""
    form = RulesForm(request.POST or None, instance=rules_of(club))
    if form.is_valid():
        terms.change_rules(club, by=request.user, **form.cleaned_data)
        messages.success(request, _("Salvato: vale per le iscrizioni da adesso in poi."))
        return pages.go("calendar_rules", club.slug)
    labels = {name: field.label for name, field in form.fields.items()}
    acts = club.log.filter(act="calendar.changed").order_by("-number")[:20]
    lines = [(act, act_sentence(act.act, {}), _changed_fields(act.after, labels)) for act in acts]
    return club_pages.page(request, club, "desk/bookings/calendar_rules.html", form=form, lines=lines)


def _changed_fields(after: Any, labels: Mapping[str, object]) -> str:
    """Returns which rules an act changed, by the labels of the form."""
    return ", ".join(str(labels.get(name, name)) for name in (after or {}).get("fields", []))
