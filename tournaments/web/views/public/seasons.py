"""The public pages of a club's seasons: their list, and the standings of one with its evenings."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.access import Right, rights
from club.models import Club
from club.privacy import publication
from tournaments import seasons as season_service
from tournaments.models import Season
from tournaments.seasons.season_page import season_page
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import ClubPage, club_page_response


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists the club's seasons, the newest first."""
    club = get_object_or_404(Club, slug=slug)
    held = rights(request.user, club)
    shown = {
        "club": club,
        "seasons": club.seasons.all(),
        "may_run": Right.RUN_EVENING in held,
        "may_delete": Right.GIVE_ROLES in held,
        "deleted": season_service.deleted_seasons(club) if held else [],
    }
    response = render(request, "public/seasons/seasons.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponseBase:
    """Shows the standings of a season, and the evenings behind each place."""
    try:
        edition = season_service.season_page_version(slug, season_id)
        read = cache(lambda: season_service.season_of(slug, season_id))
        page = ClubPage(
            "season",
            "public/seasons/season_part.html",
            "public/seasons/season.html",
            club=lambda: read().club,
            read=lambda: season_page(read(), PUBLIC),
            around=lambda: {"season": read()},
        )
        return club_page_response(request, edition, page)
    except Season.DoesNotExist:
        raise Http404(_("Il circolo non ha questa stagione.")) from None
