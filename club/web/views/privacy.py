"""The club's privacy: its notice, page and paper, its access log, retention periods and public names;
and the data of a person.
"""

import uuid
from contextlib import nullcontext
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import pictures, presentation, typesetting
from club.access import Right
from club.accounts import letters
from club.errors import ClubInputRefused
from club.models import Club, ClubPicture, Erasure, Guardian, Look, NoticeVersion, Person
from club.privacy import access_log, consents, dossier, erasure, guardians, notices, publication, retention
from club.privacy.consents import people_to_ask
from club.privacy.notices import notice_pdf
from club.privacy.papers import PAPERS
from club.public_urls import letter_url
from club.web import pages
from club.web.forms.privacy import (
    ConsentForm,
    EraseForm,
    GuardianForm,
    NoticeForm,
    PeriodsForm,
    PictureForm,
    PresentationForm,
    PublicationForm,
)
from club.web.guards import OfficerRequest, SignedInRequest, form_page, officers, takes_files, uncached_page
from club.web.views.register import person_of

OLDEST_SHOWN = 50


@require_safe
def notice_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force, or an older one by number; the proposed text if none is published."""
    club = get_object_or_404(Club, slug=slug)
    version = _version(request, club)
    context = {
        "club": club,
        "version": version,
        "blocks": notices.blocks(_text(club, version)),
        "contact_line": notices.contact_line(club),
        "versions": list(club.notices.all()[:OLDEST_SHOWN]),
    }
    response = render(request, "club/privacy/notice.html", context)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


@require_safe
def notice_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The notice on paper, to be signed."""
    club = get_object_or_404(Club, slug=slug)
    version = _version(request, club)
    version_line = notices.version_line(version) if version else _("testo proposto, non ancora adottato")
    with nullcontext() if request.user.is_authenticated else typesetting.for_everybody():
        body = notice_pdf(club, _text(club, version), version_line)
    name = f"privacy-{club.slug}.pdf"
    response = pages.file_of(body, "application/pdf", name, is_download=False)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


def _version(request: HttpRequest, club: Club) -> NoticeVersion | None:
    number = request.GET.get("versione", "")
    if not number:
        return notices.current_version(club, timezone.localdate())
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise Http404
    return get_object_or_404(NoticeVersion, club=club, number=int(number))


def _text(club: Club, version: NoticeVersion | None) -> str:
    if version:
        return notices.text_of(version)
    return notices.proposed_text(club, "en" if translation.get_language() == "en" else "it")


@officers(Right.KEEP_REGISTER)
def write_notice(request: OfficerRequest, club: Club) -> HttpResponse:
    """Publishes the next version, edited from the last one or from the proposed text."""
    last = club.notices.first()
    start = {
        "italian": last.italian if last else notices.proposed_text(club, "it"),
        "english": last.english if last else notices.proposed_text(club, "en"),
        "based_on": last.number if last else 0,
        "key": uuid.uuid4(),
    }
    form = NoticeForm(request.POST or None, initial=start)
    if form.is_valid():
        today = timezone.localdate()
        with pages.refusals_on(form):
            version = notices.publish(club, **form.cleaned_data, today=today, by=request.user)
            sentence = _("È in vigore la versione %(number)s: le precedenti restano da leggere.")
            messages.success(request, sentence % {"number": version.number})
            return redirect("privacy_notice", club.slug)
    return pages.page(request, club, "club/privacy/write.html", form=form, last=last)


LOOKS_A_PAGE = 100
PEOPLE_SHOWN = 200


@uncached_page
@officers(Right.KEEP_REGISTER)
def privacy_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The notice in force, the people whose consent must be asked again, and the erasures."""
    today = timezone.localdate()
    to_ask_again = people_to_ask(club, today)
    context = {
        "version": notices.current_version(club, today),
        "asked": to_ask_again[:PEOPLE_SHOWN],
        "asked_total": len(to_ask_again),
        "erasures": Erasure.objects.filter(club=club)[:PEOPLE_SHOWN],
    }
    return pages.page(request, club, "club/privacy/club.html", context)


@uncached_page
@officers(Right.GIVE_ROLES)
def looks_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The access log, newest first, filtered by officer; opening a list of people is one line."""
    officer = request.GET.get("chi", "")
    filters = {"club": club, **({"officer_name": officer} if officer else {})}
    page_obj = pages.paged(request, access_log.page_openings(**filters), LOOKS_A_PAGE)
    context = {
        "officer": officer,
        "officers": club.looks.order_by("officer_name").values_list("officer_name", flat=True).distinct(),
        "page_obj": page_obj,
        "rows": access_log.with_names(club, page_obj.object_list),
        "query": urlencode({"chi": officer}) if officer else "",
    }
    return pages.page(request, club, "club/privacy/looks.html", context)


