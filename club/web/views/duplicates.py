"""People who may be in the register twice: proposed, compared, then merged or kept apart."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.days import short_day
from club.models import Club, Look, Particulars, Person
from club.privacy import access_log
from club.register import duplicates
from club.register.duplicates import Likeness
from club.register.person_data import PARTICULARS, person_data_of
from club.web import pages
from club.web.forms.register import MergeForm
from club.web.guards import OfficerRequest, officers

A_PAGE = 50
WORDS: Final = {
    Likeness.SAME_FISCAL_CODE: gettext_lazy("stesso codice fiscale"),
    Likeness.SAME_NAME_AND_BIRTH: gettext_lazy("stesso nome e stessa data di nascita"),
    Likeness.SAME_NAME: gettext_lazy("stesso nome"),
}


@require_safe
@officers(Right.KEEP_REGISTER)
def duplicates_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The likely pairs, the surest first."""
    page_obj = pages.paged(request, duplicates.likely_pairs(club), A_PAGE)
    pairs = [(pair, WORDS[pair.likeness]) for pair in page_obj]
    shown = (person.pk for pair in page_obj for person in (pair.first, pair.second))
    access_log.record_list(club, request.user, shown, Look.Page.COMPARISON)
    return pages.register_page(request, club, "duplicates.html", page_obj=page_obj, pairs=pairs)


@officers(Right.KEEP_REGISTER)
def compare(request: OfficerRequest, club: Club, first_id: int, second_id: int) -> HttpResponse:
    """Two people side by side with their differences marked, and the form that merges them."""
    people = Person.objects.filter(club=club).select_related("particulars").prefetch_related("numbers")
    first = get_object_or_404(people, pk=first_id)
    second = get_object_or_404(people.exclude(pk=first_id), pk=second_id)
    choices = [(one.pk, _label(one)) for one in (first, second)]
    form = MergeForm(request.POST or None, people=choices, initial={"kept": first.pk})
    if form.is_valid():
        kept = form.cleaned_data["kept"]
        gone = second.pk if kept == first.pk else first.pk
        with pages.refusals_on(form):
            one = duplicates.merge(
                club,
                kept=kept,
                gone=gone,
                reason=form.cleaned_data["reason"],
                today=timezone.localdate(),
                by=request.user,
            )
            messages.success(request, _("%(name)s: le due schede sono una.") % {"name": one.full_name})
            return redirect("register_person", club.slug, one.pk)
    access_log.record(club, request.user, [first, second], Look.Page.COMPARISON)
    return pages.register_page(
        request,
        club,
        "compare.html",
        form=form,
        first=first,
        second=second,
        people=(first, second),
        facts=_facts(first, second),
    )


@require_POST
@officers(Right.KEEP_REGISTER)
def tell_apart(request: OfficerRequest, club: Club, first_id: int, second_id: int) -> HttpResponse:
    """Records that these are two people, so that the page no longer proposes them."""
    get_object_or_404(Person, club=club, pk=first_id)
    get_object_or_404(Person, club=club, pk=second_id)
    duplicates.tell_apart(club, one=first_id, other=second_id, by=request.user)
    messages.success(request, _("Sono due persone: non le propongo più."))
    return redirect("register_duplicates", club.slug)


def _label(person: Person) -> str:
    number = next((one.number for one in person.numbers.all() if not one.is_disused), None)
    return (
        _("%(name)s, n. %(number)s") % {"name": person.full_name, "number": number}
        if number
        else person.full_name
    )


@dataclass(frozen=True)
class ComparedField:
    """A field of two people: both values, and whether they differ."""

    label: str
    first: object
    second: object
    differs: bool


def _facts(first: Person, second: Person) -> list[ComparedField]:
    """The fields known of either, with both values and whether they differ, then memberships and dues."""
    ours, theirs = asdict(person_data_of(first)), asdict(person_data_of(second))
    labels = {field.name: field.verbose_name for field in Particulars._meta.fields}
    facts = [
        ComparedField(
            label=str(labels[name]),
            first=_text(ours[name]),
            second=_text(theirs[name]),
            differs=bool(ours[name] and theirs[name] and ours[name] != theirs[name]),
        )
        for name in PARTICULARS
        if ours[name] or theirs[name]
    ]
    histories = ((_("Iscrizioni"), _memberships), (_("Quote"), _dues))
    return facts + [
        ComparedField(label, summary(first), summary(second), differs=False)
        for label, summary in histories
        if summary(first) or summary(second)
    ]


def _text(value: Any) -> str:
    return short_day(value) if isinstance(value, date) else str(value or "")


def _memberships(person: Person) -> str:
    """The memberships with their first and last days, and the requests."""
    spans = [
        f"{short_day(one.admitted_on or one.requested_on)}–{short_day(one.ended_on)}"
        for one in person.memberships.all()
        if not one.is_mistake
    ]
    return ", ".join(spans)


def _dues(person: Person) -> str:
    """The years with dues, each with its state."""
    dues = person.dues.with_paid().select_related("year").order_by("year__starts_on")
    return ", ".join(f"{due.year.label} ({due.state.label})" for due in dues)
