"""The register: its lists, its people and the forms that add and correct them, the categories of members."""

import uuid
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, TypedDict
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club import selection
from club.access import Right
from club.history import log, log_wording
from club.models import Club, Guardian, Look, MembershipYear, Particulars, Person, PersonNote
from club.privacy import access_log, personal_data
from club.register import lists, membership, notebook, own_pages, people, person_data
from club.register.lists import State
from club.register.person_data import PersonData, person_data_of, version_of
from club.selection import Kind, Order
from club.web import pages
from club.web.forms import replace_sent
from club.web.forms.register import (
    COMPUTE,
    READ_BACK,
    CategoryForm,
    ChangeCategoryForm,
    EndForm,
    ListForm,
    MistakeForm,
    NoteForm,
    PersonDataForm,
    PersonForm,
    RequestForm,
    UndoEndForm,
)
from club.web.guards import OfficerRequest, officers

A_PAGE = 50


@require_safe
@officers(Right.KEEP_REGISTER)
def list_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Fifty lines of the register: number, name, category, since when. Recorded as access: membership is
    private.
    """
    today = timezone.localdate()
    form = ListForm(request.GET, club=club, today=today)
    book = lists.load_book(club)
    page_obj = pages.paged(request, selection.person_ids(club, form.filters, form.day, book), A_PAGE)
    access_log.record_list(club, request.user, page_obj.object_list, Look.Page.REGISTER)
    return pages.register_page(
        request,
        club,
        "register.html",
        form=None,
        choice=form,
        first_fields=[form[name] for name in form.FIRST],
        more_fields=[form[name] for name in form.MORE],
        heads=_heads(form),
        rows=selection.list_rows(club, page_obj.object_list, form.day, book),
        page_obj=page_obj,
        day=form.day,
        is_past=form.day != today,
        query=form.query(),
        kept_fields=parse_qsl(form.query()),
        today_query=form.query(giorno=""),
        endings=("xlsx", "csv", "pdf"),
    )


@dataclass(frozen=True)
class Head:
    """The head of a column: the URL's parameters that sort by it, and how the list is sorted by it now."""

    title: str
    query: str
    sorted: str
    is_number: bool


def _heads(form: ListForm) -> list[Head]:
    """The heads of the list's columns; a second click turns the order round."""
    usual = Order.NUMBER if form.filters.kind is Kind.MEMBERS else Order.NAME
    now = form.filters.order or usual
    titles = {
        Order.NUMBER: _("N."),
        Order.NAME: _("Nome"),
        Order.CATEGORY: _("Categoria"),
        Order.STATE: _("Stato"),
    }
    heads = []
    for up, title in titles.items():
        down = Order(f"-{up.value}")
        state = {up: "ascending", down: "descending"}.get(now, "")
        query = form.query(ordine=down.value if now is up else up.value)
        heads.append(Head(title, query, state, is_number=up is Order.NUMBER))
    return heads


HISTORY = 50
LOOKS = 10
EVENINGS = 5


def person_of(club: Club, person_id: int) -> Person:
    """The person with particulars and club; 404 for another club's and for an erased one. One query."""
    people = Person.objects.select_related("particulars", "club")
    return get_object_or_404(people, club=club, pk=person_id, erased_number=None)


