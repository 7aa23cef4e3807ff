"""The forms that add a person to the register and correct one."""

import uuid
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from club import looks
from club.access import Right
from club.errors import ClubError
from club.models import Club, Look, Particulars, Person
from club.register import writing
from club.register.written import Written, of, version_of
from club.register_forms import WrittenForm
from club.views.access import officers
from club.views.register import pages
from club.views.register.people import person_of


@officers(Right.KEEP_REGISTER)
def add(request: HttpRequest, club: Club) -> HttpResponse:
    """The form for somebody the club does not know yet."""
    form = WrittenForm(request.POST or None, initial={"key": uuid.uuid4()})
    del form.fields["reason"], form.fields["version"]
    status = pages.status_of(form)
    refusal = None
    if form.is_valid():
        try:
            person = _add(request, club, form)
        except ClubError as error:
            refusal, status = error, pages.said_on(form, error)
        else:
            messages.success(request, _("%(name)s è nel libro.") % {"name": person.full_name})
            return redirect("register_person", club.slug, person.pk)
    return _form_page(request, club, form, status, refusal, person=None)


def _add(request: HttpRequest, club: Club, form: WrittenForm) -> Person:
    return writing.add(
        club,
        form.written(),
        today=timezone.localdate(),
        by=request.user,  # type: ignore[arg-type]
        key=form.cleaned_data["key"],
        is_confirmed_another=form.cleaned_data["is_confirmed_another"],
    )


@officers(Right.KEEP_REGISTER)
def correct(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """The same form for a person of the register; who opens it leaves a look."""
    person = person_of(club, person_id)
    known = {**asdict(of(person)), "version": version_of(person)}
    form = WrittenForm(request.POST or None, initial=known)
    del form.fields["key"]
    status = pages.status_of(form)
    refusal = None
    if form.is_valid():
        try:
            person = _correct(request, club, person, form)
        except ClubError as error:
            refusal, status = error, pages.said_on(form, error)
        else:
            messages.success(request, _("%(name)s: salvato.") % {"name": person.full_name})
            return redirect("register_person", club.slug, person.pk)
    looks.note(club, request.user, [person], Look.Page.CORRECTION)  # type: ignore[arg-type]
    return _form_page(request, club, form, status, refusal, person=person)


def _correct(request: HttpRequest, club: Club, person: Person, form: WrittenForm) -> Person:
    said = form.cleaned_data
    return writing.correct(
        person.pk,
        club,
        form.written(),
        version=said["version"] or 0,
        reason=said["reason"],
        today=timezone.localdate(),
        by=request.user,  # type: ignore[arg-type]
        is_confirmed_another=said["is_confirmed_another"],
    )


def _form_page(
    request: HttpRequest,
    club: Club,
    form: WrittenForm,
    status: int,
    refusal: ClubError | None,
    *,
    person: Person | None,
) -> HttpResponse:
    """The form; what somebody else wrote meanwhile stands beside what was typed, and may then be replaced."""
    context: dict[str, Any] = {"form": form, "person": person, "alike": []}
    code = refusal.code if refusal else ""
    if refusal and code == "changed-meanwhile" and person:
        context["now"] = _differences(form.written(), of(person))
        form.data = form.data.copy()  # type: ignore[attr-defined]
        form.data["version"] = str(refusal.details["current"])  # type: ignore[index]
    if refusal and code in ("same-person-perhaps", "fiscal-code-taken"):
        others = refusal.details.get("people") or [refusal.details["person"]]
        context["alike"] = list(club.people.filter(pk__in=others))  # type: ignore[misc]
    if code != "same-person-perhaps" and not form["is_confirmed_another"].value():
        del form.fields["is_confirmed_another"]
    return pages.page(request, club, "write.html", status=status, **context)


def _differences(typed: Written, known: Written) -> list[tuple[str, Any]]:
    """The fields where the two disagree, with what the register says now."""
    said, now = asdict(typed), asdict(known)
    labels = {
        field.name: field.verbose_name for model in (Person, Particulars) for field in model._meta.fields
    }
    return [(str(labels[name]), now[name]) for name in said if now[name] != said[name]]
