"""A player's history and rating, an entry's evening, and the head-to-head of two of either."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.models import Club
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import Entry, Tournament
from tournaments.players import match_history, rating_builds, rating_pages
from tournaments.players.player_profile import career, duel, person_of, two_players
from tournaments.presenters.boards import boards_of_entry
from tournaments.presenters.duels import entries_duel, two_entries
from tournaments.presenters.pair_page import pair_page
from tournaments.presenters.tournaments import shown_entries, shown_entry
from tournaments.text import names
from tournaments.text.names import PUBLIC, unknown_entry
from tournaments.web.views.public.live_pages import ClubPage, Page, club_page_response, page_response

#: How many players a search lists.
MOST_FOUND = 30
#: How many opponents the page lists, those met most often.
MOST_OPPONENTS = 12


@require_safe
def player(request: HttpRequest, slug: str, person_id: int) -> HttpResponseBase:
    """Shows a player's history at the club, if the name may be public."""
    return _career_response(request, slug, PLAYER, person_id)


@require_safe
def players_duel(request: HttpRequest, slug: str, person_id: int, other_id: int) -> HttpResponseBase:
    """Shows every match between two players, the balance, and their record as partners."""
    return _career_response(request, slug, DUEL, person_id, other_id)


@dataclass(frozen=True)
class CareerPage:
    """A page about players.

    `read` returns the context of the template `part`, `around` that of `whole`; both take the club and the
    numbers of the people in the address.
    """

    name: str
    part: str
    whole: str
    read: Callable[..., Mapping[str, object]]
    around: Callable[..., Mapping[str, object]]


def _career_response(request: HttpRequest, slug: str, page: CareerPage, *numbers: int) -> HttpResponseBase:
    """Returns the page, 304 if the browser has it. One query when it is cached."""
    club, edition = page_versions.current_of_players(slug)
    read, around = partial(page.read, club, *numbers), partial(page.around, club, *numbers)
    name = ":".join((page.name, *map(str, numbers)))
    return club_page_response(
        request, edition, ClubPage(name, page.part, page.whole, lambda: club, read, around)
    )


def _around_player(club: Club, person_id: int) -> dict[str, object]:
    return {"name": names.shown(person_of(club, person_id), PUBLIC), "person_id": person_id}


def _player_context(club: Club, person_id: int) -> dict[str, object]:
    profile = career(club, person_id, PUBLIC)
    met = profile.opponents
    left = max(0, len(met) - MOST_OPPONENTS)
    return {**vars(profile), "opponents": met[:MOST_OPPONENTS], "opponents_left": left}


def _duel_context(club: Club, one_id: int, other_id: int) -> dict[str, object]:
    return vars(duel(club, one_id, other_id, PUBLIC))


def _around_duel(club: Club, one_id: int, other_id: int) -> dict[str, object]:
    one, other = two_players(club, one_id, other_id)
    return {"one": names.shown(one, PUBLIC), "other": names.shown(other, PUBLIC), "person": one}


PLAYER = CareerPage(
    "player", "public/players/player_part.html", "public/players/player.html", _player_context, _around_player
)
DUEL = CareerPage(
    "duel",
    "public/duels/players_part.html",
    "public/duels/players.html",
    _duel_context,
    _around_duel,
)


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Lists the club's players by rating: those with a place, the provisional ones, the inactive ones."""
    read = cache(lambda: club_of(slug))
    page = ClubPage(
        "ratings",
        "public/players/ratings_part.html",
        "public/players/ratings.html",
        club=read,
        read=lambda: vars(rating_pages.rating_list(read(), PUBLIC)),
    )
    return club_page_response(request, ratings_edition(slug), page)


