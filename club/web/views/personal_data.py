"""A person's data: their own dossier, their consents and guardian, and their erasure."""

import uuid
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.accounts import letters
from club.models import Club, Guardian, Look, Person
from club.privacy import access_log, consents, dossier, erasure
from club.public_urls import letter_url
from club.web import pages
from club.web.forms.privacy import ConsentForm, EraseForm, GuardianForm
from club.web.guards import OfficerRequest, SignedInRequest, form_page, officers, uncached_page
from club.web.views.register import person_of


@form_page
@login_required
def own_data(request: SignedInRequest) -> HttpResponse:
    """The clubs that know the signed-in person, with their dossiers; first, the letter that opens them."""
    if request.method == "POST":
        _write_to_owner(request)
        return redirect("own_data")
    is_open = dossier.are_open(request.user, request.session)
    people = dossier.own_people(request.user) if is_open else []
    return render(request, "account/own_data.html", {"is_open": is_open, "people": people})


def _write_to_owner(request: SignedInRequest) -> None:
    """Sends the letter whose link opens the dossiers, at most one in three minutes."""
    user = request.user
    sentence = _("Abbiamo scritto a %(email)s: apri il collegamento del messaggio da questo dispositivo.")
    try:
        # The last letter is still valid.
        if ratelimit.consume(request, action="confirm_email", key=f"{user.pk} own data"):
            at = reverse("open_own_data", args=[dossier.link_token(user)])
            letters.send("account/email/own_data", user.email, user=user, url=letter_url(request, at))
    except letters.NotSent:
        messages.error(request, _("La posta non parte: riprova più tardi."))
        return
    note = letters.mail_folder_note()
    messages.success(request, " ".join(filter(None, (sentence % {"email": user.email}, note))))


@uncached_page
@login_required
def open_own_data(request: SignedInRequest, token: str) -> HttpResponse:
    """The letter's link: it opens the dossiers in this session."""
    dossier.open_with(token, request.user, request.session)
    return redirect("own_data")


@uncached_page
@login_required
def own_file(request: SignedInRequest, slug: str, kind: str) -> HttpResponse:
    """The dossier of one of those clubs."""
    if not dossier.are_open(request.user, request.session):
        return redirect("own_data")
    person = next((one for one in dossier.own_people(request.user) if one.club.slug == slug), None)
    if person is None or kind not in dossier.KINDS:
        raise Http404
    return dossier_answer(person, kind, dossier.dossier_file(person, kind, now=timezone.now()))


@officers(Right.KEEP_REGISTER)
def consents_page(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """The consents in force, their history, and the form for new answers."""
    person = person_of(club, person_id)
    today = timezone.localdate()
    standing = consents.current_consents(person, today)
    form = ConsentForm(request.POST or None, standing=standing, initial={"on": today, "key": uuid.uuid4()})
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            consents.record(
                person.pk, club, form.answers(), on=cleaned["on"], how=cleaned["how"], today=today,
                by=request.user, key=cleaned["key"],
            )  # fmt: skip
            messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
            return redirect("register_consents", club.slug, person.pk)
    return _consents_page(request, club, person, standing=standing, form=form)


@require_POST
@officers(Right.KEEP_REGISTER)
def write_guardian(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Saves the guardian of a minor."""
    person = person_of(club, person_id)
    form = GuardianForm(request.POST)
    if form.is_valid():
        with pages.refusals_on(form):
            consents.write_guardian(person.pk, club, **form.cleaned_data, by=request.user)
            messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
            return redirect("register_consents", club.slug, person.pk)
    today = timezone.localdate()
    standing = consents.current_consents(person, today)
    consent_form = ConsentForm(standing=standing, initial={"on": today, "key": uuid.uuid4()})
    return _consents_page(
        request,
        club,
        person,
        status=pages.status_of(form),
        standing=standing,
        form=consent_form,
        guardian_form=form,
    )


def _consents_page(request: OfficerRequest, club: Club, person: Person, **context: Any) -> HttpResponse:
    access_log.record(club, request.user, [person], Look.Page.CONSENTS)
    guardian = Guardian.objects.filter(person=person).first()
    shown = {
        "person": person,
        "is_minor": consents.is_minor(person, timezone.localdate()),
        "knows_birth": consents.birth_date(person) is not None,
        "guardian": guardian,
        "guardian_form": GuardianForm(instance=guardian),
        "history": person.consents.select_related("notice").order_by("-on", "-pk"),
        "has_notice": club.notices.exists(),
        **context,
    }
    return pages.register_page(request, club, "consents.html", **shown)


@require_safe
@officers(Right.KEEP_REGISTER)
def dossier_file(request: OfficerRequest, club: Club, person_id: int, kind: str) -> HttpResponse:
    """The person's dossier; the download is logged, and recorded as access."""
    person = person_of(club, person_id)
    if kind not in dossier.KINDS:
        raise Http404
    body = dossier.take_dossier(person, kind, now=timezone.now(), by=request.user)
    return dossier_answer(person, kind, body)


def dossier_answer(person: Person, ending: str, body: bytes) -> HttpResponse:
    """The dossier as a download, never cached."""
    name = f"{slugify(person.full_name) or person.pk}.{ending}"
    return pages.private_file(body, dossier.KINDS[ending], name, is_download=True)


@officers(Right.GIVE_ROLES)
def erase(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Shows what an erasure deletes and keeps, with the form that does it."""
    person = get_object_or_404(Person.objects.select_related("club", "particulars"), club=club, pk=person_id)
    if person.erased_number == erasure.PAPERS_NUMBER:
        raise Http404
    form = EraseForm(request.POST or None)
    if form.is_valid():
        cleaned, today = form.cleaned_data, timezone.localdate()
        with pages.refusals_on(form):
            erased = erasure.erase(person.pk, club, **cleaned, today=today, by=request.user)
            messages.success(
                request,
                _("Fatto: i risultati restano a «Persona cancellata n. %(n)s».") % {"n": erased.number},
            )
            return redirect("club_privacy", club.slug)
    if person.erased_number is not None:
        return redirect("club_privacy", club.slug)
    access_log.record(club, request.user, [person], Look.Page.ERASURE)
    outlook = erasure.preview(person)
    kept = [(erasure.PAPERS[kind], rows) for kind, rows in outlook.kept.items()]
    return pages.register_page(
        request,
        club,
        "erase.html",
        person=person,
        form=form,
        outlook=outlook,
        kept=kept,
        hindrance=erasure.hindrance(person, timezone.localdate()),
    )
