"""Dues: the club's years, their amounts, the renewals of all members, and the arrears."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.days import day_in_words
from club.dues import members, years
from club.dues.members import Plan, Renewal, arrears, with_member_numbers
from club.models import Club, Due, Look, MembershipYear, Person
from club.person_names import plain
from club.privacy import access_log
from club.web import pages
from club.web.forms.dues import AmountsForm, YearForm
from club.web.guards import OfficerRequest, officers

A_PAGE = 50
#: The field of a new year to which a refusal belongs, by its code.
YEAR_FIELDS = {
    "year-unlikely": "first",
    "years-overlap": "first",
    "year-closed": "first",
    "due-outside": "due_on",
}


@officers(Right.KEEP_REGISTER)
def years_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The years, newest first, and the form that opens the next."""
    form = YearForm(request.POST or None, initial=_next_year(club))
    if form.is_valid():
        with pages.refusals_on(form, YEAR_FIELDS):
            cleaned = form.cleaned_data
            year = years.open_year(club, cleaned["first"], due_on=cleaned["due_on"], by=request.user)
            messages.success(request, _("L'anno %(year)s è aperto.") % {"year": year.label})
            return redirect("club_year", club.slug, year.pk)
    return pages.page(
        request,
        club,
        "club/dues/years.html",
        form=form,
        years=club.years.all(),
        month=day_in_words(date(2000, club.year_start, 1), "F"),
    )


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
        return _save_amounts(request, club, year, form)
    letters = request.GET.get("q", "")
    dues = list(with_member_numbers(year.dues.with_paid().select_related("person", "category", "receipt")))
    plan = members.plan(year, today=timezone.localdate())
    listed = _listed(request, dues, plan, letters)
    context = {
        "year": year,
        "letters": letters,
        "amount_missing": any(each.cents is None for each in plan.renewals),
        "done_renewals": members.done_renewals(year) if year.is_open else [],
        "query": urlencode({"q": letters}),
        **vars(listed),
        **_sums(dues, plan),
    }
    people = [*(due.person for due in listed.dues), *(each.member.person for each in listed.renewals)]
    access_log.record_list(club, request.user, (person.pk for person in people), Look.Page.DUES)
    return pages.page(request, club, "club/dues/year.html", context, form=form)


def _save_amounts(
    request: OfficerRequest, club: Club, year: MembershipYear, form: AmountsForm
) -> HttpResponse:
    """Saves the amounts; if unpaid dues have others, first asks what to do with these."""
    cents, choice = form.cents(), request.POST.get("dues")
    changes = years.amount_changes(year, cents)
    if changes and choice is None:
        context = {"year": year, "changes": changes, "shown": years.fingerprint(changes)}
        return pages.page(request, club, "club/dues/amounts.html", context, form=form)
    shown = request.POST.get("shown", "") if choice == "change" else None
    changed = years.set_amounts(
        year, cents, by=request.user, shown=shown, based_on=form.cleaned_data["based_on"] or None
    )
    messages.success(request, _("Quote dell'anno %(year)s salvate.") % {"year": year.label})
    if changed:
        sentence = ngettext(
            "%(count)s quota da pagare cambiata.", "%(count)s quote da pagare cambiate.", changed
        )
        messages.success(request, sentence % {"count": changed})
    return redirect("club_year", club.slug, year.pk)


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
    before = sum(due.cents for due in paid if due.paid_before)
    return {
        "paid_count": len(paid),
        "paid_cents": sum(due.paid_cents for due in dues) + before,
        "owed_count": len(owed),
        "owed_cents": sum(due.owed_cents for due in owed),
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
    """The previewed renewals with the amounts, to be changed before, and the button that writes them all."""
    year, today = _year(club, year_id), timezone.localdate()
    form = AmountsForm(year, request.POST if "amounts" in request.POST else None)
    if form.is_valid():
        years.set_amounts(year, form.cents(), by=request.user, based_on=form.cleaned_data["based_on"] or None)
        return redirect("club_renewals", club.slug, year.pk)
    if request.method == "POST" and not form.is_bound:
        shown = request.POST.get("shown", "")
        written = members.renew(year, shown=shown, today=today, by=request.user)
        sentence = ngettext("%(count)s socio rinnovato.", "%(count)s soci rinnovati.", written)
        messages.success(request, sentence % {"count": written})
        return redirect("club_year", club.slug, year.pk)
    plan = members.plan(year, today=today)
    owing = [each.member.person.pk for each in plan.renewals]
    access_log.record_list(club, request.user, owing, Look.Page.DUES)
    return pages.page(request, club, "club/dues/renewals.html", form=form, year=year, plan=plan)


@require_POST
@officers(Right.KEEP_REGISTER)
def undo_renewal(request: OfficerRequest, club: Club, year_id: int) -> HttpResponse:
    """Deletes the dues of a renewal of all members, while nothing of them is paid."""
    year = _year(club, year_id)
    try:
        renewal = UUID(request.POST.get("renewal", ""))
    except ValueError as wrong:
        raise Http404 from wrong
    undone = members.undo_renewal(year, renewal, by=request.user)
    sentence = ngettext(
        "Rinnovo annullato: %(count)s quota tolta.", "Rinnovo annullato: %(count)s quote tolte.", undone
    )
    messages.success(request, sentence % {"count": undone})
    return redirect("club_year", club.slug, year.pk)


@require_safe
@officers(Right.KEEP_REGISTER)
def arrears_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The arrears of a day, today by default, filtered by name: fifty lines."""
    day = pages.day_of(request, timezone.localdate())
    letters, owing = request.GET.get("q", ""), arrears(club, day)
    matching = [each for each in owing if _matches(each.person, letters)]
    page_obj = pages.paged(request, matching, A_PAGE)
    context = {
        "day": day,
        "is_today": day == timezone.localdate(),
        "letters": letters,
        "page_obj": page_obj,
        "count": len(owing),
        "cents": sum(each.cents for each in owing),
        "query": urlencode({"al": day.isoformat(), "q": letters}),
    }
    access_log.record_list(club, request.user, (each.person.pk for each in page_obj), Look.Page.DUES)
    return pages.page(request, club, "club/dues/arrears.html", context)


def _year(club: Club, year_id: int) -> MembershipYear:
    return get_object_or_404(MembershipYear.objects.select_related("club"), club=club, pk=year_id)
