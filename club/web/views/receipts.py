"""Receipts: the list of a year, a new one, the chosen ones printed or sent; and the association's data."""

from collections.abc import Iterable
from uuid import uuid4

from django.contrib import messages
from django.db.models import Sum
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import cash_book, receipts
from club.access import Right
from club.accounts.letters import mail_folder_note
from club.dues import receipt_letters
from club.models import CashBook, Club, Look, Means, Person, Receipt
from club.privacy import access_log
from club.receipts import STAMP_NOTES, Stamp, receipt_pdf, receipts_pdf
from club.register import people
from club.web import pages
from club.web.forms.dues import AssociationForm, CancellationForm, ReceiptForm
from club.web.guards import OfficerRequest, officers
from club.web.views.reminders import key_of

A_PAGE = 50


@require_safe
@officers(Right.KEEP_REGISTER)
def receipts_page(request: OfficerRequest, club: Club, year: int | None = None) -> HttpResponse:
    """Fifty receipts of a year, newest first, filtered by payer or number; and the year's sum."""
    year = year or timezone.localdate().year
    of_year, letters = club.receipts.filter(year=year), request.GET.get("q", "")
    matching = receipts.receipts_matching(of_year, letters).select_related("cancels", "cancelled_by")
    page_obj = pages.paged(request, matching, A_PAGE)
    context = {
        "year": year,
        "years": list(club.receipts.order_by("-year").values_list("year", flat=True).distinct()),
        "page_obj": page_obj,
        "letters": letters,
        "query": urlencode({"q": letters}),
        "cents": of_year.aggregate(sum=Sum("cents"))["sum"] or 0,
    }
    shown = (receipt.person_id for receipt in page_obj)
    access_log.record_list(club, request.user, shown, Look.Page.RECEIPTS)
    return pages.page(request, club, "club/receipts/list.html", context)


#: The most people that a search for the payer names.
MOST_FOUND = 12
#: The field to which a refusal of a new receipt belongs, by its code.
FIELDS = {
    "payer-missing": "payer",
    "fiscal-code-wrong": "payer_fiscal_code",
    "amount-unlikely": "cents",
    "cause-missing": "words",
    "in-the-future": "paid_on",
    "long-ago": "paid_on",
    "value-far": "value_on",
}


@never_cache
@officers(Right.KEEP_REGISTER)
def new_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """A receipt for a payment other than dues, by the person in `persona` or one outside the register.

    With `cassa` the money goes into that cash book of an evening.
    """
    person, today = _payer(request, club), timezone.localdate()
    book = _open_book(request, club)
    start = {"means": Means.CASH, "paid_on": today, "key": uuid4()}
    form = ReceiptForm(person, request.POST or None, initial=start)
    if form.is_valid():
        with pages.refusals_on(form, {code: name for code, name in FIELDS.items() if name in form.fields}):
            payment, key = form.payment(), form.cleaned_data["key"]
            common = {"key": key, "today": today, "by": request.user}
            receipt = (
                cash_book.take_with_receipt(book.pk, payment, **common)
                if book
                else receipts.write(club, payment, **common)
            )
            messages.success(request, _("Ricevuta %(number)s fatta.") % {"number": receipt.label})
            return redirect("club_receipt", club.slug, receipt.year, receipt.number)
    refusal = pages.refusal_of(form)
    if refusal and refusal.code == "key-used":
        form.renew_key()
    letters = request.GET.get("chi", "")
    context = {
        "book": book,
        "person": person,
        "letters": letters,
        "found": people.find(club, letters).order_by("search_key", "pk")[:MOST_FOUND],
    }
    return pages.page(request, club, "club/receipts/new.html", context, form=form)


def _open_book(request: OfficerRequest, club: Club) -> CashBook | None:
    book_id = pages.id_in(request.GET.get("cassa", ""))
    return None if book_id is None else get_object_or_404(CashBook, club=club, pk=book_id)


def _payer(request: OfficerRequest, club: Club) -> Person | None:
    person_id = pages.id_in(request.GET.get("persona", ""))
    if person_id is None:
        return None
    return get_object_or_404(Person, club=club, pk=person_id, erased_number=None)


