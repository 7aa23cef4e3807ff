"""The public pages of a club's championships: standings, calendar and results; a team; a match."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from club.access import Right, rights
from club.models import Club
from club.privacy import publication
from tournaments.championships.team_standings import (
    championship_of,
    championship_page_version,
    played_of,
)
from tournaments.championships.teams import team_of
from tournaments.presenters.championships import championship_page, fixture_page, team_page
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import ClubPage, club_page_response


@require_safe
def championships(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists the club's championships, the newest first."""
    club = get_object_or_404(Club, slug=slug)
    held = rights(request.user, club)
    shown = {
        "club": club,
        "championships": club.championships.all(),
        "may_run": Right.RUN_EVENING in held,
    }
    response = render(request, "public/championships/championships.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


@require_safe
def championship(request: HttpRequest, slug: str, championship_code: str) -> HttpResponseBase:
    """Shows the standings of a championship, its calendar and its results."""
    read = cache(lambda: championship_of(slug, championship_code))
    page = ClubPage(
        "championship",
        "public/championships/championship_part.html",
        "public/championships/championship.html",
        club=lambda: read().club,
        read=lambda: {"page": championship_page(read(), PUBLIC), "championship": read()},
        around=lambda: {"championship": read()},
    )
    return club_page_response(request, championship_page_version(slug, championship_code), page)


@require_safe
def team(request: HttpRequest, slug: str, championship_code: str, number: int) -> HttpResponseBase:
    """Shows a team: its players, its place and its matches."""
    read = cache(lambda: championship_of(slug, championship_code))

    def shown() -> dict[str, object]:
        page = championship_page(read(), PUBLIC, individual=False)
        return {
            "championship": read(),
            "page": page,
            "shown": team_page(page, team_of(read(), number), PUBLIC),
        }

    page = ClubPage(
        f"championship-team-{number}",
        "public/championships/team_part.html",
        "public/championships/team.html",
        club=lambda: read().club,
        read=shown,
        around=lambda: {"championship": read(), "team": team_of(read(), number)},
    )
    return club_page_response(request, championship_page_version(slug, championship_code), page)


@require_safe
def fixture(request: HttpRequest, slug: str, championship_code: str, fixture_id: int) -> HttpResponse:
    """Shows a match: when and where, the line-ups once they may be seen, and how it ended.

    Rendered for each reader and not cached, because line-ups become visible with time.
    """
    stored = championship_of(slug, championship_code)
    held = rights(request.user, stored.club)
    shown = {
        "club": stored.club,
        "championship": stored,
        "shown": fixture_page(played_of(stored, fixture_id), PUBLIC),
        "may_enter": Right.ENTER_RESULTS in held,
    }
    response = render(request, "public/championships/fixture.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=stored.club.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response
