"""The calendar of evenings, of all clubs or of one, as a page and as a feed; the pages of a club's seasons.

Also two files about the whole site: robots.txt, and the manifest with which phones install the site.
"""

from datetime import date, timedelta
from functools import cache, partial
from hashlib import sha256
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from club.access import Right, rights
from club.accounts import first_club
from club.models import Club
from club.privacy import publication
from club.public_urls import absolute_url
from club.tables.files import clean_file_name
from club.web.pages import file_of, paged
from scoring import GAMES
from tournaments import seasons as season_service
from tournaments.entries.bookings import places
from tournaments.entries.bookings.places import Openness
from tournaments.models import Round, RoundState, Tournament
from tournaments.presenters.front_door import announcement, front_door
from tournaments.seasons.season_standings import season_page
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import ClubPage, club_page_response

A_PAGE = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Shows the calendar of all clubs."""
    return _calendar(request, Tournament.objects.filter(club__sample=None).select_related("club"), None)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the calendar of one club."""
    club = get_object_or_404(Club, slug=slug)
    response = _calendar(request, club.tournaments.select_related("club"), club)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


def _clubs() -> QuerySet[Club]:
    return Club.objects.filter(sample=None).order_by("name")


def _calendar(request: HttpRequest, tournaments: QuerySet[Tournament], club: Club | None) -> HttpResponse:
    """Lists current and coming evenings, the nearest first, then pages of past ones, the newest first.

    In an empty installation the calendar of all clubs redirects to the page that welcomes the first club.
    """
    today = timezone.localdate()
    shown = listed(request, tournaments)
    if club is None and not shown["ahead"] and not shown["past"] and first_club.is_new():
        return redirect("welcome")
    context = {
        "club": club,
        **shown,
        **(_club_context(request, club, shown["ahead"], today) if club else {"clubs": _clubs()}),
    }
    return render(request, "public/calendar/calendar.html", context)


def listed(request: HttpRequest, tournaments: QuerySet[Tournament]) -> dict[str, Any]:
    """Returns current and coming evenings as `ahead`, the nearest first, and a page of the past ones as
    `past`, the newest first."""
    today = timezone.localdate()
    # An evening that goes on after midnight is still tonight's.
    tonight = Q(date__gte=today) | Q(date=today - timedelta(days=1), last_state__isnull=False)
    coming = Q(closed_at=None) & tonight
    now = timezone.now()
    shown = _with_last_round(tournaments)
    ahead = list(places.with_counts(shown.filter(coming), now).order_by("date", "starts_at", "id")[:A_PAGE])
    return {
        "today": today,
        "ahead": [(each, places.openness(each, now), GAMES[each.game].name) for each in ahead],
        "past": paged(request, shown.exclude(coming).order_by("-date", "-id"), A_PAGE),
    }


def _club_context(
    request: HttpRequest, club: Club, ahead: list[tuple[Tournament, Openness, str]], today: date
) -> dict[str, object]:
    """Returns what only a club's page shows: its presentation, its announcement, the visitor's rights."""
    held = rights(request.user, club)
    return {
        "front_door": front_door(club, ahead),
        "announcement": announcement(club, today),
        "championships": club.championships.filter(closed_at=None),
        "subscribe": _subscription_address(request, club),
        "may_run": Right.RUN_EVENING in held,
        "may_describe": Right.GIVE_ROLES in held,
    }


def _subscription_address(request: HttpRequest, club: Club) -> str:
    """Returns the feed's address with the scheme webcal, by which calendar programs subscribe to it."""
    address = absolute_url(request, reverse("calendar_feed", args=[club.slug]))
    return f"webcal:{address.partition(':')[2]}"


def _with_last_round(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotates each tournament with the number and state of its newest announced round."""
    announced = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    newest = announced.order_by("-number")
    return tournaments.annotate(
        last_turn=Subquery(newest.values("number")[:1]), last_state=Subquery(newest.values("state")[:1])
    )


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Returns the club's calendar for programs that subscribe to it, 304 if they have it. Three queries."""
    from tournaments.text import calendar  # Imported here: icalendar takes 3 MB of memory.

    club = get_object_or_404(Club, slug=slug)
    address = partial(absolute_url, request)
    body = calendar.feed(club, calendar.evenings_of(club), address, calendar.fixtures_of(club))
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        name = f"{clean_file_name(club.name)[:80]}.ics"
        response = file_of(body, "text/calendar; charset=utf-8", name, is_download=False)
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


# Search engines read the first half megabyte of robots.txt; this many lines take a fifth of that.
NEWEST = 4000


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Returns robots.txt: search engines may read the pages of the clubs that allow it. Two queries."""
    clubs = Club.objects.filter(is_indexed=True).values_list("slug", flat=True)
    evenings = Tournament.objects.filter(club__is_indexed=True).values_list("code", flat=True)[:NEWEST]
    allowed = [
        *(f"{reverse('club_page', args=[slug])}$" for slug in clubs),
        *(reverse("results", args=[code]) for code in evenings),
        *(["/static/"] if clubs else []),
    ]
    lines = ["User-agent: *", *(f"Allow: {path}" for path in allowed), "Disallow: /", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Returns the name, the icons and the colours with which a phone installs the site."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    answer = {
        "name": "Criccone",
        "short_name": "Criccone",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6ecd9",
        "theme_color": "#8f2d1b",
        "icons": icons,
    }
    return JsonResponse(answer, content_type="application/manifest+json")


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
    edition = season_service.season_page_version(slug, season_id)
    read = cache(lambda: season_service.season_of(slug, season_id))
    page = ClubPage(
        "season",
        "public/seasons/season_part.html",
        "public/seasons/season.html",
        club=lambda: read().club,
        read=lambda: vars(season_page(read(), PUBLIC)),
        around=lambda: {"season": read()},
    )
    return club_page_response(request, edition, page)
