"""Receipts: the list of a year, one receipt with its PDF and cancellation, and the association's data."""

from uuid import uuid4

from django.contrib import messages
from django.db.models import Sum
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club import cash_book, receipts
from club.access import Right
from club.models import Club, Look, Receipt
from club.privacy import access_log
from club.receipts import receipt_pdf
from club.web import pages
from club.web.forms.dues import AssociationForm, CancellationForm
from club.web.guards import OfficerRequest, officers

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
    cancelled_by = Receipt.objects.filter(cancels=receipt).first()
    access_log.record_ids(club, request.user, [receipt.person_id], Look.Page.RECEIPT)
    return pages.page(
        request, club, "club/receipts/receipt.html", form=form, receipt=receipt, counter=cancelled_by
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
    return get_object_or_404(Receipt.objects.select_related("cancels"), club=club, year=year, number=number)