@require_POST
@officers(Right.KEEP_REGISTER)
def chosen_file(request: OfficerRequest, club: Club) -> HttpResponse:
    """The chosen receipts as one PDF, a page each."""
    chosen = _chosen(request, club)
    if not chosen:
        return _none_chosen(request, club)
    access_log.record_ids(club, request.user, (each.person_id for each in chosen), Look.Page.RECEIPT)
    return pages.private_file(receipts_pdf(chosen), "application/pdf", "ricevute.pdf", is_download=False)


@require_POST
@officers(Right.KEEP_REGISTER)
def send_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Shows the people to whom the chosen receipts would go by e-mail; with a key, sends them."""
    chosen = _chosen(request, club)
    if not chosen:
        return _none_chosen(request, club)
    if key := key_of(request.POST.get("key", "")):
        labels = [each.label for each in chosen]
        letters = receipt_letters.send(club, labels, key=key, by=request.user)
        sentence = ngettext("%(count)s lettera scritta.", "%(count)s lettere scritte.", len(letters))
        messages.success(request, sentence % {"count": len(letters)})
        return redirect("club_letters", club.slug, key)
    access_log.record_list(club, request.user, (each.person_id for each in chosen), Look.Page.RECEIPTS)
    context = {
        "envelopes": receipt_letters.envelopes(club, chosen),
        "chosen": chosen,
        "key": uuid4(),
        "mail_note": mail_folder_note(),
    }
    return pages.page(request, club, "club/receipts/send.html", context)


def _chosen(request: OfficerRequest, club: Club) -> list[Receipt]:
    """The receipts ticked, or with `all` those of the year that match the search."""
    labels: Iterable[str] = request.POST.getlist("receipt")
    year = request.POST.get("year", "")
    if "all" in request.POST and year.isdecimal() and len(year) == 4:
        matching = receipts.receipts_matching(club.receipts.filter(year=int(year)), request.POST.get("q", ""))
        labels = [each.label for each in matching.only("year", "number")]
    return receipts.chosen(club, labels)


def _none_chosen(request: OfficerRequest, club: Club) -> HttpResponse:
    messages.warning(request, _("Scegli almeno una ricevuta."))
    return redirect("club_receipts", club.slug)


@never_cache
@officers(Right.KEEP_REGISTER)
def receipt_page(request: OfficerRequest, club: Club, year: int, number: int) -> HttpResponse:
    """A receipt, to print or to cancel with a reason."""
    receipt = _receipt(club, year, number)
    form = CancellationForm(request.POST or None, initial={"key": uuid4()})
    if form.is_valid():
        by = request.user
        today = timezone.localdate()
        counter = cash_book.cancel_receipt(club, year, number, today=today, by=by, **form.cleaned_data)
        messages.success(request, _("La %(wrong)s è annullata.") % {"wrong": receipt.label})
        return redirect("club_receipt", club.slug, counter.year, counter.number)
    cancelled_by = getattr(receipt, "cancelled_by", None)
    access_log.record_ids(club, request.user, [receipt.person_id], Look.Page.RECEIPT)
    return pages.page(
        request,
        club,
        "club/receipts/receipt.html",
        form=form,
        receipt=receipt,
        counter=cancelled_by,
        stamp=STAMP_NOTES[Stamp(receipt.stamp)],
    )


@require_safe
@officers(Right.KEEP_REGISTER)
def receipt_file(request: OfficerRequest, club: Club, year: int, number: int) -> HttpResponse:
    """Both copies of the receipt on one page."""
    receipt = _receipt(club, year, number)
    access_log.record_ids(club, request.user, [receipt.person_id], Look.Page.RECEIPT)
    name = f"ricevuta-{year}-{number}.pdf"
    return pages.private_file(receipt_pdf(receipt), "application/pdf", name, is_download=False)


@officers(Right.GIVE_ROLES)
def association_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Address, codice fiscale, stamp duty and kind of year of the association."""
    form = AssociationForm(request.POST or None, instance=Club.objects.get(pk=club.pk))
    if form.is_valid():
        with pages.refusals_on(form, {"fiscal-code-wrong": "fiscal_code"}):
            receipts.describe(club, by=request.user, **form.cleaned_data)
            messages.success(request, _("Salvato: vale per le ricevute da ora in poi."))
            return redirect("club_association", club.slug)
    return pages.page(request, club, "club/receipts/association.html", form=form)


def _receipt(club: Club, year: int, number: int) -> Receipt:
    return get_object_or_404(
        Receipt.objects.select_related("person", "cancels", "cancelled_by"),
        club=club,
        year=year,
        number=number,
    )
