"""Receipts: the list of a year, one with its PDF, its cancellation; and what they say of the association."""

from typing import cast
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club import looks
from club.access import Right
from club.cash import cancelling
from club.dues.forms import AssociationForm, CancellationForm
from club.errors import ClubInputRefused
from club.models import Club, Look, Receipt, User
from club.receipts import association, listing
from club.receipts.printing import receipt_pdf
from club.views.access import may, officers

A_PAGE = 50


@require_safe
@officers(Right.KEEP_REGISTER)
def receipts_page(request: HttpRequest, club: Club, year: int | None = None) -> HttpResponse:
    """Fifty receipts of a year, the newest first, found by the payer's name or the number; the year's sum."""
    year = year or timezone.localdate().year
    of_year, letters = club.receipts.filter(year=year), request.GET.get("q", "")
    matching = listing.matching(of_year, letters).select_related("cancels", "cancelled_by")
    found = Paginator(matching, A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "club": club,
        **may(request),
        "year": year,
        "years": list(club.receipts.order_by("-year").values_list("year", flat=True).distinct()),
        "found": found,
        "letters": letters,
        "query": urlencode({"q": letters}),
        "cents": of_year.aggregate(sum=Sum("cents"))["sum"] or 0,
    }
    shown = (receipt.person_id for receipt in found)
    looks.note_list(club, cast(User, request.user), shown, Look.Page.RECEIPTS)
    return render(request, "club/receipts/list.html", context)


@never_cache
@officers(Right.KEEP_REGISTER)
def receipt_page(request: HttpRequest, club: Club, year: int, number: int) -> HttpResponse:
    """One receipt, to print, or to cancel with a reason."""
    receipt = _receipt(club, year, number)
    form = CancellationForm(request.POST or None, initial={"key": uuid4()})
    if request.method == "POST" and form.is_valid():
        by = cast(User, request.user)
        today = timezone.localdate()
        counter = cancelling.cancel_receipt(club, year, number, today=today, by=by, **form.cleaned_data)
        messages.success(request, _("La %(wrong)s è annullata.") % {"wrong": receipt.label})
        return redirect("club_receipt", club.slug, counter.year, counter.number)
    cancelled_by = Receipt.objects.filter(cancels=receipt).first()
    context = {"club": club, **may(request), "receipt": receipt, "counter": cancelled_by, "form": form}
    looks.note_ids(club, cast(User, request.user), [receipt.person_id], Look.Page.RECEIPT)
    return render(request, "club/receipts/receipt.html", context, status=422 if form.is_bound else 200)


@require_safe
@officers(Right.KEEP_REGISTER)
def receipt_file(request: HttpRequest, club: Club, year: int, number: int) -> HttpResponse:
    """The two copies on a page."""
    receipt = _receipt(club, year, number)
    looks.note_ids(club, cast(User, request.user), [receipt.person_id], Look.Page.RECEIPT)
    response = HttpResponse(receipt_pdf(receipt), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="ricevuta-{year}-{number}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@officers(Right.GIVE_ROLES)
def association_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Seat, codice fiscale, stamp duty, kind of year."""
    form = AssociationForm(request.POST or None, instance=Club.objects.get(pk=club.pk))
    if request.method == "POST" and form.is_valid():
        try:
            association.describe(club, by=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except ClubInputRefused as refusal:
            form.add_error("fiscal_code", str(refusal))
        else:
            messages.success(request, _("Salvato: vale per le ricevute da ora in poi."))
            return redirect("club_association", club.slug)
    context = {"club": club, **may(request), "form": form}
    return render(request, "club/receipts/association.html", context, status=422 if form.is_bound else 200)


def _receipt(club: Club, year: int, number: int) -> Receipt:
    return get_object_or_404(Receipt.objects.select_related("cancels"), club=club, year=year, number=number)
