"""Public pages with a live part, rendered once for each version, however many people open them.

The part is the same for everybody, and so is the whole page for visitors without a session: both are cached
as bytes and cost no query. Officers get the same part in a page of their own. `Page` is a page of a
tournament, `ClubPage` one of a club: a season, the ratings, a player's history.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from club.access import Right, rights
from club.models import Club
from club.privacy import publication
from tournaments import queries
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import Tournament
from tournaments.web.views.public.page_cache import Rendered, cached


@dataclass(frozen=True)
class Page:
    """A page of a tournament: its templates and their contexts.

    `read` returns the part's context from the tournament, its version and the numbers in the address;
    `around` returns the rest of the whole page's context, from the request, the tournament and these numbers.
    """

    name: str
    part: str
    whole: str
    read: Callable[..., Mapping[str, object]]
    around: Callable[..., Mapping[str, object]] = lambda *_arguments: {}


def page_response(request: HttpRequest, code: str, page: Page, *numbers: int) -> HttpResponseBase:
    """Returns the page, or its live part alone for `?fragment`; 304 if the browser has it."""
    edition = page_versions.current(code)
    if "fragment" in request.GET:
        return rendered_response(request, edition, part(edition, page, *numbers))
    if is_anybody(request):
        return rendered_response(request, edition, _whole(request, edition, page, *numbers))
    return _page_of_visitor(request, edition, page, *numbers)


def is_anybody(request: HttpRequest) -> bool:
    """Whether the page is the one that all visitors share: no session, no message, no query string."""
    own = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    return not own and not request.META.get("QUERY_STRING")


def part(edition: Edition, page: Page, *numbers: int) -> Rendered:
    """Returns the page's live part in the current language. No query when it is cached."""

    def make() -> str:
        tournament = _tournament(edition)
        shown = page.read(tournament, edition.version, *numbers)
        return render_to_string(page.part, {"tournament": tournament, "version": edition.version, **shown})

    return cached(edition, make, "part", page.name, *numbers)


def _tournament(edition: Edition) -> Tournament:
    return edition.tournament or queries.tournament(edition.code)


def _whole(request: HttpRequest, edition: Edition, page: Page, *numbers: int) -> Rendered:
    """Returns the page for visitors without a session, cached by host because it may contain its address."""

    def make() -> str:
        return _render(request, edition, frozenset(), page, *numbers, for_anybody=True)

    return cached(edition, make, "page", page.name, request.scheme, request.get_host(), *numbers)


def rendered_response(request: HttpRequest, edition: Edition, made: Rendered) -> HttpResponseBase:
    etag = f'W/"{made.digest}"'
    response = get_conditional_response(request, etag=etag) or _sent(request, made)
    return with_headers(response, edition, etag)


def _sent(request: HttpRequest, made: Rendered) -> HttpResponse:
    """Returns the shared page, gzipped if the browser accepts that: it has no secret that this could leak."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(made.body)
    response = HttpResponse(made.packed)
    response["Content-Encoding"] = "gzip"
    return response


def with_headers(response: HttpResponseBase, edition: Edition, etag: str) -> HttpResponseBase:
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=edition.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    return response


def _page_of_visitor(request: HttpRequest, edition: Edition, page: Page, *numbers: int) -> HttpResponseBase:
    """Returns the page for a visitor with a session, with the links that their rights allow."""
    held = rights(request.user, _tournament(edition).club)
    made = part(edition, page, *numbers)
    etag = f'W/"{made.digest}{visitor_digest(request)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_render(request, edition, held, page, *numbers, for_anybody=False))
    return with_headers(response, edition, etag)


def visitor_digest(request: HttpRequest) -> str:
    """Returns a digest of the visitor's part in a page: user, language, and the CSRF token of its forms."""
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    visitor = f"{request.user.pk}|{get_language()}|{token}"
    return sha256(visitor.encode()).hexdigest()[:12]


def _render(
    request: HttpRequest,
    edition: Edition,
    held: frozenset[Right],
    page: Page,
    *numbers: int,
    for_anybody: bool,
) -> str:
    tournament = _tournament(edition)
    shown = {
        "tournament": tournament,
        "club": tournament.club,
        "part": mark_safe(part(edition, page, *numbers).body.decode()),  # noqa: S308 - just rendered
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
        "for_anybody": for_anybody,
        **page.around(request, tournament, *numbers),
    }
    return render_to_string(page.whole, shown, request)


@dataclass(frozen=True)
class ClubPage:
    """A page of a club: its templates; `read` returns the part's context, `around` the rest of the page's.

    Both functions are called only when the page is rendered.
    """

    name: str
    part: str
    whole: str
    club: Callable[[], Club]
    read: Callable[[], Mapping[str, object]]
    around: Callable[[], Mapping[str, object]] = dict


def club_page_response(request: HttpRequest, edition: Edition, page: ClubPage) -> HttpResponseBase:
    """Returns the page, 304 if the browser has it. No query where it is cached and nobody is signed in."""
    if is_anybody(request):
        made = cached(
            edition,
            lambda: _club_whole(request, edition, page, frozenset(), for_anybody=True),
            "page", page.name, request.scheme, request.get_host(),
        )  # fmt: skip
        return rendered_response(request, edition, made)
    held = rights(request.user, page.club())
    etag = f'W/"{_club_part(edition, page).digest}{visitor_digest(request)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_club_whole(request, edition, page, held, for_anybody=False))
    return with_headers(response, edition, etag)


def _club_part(edition: Edition, page: ClubPage) -> Rendered:
    def make() -> str:
        return render_to_string(page.part, {"club": page.club(), **page.read()})

    return cached(edition, make, "part", page.name)


def _club_whole(
    request: HttpRequest, edition: Edition, page: ClubPage, held: frozenset[Right], *, for_anybody: bool
) -> str:
    shown = {
        "club": page.club(),
        "part": mark_safe(_club_part(edition, page).body.decode()),  # noqa: S308 - just rendered
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
        "for_anybody": for_anybody,
        **page.around(),
    }
    return render_to_string(page.whole, shown, request)