@require_safe
@officers(Right.KEEP_REGISTER)
def person_page(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """The person's data, memberships with their actions, history, and access log."""
    people = Person.objects.select_related("particulars", "club", "own_page")
    person = get_object_or_404(people, club=club, pk=person_id)
    access_log.record(club, request.user, [person], Look.Page.PERSON)
    today = timezone.localdate()
    standing = lists.load_book(club, only=person).standing(person.pk, today)
    return pages.register_page(
        request,
        club,
        "person.html",
        person=person,
        written=person_data_of(person),
        doubts=[person_data.DOUBTS[doubt] for doubt in person_data.code_doubts(person_data_of(person))],
        standing=standing,
        numbers=person.numbers.all(),
        cards=person.cards.all(),
        played=personal_data.evenings_played(person, EVENINGS),
        attended=person.attendances.select_related("assembly", "holder__kept_name").order_by(
            "-assembly__first_call_at", "-pk"
        ),
        own_url=own_pages.url(person.own_page, club.slug) if hasattr(person, "own_page") else "",
        letter_key=uuid.uuid4(),
        data_requests=person.data_requests.filter(answer="").order_by("asked_at", "pk"),
        notes=_notes(request, person),
        note_form=NoteForm(initial={"on": today, "key": uuid.uuid4()}, auto_id="note_%s"),
        guardian=Guardian.objects.filter(person=person).first(),
        lines=log_wording.log_lines(log.about_person(club, person)[:HISTORY]),
        looks=person.looks.all()[:LOOKS],
        **_money(club, person, standing),
        **_memberships(club, person, standing, today),
    )


def _money(club: Club, person: Person, standing: lists.Standing) -> dict[str, object]:
    """The person's dues, receipts and letters."""
    receipts = person.receipts.filter(due=None).select_related("cancels", "cancelled_by")
    dues = person.dues.with_paid().select_related("year", "category", "receipt")
    return {
        "dues": dues.order_by("-year__starts_on"),
        "other_receipts": receipts.order_by("-year", "-number"),
        "letters": person.letters.all(),
        "years_to_pay": _years_to_pay(club, person, standing),
    }


def _memberships(club: Club, person: Person, standing: lists.Standing, today: date) -> dict[str, object]:
    """The person's memberships, the newest first, and the forms of the acts on the last one."""
    times = list(person.memberships.order_by("-requested_on", "-pk").prefetch_related("spells__category"))
    shown: dict[str, object] = {
        "times": times,
        "last": None,
        "can_ask": person.erased_number is None and standing.state in (State.LEFT, State.OUTSIDE),
        "request_form": RequestForm(initial={"on": today}),
    }
    if not times:
        return shown
    last = times[0]
    return shown | {
        "last": last,
        "can_ask": shown["can_ask"] and not last.is_request,
        "end_form": EndForm(initial={"version": last.version, "on": today}),
        "mistake_form": MistakeForm(initial={"version": last.version}),
        "undo_form": UndoEndForm(initial={"version": last.version}),
        "category_form": ChangeCategoryForm(club=club, initial={"version": last.version, "since": today}),
    }


def _years_to_pay(club: Club, person: Person, standing: lists.Standing) -> list[MembershipYear]:
    """The open years for which a member has no due yet."""
    if standing.state is not State.MEMBER:
        return []
    return list(club.years.filter(closed_on=None).exclude(dues__person=person))


def _notes(request: OfficerRequest, person: Person) -> list[tuple[PersonNote, bool]]:
    """The notes, newest first, and whether the visitor may change each."""
    is_owner = Right.GIVE_ROLES in request.rights
    notes = person.dated_notes.order_by("-on", "-pk")
    return [(note, notebook.may_change(note, request.user, is_owner=is_owner)) for note in notes]


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


# The people of the club: the short list with name consents, and the forms that add and correct a person.

SHOWN = 200


@officers(Right.KEEP_REGISTER, Right.RUN_EVENING)
def people_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The people by name, filtered by a few letters, and the form that adds one."""
    form = PersonForm(request.POST or None)
    if form.is_valid():
        person = people.add(club, **_names_and_consent(form, None), by=request.user)
        messages.success(request, _("%(name)s è fra le persone del circolo.") % {"name": person.full_name})
        return redirect("club_people", club.slug)
    letters = request.GET.get("q", "")
    matching = people.find(club, letters) if letters.strip() else club.people.filter(erased_number=None)
    matching = matching.select_related("club")
    context = {
        "letters": letters,
        "people": matching[:SHOWN],
        "total": matching.count(),
        "shown": SHOWN,
    }
    return pages.page(request, club, "club/people.html", context, form=form)


@officers(Right.KEEP_REGISTER, Right.RUN_EVENING)
def name_page(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """A person's name and name consent."""
    person = get_object_or_404(Person, club=club, pk=person_id, erased_number=None)
    kept_consent = person.name_consent_on
    form = PersonForm(request.POST or None, instance=person, initial={"consents": kept_consent is not None})
    if form.is_valid():
        people.change(person, **_names_and_consent(form, kept_consent), by=request.user)
        messages.success(request, _("%(name)s: salvato.") % {"name": person.full_name})
        return redirect("club_people", club.slug)
    context = {"club": club, "person": person, "form": form}
    return render(request, "club/person.html", context, status=422 if form.is_bound else 200)


class NamesAndConsent(TypedDict):
    """The arguments of `people.change`."""

    last_name: str
    first_name: str
    is_guest: bool
    name_consent_on: date | None


def _names_and_consent(form: PersonForm, kept_consent: date | None) -> NamesAndConsent:
    """The form's data; a consent given before keeps its date."""
    cleaned = form.cleaned_data
    consent = (kept_consent or timezone.localdate()) if cleaned["consents"] else None
    return {
        "last_name": cleaned["last_name"].strip(),
        "first_name": cleaned["first_name"].strip(),
        "is_guest": cleaned["is_guest"],
        "name_consent_on": consent,
    }


@officers(Right.KEEP_REGISTER)
def add_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """Adds a person to the register."""
    form = PersonDataForm(request.POST or None, initial={"key": uuid.uuid4()})
    del form.fields["reason"], form.fields["version"]
    if _asks_about_code(request):
        return _form_page(request, club, form.with_code(timezone.localdate()), person=None)
    if form.is_valid():
        with pages.refusals_on(form):
            person = _add(request, club, form)
            messages.success(request, _("%(name)s è nel libro.") % {"name": person.full_name})
            return redirect("register_person", club.slug, person.pk)
    return _form_page(request, club, form, person=None)


def _asks_about_code(request: OfficerRequest) -> bool:
    """Whether a button beside the codice fiscale was pressed, which saves nothing."""
    return bool({COMPUTE, READ_BACK} & set(request.POST))


def _add(request: OfficerRequest, club: Club, form: PersonDataForm) -> Person:
    return people.register_person(
        club,
        form.written(),
        today=timezone.localdate(),
        by=request.user,
        key=form.cleaned_data["key"],
        is_confirmed_another=form.cleaned_data["is_confirmed_another"],
    )


@officers(Right.KEEP_REGISTER)
def correct_page(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Corrects a person of the register; opening it is recorded as access."""
    person = person_of(club, person_id)
    known = {**asdict(person_data_of(person)), "version": version_of(person)}
    form = PersonDataForm(request.POST or None, initial=known)
    del form.fields["key"]
    if _asks_about_code(request):
        access_log.record(club, request.user, [person], Look.Page.CORRECTION)
        return _form_page(request, club, form.with_code(timezone.localdate()), person=person)
    if form.is_valid():
        with pages.refusals_on(form):
            person = _correct(request, club, person, form)
            messages.success(request, _("%(name)s: salvato.") % {"name": person.full_name})
            return redirect("register_person", club.slug, person.pk)
    access_log.record(club, request.user, [person], Look.Page.CORRECTION)
    return _form_page(request, club, form, person=person)


def _correct(request: OfficerRequest, club: Club, person: Person, form: PersonDataForm) -> Person:
    cleaned = form.cleaned_data
    return people.correct(
        person.pk,
        club,
        form.written(),
        version=cleaned["version"] or 0,
        reason=cleaned["reason"],
        today=timezone.localdate(),
        by=request.user,
        is_confirmed_another=cleaned["is_confirmed_another"],
    )


def _form_page(
    request: OfficerRequest,
    club: Club,
    form: PersonDataForm,
    *,
    person: Person | None,
) -> HttpResponse:
    """The form. Values that another officer saved meanwhile are shown beside it; sending it again replaces
    them."""
    context: dict[str, object] = {"person": person, "alike": []}
    refusal = pages.refusal_of(form)
    code = refusal.code if refusal else ""
    if refusal and code == "changed-meanwhile" and person:
        context["now"] = _differences(form.written(), person_data_of(person))
        replace_sent(form, version=refusal.details["current"])
    if refusal and code in ("same-person-perhaps", "fiscal-code-taken"):
        others = refusal.details.get("people") or [refusal.details["person"]]
        context["alike"] = list(club.people.filter(pk__in=others))  # type: ignore[misc]
    if code != "same-person-perhaps" and not form["is_confirmed_another"].value():
        del form.fields["is_confirmed_another"]
    return pages.register_page(request, club, "write.html", form=form, **context)


def _differences(typed: PersonData, known: PersonData) -> list[tuple[str, Any]]:
    """The fields in which the input differs from the register, with the register's values."""
    new, now = asdict(typed), asdict(known)
    labels = {
        field.name: field.verbose_name for model in (Person, Particulars) for field in model._meta.fields
    }
    return [(str(labels[name]), now[name]) for name in new if now[name] != new[name]]