@never_cache
@officers(Right.GIVE_ROLES)
def retention_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The preview of the next deletion, and the club's own periods.

    Without Celery beat, opening this page makes this month's deletion.
    """
    today = timezone.localdate()
    retention.apply(club, today)
    form = PeriodsForm(request.POST or None, periods=retention.periods(club))
    if form.is_valid():
        try:
            retention.choose(club, form.cleaned_data, by=request.user)
        except ClubInputRefused as refusal:
            form.add_error(str(refusal.details["kind"]), str(refusal))
        else:
            messages.success(request, _("Salvato: vale dal prossimo mese."))
            return redirect("club_retention", club.slug)
    on = retention.next_round(today)
    due = retention.preview(club, on)
    context = {
        "on": on,
        "due": [(each, notices.months_in_words(each.months)) for each in due],
    }
    return pages.page(request, club, "club/privacy/retention.html", context, form=form)


@officers(Right.GIVE_ROLES)
def publication_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The rules of names and search engines, and the form of the presentation."""
    form = PublicationForm(request.POST or None, instance=club)
    if form.is_valid():
        publication.set_rules(club, **form.cleaned_data)
        messages.success(request, _("Salvato: le pagine pubbliche seguono da subito."))
        return redirect("club_publication", club.slug)
    return _publication(request, club, form)


@require_POST
@officers(Right.GIVE_ROLES)
def describe_club(request: OfficerRequest, club: Club) -> HttpResponse:
    """Saves the presentation and the announcement of the club's public page."""
    form = PresentationForm(request.POST, instance=Club.objects.get(pk=club.pk))
    if form.is_valid():
        fields = {"phone-wrong": "phone", "announcement-over": "announced_until"}
        with pages.refusals_on(form, fields):
            presentation.describe(club, by=request.user, **form.cleaned_data)
            messages.success(request, _("Salvato: le pagine pubbliche seguono da subito."))
            return redirect("club_publication", club.slug)
    return _publication(request, club, form)


@takes_files(pictures.MOST_BYTES, for_signed_in=True)
@require_POST
@officers(Right.GIVE_ROLES)
def change_picture(request: OfficerRequest, club: Club) -> HttpResponse:
    """Stores the uploaded logo or photo, or removes it."""
    if "remove" in request.POST:
        pictures.remove(club, by=request.user)
        messages.success(request, _("L'immagine è tolta."))
        return redirect("club_publication", club.slug)
    form = PictureForm(request.POST, request.FILES)
    if form.is_valid():
        with pages.refusals_on(form, {"no-picture": "file", "picture-large": "file"}):
            pictures.store(club, form.cleaned_data["file"].read(), by=request.user)
            messages.success(request, _("Salvato: le pagine pubbliche seguono da subito."))
            return redirect("club_publication", club.slug)
    return _publication(request, club, form)


def _publication(
    request: OfficerRequest, club: Club, sent: PublicationForm | PresentationForm | PictureForm
) -> HttpResponse:
    """Renders the page with its three forms, of which `sent` is one."""
    stored = Club.objects.get(pk=club.pk)  # A form with errors has changed its own.
    forms = [PublicationForm(instance=stored), PresentationForm(instance=stored), PictureForm()]
    publication_form, presentation_form, picture_form = (
        sent if isinstance(sent, type(form)) else form for form in forms
    )
    shown = {
        "publication_form": publication_form,
        "presentation_form": presentation_form,
        "picture_form": picture_form,
        "picture": pictures.picture_of(club),
    }
    return pages.page(request, stored, "club/publication.html", shown, status=pages.status_of(sent))


@require_safe
def picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponse:  # noqa: ARG001
    """The club's logo or photo: its address changes with it, so browsers keep it for a year."""
    picture = get_object_or_404(ClubPicture.objects.select_related("club"), club__slug=slug, digest=digest)
    response = HttpResponse(bytes(picture.body), content_type="image/webp")
    response[publication.ROBOTS] = publication.robots(is_indexed=picture.club.is_indexed)
    patch_cache_control(response, public=True, max_age=365 * 86400, immutable=True)
    return response


# A person's data: their own dossier, their consents and guardian, and their erasure.


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
    form = ConsentForm(request.POST or None, initial={"on": today, "key": uuid.uuid4()})
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            consents.record(
                person.pk, club, form.answers(), on=cleaned["on"], how=cleaned["how"], today=today,
                by=request.user, key=cleaned["key"], document=cleaned["document"],
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
            guardians.write_guardian(person.pk, club, **form.cleaned_data, by=request.user)
            messages.success(request, _("%(name)s: scritto.") % {"name": person.full_name})
            return redirect("register_consents", club.slug, person.pk)
    today = timezone.localdate()
    standing = consents.current_consents(person, today)
    consent_form = ConsentForm(initial={"on": today, "key": uuid.uuid4()})
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
        "is_minor": guardians.is_minor(person, timezone.localdate()),
        "knows_birth": guardians.birth_date(person) is not None,
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
    body = dossier.download_dossier(person, kind, now=timezone.now(), by=request.user)
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
    today = timezone.localdate()
    outlook = erasure.preview(person, today)
    kept_papers = outlook.kept
    kept = [(PAPERS[kind], rows, kept_papers.until.get(kind)) for kind, rows in kept_papers.rows.items()]
    return pages.register_page(
        request,
        club,
        "erase.html",
        person=person,
        form=form,
        outlook=outlook,
        kept=kept,
        keeps_name="book" in kept_papers.rows,
        hindrance=erasure.hindrance(person, today),
    )
