"""The cash of an evening: fees with a tap, dues with their receipt, prizes and the rest, the final count."""

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club import former, looks, people, wording
from club.access import Right
from club.cash import book as books
from club.cash import cancelling, dues, movements
from club.cash.movements import Money
from club.errors import ClubError
from club.models import CashBook, Look, MembershipYear, Person
from club.tables.filenames import file_name
from tournaments.cash import evening, fees
from tournaments.cash import paper as papers
from tournaments.errors import InputRefused, TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.cash import CancelForm, CountForm, DuesForm, FeeForm, LineForm
from tournaments.models import EntryPlayer, Tournament
from tournaments.queries import entries as entries_of
from tournaments.refusals import status_of
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.views.desk.questions import Question, ask

KEEPERS = (Right.RUN_EVENING, Right.KEEP_REGISTER)
FOUND = 20


@never_cache
@require_safe
@officers(*KEEPERS)
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The cash as it is now, with all that can be done."""
    return _page(request, tournament)


@require_POST
@officers(*KEEPERS)
def take_fee(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What an entry pays, whole or in part."""
    form = FeeForm(request.POST)
    if not form.is_valid():
        raise InputRefused("fee-unreadable", _first_error(form))
    line = fees.take(tournament.pk, number, by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
    messages.success(
        request,
        _("Riga %(line)s: pagata la quota del n. %(number)s.") % {"line": line.number, "number": number},
    )
    return pages.go("cash", tournament.code)


@require_POST
@officers(Right.KEEP_REGISTER)
def take_dues(request: HttpRequest, tournament: Tournament, year_id: int, person_id: int) -> HttpResponse:
    """A member's dues for a year; the receipt is made at once."""
    year = get_object_or_404(MembershipYear.objects.select_related("club"), club=tournament.club, pk=year_id)
    person = get_object_or_404(Person, club=tournament.club, pk=person_id)
    form = DuesForm(request.POST)
    if not form.is_valid():
        raise InputRefused("dues-unreadable", _first_error(form))
    book = evening.book_of(tournament.pk)
    today = timezone.localdate()
    line = dues.take(book.pk, year, person, today=today, by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
    if line.receipt:
        said = _("Quota incassata: ricevuta %(number)s, da stampare fra le ricevute.")
        messages.success(request, said % {"number": line.receipt.label})
    return pages.go("cash", tournament.code)


def _first_error(form: Form) -> str:
    return str(next(iter(form.errors.values()))[0])


@require_POST
@officers(*KEEPERS)
def write(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The float, a prize, any other money in or out."""

    def written(said: dict[str, Any], key: UUID) -> str:
        book = evening.book_of(tournament.pk)
        line = movements.write(book.pk, Money(**said), key=key, by=request.user)  # type: ignore[arg-type]
        return _("Riga %(line)s scritta.") % {"line": line.number}

    return _kept(request, tournament, LineForm(request.POST), "line_form", written)


@require_POST
@officers(*KEEPERS)
def count(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The drawer counted, the cash closed."""

    def counted(said: dict[str, Any], key: UUID) -> str:
        book = evening.book_of(tournament.pk)
        books.count(book.pk, said["counted"], note=said["note"], key=key, by=request.user)  # type: ignore[arg-type]
        return _("La cassa è chiusa.")

    return _kept(request, tournament, CountForm(request.POST), "count_form", counted)


def _kept(
    request: HttpRequest,
    tournament: Tournament,
    form: Form,
    name: str,
    keep: Callable[[dict[str, Any], UUID], str],
) -> HttpResponse:
    """What the form says kept, or the page with all that was typed and why it was refused."""
    status = 422
    if form.is_valid():
        said = dict(form.cleaned_data)
        try:
            messages.success(request, keep(said, said.pop("key")))
        except (ClubError, TournamentError) as refusal:
            form.add_error(None, str(refusal))
            status = status_of(refusal) or 409
        else:
            return pages.go("cash", tournament.code)
    return _page(request, tournament, status=status, **{name: form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(*KEEPERS)
def cancel(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A line taken back by another, once the officer has said why."""
    book = _book(tournament)
    line = get_object_or_404(book.movements.select_related("receipt"), number=number)
    if line.receipt and not pages.may(request, Right.KEEP_REGISTER):
        raise PermissionDenied(_("Una ricevuta la annullano il tesoriere, il segretario o il titolare."))
    form = CancelForm(request.POST if request.method == "POST" else None, initial={"key": uuid4()})
    if form.is_valid():
        today = timezone.localdate()
        cancelling.cancel(book.pk, number, today=today, by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        return pages.go("cash", tournament.code)
    text = (
        _("Anche la ricevuta %(number)s sarà annullata, e la quota torna da pagare.")
        % {"number": line.receipt.label}
        if line.receipt
        else _("La riga resta, e un'altra con il segno opposto dice che è annullata.")
    )
    question = Question(
        _("Annullare la riga %(number)s?") % {"number": number}, text, _("Annulla la riga"), _here(tournament)
    )
    return ask(request, tournament, question, form, tab="cash")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(*KEEPERS)
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The cash open again, with the reason that the log keeps."""
    book = _book(tournament)
    form = RequiredReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        books.reopen(book.pk, reason=form.cleaned_data["reason"], by=request.user)  # type: ignore[arg-type]
        return pages.go("cash", tournament.code)
    question = Question(
        _("Riaprire la cassa?"),
        _("La conta di prima resta scritta; alla fine si conta di nuovo."),
        _("Riapri la cassa"),
        _here(tournament),
    )
    return ask(request, tournament, question, form, tab="cash")


@never_cache
@require_safe
@officers(*KEEPERS)
def paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The book on paper, to be signed."""
    book = _book(tournament)
    _note(request, tournament, book.movements.values_list("person_id", flat=True))
    response = HttpResponse(papers.cash_pdf(tournament, book), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{file_name(_("Cassa"), tournament, "pdf")}"'
    return response


def _here(tournament: Tournament) -> str:
    return reverse("cash", args=[tournament.code])


def _book(tournament: Tournament) -> CashBook:
    if tournament.cash_book is None:
        raise Http404(_("In questa cassa non è ancora scritto niente."))
    return tournament.cash_book


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **own: Any) -> HttpResponse:
    book = tournament.cash_book or CashBook(club=tournament.club)
    if book.pk:
        book.refresh_from_db()
    told = fees.fees(tournament, entries_of(tournament))
    shown = {
        "book": book,
        "fees": [fee for fee in told if fee.left and not fee.entry.withdrawn_at],
        "settled": [fee for fee in told if not fee.left],
        "entries_count": sum(not fee.entry.withdrawn_at for fee in told),
        "line_form": LineForm(initial={"key": uuid4()}),
        "count_form": CountForm(initial={"key": uuid4()}),
        "new_key": uuid4,
        **_of_book(book),
        **_dues(request, tournament),
    }
    payers = [line.person_id for line in shown["lines"]]
    _note(request, tournament, [*payers, *(each.person.pk for each in shown["owing"])])
    return pages.page(request, tournament, "cash.html", "cash", status=status, **{**shown, **own})


def _note(request: HttpRequest, tournament: Tournament, people: Iterable[int | None]) -> None:
    """Who pays what is theirs to know: it is written who looked."""
    looks.note_list(tournament.club, request.user, people, Look.Page.CASH)  # type: ignore[arg-type]


def _of_book(book: CashBook) -> dict[str, Any]:
    """What is written so far, the newest line first. Four queries."""
    if not book.pk:
        return {"balance": books.Balance(0, 0), "lines": [], "counts": [], "log_lines": []}
    lines = book.movements.select_related("person", "receipt", "cancels", "cancelled_by", "fee__entry")
    lines = lines.prefetch_related("fee__entry__players__person")
    acts = former.mentions(book.club, CashBook, book.pk, "cash")
    log = book.club.log.filter(acts).order_by("-number")
    return {
        "balance": books.balance(book),
        "lines": list(lines.order_by("-number")),
        "counts": list(book.counts.all()),
        "log_lines": wording.told(log),
    }


def _dues(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """For who may make receipts: who of the evening owes dues, and anybody else by a few letters."""
    if not pages.may(request, Right.KEEP_REGISTER):
        return {"owing": []}
    letters = request.GET.get("socio", "")
    asked = _asked(tournament, letters)
    return {"letters": letters, "owing": dues.owing(tournament.club, asked, timezone.localdate())}


def _asked(tournament: Tournament, letters: str) -> list[int]:
    if letters.strip():
        found = people.find(tournament.club, letters)
        return list(found.values_list("pk", flat=True)[:FOUND])
    players = EntryPlayer.objects.filter(tournament=tournament, entry__withdrawn_at=None)
    return list(players.values_list("person_id", flat=True))
