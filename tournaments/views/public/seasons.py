"""The classifica sociale that everybody reads: which seasons a club has, and one with all behind it."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club import publication
from club.access import Right, rights
from club.models import Club
from tournaments import season_keeping
from tournaments.models import Season
from tournaments.telling_seasons import shown
from tournaments.views.public.club_parts import ClubPage, answer
from tournaments.views.public.live_parts import PUBLIC


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's seasons, the newest first."""
    club = get_object_or_404(Club, slug=slug)
    held = rights(request.user, club)
    shown = {
        "club": club,
        "seasons": club.seasons.all(),
        "may_run": Right.RUN_EVENING in held,
        "may_delete": Right.GIVE_ROLES in held,
        "deleted": season_keeping.deleted(club) if held else [],
    }
    response = render(request, "public/seasons.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponseBase:
    """One season: who is where, and the evenings behind each place."""
    try:
        edition = season_keeping.edition_of(slug, season_id)
        read = cache(lambda: season_keeping.found(slug, season_id))
        page = ClubPage(
            "season",
            "public/season_part.html",
            "public/season.html",
            club=lambda: read().club,
            read=lambda: shown(read(), PUBLIC),
            around=lambda: {"season": read()},
        )
        return answer(request, edition, page)
    except Season.DoesNotExist:
        raise Http404(_("Il circolo non ha questa stagione.")) from None
