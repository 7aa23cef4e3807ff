"""The informativa: as everybody reads it, on paper, and as an officer writes the next version."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club import publication
from club.access import Right
from club.errors import ClubError
from club.models import Club, NoticeVersion
from club.privacy import notices
from club.privacy.forms import NoticeForm
from club.privacy.paper import notice_pdf
from club.views.access import may, officers
from club.views.register import pages

OLDEST_SHOWN = 50


@require_safe
def notice_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force, or an older one by its number; where none is published, the text proposed."""
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
    """The same on paper, to be signed."""
    club = get_object_or_404(Club, slug=slug)
    version = _version(request, club)
    told = _told(version) if version else _("testo proposto, non ancora adottato")
    body = notice_pdf(club, _text(club, version), told)
    response = HttpResponse(body, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="privacy-{club.slug}.pdf"'
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


def _version(request: HttpRequest, club: Club) -> NoticeVersion | None:
    asked = request.GET.get("versione", "")
    if not asked:
        return notices.current(club, timezone.localdate())
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 9):
        raise Http404
    return get_object_or_404(NoticeVersion, club=club, number=int(asked))


def _text(club: Club, version: NoticeVersion | None) -> str:
    if version:
        return notices.text_of(version)
    return notices.proposed(club, "en" if translation.get_language() == "en" else "it")


def _told(version: NoticeVersion) -> str:
    on = version.published_on
    said = _("versione %(number)s, in vigore dal %(day)s")
    return said % {"number": version.number, "day": f"{on.day}/{on.month}/{on.year}"}


@officers(Right.KEEP_REGISTER)
def write(request: HttpRequest, club: Club) -> HttpResponse:
    """The next version: from the last one, or from the text proposed."""
    last = club.notices.first()
    start = {
        "italian": last.italian if last else notices.proposed(club, "it"),
        "english": last.english if last else notices.proposed(club, "en"),
        "based_on": last.number if last else 0,
        "key": uuid.uuid4(),
    }
    form = NoticeForm(request.POST or None, initial=start)
    status = pages.status_of(form)
    if form.is_valid():
        today = timezone.localdate()
        try:
            version = notices.publish(club, **form.cleaned_data, today=today, by=request.user)  # type: ignore[arg-type]
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            said = _("È in vigore la versione %(number)s: le precedenti restano da leggere.")
            messages.success(request, said % {"number": version.number})
            return redirect("privacy_notice", club.slug)
    context = {"club": club, **may(request), "form": form, "last": last}
    return render(request, "club/privacy/write.html", context, status=status)
