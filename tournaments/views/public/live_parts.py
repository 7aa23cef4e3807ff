"""The part of a page that changes during the evening: made once for each version, however many look at it."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from club.access import Right
from tournaments import queries
from tournaments.models import Tournament

# What everybody may read: names with consent only, no drafts. The same for officers, so that it is shared.
PUBLIC = {"full_names": False, "drafts": False}
# Names and consents are the club's, and change without the tournament noticing: they show within a minute.
KEPT_SECONDS = 60

# When a result comes in, every phone asks at once: one makes the part, the others find it made.
_making = Lock()


@dataclass(frozen=True)
class Part:
    """A rendered part, of which version it is, and the digest by which a browser says that it has it."""

    version: str
    html: SafeString
    digest: str


def part(tournament: Tournament, template: str, read: Callable[[], dict[str, Any]], *of: int) -> Part:
    """The part of `tournament` in the visitor's language; `read` gathers its context when it is not kept.

    `of` tells apart parts of the same template. Two queries when it is kept.
    """
    version = queries.live_version(tournament)
    # One place a part, not one a version: an evening has hundreds, and only the last is asked for.
    key = ":".join(map(str, ("part", template, tournament.pk, get_language(), *of)))
    if kept := _kept(key, version):
        return kept
    with _making:
        return _kept(key, version) or _make(key, version, tournament, template, read)


def _kept(key: str, version: str) -> Part | None:
    kept: Part | None = None if settings.DEBUG else cache.get(key)
    return kept if kept and kept.version == version else None


def _make(
    key: str, version: str, tournament: Tournament, template: str, read: Callable[[], dict[str, Any]]
) -> Part:
    html = render_to_string(template, {"tournament": tournament, "version": version, **read()})
    made = Part(version, mark_safe(html), sha256(html.encode()).hexdigest()[:20])  # noqa: S308 - just rendered
    cache.set(key, made, KEPT_SECONDS)
    return made


def page(
    request: HttpRequest, tournament: Tournament, made: Part, template: str, **context: Any
) -> HttpResponseBase:
    """The whole page around the part, or the part alone for `?fragment`; 304 for who has it already."""
    alone = "fragment" in request.GET
    etag = f'W/"{made.digest}{"" if alone else _who(request)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(made.html) if alone else _around(request, tournament, made, template, context)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


def _who(request: HttpRequest) -> str:
    """What else a whole page depends on: the person, their language and the token in its forms."""
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    said = f"{request.user.pk}|{get_language()}|{token}"
    return sha256(said.encode()).hexdigest()[:12]


def _around(
    request: HttpRequest, tournament: Tournament, made: Part, template: str, context: dict[str, Any]
) -> HttpResponse:
    held: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    shown = {
        "tournament": tournament,
        "club": tournament.club,
        "part": made.html,
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
        **context,
    }
    return render(request, template, shown)
