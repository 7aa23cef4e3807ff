"""What all pages of the desk share: the tournament on top, the tabs for the officer, the right status."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render

from club.access import Right
from club.days import day_in_words
from scoring import GAMES
from tournaments.actors import Actor
from tournaments.models import Tournament

# Officers read every name whole; drafts only who runs the evening.
SEE_OTHER = 303


def may(request: HttpRequest, right: Right) -> bool:
    return right in request.rights  # type: ignore[attr-defined]


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks, for a piece of the page rather than the whole."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def actor(request: HttpRequest) -> Actor:
    return Actor.officer(request.user)  # type: ignore[arg-type]


def context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What templates/desk/page.html needs besides the page's own."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "day": day_in_words(tournament.date),
        "game_name": GAMES[tournament.game].name,
        "tab": tab,
        "may_run": may(request, Right.RUN_EVENING),
        # Who keeps the club's register opens of an evening its cash alone.
        "may_keep_register": may(request, Right.KEEP_REGISTER),
        "may_enter": may(request, Right.ENTER_RESULTS),
    }


def page(
    request: HttpRequest, tournament: Tournament, template: str, tab: str, *, status: int = 200, **own: Any
) -> HttpResponse:
    """The page `desk/<template>`, or the fragment of that name where htmx asks."""
    return render(request, f"desk/{template}", {**context(request, tournament, tab), **own}, status=status)


def go(to: str, *args: Any, anchor: str = "") -> HttpResponseRedirect:
    """Back to a page after a change: 303, so that reloading it changes nothing again."""
    response = redirect(to, *args)
    response.status_code = SEE_OTHER
    if anchor:
        response["Location"] += f"#{anchor}"
    return response
