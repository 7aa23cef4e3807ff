"""One member's due for a year: the payments, and the changes of the amount."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from club.access import Right
from club.dues import changes, members, payments
from club.history.log_wording import log_lines
from club.models import Club, Due, Look, Means, MembershipYear, Person
from club.privacy import access_log
from club.web import pages
from club.web.forms.dues import (
    AmountChangeForm,
    CategoryChangeForm,
    DueCancellationForm,
    ExemptionForm,
    NotPaidForm,
    PaymentForm,
)
from club.web.guards import OfficerRequest, officers

#: The field of the payment to which a refusal belongs, by its code.
PAYMENT_FIELDS = {
    "more-than-owed": "cents",
    "amount-unlikely": "cents",
    "in-the-future": "paid_on",
    "long-ago": "paid_on",
    "value-far": "value_on",
}


@never_cache
@officers(Right.KEEP_REGISTER)
def pay_page(request: OfficerRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """A person's due for a year; takes a payment, and leads to its receipt."""
    year, person, due = _due(club, year_id, person_id)
    if request.method != "POST":
        return _page(request, club, year, person, due)
    form = PaymentForm(request.POST)
    if form.is_valid():
        payment = {**form.cleaned_data, "means": Means(form.cleaned_data["means"])}
        with pages.refusals_on(form, PAYMENT_FIELDS):
            receipt = payments.pay(year, person, today=timezone.localdate(), by=request.user, **payment)
            messages.success(request, _("Ricevuta %(number)s fatta.") % {"number": receipt.label})
            return redirect("club_receipt", club.slug, receipt.year, receipt.number)
    refusal = pages.refusal_of(form)
    if refusal and refusal.code == "more-than-owed":
        form.ask_whether_more()
    if refusal and refusal.code == "key-used":
        form.renew_key()
    return _page(request, club, year, person, due, form=form)


@require_POST
@officers(Right.KEEP_REGISTER)
def change(request: OfficerRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """Changes what the person owes: the amount or the category, an exemption, a cancellation, or back."""
    year, person, due = _due(club, year_id, person_id)
    today, act = timezone.localdate(), request.POST.get("act", "")
    if due is None:
        payments.renew_one(year, person, today=today, by=request.user)
        messages.success(request, _("La quota %(year)s è scritta.") % {"year": year.label})
        return redirect("club_pay", club.slug, year.pk, person.pk)
    if act == "restore":
        changes.restore(due.pk, by=request.user)
        messages.success(request, _("La quota è di nuovo quella intera."))
        return redirect("club_pay", club.slug, year.pk, person.pk)
    form = _change_forms(due, request.POST).get(act)
    if form is None:
        return redirect("club_pay", club.slug, year.pk, person.pk)
    if form.is_valid():
        with pages.refusals_on(form):
            _change(due, act, {**form.cleaned_data, "shown": _shown(request), "by": request.user})
            messages.success(request, _("La quota è cambiata."))
            return redirect("club_pay", club.slug, year.pk, person.pk)
    return _page(request, club, year, person, due, changed={act: form})


def _shown(request: OfficerRequest) -> int:
    """The amount in cents that the page showed; if it is missing, an amount that no due has."""
    shown = request.POST.get("shown", "")
    return int(shown) if shown.isdecimal() and len(shown) < 10 else -1


def _change(due: Due, act: str, values: dict[str, Any]) -> None:
    today = timezone.localdate()
    if act == "amount":
        changes.change_amount(due.pk, **values)
    elif act == "exempt":
        changes.exempt(due.pk, today=today, **values)
    elif act == "category":
        changes.change_category(due.pk, **values)
    else:
        changes.cancel(due.pk, today=today, **values)


def _change_forms(due: Due, sent: Any = None) -> dict[str, forms.Form]:
    return {
        "amount": AmountChangeForm(sent, initial={"cents": due.cents}),
        "exempt": ExemptionForm(sent, initial={"resolved_on": timezone.localdate()}),
        "category": CategoryChangeForm(due, sent, initial={"category": due.category_id}),
        "cancel": DueCancellationForm(sent),
    }


def _page(
    request: OfficerRequest,
    club: Club,
    year: MembershipYear,
    person: Person,
    due: Due | None,
    *,
    form: PaymentForm | None = None,
    changed: dict[str, forms.Form] | None = None,
) -> HttpResponse:
    """The page of a due; `changed` is a form that was refused, by its act."""
    renewal = None if due else _renewal(year, person)
    number = person.numbers.filter(is_disused=False).values_list("number", flat=True).first()
    refused = next(iter((changed or {}).values()), None)
    change_forms = _change_forms(due) if due else {}
    category = request.GET.get("categoria", "")
    category_id = pages.id_in(category)
    if due and category_id is not None:
        change_forms["category"].initial["category"] = category_id
    history = club.log.filter(
        act__startswith="due.", subject__person=person.pk, subject__year=year.label
    ).order_by("-number")
    context = {
        "year": year,
        "person": person,
        "due": due,
        "renewal": renewal,
        "number": number,
        "receipts": due.receipts.select_related("cancels", "cancelled_by") if due else [],
        "term": (due and due.due_on) or year.due_on,
        "history": log_lines(history),
        "changes": {**change_forms, **(changed or {})},
        "opened": next(iter(changed or {}), "category" if category else ""),
        "not_paid_form": NotPaidForm(),
        "payment": form or _empty_payment(due.owed_cents if due else renewal.cents if renewal else None),
    }
    access_log.record(club, request.user, [person], Look.Page.PAYMENT)
    return pages.page(
        request,
        club,
        "club/dues/pay.html",
        context,
        form=refused or form,
        status=pages.status_of(refused or form),
    )


def _empty_payment(cents: int | None) -> PaymentForm:
    """The form for a payment of today in cash, of all that is owed."""
    start = {"cents": cents, "means": Means.CASH, "paid_on": timezone.localdate(), "key": uuid4()}
    return PaymentForm(initial=start)


def _renewal(year: MembershipYear, person: Person) -> members.Renewal | None:
    plan = members.plan(year, today=timezone.localdate())
    return next((each for each in plan.renewals if each.member.person == person), None)


@require_POST
@officers(Right.KEEP_REGISTER)
def not_paid(request: OfficerRequest, club: Club, year_id: int, person_id: int) -> HttpResponse:
    """Marks as owed again the dues that were recorded as paid before this register."""
    year, person, _due_found = _due(club, year_id, person_id)
    payments.mark_as_unpaid(year, person, reason=request.POST.get("reason", ""), by=request.user)
    messages.success(request, _("La quota %(year)s è di nuovo da pagare.") % {"year": year.label})
    return redirect("club_pay", club.slug, year.pk, person.pk)


def _due(club: Club, year_id: int, person_id: int) -> tuple[MembershipYear, Person, Due | None]:
    """The year, the person, and what they owe; None if that is not written yet."""
    year = get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)
    person = get_object_or_404(Person, club=club, pk=person_id)
    dues = year.dues.with_paid().filter(person=person).select_related("category", "receipt", "year")
    return year, person, dues.first()
