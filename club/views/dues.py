"""Dues: the years of the club, what each category pays, renewals, and who has not paid."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import looks
from club.access import Right
from club.dues import before, payments, renewals, years
from club.dues.arrears import arrears
from club.dues.forms import AmountsForm, NotPaidForm, PaymentForm, YearForm
from club.dues.members import numbered
from club.dues.renewals import Plan, Renewal
from club.models import Club, Due, Look, Means, MembershipYear, Person
from club.people import plain
from club.views.access import may, officers

A_PAGE = 50


@officers(Right.KEEP_REGISTER)
def years_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The years, newest first, and the form that opens the next."""
    form = YearForm(request.POST or None, initial=_next_year(club))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        year = years.open_year(club, said["first"], due_on=said["due_on"], by=request.user)  # type: ignore[arg-type]
        messages.success(request, _("L'anno %(year)s è aperto.") % {"year": year.label})
        return redirect("club_year", club.slug, year.pk)
    context = {"club": club, **may(request), "form": form, "years": club.years.all()}
    return render(request, "club/dues/years.html", context, status=422 if form.is_bound else 200)


def _next_year(club: Club) -> dict[str, Any]:
    last = club.years.first()
    today = timezone.localdate()
    first = last.starts_on.year + 1 if last else today.year - (today.month < club.year_start)
    return {"first": first, "due_on": years.usual_term(date(first, club.year_start, 1))}


@officers(Right.KEEP_REGISTER)
def year_page(request: HttpRequest, club: Club, year_id: int) -> HttpResponse:
    """One year: who has paid, who has not, who is not renewed; and its amounts, to be changed."""
    year = _year(club, year_id)
    form = AmountsForm(year, request.POST or None)
    if request.method == "POST" and form.is_valid():
        years.set_amounts(year, form.cents(), by=request.user)  # type: ignore[arg-type]
        messages.success(request, _("Quote dell'anno %(year)s salvate.") % {"year": year.label})
        return redirect("club_year", club.slug, year.pk)
    letters = request.GET.get("q", "")
    dues = list(numbered(year.dues.select_related("person", "category", "receipt")))
    plan = renewals.plan(year, today=timezone.localdate())
    context = {
        "club": club,
        **may(request),
        "year": year,
        "form": form,
        "letters": letters,
        "amount_missing": any(each.cents is None for each in plan.renewals),
        "query": urlencode({"q": letters}),
        **_listed(request, dues, plan, letters),
        **_sums(dues, plan),
    }
    shown = [*context["dues"], *(each.member for each in context["renewals"])]
    looks.note_list(club, request.user, (each.person.pk for each in shown), Look.Page.DUES)  # type: ignore[arg-type]
    return render(request, "club/dues/year.html", context, status=422 if form.is_bound else 200)


def _listed(request: HttpRequest, dues: list[Due], plan: Plan, letters: str) -> dict[str, Any]:
    """Fifty lines: those who have their due, then those still to be renewed."""
    lines = [
        *(due for due in dues if _matches(due.person, letters)),
        *(each for each in plan.renewals if _matches(each.member.person, letters)),
    ]
    found = Paginator(lines, A_PAGE).get_page(request.GET.get("pagina"))
    return {
        "found": found,
        "dues": [line for line in found if isinstance(line, Due)],
        "renewals": [line for line in found if isinstance(line, Renewal)],
    }


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
def close(request: HttpRequest, club: Club, year_id: int) -> HttpResponse:
    year = years.close_year(_year(club, year_id), today=timezone.localdate(), by=request.user)  # type: ignore[arg-type]
    messages.success(request, _("L'anno %(year)s è chiuso.") % {"year": year.label})
    return redirect("club_year", club.slug, year.pk)


@require_POST
@officers(Right.KEEP_REGISTER)
def reopen(request: HttpRequest, club: Club, year_id: int) -> HttpResponse:
    year = years.reopen_year(_year(club, year_id), by=request.user)  # type: ignore[arg-type]
    messages.success(request, _("L'anno %(year)s è di nuovo aperto.") % {"year": year.label})
    return redirect("club_year", club.slug, year.pk)


