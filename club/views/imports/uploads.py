"""The imports of a club, and the form that begins another."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.errors import ClubError, ClubInputRefused
from club.imports import asking, forgetting, wording
from club.imports.files import MOST_BYTES
from club.imports.forms import UploadForm
from club.models import Club, Import
from club.views.access import officers
from club.views.register import pages

SHOWN = 20


@officers(Right.KEEP_REGISTER)
def imports_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The file to send, and what was imported before."""
    forgetting.forget_old()
    form = UploadForm(request.POST or None, request.FILES or None, initial={"key": uuid.uuid4()})
    status = pages.status_of(form)
    if form.is_valid():
        try:
            one = _begin(request, club, form)
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            return redirect("import", club.slug, one.pk)
    found = club.imports.all()[:SHOWN]
    return pages.page(request, club, "imports/list.html", status=status, form=form, imports=found)


def _begin(request: HttpRequest, club: Club, form: UploadForm) -> Import:
    sent = form.cleaned_data["file"]
    if sent.size > MOST_BYTES:
        said = {"code": "too-big", "most": MOST_BYTES // 2**20}
        raise ClubInputRefused("too-big", wording.note(said))
    key, by = form.cleaned_data["key"], request.user
    return asking.begin(club, sent.read(), file_name=sent.name, key=key, by=by)  # type: ignore[arg-type]


def import_of(club: Club, import_id: int) -> Import:
    """The import; 404 for one of another club."""
    return get_object_or_404(Import.objects.select_related("club"), club=club, pk=import_id)


@require_POST
@officers(Right.KEEP_REGISTER)
def discard(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """The file and its rows thrown away: nothing of it was written."""
    found = club.imports.filter(pk=import_id).first()
    if found:
        asking.discard(found)
    messages.success(request, _("Il file è stato eliminato: nel libro non è cambiato nulla."))
    return redirect("imports", club.slug)
