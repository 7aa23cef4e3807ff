"""What the clubs know of who looks: the same file that an officer would hand over, without asking."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.models import User
from club.privacy import dossier
from club.views.privacy.people import dossier_answer


@never_cache
@require_safe
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """The clubs that know this person, each with the files."""
    found = dossier.own_people(cast(User, request.user))
    return render(request, "account/own_data.html", {"people": found})


@require_safe
@login_required
def own_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Everything that one of those clubs has."""
    person = next(
        (one for one in dossier.own_people(cast(User, request.user)) if one.club.slug == slug), None
    )
    if person is None or kind not in dossier.KINDS:
        raise Http404
    return dossier_answer(person, kind, dossier.made(person, kind, now=timezone.now()))
