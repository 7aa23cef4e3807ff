"""Dues: the club's years, amounts, renewals, payments and arrears; and the receipts."""

from dataclasses import dataclass
from datetime import date
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Page
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
from club.dues import members, payments, years
from club.dues.members import Plan, Renewal, arrears, with_member_numbers
from club.models import Club, Due, Look, Means, MembershipYear, Person, Receipt
from club.person_names import plain
from club.privacy import access_log
from club.receipts import receipt_pdf
from club.web import pages
from club.web.forms.dues import (
    AmountsForm,
    AssociationForm,
    CancellationForm,
    NotPaidForm,
    PaymentForm,
    YearForm,
)
from club.web.guards import OfficerRequest, officers

A_PAGE = 50


@officers(Right.KEEP_REGISTER)
def years_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The years, newest first, and the form that opens the next."""
    form = YearForm(request.POST or None, initial=_next_year(club))
    if form.is_valid():
        cleaned = form.cleaned_data
        year = years.open_year(club, cleaned["first"], due_on=cleaned["due_on"], by=request.user)
        messages.success(request, _("L'anno %(year)s è aperto.") % {"year": year.label})
        return redirect("club_year", club.slug, year.pk)
    return pages.page(request, club, "club/dues/years.html", form=form, years=club.years.all())


def _next_year(club: Club) -> dict[str, object]:
    last = club.years.first()
    today = timezone.localdate()
    first = last.starts_on.year + 1 if last else today.year - (today.month < club.year_start)
    return {"first": first, "due_on": years.usual_term(date(first, club.year_start, 1))}


@officers(Right.KEEP_REGISTER)
def year_page(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    """A year: paid and unpaid dues, members not renewed, and the amounts to change."""
    year = _year(club, year_id)
    form = AmountsForm(year, request.POST or None)
    if form.is_valid():
        years.set_amounts(year, form.cents(), by=request.user)
        messages.success(request, _("Quote dell'anno %(year)s salvate.") % {"year": year.label})
        return redirect("club_year", club.slug, year.pk)
    letters = request.GET.get("q", "")
    dues = list(with_member_numbers(year.dues.select_related("person", "category", "receipt")))
    plan = members.plan(year, today=timezone.localdate())
    listed = _listed(request, dues, plan, letters)
    context = {
        "year": year,
        "letters": letters,
        "amount_missing": any(each.cents is None for each in plan.renewals),
        "query": urlencode({"q": letters}),
        **vars(listed),
        **_sums(dues, plan),
    }
    people = [*(due.person for due in listed.dues), *(each.member.person for each in listed.renewals)]
    access_log.record_list(club, request.user, (person.pk for person in people), Look.Page.DUES)
    return pages.page(request, club, "club/dues/year.html", context, form=form)


@dataclass(frozen=True)
class ListedDues:
    """A page of dues, and of members not renewed yet."""

    page_obj: Page[Due | Renewal]
    dues: list[Due]
    renewals: list[Renewal]


def _listed(request: OfficerRequest, dues: list[Due], plan: Plan, letters: str) -> ListedDues:
    """Fifty lines: members with a due, then members not renewed yet."""
    lines: list[Due | Renewal] = [
        *(due for due in dues if _matches(due.person, letters)),
        *(each for each in plan.renewals if _matches(each.member.person, letters)),
    ]
    page_obj = pages.paged(request, lines, A_PAGE)
    return ListedDues(
        page_obj,
        [line for line in page_obj if isinstance(line, Due)],
        [line for line in page_obj if isinstance(line, Renewal)],
    )


def _matches(person: Person, letters: str) -> bool:
    words = plain(letters).split()
    return all(any(word in part for part in person.search_key.split()) for word in words)


def _sums(dues: list[Due], plan: Plan) -> dict[str, int]:
    paid = [due for due in dues if due.is_paid]
    owed = [due for due in dues if not due.is_settled]
    return {
        "paid_count": len(paid),
        "paid_cents": sum(due.cents for due in paid),
        "owed_count": len(owed),
        "owed_cents": sum(due.cents for due in owed),
        "unrenewed_count": len(plan.renewals),
    }


@require_POST
@officers(Right.KEEP_REGISTER)
def close(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    year = years.close_year(_year(club, year_id), today=timezone.localdate(), by=request.user)
    messages.success(request, _("L'anno %(year)s è chiuso.") % {"year": year.label})
    return redirect("club_year", club.slug, year.pk)


@require_POST
@officers(Right.KEEP_REGISTER)
def reopen(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    year = years.reopen_year(_year(club, year_id), by=request.user)
    messages.success(request, _("L'anno %(year)s è di nuovo aperto.") % {"year": year.label})
    return redirect("club_year", club.slug, year.pk)


@never_cache
@officers(Right.KEEP_REGISTER)
def renewals_page(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    """The previewed renewals, and the button that writes them all."""
    year, today = _year(club, year_id), timezone.localdate()
    if request.method == "POST":
        shown = request.POST.get("shown", "")
        written = members.renew(year, shown=shown, today=today, by=request.user)
        sentence = ngettext("%(count)s socio rinnovato.", "%(count)s soci rinnovati.", written)
        messages.success(request, sentence % {"count": written})
        return redirect("club_year", club.slug, year.pk)
    plan = members.plan(year, today=today)
    owing = [each.member.person.pk for each in plan.renewals]
    access_log.record_list(club, request.user, owing, Look.Page.DUES)
    return pages.page(request, club, "club/dues/renewals.html", year=year, plan=plan)


@never_cache
@officers(Right.KEEP_REGISTER)
def pay_page(request: OfficerRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """Takes the dues of one person for a year, and leads to the receipt."""
    year = _year(club, year_id)
    person = get_object_or_404(Person, club=club, pk=person_id)
    today = timezone.localdate()
    start = {"means": Means.CASH, "paid_on": today, "key": uuid4()}
    form = PaymentForm(request.POST or None, initial=start)
    if form.is_valid():
        payment = {**form.cleaned_data, "means": Means(form.cleaned_data["means"])}
        receipt = payments.pay(year, person, today=today, by=request.user, **payment)
        messages.success(request, _("Ricevuta %(number)s fatta.") % {"number": receipt.label})
        return redirect("club_receipt", club.slug, receipt.year, receipt.number)
    due = year.dues.filter(person=person).select_related("category", "receipt").first()
    renewal = None if due else _renewal(year, person)
    number = person.numbers.filter(is_disused=False).values_list("number", flat=True).first()
    context = {
        "year": year, "person": person, "due": due, "renewal": renewal, "number": number,
        "not_paid_form": NotPaidForm(),
    }  # fmt: skip
    access_log.record(club, request.user, [person], Look.Page.PAYMENT)
    return pages.page(request, club, "club/dues/pay.html", context, form=form)


@require_POST
@officers(Right.KEEP_REGISTER)
def not_paid(request: OfficerRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """Marks as owed again the dues that were recorded as paid before this register."""
    year = _year(club, year_id)
    person = get_object_or_404(Person, club=club, pk=person_id)
    payments.mark_as_unpaid(year, person, reason=request.POST.get("reason", ""), by=request.user)
    messages.success(request, _("La quota %(year)s è di nuovo da pagare.") % {"year": year.label})
    return redirect("club_pay", club.slug, year.pk, person.pk)


def _renewal(year: MembershipYear, person: Person) -> members.Renewal | None:
    plan = members.plan(year, today=timezone.localdate())
    return next((each for each in plan.renewals if each.member.person == person), None)


@require_safe
@officers(Right.KEEP_REGISTER)
def arrears_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The arrears of a day, today by default, filtered by name: fifty lines."""
    day = pages.day_of(request, timezone.localdate(), "al")
    letters, owing = request.GET.get("q", ""), arrears(club, day)
    matching = [each for each in owing if _matches(each.person, letters)]
    page_obj = pages.paged(request, matching, A_PAGE)
    context = {
        "day": day, "letters": letters, "page_obj": page_obj, "count": len(owing),
        "cents": sum(each.cents for each in owing),
        "query": urlencode({"al": day.isoformat(), "q": letters}),
    }  # fmt: skip
    access_log.record_list(club, request.user, (each.person.pk for each in page_obj), Look.Page.DUES)
    return pages.page(request, club, "club/dues/arrears.html", context)


def _year(club: Club, year_id: int) -> MembershipYear:
    return get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)


# Receipts: the list of a year, one receipt with its PDF and cancellation, and the association's data.


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