@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists the players of the club in whose public name the letters are found."""
    club, letters = club_of(slug), request.GET.get("nome", "")[:60].strip()
    people = match_history.find_players(club, letters, MOST_FOUND)
    context = {
        "club": club,
        "letters": letters,
        "found": [(person.pk, names.shown(person, PUBLIC)) for person in people],
        "most": MOST_FOUND,
    }
    return render(request, "public/players/search.html", context)


@require_safe
def rating(request: HttpRequest, slug: str, person_id: int) -> HttpResponseBase:
    """Shows a player's rating, evening by evening."""
    read = cache(lambda: club_of(slug))
    page = ClubPage(
        f"rating:{person_id}",
        "public/players/rating_part.html",
        "public/players/rating.html",
        club=read,
        read=lambda: vars(rating_pages.history(read(), person_id, PUBLIC)),
        around=lambda: {
            "name": names.shown(rating_pages.person_of(read(), person_id, PUBLIC), PUBLIC),
            "person_id": person_id,
        },
    )
    return club_page_response(request, ratings_edition(slug), page)


def club_of(slug: str) -> Club:
    """Returns the club of that slug. Raises NotFound where there is none."""
    return first_or_not_found(Club.objects.filter(slug=slug), _("Nessun circolo ha questo indirizzo."))


def ratings_edition(slug: str) -> Edition:
    """Returns the current edition of the club's ratings. No query while nothing changes, else three."""

    def read() -> Edition:
        club = club_of(slug)
        ratings = rating_builds.settings_of(club)
        # A player becomes inactive with time, so the day is part of the version.
        version = (
            f"{ratings.built}.{ratings.wanted}.{ratings.version}.{club.names_version}.{timezone.localdate()}"
        )
        return Edition(rating_builds.ratings_key(club.pk), version, club.is_indexed, None)

    return page_versions.current_of_club(
        f"{slug}:ratings", lambda: [rating_builds.ratings_key(club_of(slug).pk)], read
    )


# An entry's page, with its place, tables and deals explained, and the head-to-head of two entries.


@require_safe
def pair(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Shows the page of the entry with that number, or its live part for `?fragment`."""
    return page_response(request, code, PAIR, number)


def _entry(tournament: Tournament, number: int) -> Entry:
    entries = queries.entries(tournament).filter(number=number)
    return first_or_not_found(entries, unknown_entry(tournament, number))


def _around_pair(_request: HttpRequest, tournament: Tournament, number: int) -> dict[str, object]:
    entries = queries.entry_rows(tournament.entries.filter(number=number))
    if not entries:
        raise Http404(unknown_entry(tournament, number))
    return {"entry": shown_entry(entries[0], PUBLIC)}


def _pair_context(tournament: Tournament, _version: str, number: int) -> dict[str, object]:
    page = vars(pair_page(tournament, _entry(tournament, number)))
    return {**page, "own_boards": boards_of_entry(tournament, PUBLIC, number)}


PAIR = Page("pair", "public/pairs/pair_part.html", "public/pairs/pair.html", _pair_context, _around_pair)


@require_safe
def pairs_duel(request: HttpRequest, code: str, number: int, other: int) -> HttpResponseBase:
    """Shows the head-to-head of the entries with these numbers, or its live part for `?fragment`."""
    return page_response(request, code, PAIRS_DUEL, number, other)


def _around_pairs(
    _request: HttpRequest, tournament: Tournament, number: int, other: int
) -> dict[str, object]:
    one, two = shown_entries(two_entries(tournament, number, other), PUBLIC)
    return {"one": one, "other": two}


def _pairs_context(tournament: Tournament, _version: str, number: int, other: int) -> dict[str, object]:
    duel = entries_duel(tournament, number, other, PUBLIC)
    return {
        "one": duel.one,
        "other": duel.other,
        "tally": duel.tally,
        "meetings": [{"number": number, "seen": seen} for seen in duel.meetings],
    }


PAIRS_DUEL = Page(
    "pairs_duel",
    "public/duels/pairs_part.html",
    "public/duels/pairs.html",
    _pairs_context,
    _around_pairs,
)
