"""Handing the club over: its owner has the archive prepared, chooses a passphrase and takes it away."""

from typing import cast
from uuid import uuid4

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club import wording
from club.access import Right
from club.errors import ClubError
from club.handover import asking, delivering, forgetting, sealing, working
from club.handover.forms import PassphraseForm
from club.models import Club, Handover, User
from club.views.access import may, officers

ACTS = ("club.handed-over", "club.restored")
SHOWN = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.GIVE_ROLES)
@reauthentication_required(allow_get=True, app="allauth.account")
def handover_page(request: HttpRequest, club: Club) -> HttpResponse:
    """What an archive is, the one being made or ready, and who took one before. Posted, one is begun.

    That is asked of who has shown the password a moment ago: all that the club has leaves by this door.
    """
    if request.method == "POST":
        asking.begin(club, by=cast(User, request.user))
        return redirect("handover", club.slug)
    forgetting.forget_old()
    return _page(request, club, PassphraseForm(initial={"key": uuid4()}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.GIVE_ROLES)
def take(request: HttpRequest, club: Club) -> HttpResponse:
    """The archive that is ready, sealed with the passphrase. Asked without one, the page.

    Nobody is asked for the password here: allauth would keep what was sent meanwhile, with the passphrase.
    Who had the archive prepared has shown it.
    """
    if request.method != "POST":
        return redirect("handover", club.slug)
    form = PassphraseForm(request.POST)
    if not form.is_valid():
        return _page(request, club, form, status=422)
    said = form.cleaned_data
    try:
        sealed = delivering.fetch(club, said["passphrase"], key=said["key"], by=cast(User, request.user))
    except ClubError as refusal:
        messages.error(request, str(refusal))
        return _page(request, club, PassphraseForm(initial={"key": uuid4()}), status=409)
    answer = HttpResponse(sealed, content_type="application/octet-stream")
    called = delivering.file_name(club.slug)
    answer["Content-Disposition"] = content_disposition_header(True, called)
    return answer


def _page(request: HttpRequest, club: Club, form: PassphraseForm, *, status: int = 200) -> HttpResponse:
    made = Handover.objects.filter(club=club).defer("body").first()
    is_mine = made is not None and made.asked_by_id == request.user.pk
    done, total = working.progress(made) if made and made.is_running else (0, 0)
    context = {
        "club": club,
        **may(request),
        "made": made,
        "is_mine": is_mine,
        "done": done,
        "total": total,
        "form": form,
        "suggestion": sealing.suggestion(),
        "lines": wording.told(club.log.filter(act__in=ACTS).order_by("-number")[:SHOWN]),
        "people": (made.counts if made else {}).get("club.person", 0),
        "tournaments": (made.counts if made else {}).get("tournaments.tournament", 0),
        "rows": sum((made.counts if made else {}).values()),
    }
    return render(request, "club/handover.html", context, status=status)
