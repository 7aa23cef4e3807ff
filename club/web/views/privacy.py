"""The club's privacy: its notice for the public and on paper, its access log, retention periods and public
names.
"""

import uuid
from contextlib import nullcontext

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club import typesetting
from club.access import Right
from club.errors import ClubInputRefused
from club.models import Club, Erasure, NoticeVersion
from club.privacy import access_log, notices, publication, retention
from club.privacy.consents import people_to_ask
from club.privacy.notices import notice_pdf
from club.web import pages
from club.web.forms.privacy import NoticeForm, PeriodsForm, PublicationForm
from club.web.guards import OfficerRequest, officers, uncached_page

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
    """How people without name consent are shown, and whether search engines may list the club."""
    form = PublicationForm(request.POST or None, instance=club)
    if form.is_valid():
        publication.set_rules(club, **form.cleaned_data)
        messages.success(request, _("Salvato: le pagine pubbliche seguono da subito."))
        return redirect("club_publication", club.slug)
    return pages.page(request, club, "club/publication.html", form=form)
