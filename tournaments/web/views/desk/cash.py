"""The cash of an evening: fees, dues with receipts, other lines, the final count; and sums by year."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club import cash_book
from club.access import Right
from club.cash_book import Money
from club.models import CashBook, Club, Look, MembershipYear, Person
from club.privacy import access_log
from club.tables.files import file_name
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments.entries import cash
from tournaments.errors import InputRefused
from tournaments.models import Tournament
from tournaments.presenters.cash import book_page, dues_page
from tournaments.queries import entries as entries_of
from tournaments.web.forms.entries import CancelForm, CountForm, DuesForm, FeeForm, LineForm
from tournaments.web.forms.reasons import RequiredReasonForm
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages
from tournaments.web.views.desk.pages import Question, ask

KEEPERS = (Right.RUN_EVENING, Right.KEEP_REGISTER)


@uncached_page
@officers(*KEEPERS)
def show(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the cash as it is now, with the acts that are possible."""
    return _page(request, tournament)


@require_POST
@officers(*KEEPERS)
def take_fee(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Takes the fee of an entry, whole or in part."""
    form = FeeForm(request.POST)
    if not form.is_valid():
        raise InputRefused("fee-unreadable", _first_error(form))
    line = cash.collect(tournament.pk, number, by=request.user, **form.cleaned_data)
    messages.success(
        request,
        _("Riga %(line)s: pagata la quota del n. %(number)s.") % {"line": line.number, "number": number},
    )
    return pages.go("cash", tournament.code)


@require_POST
@officers(Right.KEEP_REGISTER)
def take_dues(request: OfficerRequest, tournament: Tournament, year_id: int, person_id: int) -> HttpResponse:
    """Takes a member's dues for a year, with a receipt."""
    year = get_object_or_404(MembershipYear.objects.select_related("club"), club=tournament.club, pk=year_id)
    person = get_object_or_404(Person, club=tournament.club, pk=person_id)
    form = DuesForm(request.POST)
    if not form.is_valid():
        raise InputRefused("dues-unreadable", _first_error(form))
    book = cash.book_of(tournament.pk)
    today = timezone.localdate()
    line = cash_book.take_dues(book.pk, year, person, today=today, by=request.user, **form.cleaned_data)
    if line.receipt:
        message = _("Quota incassata: ricevuta %(number)s, da stampare fra le ricevute.")
        messages.success(request, message % {"number": line.receipt.label})
    return pages.go("cash", tournament.code)


def _first_error(form: Form) -> str:
    return str(next(iter(form.errors.values()))[0])


@require_POST
@officers(*KEEPERS)
def write(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Writes a line by hand: the float, a prize, other money in or out."""
    form = LineForm(request.POST)
    if form.is_valid():
        with club_pages.refusals_on(form):
            fields = dict(form.cleaned_data)
            key = fields.pop("key")
            book = cash.book_of(tournament.pk)
            line = cash_book.write(book.pk, Money(**fields), key=key, by=request.user)
            messages.success(request, _("Riga %(line)s scritta.") % {"line": line.number})
            return pages.go("cash", tournament.code)
    return _page(request, tournament, status=club_pages.status_of(form), line_form=form)


@require_POST
@officers(*KEEPERS)
def count(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Closes the cash with the count of the drawer."""
    form = CountForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        with club_pages.refusals_on(form):
            book = cash.book_of(tournament.pk)
            cash_book.count(book.pk, given["counted"], note=given["note"], key=given["key"], by=request.user)
            messages.success(request, _("La cassa è chiusa."))
            return pages.go("cash", tournament.code)
    return _page(request, tournament, status=club_pages.status_of(form), count_form=form)


@form_page
@officers(*KEEPERS)
def cancel(request: OfficerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Cancels a line with an opposite one, with a reason."""
    book = _book(tournament)
    line = cash.line_to_cancel(book, number, request.rights)
    form = CancelForm(request.POST if request.method == "POST" else None, initial={"key": uuid4()})
    if form.is_valid():
        today = timezone.localdate()
        cash_book.cancel(book.pk, number, today=today, by=request.user, **form.cleaned_data)
        return pages.go("cash", tournament.code)
    text = _("La riga resta, e un'altra con il segno opposto dice che è annullata.")
    if line.receipt:
        sentence = (
            _("Anche la ricevuta %(number)s sarà annullata, e la quota torna da pagare.")
            if line.receipt.due_id
            else _("Anche la ricevuta %(number)s sarà annullata.")
        )
        text = sentence % {"number": line.receipt.label}
    question = Question(
        _("Annullare la riga %(number)s?") % {"number": number},
        text,
        _("Annulla la riga"),
        "cash",
    )
    return ask(request, tournament, question, form, tab="cash")


@form_page
@officers(*KEEPERS)
def reopen(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Reopens the cash, with a reason for the log."""
    book = _book(tournament)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        cash_book.reopen(book.pk, reason=form.cleaned_data["reason"], by=request.user)
        return pages.go("cash", tournament.code)
    question = Question(
        _("Riaprire la cassa?"),
        _("La conta di prima resta scritta; alla fine si conta di nuovo."),
        _("Riapri la cassa"),
        "cash",
    )
    return ask(request, tournament, question, form, tab="cash")


@uncached_page
@officers(*KEEPERS)
def paper(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Returns the cash book as PDF, to be signed."""
    book = _book(tournament)
    _note_reading(request, tournament, book.movements.values_list("person_id", flat=True))
    name = file_name(_("Cassa"), tournament, "pdf")
    body = cash.cash_pdf(tournament, book)
    return club_pages.file_of(body, "application/pdf", name, is_download=False)


def _book(tournament: Tournament) -> CashBook:
    return cash.written_book(tournament)


def _page(request: OfficerRequest, tournament: Tournament, *, status: int = 200, **own: Any) -> HttpResponse:
    # Read again: a refused act may have read the book before somebody else changed it.
    book = CashBook.objects.filter(pk=tournament.cash_book_id or 0).first() or CashBook()
    book.club = tournament.club
    owed = cash.fees(tournament, entries_of(tournament))
    page = book_page(book)
    letters = request.GET.get("socio", "")
    dues = dues_page(tournament, letters if pages.may(request, Right.KEEP_REGISTER) else None)
    shown = {
        "book": book,
        "fees": [fee for fee in owed if fee.left and not fee.entry.withdrawn_at],
        "settled": [fee for fee in owed if not fee.left],
        "entries_count": sum(not fee.entry.withdrawn_at for fee in owed),
        "line_form": LineForm(initial={"key": uuid4()}),
        "count_form": CountForm(initial={"key": uuid4()}),
        "new_key": uuid4,
        **vars(page),
        **vars(dues),
    }
    payers = [line.person_id for line in page.lines]
    _note_reading(request, tournament, [*payers, *(each.person.pk for each in dues.owing)])
    return pages.page(request, tournament, "desk/cash.html", "cash", {**shown, **own}, status=status)


def _note_reading(request: OfficerRequest, tournament: Tournament, people: Iterable[int | None]) -> None:
    """Records in the access log that the officer has read these people's payments."""
    access_log.record_list(tournament.club, request.user, people, Look.Page.CASH)


@uncached_page
@guards.officers(Right.KEEP_REGISTER)
def show_year(request: OfficerRequest, club: Club, year: int | None = None) -> HttpResponse:
    """Shows the evenings of a year, by default the newest with a cash book, each with income and expenses."""
    years = cash.years(club)
    totals = cash.totals_of(club, year or (years[0] if years else timezone.localdate().year))
    return club_pages.page(request, club, "club/cash_years.html", years=years, totals=totals)
