"""Public pages of a club that are made once for each edition: the season, the ratings, a player's history.

The page is the same for whoever carries no session, and is kept as it goes out; officers get the same part in
a page of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe

from club.access import Right, rights
from club.models import Club
from tournaments.editions import Edition
from tournaments.views.public.kept import Made, kept
from tournaments.views.public.live_parts import given, is_anybody, labelled, who


@dataclass(frozen=True)
class ClubPage:
    """Its templates; `read` gathers what the part shows, `around` what the page around it does.

    They are asked only when the page is made.
    """

    name: str
    part: str
    whole: str
    club: Callable[[], Club]
    read: Callable[[], dict[str, Any]]
    around: Callable[[], dict[str, Any]] = dict


def answer(request: HttpRequest, edition: Edition, page: ClubPage) -> HttpResponseBase:
    """The page; 304 for who has it already. No query where it is kept and nobody is signed in."""
    if is_anybody(request):
        made = kept(
            edition,
            lambda: _whole(request, edition, page, frozenset(), for_anybody=True),
            "page", page.name, request.scheme, request.get_host(),
        )  # fmt: skip
        return given(request, edition, made)
    held = rights(request.user, page.club())
    etag = f'W/"{_part(edition, page).digest}{who(request)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_whole(request, edition, page, held, for_anybody=False))
    return labelled(response, edition, etag)


def _part(edition: Edition, page: ClubPage) -> Made:
    def made() -> str:
        return render_to_string(page.part, {"club": page.club(), **page.read()})

    return kept(edition, made, "part", page.name)


def _whole(
    request: HttpRequest, edition: Edition, page: ClubPage, held: frozenset[Right], *, for_anybody: bool
) -> str:
    shown = {
        "club": page.club(),
        "part": mark_safe(_part(edition, page).body.decode()),  # noqa: S308 - just rendered
        "may_run": Right.RUN_EVENING in held,
        "for_anybody": for_anybody,
        **page.around(),
    }
    return render_to_string(page.whole, shown, request)