@never_cache
@officers(Right.KEEP_REGISTER)
def renewals_page(request: HttpRequest, club: Club, year_id: int) -> HttpResponse:
    """Who would owe what, and the button that writes it all."""
    year, today = _year(club, year_id), timezone.localdate()
    if request.method == "POST":
        shown = request.POST.get("shown", "")
        written = renewals.renew(year, shown=shown, today=today, by=request.user)  # type: ignore[arg-type]
        said = ngettext("%(count)s socio rinnovato.", "%(count)s soci rinnovati.", written)
        messages.success(request, said % {"count": written})
        return redirect("club_year", club.slug, year.pk)
    plan = renewals.plan(year, today=today)
    owing = [each.member.person.pk for each in plan.renewals]
    looks.note_list(club, request.user, owing, Look.Page.DUES)  # type: ignore[arg-type]
    return render(
        request, "club/dues/renewals.html", {"club": club, **may(request), "year": year, "plan": plan}
    )


@never_cache
@officers(Right.KEEP_REGISTER)
def pay_page(request: HttpRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """The dues of one person for a year, to be taken; it leads to the receipt."""
    year = _year(club, year_id)
    person = get_object_or_404(Person, club=club, pk=person_id)
    today = timezone.localdate()
    start = {"means": Means.CASH, "paid_on": today, "key": uuid4()}
    form = PaymentForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        said = {**form.cleaned_data, "means": Means(form.cleaned_data["means"])}
        receipt = payments.pay(year, person, today=today, by=request.user, **said)  # type: ignore[arg-type]
        messages.success(request, _("Ricevuta %(number)s fatta.") % {"number": receipt.label})
        return redirect("club_receipt", club.slug, receipt.year, receipt.number)
    due = year.dues.filter(person=person).select_related("category", "receipt").first()
    renewal = None if due else _renewal(year, person)
    number = person.numbers.filter(is_disused=False).values_list("number", flat=True).first()
    context = {
        "club": club, **may(request), "year": year, "person": person, "form": form,
        "due": due, "renewal": renewal, "number": number, "not_paid_form": NotPaidForm(),
    }  # fmt: skip
    looks.note(club, request.user, [person], Look.Page.PAYMENT)  # type: ignore[arg-type]
    return render(request, "club/dues/pay.html", context, status=422 if form.is_bound else 200)


@require_POST
@officers(Right.KEEP_REGISTER)
def not_paid(request: HttpRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """Dues written as paid before this register are owed again."""
    year = _year(club, year_id)
    person = get_object_or_404(Person, club=club, pk=person_id)
    before.take_back(year, person, reason=request.POST.get("reason", ""), by=request.user)  # type: ignore[arg-type]
    messages.success(request, _("La quota %(year)s è di nuovo da pagare.") % {"year": year.label})
    return redirect("club_pay", club.slug, year.pk, person.pk)


def _renewal(year: MembershipYear, person: Person) -> renewals.Renewal | None:
    plan = renewals.plan(year, today=timezone.localdate())
    return next((each for each in plan.renewals if each.member.person == person), None)


@require_safe
@officers(Right.KEEP_REGISTER)
def arrears_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Who was in arrears on a day, today if none is said: fifty lines, by a few letters too."""
    day = _day(request.GET.get("al", "")) or timezone.localdate()
    letters, owing = request.GET.get("q", ""), arrears(club, day)
    matching = [each for each in owing if _matches(each.person, letters)]
    found = Paginator(matching, A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "club": club, **may(request), "day": day, "letters": letters, "found": found, "count": len(owing),
        "cents": sum(each.cents for each in owing), "query": urlencode({"al": day.isoformat(), "q": letters}),
    }  # fmt: skip
    looks.note_list(club, request.user, (each.person.pk for each in found), Look.Page.DUES)  # type: ignore[arg-type]
    return render(request, "club/dues/arrears.html", context)


def _day(written: str) -> date | None:
    try:
        return parse_date(written)
    except ValueError:
        return None


def _year(club: Club, year_id: int) -> MembershipYear:
    return get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)
