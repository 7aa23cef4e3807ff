"""Handing over a club: its archive requested and downloaded here, or restored on a new installation."""

from uuid import uuid4

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from club.access import Right
from club.errors import ClubError
from club.handover import archive_writer, encryption, restore
from club.handover.archive_reader import MOST_BYTES
from club.history import log_wording
from club.models import Club, Handover
from club.slices import Progress
from club.web import pages
from club.web.forms.handover import PassphraseForm, WelcomeForm
from club.web.guards import OfficerRequest, form_page, officers, takes_files

ACTS = ("club.handed-over", "club.restored")
LOG_LINES = 10


@form_page
@officers(Right.GIVE_ROLES)
@reauthentication_required(allow_get=True, app="allauth.account")
def handover_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The archive being made or ready, and earlier downloads; POST requests one.

    POST requires a recent sign-in, because the archive holds all data of the club.
    """
    if request.method == "POST":
        archive_writer.request_archive(club, by=request.user)
        return redirect("handover", club.slug)
    archive_writer.forget_old()
    return _handover_page(request, club, PassphraseForm(initial={"key": uuid4()}))


@form_page
@officers(Right.GIVE_ROLES)
def export_archive(request: OfficerRequest, club: Club) -> HttpResponse:
    """Downloads the ready archive, encrypted with the passphrase; GET redirects to the page.

    No new sign-in is required here: allauth would store the posted passphrase meanwhile. The officer signed
    in again to request the archive.
    """
    if request.method != "POST":
        return redirect("handover", club.slug)
    form = PassphraseForm(request.POST)
    if not form.is_valid():
        return _handover_page(request, club, form, status=422)
    cleaned = form.cleaned_data
    try:
        sealed = archive_writer.fetch_archive(
            club, cleaned["passphrase"], key=cleaned["key"], by=request.user
        )
    except ClubError as refusal:
        messages.error(request, str(refusal))
        return _handover_page(request, club, PassphraseForm(initial={"key": uuid4()}), status=409)
    name = archive_writer.archive_file_name(club.slug)
    return pages.file_of(sealed, "application/octet-stream", name, is_download=True)


def _handover_page(
    request: OfficerRequest, club: Club, form: PassphraseForm, *, status: int = 200
) -> HttpResponse:
    made = Handover.objects.filter(club=club).defer("body").first()
    is_mine = made is not None and made.asked_by_id == request.user.pk
    progress = archive_writer.making_progress(made) if made and made.is_running else Progress()
    counts: dict[str, int] = made.counts if made else {}
    context = {
        "made": made,
        "is_mine": is_mine,
        "done": progress.done,
        "total": progress.total,
        "suggestion": encryption.suggested_passphrase(),
        "lines": log_wording.log_lines(club.log.filter(act__in=ACTS).order_by("-number")[:LOG_LINES]),
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    return pages.page(request, club, "club/handover.html", context, form=form, status=status)


#: The query parameter of the waiting page's polls, and its values: the file is still being sent, or an
#: earlier poll has seen the restore running.
SENT, SENDING, SEEN = "inviato", "1", "2"


@takes_files(MOST_BYTES, when=restore.is_new)
@form_page
def welcome_page(request: HttpRequest) -> HttpResponse:
    """Restores the first club of a new installation; 404 once there is a club or an account.

    The waiting page polls with `SENT`, and is redirected to the login page when the restore is done.
    """
    progress = request.GET.get(SENT, "")
    if not restore.is_new():
        if progress and request.method == "GET":
            return _redirect_to_login(request)
        raise Http404(_("Questa installazione ha già un circolo: un altro si ripristina con restore_club."))
    form = WelcomeForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        cleaned = form.cleaned_data
        owner = restore.Owner(cleaned["email"], cleaned["password"])
        with pages.refusals_on(form):
            done = restore.take_in_first_club(
                cleaned["file"].read(), cleaned["passphrase"], code=cleaned["code"], owner=owner
            )
            messages.success(
                request, _("«%(club)s» è qui. Entra con la password nuova.") % {"club": done.club}
            )
            return redirect("account_login")
    running, trouble = restore.PROGRESS.current(), restore.last_trouble()
    context = {
        "form": form,
        "running": running,
        "trouble": "" if form.is_bound else trouble,
        "is_sending": progress == SENDING and not trouble,
        "is_cut_off": progress == SEEN and not running and not trouble,
    }
    return render(request, "welcome.html", context, status=pages.status_of(form))


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Il circolo è qui. Entra con la password nuova."))
    where = reverse("account_login")
    return HttpResponseClientRedirect(where) if getattr(request, "htmx", False) else redirect(where)
