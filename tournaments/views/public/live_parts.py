"""Pages with a part that changes during the evening: made once for each edition, however many look at it.

The part is the same for everybody, and so is the whole page for whoever carries no session: both are kept as
they go out, and cost no query. Officers get the same part in a page of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from club import publication
from club.access import Right, rights
from tournaments import editions
from tournaments.editions import Edition
from tournaments.models import Tournament
from tournaments.views.access import found
from tournaments.views.public.kept import Made, kept

# What everybody may read: names as the club's rule says, no drafts. Officers too, so that it is shared.
PUBLIC = {"full_names": False, "drafts": False}


@dataclass(frozen=True)
class Page:
    """A page of a tournament: its templates, and what they show.

    `read` gathers the part's context from the tournament, its version and the numbers of the address;
    `around` what the page needs besides, from the request, the tournament and the same numbers.
    """

    name: str
    part: str
    whole: str
    read: Callable[..., dict[str, Any]]
    around: Callable[..., dict[str, Any]] = lambda *_of: {}


def answer(request: HttpRequest, code: str, page: Page, *of: int) -> HttpResponseBase:
    """The page, or the live part alone for `?fragment`; 304 for who has it already."""
    edition = edition_of(code)
    if "fragment" in request.GET:
        return given(request, edition, part(edition, page, *of))
    if is_anybody(request):
        return given(request, edition, _whole(request, edition, page, *of))
    return _own(request, edition, page, *of)


def edition_of(code: str) -> Edition:
    """The edition in force, or the page that says there is no such tournament."""
    try:
        return editions.current(code)
    except Tournament.DoesNotExist:
        found(code)  # says so in words
        raise


def is_anybody(request: HttpRequest) -> bool:
    """Whether the page may be the one made for all: no session, nothing to be told, a plain address."""
    own = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    return not own and not request.META.get("QUERY_STRING")


def part(edition: Edition, page: Page, *of: int) -> Made:
    """The page's live part in the language in force. No query when it is kept."""

    def made() -> str:
        tournament = _tournament(edition)
        shown = page.read(tournament, edition.version, *of)
        return render_to_string(page.part, {"tournament": tournament, "version": edition.version, **shown})

    return kept(edition, made, "part", page.name, *of)


def _tournament(edition: Edition) -> Tournament:
    return edition.tournament or found(edition.code)


def _whole(request: HttpRequest, edition: Edition, page: Page, *of: int) -> Made:
    """The page for whoever carries no session; the address by which it is read may be written in it."""

    def made() -> str:
        return _render(request, edition, frozenset(), page, *of, for_anybody=True)

    return kept(edition, made, "page", page.name, request.scheme, request.get_host(), *of)


def given(request: HttpRequest, edition: Edition, made: Made) -> HttpResponseBase:
    etag = f'W/"{made.digest}"'
    response = get_conditional_response(request, etag=etag) or _sent(request, made)
    return labelled(response, edition, etag)


def _sent(request: HttpRequest, made: Made) -> HttpResponse:
    """Packed once for all: nothing in it is anybody's secret."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(made.body)
    response = HttpResponse(made.packed)
    response["Content-Encoding"] = "gzip"
    return response


def labelled(response: HttpResponseBase, edition: Edition, etag: str) -> HttpResponseBase:
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=edition.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    return response


def _own(request: HttpRequest, edition: Edition, page: Page, *of: int) -> HttpResponseBase:
    """The page of somebody with a session, with what else they may open."""
    held = rights(request.user, _tournament(edition).club)
    made = part(edition, page, *of)
    etag = f'W/"{made.digest}{who(request)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_render(request, edition, held, page, *of, for_anybody=False))
    return labelled(response, edition, etag)


def who(request: HttpRequest) -> str:
    """What else a whole page depends on: the person, their language and the token in its forms."""
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    said = f"{request.user.pk}|{get_language()}|{token}"
    return sha256(said.encode()).hexdigest()[:12]


def _render(
    request: HttpRequest, edition: Edition, held: frozenset[Right], page: Page, *of: int, for_anybody: bool
) -> str:
    tournament = _tournament(edition)
    shown = {
        "tournament": tournament,
        "club": tournament.club,
        "part": mark_safe(part(edition, page, *of).body.decode()),  # noqa: S308 - just rendered
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
        "for_anybody": for_anybody,
        **page.around(request, tournament, *of),
    }
    return render_to_string(page.whole, shown, request)
