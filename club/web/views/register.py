"""The register: its lists, the page of a person, and the categories of members."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.access import Right
from club.history import log, log_wording
from club.models import Club, ClubLogEntry, Look, Person
from club.privacy import access_log
from club.register import lists, membership, person_data
from club.register.lists import Kind
from club.register.person_data import person_data_of
from club.register.roll import State
from club.web import pages
from club.web.forms.register import CategoryForm, ChangeCategoryForm, EndForm, RequestForm, UndoEndForm
from club.web.guards import OfficerRequest, officers

A_PAGE = 50


@require_safe
@officers(Right.KEEP_REGISTER)
def list_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Fifty lines of the register: number, name, category, since when. Recorded as access: membership is
    private.
    """
    today = timezone.localdate()
    day, letters = pages.day_of(request, today), request.GET.get("q", "")
    name = request.GET.get("mostra", "")
    kind = Kind(name) if name in Kind.values else Kind.MEMBERS
    book = lists.load_book(club)
    page_obj = pages.paged(request, lists.person_ids(club, kind, day, letters, book), A_PAGE)
    access_log.record_list(club, request.user, page_obj.object_list, Look.Page.REGISTER)
    return pages.register_page(
        request,
        club,
        "register.html",
        rows=lists.list_rows(club, page_obj.object_list, day, book),
        page_obj=page_obj,
        kind=kind,
        kinds=Kind.choices,
        day=day,
        is_past=day != today,
        letters=letters,
        query=urlencode({"q": letters, "mostra": kind.value, "giorno": day.isoformat()}),
    )


HISTORY = 50
LOOKS = 10


def person_of(club: Club, person_id: int) -> Person:
    """The person with particulars and club; 404 for another club's and for an erased one. One query."""
    people = Person.objects.select_related("particulars", "club")
    return get_object_or_404(people, club=club, pk=person_id, erased_number=None)


@require_safe
@officers(Right.KEEP_REGISTER)
def person_page(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """The person's data, memberships with their actions, history, and access log."""
    person = get_object_or_404(Person.objects.select_related("particulars"), club=club, pk=person_id)
    access_log.record(club, request.user, [person], Look.Page.PERSON)
    today = timezone.localdate()
    book = lists.load_book(club, only=person)
    times = list(person.memberships.order_by("-requested_on", "-pk").prefetch_related("spells__category"))
    standing = book.standing(person.pk, today)
    last = times[0] if times else None
    return pages.register_page(
        request,
        club,
        "person.html",
        person=person,
        written=person_data_of(person),
        doubts=[person_data.DOUBTS[doubt] for doubt in person_data.code_doubts(person_data_of(person))],
        standing=standing,
        times=times,
        numbers=person.numbers.all(),
        cards=person.cards.all(),
        can_ask=person.erased_number is None
        and standing.state in (State.LEFT, State.OUTSIDE)
        and not (last and last.is_request),
        last=last,
        request_form=RequestForm(initial={"on": today}),
        end_form=EndForm(initial={"version": last.version, "on": today}) if last else None,
        undo_form=UndoEndForm(initial={"version": last.version}) if last else None,
        category_form=ChangeCategoryForm(club=club, initial={"version": last.version, "since": today})
        if last
        else None,
        lines=log_wording.log_lines(_person_history(club, person)),
        looks=person.looks.all()[:LOOKS],
    )


def _person_history(club: Club, person: Person) -> list[ClubLogEntry]:
    """The entries about the person in the club's log, newest first."""
    theirs = log.mentions(club, Person, person.pk, "person", "other")
    return list(club.log.filter(theirs).order_by("-number")[:HISTORY])


@officers(Right.KEEP_REGISTER)
def categories_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The categories, each in its own form, and one form for a new one."""
    form = CategoryForm(request.POST or None, initial={"votes": True})
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            membership.write_category(club, by=request.user, **cleaned)
            messages.success(request, _("Categoria salvata."))
            return redirect("register_categories", club.slug)
    return pages.register_page(request, club, "categories.html", form=form, categories=club.categories.all())
