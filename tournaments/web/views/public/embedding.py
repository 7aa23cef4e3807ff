"""Pages for a frame on another site, without header and footer: results, standings, calendar, season,
championship.

Only the sites that the club's owner listed may show them. They have public names only and set no cookie. The
address may choose the language (`?lingua=en`) and the theme (`?tema=scuro`); the default theme is the
visitor's. Links open the full pages in another tab.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from club.models import Club
from club.privacy import framing, publication
from tournaments import queries
from tournaments import seasons as season_service
from tournaments.championships.team_standings import championship_of, championship_page_version
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import Tournament
from tournaments.presenters.championships import championship_page
from tournaments.presenters.results import results as gather_results
from tournaments.presenters.results import shown_results
from tournaments.seasons.season_standings import season_page
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.calendar import listed
from tournaments.web.views.public.live_pages import Page, part, rendered_response
from tournaments.web.views.public.page_cache import Rendered, cached
from tournaments.web.views.public.results import RESULTS

THEMES: Final = {"chiaro": "light", "scuro": "dark"}


@dataclass(frozen=True)
class Look:
    """The language and the theme that the address asks for; an empty theme is that of the visitor."""

    language: str
    theme: str


def _look(request: HttpRequest) -> Look:
    language = request.GET.get("lingua", "")
    if language not in dict(settings.LANGUAGES):
        language = translation.get_language() or settings.LANGUAGE_CODE
    return Look(language, THEMES.get(request.GET.get("tema", ""), ""))


def _standings_context(tournament: Tournament, version: str) -> dict[str, object]:
    given = gather_results(tournament, PUBLIC, version, with_deals=False)
    return {
        "results": shown_results(given, PUBLIC),
        "built_at": given.standings and given.standings.snapshot.built_at,
        "entries": given.entries,
    }


EVENING: Final = Page(
    "embedded", "public/embedded/results_part.html", "public/embedded/evening.html", RESULTS.read
)
STANDINGS: Final = Page(
    "embedded-standings",
    "public/embedded/standings_part.html",
    "public/embedded/evening.html",
    _standings_context,
)


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows the standings and the tables of an evening, or the live part for `?fragment`."""
    return _evening(request, code, EVENING)


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows the standings of an evening alone, or the live part for `?fragment`."""
    return _evening(request, code, STANDINGS)


def _evening(request: HttpRequest, code: str, page: Page) -> HttpResponseBase:
    look = _look(request)
    with translation.override(look.language):
        edition = page_versions.current(code)
        if "fragment" in request.GET:
            made = part(edition, page)
        else:
            made = _kept(
                request, edition, look, page.name, lambda: _whole_evening(request, edition, page, look)
            )
        response = rendered_response(request, edition, made)
    return _framed(response, _origins(Club.objects.filter(tournaments__code=code)), look)


def _whole_evening(request: HttpRequest, edition: Edition, page: Page, look: Look) -> str:
    tournament = edition.tournament or queries.tournament(edition.code)
    shown = {
        "tournament": tournament,
        "part": mark_safe(part(edition, page).body.decode()),  # noqa: S308 - just rendered
        "full_address": tournament.get_absolute_url(),
    }
    return _rendered(request, page.whole, tournament.club, look, shown)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Shows the club's coming and last evenings."""
    club, look = get_object_or_404(Club, slug=slug), _look(request)
    with translation.override(look.language):
        shown = {
            **listed(request, club.tournaments.select_related("club")),
            "full_address": club.get_absolute_url(),
        }
        response = HttpResponse(_rendered(request, "public/embedded/calendar.html", club, look, shown))
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return _framed(response, framing.origins(club.frame_origins), look)


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponseBase:
    """Shows the standings of a season."""
    edition, look = season_service.season_page_version(slug, season_id), _look(request)
    read = cache(lambda: season_service.season_of(slug, season_id))

    def whole() -> str:
        shown = {
            **vars(season_page(read(), PUBLIC)),
            "full_address": reverse("season", args=[slug, season_id]),
        }
        return _rendered(request, "public/embedded/season.html", read().club, look, shown)

    with translation.override(look.language):
        made = _kept(request, edition, look, "embedded-season", whole)
        response = rendered_response(request, edition, made)
    return _framed(response, _origins(Club.objects.filter(slug=slug)), look)


@require_safe
def championship(request: HttpRequest, slug: str, championship_code: str) -> HttpResponseBase:
    """Shows the standings of a championship, its calendar and its results."""
    edition, look = championship_page_version(slug, championship_code), _look(request)
    read = cache(lambda: championship_of(slug, championship_code))

    def whole() -> str:
        shown = {
            "championship": read(),
            "page": championship_page(read(), PUBLIC),
            "full_address": read().get_absolute_url(),
        }
        return _rendered(request, "public/embedded/championship.html", read().club, look, shown)

    with translation.override(look.language):
        made = _kept(request, edition, look, "embedded-championship", whole)
        response = rendered_response(request, edition, made)
    return _framed(response, _origins(Club.objects.filter(slug=slug)), look)


def _kept(request: HttpRequest, edition: Edition, look: Look, name: str, make: Callable[[], str]) -> Rendered:
    return cached(edition, make, name, look.theme, request.scheme, request.get_host())


def _rendered(
    request: HttpRequest, template: str, club: Club, look: Look, shown: Mapping[str, object]
) -> str:
    context = {"club": club, "for_anybody": True, "theme": look.theme, **shown}
    return render_to_string(template, context, request)


def _origins(clubs: QuerySet[Club]) -> list[str]:
    return framing.origins(clubs.values_list("frame_origins", flat=True).get())


def _framed(response: HttpResponseBase, origins: list[str], look: Look) -> HttpResponseBase:
    """Lets these sites show the page in a frame; without any, no site may, as for all other pages."""
    if origins:
        response._csp_replace = {"frame-ancestors": origins}  # type: ignore[attr-defined]
        response.xframe_options_exempt = True  # type: ignore[attr-defined]
    response["Content-Language"] = look.language
    return response
