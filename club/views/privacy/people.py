"""One person's privacy: what was agreed to, who speaks for a minor, everything known, and the end of it."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club import looks
from club.access import Right
from club.errors import ClubError
from club.models import Club, Guardian, Look, Person
from club.privacy import ages, consents, dossier, erasing, guardians
from club.privacy.forms import ConsentForm, EraseForm, GuardianForm
from club.views.access import officers
from club.views.register import pages


def _person_of(club: Club, person_id: int) -> Person:
    """Somebody who has not been erased, with the particulars; else 404. One query."""
    found = Person.objects.select_related("particulars", "club")
    return get_object_or_404(found, club=club, pk=person_id, erased_number=None)


@officers(Right.KEEP_REGISTER)
def consents_page(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """What holds, its whole history, and the form that adds to it."""
    person = _person_of(club, person_id)
    today = timezone.localdate()
    standing = consents.standing(person, today)
    form = ConsentForm(request.POST or None, standing=standing, initial={"on": today, "key": uuid.uuid4()})
    status = pages.status_of(form)
    if form.is_valid():
        said = form.cleaned_data
        try:
            consents.record(
                person.pk, club, form.said(), on=said["on"], how=said["how"], today=today,
                by=request.user, key=said["key"],  # type: ignore[arg-type]
            )  # fmt: skip
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
            return redirect("register_consents", club.slug, person.pk)
    return _consents_page(request, club, person, status, standing=standing, form=form)


@require_POST
@officers(Right.KEEP_REGISTER)
def write_guardian(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """Who speaks for the person, as now written."""
    person = _person_of(club, person_id)
    form = GuardianForm(request.POST)
    status = 422
    if form.is_valid():
        try:
            guardians.write(person.pk, club, **form.cleaned_data, by=request.user)  # type: ignore[arg-type]
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
            return redirect("register_consents", club.slug, person.pk)
    today = timezone.localdate()
    standing = consents.standing(person, today)
    asked = ConsentForm(standing=standing, initial={"on": today, "key": uuid.uuid4()})
    return _consents_page(request, club, person, status, standing=standing, form=asked, guardian_form=form)


def _consents_page(
    request: HttpRequest, club: Club, person: Person, status: int, **context: Any
) -> HttpResponse:
    looks.note(club, request.user, [person], Look.Page.CONSENTS)  # type: ignore[arg-type]
    guardian = Guardian.objects.filter(person=person).first()
    shown = {
        "person": person,
        "is_minor": ages.is_minor(person, timezone.localdate()),
        "knows_birth": ages.born_on(person) is not None,
        "guardian": guardian,
        "guardian_form": GuardianForm(instance=guardian),
        "history": person.consents.select_related("notice").order_by("-on", "-pk"),
        "has_notice": club.notices.exists(),
        **context,
    }
    return pages.page(request, club, "consents.html", status=status, **shown)


@require_safe
@officers(Right.KEEP_REGISTER)
def dossier_file(request: HttpRequest, club: Club, person_id: int, kind: str) -> HttpResponse:
    """Everything about the person in one file. That it was taken is a look, and in the log."""
    person = _person_of(club, person_id)
    if kind not in dossier.KINDS:
        raise Http404
    body = dossier.take(person, kind, now=timezone.now(), by=request.user)  # type: ignore[arg-type]
    return dossier_answer(person, kind, body)


def dossier_answer(person: Person, ending: str, body: bytes) -> HttpResponse:
    """The file, to be kept by who asked and by nobody on the way."""
    response = HttpResponse(body, content_type=dossier.KINDS[ending])
    name = f"{slugify(person.full_name) or person.pk}.{ending}"
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    response["Cache-Control"] = "private, no-store"
    return response


@officers(Right.GIVE_ROLES)
def erase(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """What goes and what stays, and the form that does it for good."""
    person = get_object_or_404(Person.objects.select_related("club", "particulars"), club=club, pk=person_id)
    if person.erased_number == erasing.PAPERS_NUMBER:
        raise Http404
    form = EraseForm(request.POST or None)
    status = pages.status_of(form)
    if form.is_valid():
        said, today = form.cleaned_data, timezone.localdate()
        try:
            erasure = erasing.erase(person.pk, club, **said, today=today, by=request.user)  # type: ignore[arg-type]
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(
                request,
                _("Fatto: i risultati restano a «Persona cancellata n. %(n)s».") % {"n": erasure.number},
            )
            return redirect("club_privacy", club.slug)
    if person.erased_number is not None:
        return redirect("club_privacy", club.slug)
    looks.note(club, request.user, [person], Look.Page.ERASURE)  # type: ignore[arg-type]
    outlook = erasing.outlook(person)
    kept = [(erasing.WHAT[kind], rows) for kind, rows in outlook.kept.items()]
    return pages.page(
        request,
        club,
        "erase.html",
        status=status,
        person=person,
        form=form,
        outlook=outlook,
        kept=kept,
        hindrance=erasing.hindrance(person, timezone.localdate()),
    )
