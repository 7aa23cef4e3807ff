"""A player across evenings and years, and what two players have been to each other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.models import Club
from tournaments import career_editions
from tournaments.api.serializers import names
from tournaments.editions import Edition
from tournaments.telling_careers import career, duel, person_of, two_of
from tournaments.views.public.club_parts import ClubPage, answer
from tournaments.views.public.live_parts import PUBLIC

#: How many opponents the page has, those met most often.
MOST_OPPONENTS = 12


@require_safe
def player(request: HttpRequest, slug: str, person_id: int) -> HttpResponseBase:
    """All that somebody has played at the club, if there is a name under which to tell it."""
    return _answer(request, slug, PLAYER, person_id)


@require_safe
def players_duel(request: HttpRequest, slug: str, person_id: int, other_id: int) -> HttpResponseBase:
    """Every match between two players, who is ahead, and how they do together."""
    return _answer(request, slug, DUEL, person_id, other_id)


@dataclass(frozen=True)
class CareerPage:
    """Its templates, and what they show of the club and of the people whose numbers are in the address."""

    name: str
    part: str
    whole: str
    read: Callable[..., dict[str, Any]]
    around: Callable[..., dict[str, Any]]


def _answer(request: HttpRequest, slug: str, page: CareerPage, *of: int) -> HttpResponseBase:
    """The page; 304 for who has it already. One query when it is kept."""
    club, edition = edition_of(slug)
    read, around = partial(page.read, club, *of), partial(page.around, club, *of)
    name = ":".join((page.name, *map(str, of)))
    return answer(request, edition, ClubPage(name, page.part, page.whole, lambda: club, read, around))


def edition_of(slug: str) -> tuple[Club, Edition]:
    """The club and the edition of its players' pages, or the page that says there is no such club."""
    try:
        return career_editions.current(slug)
    except Club.DoesNotExist:
        raise Http404(_("Nessun circolo ha questo indirizzo.")) from None


def _around(club: Club, person_id: int) -> dict[str, Any]:
    return {"name": names.shown(person_of(club, person_id), PUBLIC)}


def _read(club: Club, person_id: int) -> dict[str, Any]:
    told = career(club, person_id, PUBLIC)
    met = told["opponents"]
    left = max(0, len(met) - MOST_OPPONENTS)
    return {**told, "opponents": met[:MOST_OPPONENTS], "opponents_left": left}


def _around_duel(club: Club, one_id: int, other_id: int) -> dict[str, Any]:
    one, other = two_of(club, one_id, other_id)
    return {"one": names.shown(one, PUBLIC), "other": names.shown(other, PUBLIC), "person": one}


PLAYER = CareerPage("player", "public/player_part.html", "public/player.html", _read, _around)
DUEL = CareerPage(
    "duel",
    "public/players_duel_part.html",
    "public/players_duel.html",
    partial(duel, context=PUBLIC),
    _around_duel,
)
