"""Acts on one entry: check-in, by hand or by scanning a membership card, withdrawal, table, seed, removal."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from uuid import uuid4

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.public_urls import absolute_url, qr_inline
from club.web.guards import OfficerRequest, form_page
from tournaments import queries
from tournaments.entries import cash, check_in, entries, guests
from tournaments.errors import InputRefused
from tournaments.models import Entry, Tournament
from tournaments.presenters.tournaments import shown_entry
from tournaments.results import evening_codes
from tournaments.text import names
from tournaments.text.names import by_entry
from tournaments.web.forms.entries import DescriptionForm, FeeForm, TableForm, team_in
from tournaments.web.forms.reasons import ReasonForm
from tournaments.web.views.access import View, officers
from tournaments.web.views.desk import pages
from tournaments.web.views.desk.entries import FULL, named_players, row
from tournaments.web.views.desk.pages import Question, ask


def changes_entry(act: Callable[Concatenate[OfficerRequest, Tournament, ...], Entry]) -> View:
    """Makes a view of an act on an entry. The act returns the entry, whose line is shown again."""

    @require_POST
    @officers(Right.RUN_EVENING)
    @wraps(act)
    def run(request: OfficerRequest, tournament: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
        return row(request, tournament, act(request, tournament, *args, **kwargs))

    return run


@changes_entry
def mark_present(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    return entries.check_in(tournament.pk, number, present=True, by=pages.actor(request))


@changes_entry
def mark_absent(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    return entries.check_in(tournament.pk, number, present=False, by=pages.actor(request))


@changes_entry
def let_return(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    """Lets a withdrawn entry return."""
    return entries.withdraw(tournament.pk, number, withdrawn=False, by=pages.actor(request))


@changes_entry
def table(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    """Sets the fixed table of the entry, or none."""
    form = TableForm(request.POST)
    if not form.is_valid():
        raise InputRefused("no-such-table", _("Il tavolo fisso è un numero da 1 a 999: riscrivilo."))
    return entries.fix_table(tournament.pk, number, form.cleaned_data["table"], by=pages.actor(request))


@changes_entry
@transaction.atomic
def describe(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    """Sets the entry's seed, the club it comes from and, in a challenge, its team."""
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        raise InputRefused("no-such-seed", _("La testa di serie è un numero da 1 a 999: riscrivilo."))
    by = pages.actor(request)
    if "team" in request.POST:
        entries.set_team(tournament.pk, number, team_in(request.POST), by=by)
    entries.set_seed(tournament.pk, number, form.cleaned_data["seed"], by=by)
    return entries.set_home_club(tournament.pk, number, form.cleaned_data["circle"], by=by)


@changes_entry
def take_fee(request: OfficerRequest, tournament: Tournament, number: int) -> Entry:
    """Takes the fee of an entry in its line; other amounts are taken on the page of the cash."""
    form = FeeForm(request.POST)
    if not form.is_valid():
        raise InputRefused("fee-unreadable", _("L'importo non si legge: ricarica la pagina."))
    line = cash.collect(tournament.pk, number, by=request.user, **form.cleaned_data)
    return line.fee.entry


@changes_entry
def rename(request: OfficerRequest, tournament: Tournament, number: int, person_id: int) -> Entry:
    """Corrects the name of a guest, or swaps its two parts."""
    last, first = (request.POST.get(part, "").strip()[:60] for part in ("last", "first"))
    if "swap" in request.POST:
        last, first = first, last
    return guests.rename(
        tournament.pk,
        number,
        person_id,
        last_name=last,
        first_name=first,
        today=timezone.localdate(),
        by=request.user,
    )


@changes_entry
def consent(request: OfficerRequest, tournament: Tournament, number: int, person_id: int) -> Entry:
    """Records whether the player consents to the full name in public results."""
    is_given = request.POST.get("given") == "yes"
    return check_in.record_name_consent(
        tournament, number, person_id, is_given=is_given, by=request.user, key=uuid4()
    )


@form_page
@officers(Right.RUN_EVENING)
def withdraw(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Withdraws an entry, after asking, with a reason for the log."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        entries.withdraw(tournament.pk, number, withdrawn=True, by=pages.actor(request), reason=reason)
        return pages.go("entries", tournament.code, anchor=f"coppia-{number}")
    question = Question(
        by_entry(tournament, _("Ritirare la coppia %(number)s?"), _("Ritirare il giocatore %(number)s?"))
        % {"number": number},
        _("%(names)s: i risultati già giocati restano, ma dal prossimo turno non c'è più un tavolo.")
        % {"names": _names(tournament, number)},
        by_entry(tournament, _("Ritira la coppia"), _("Ritira il giocatore")),
        "entries",
    )
    return ask(request, tournament, question, form, tab="entries")


@form_page
@officers(Right.RUN_EVENING)
def remove(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Removes an entry made by mistake, after asking."""
    if request.method == "POST":
        entries.remove(tournament.pk, number, by=pages.actor(request))
        return pages.go("entries", tournament.code)
    question = Question(
        by_entry(tournament, _("Togliere la coppia %(number)s?"), _("Togliere il giocatore %(number)s?"))
        % {"number": number},
        _("%(names)s: l'iscrizione sparisce dall'elenco, il registro la ricorda.")
        % {"names": _names(tournament, number)},
        by_entry(tournament, _("Togli la coppia"), _("Togli il giocatore")),
        "entries",
    )
    return ask(request, tournament, question, tab="entries")


def _names(tournament: Tournament, number: int) -> str:
    entry = tournament.entries.filter(number=number).prefetch_related("players__person").first()
    if entry is None:
        raise InputRefused("no-entry", names.unknown_entry(tournament, number))
    return entries.names_of(entry)


@form_page
@officers(Right.RUN_EVENING)
def phone(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Shows the entry's evening code for a phone to scan; a POST replaces it by a new one."""
    if request.method == "POST":
        evening_codes.renew(tournament.pk, number, by=pages.actor(request))
        messages.success(request, _("Il codice di prima non apre più niente: fai inquadrare questo."))
        return pages.go("entry_phone", tournament.code, number)
    entries = queries.entries_by_number(tournament, [number])
    if not entries:
        raise InputRefused("no-entry", names.unknown_entry(tournament, number))
    address = absolute_url(request, reverse("evening", args=[evening_codes.code_of(entries[0])]))
    shown = {"entry": shown_entry(entries[0], FULL), "address": address, "qr": qr_inline(address)}
    return pages.page(request, tournament, "desk/entries/phone.html", "entries", shown)


#: Longer than any card's code: longer input is somebody resting a hand on the keyboard, and is cut.
LONGEST = 200


@form_page
@officers(Right.RUN_EVENING)
def scan(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the page that reads membership cards, with the phone's camera or a hand scanner that types.

    A POST with a code shows its outcome; htmx gets the outcome alone.
    """
    if request.method != "POST":
        return pages.page(request, tournament, "desk/entries/scan.html", "entries")
    text = request.POST.get("code", "")[:LONGEST]
    arrival = check_in.scan(tournament, text, by=pages.actor(request), today=timezone.localdate())
    template = "desk/entries/scan_answer.html" if pages.is_fragment(request) else "desk/entries/scan.html"
    named = named_players(tournament, arrival.entry) if arrival.is_here and arrival.entry else []
    return pages.page(request, tournament, template, "entries", arrival=arrival, named=named)
