"""A player across evenings and years, and two players against each other, as pages and files tell it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from club.models import Club, Person
from tournaments import played
from tournaments.api.serializers import names
from tournaments.careers import Played, Tally, records, tally
from tournaments.careers_shown import OfGame, games_of
from tournaments.models import EntryPlayer, Match, Season, Seat, Tournament
from tournaments.telling_seasons import lines_of

#: How many seasons, the newest: each is added up anew.
MOST_SEASONS = 3


@dataclass(frozen=True)
class Sat:
    """A match of the player, where they sat, and how it went for them."""

    match: Match
    seat: Seat
    seen: Played

    @property
    def tournament(self) -> Tournament:
        return self.match.round.tournament


@dataclass(frozen=True)
class Evening:
    """An evening of the player: the place in the end, or so far, and how the matches went."""

    tournament: Tournament
    #: Of the entry on whose page it is.
    number: int
    #: None for a substitute, and before the first classifica.
    place: int | None
    of: int
    is_substitute: bool
    partners: list[dict[str, Any]]
    tally: Tally


@dataclass(frozen=True)
class Year:
    year: int
    evenings: list[Evening]
    tally: Tally


def person_of(club: Club, person_id: int) -> Person:
    """The player of that page. Raises Http404 where there is none."""
    person = played.person_of(club, person_id)
    if person is None:
        raise Http404(_("Nessun giocatore del circolo ha una pagina a questo indirizzo."))
    return person


def career(club: Club, person_id: int, context: Mapping[str, Any]) -> dict[str, Any]:
    """All that is told of a player. Eight queries, and five or six for each season told."""
    person = person_of(club, person_id)
    sat = _sat(person)
    seen, people = [each.seen for each in sat], _names(sat, context)
    beside = records(seen, lambda match: match.beside)
    against = records(seen, lambda match: match.against)
    return {
        "person": person,
        "name": names.shown(person, context),
        "tally": tally(seen),
        "years": _years(_evenings(person, sat, people), seen),
        "seasons": _seasons(person, context),
        "partners": [{**_who(people, each.person), "tally": each.tally} for each in beside],
        "opponents": [{**_who(people, each.person), "tally": each.tally} for each in against],
        "games": [
            {"name": game.name, "deals": game.deals, "lines": game.lines, "best": _best(game, sat)}
            for game in games_of(seen)
        ],
    }


def _seasons(person: Person, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where the player stands in the newest seasons they have an evening in."""
    evenings = EntryPlayer.objects.filter(person=person).values("tournament")
    theirs = Season.objects.filter(evenings__tournament__in=evenings).distinct()
    return [line for season in theirs[:MOST_SEASONS] for line in lines_of(season, person, context)]


def _sat(person: Person) -> list[Sat]:
    found = []
    for match in played.of_person(person):
        seat = played.seat_of(match, person)
        found.append(Sat(match, seat, played.seen_by(match, seat)))
    return found


def _names(sat: Iterable[Sat], context: Mapping[str, Any]) -> dict[int, str]:
    """The names of all who sat at these tables, by key."""
    people = (seat.person for each in sat for seat in each.match.seats.all())
    return {played.key(person): names.shown(person, context) for person in people}


def _who(people: dict[int, str], key: int) -> dict[str, Any]:
    if key == played.NOBODY:
        return {"key": None, "name": _("chi non è nominato")}
    return {"key": key, "name": people[key]}


def _best(game: OfGame, sat: Iterable[Sat]) -> dict[str, Any] | None:
    """The best smazzata of the game, with the evening and the number of the entry on whose page it is."""
    best = game.best
    for each in sat:
        if best and (each.seen.evening, each.seen.turn) == (best.evening, best.turn):
            return {"deal": best, "tournament": each.tournament, "number": each.seat.entry.number}
    return None


def _years(evenings: Sequence[Evening], seen: Sequence[Played]) -> list[Year]:
    """The evenings by calendar year, newest first."""
    years = []
    for year, group in groupby(evenings, key=lambda each: each.tournament.date.year):
        held = list(group)
        inside = {each.tournament.pk for each in held}
        years.append(Year(year, held, tally(match for match in seen if match.evening in inside)))
    return years


def _evenings(person: Person, sat: Sequence[Sat], people: dict[int, str]) -> list[Evening]:
    """Newest first. Two queries."""
    held = [list(group) for _pk, group in groupby(sat, key=lambda each: each.seen.evening)]
    evenings = [each[0].tournament.pk for each in held]
    own, rows = played.numbers_of(person, evenings), played.last_rows(evenings)
    return [
        _evening(each, own.get(pk), rows.get(pk, []), people)
        for pk, each in zip(reversed(evenings), reversed(held), strict=True)
    ]


def _evening(
    sat: Sequence[Sat], own: int | None, rows: Sequence[dict[str, Any]], people: dict[int, str]
) -> Evening:
    """One evening, from the number of the player's own entry and the rows of the last classifica."""
    partners = dict.fromkeys(key for each in sat for key in each.seen.beside)
    return Evening(
        sat[0].tournament,
        own or sat[-1].seat.entry.number,
        next((row["place"] for row in rows if row["number"] == own), None),
        len(rows),
        is_substitute=own is None,
        partners=[_who(people, key) for key in partners],
        tally=tally(each.seen for each in sat),
    )


def two_of(club: Club, one_id: int, other_id: int) -> tuple[Person, Person]:
    """Two different players. Raises Http404."""
    if one_id == other_id:
        raise Http404(_("Uno scontro diretto è fra due giocatori diversi."))
    return person_of(club, one_id), person_of(club, other_id)


def duel(club: Club, one_id: int, other_id: int, context: Mapping[str, Any]) -> dict[str, Any]:
    """Every match between the two, the newest first, and how they do together."""
    one, other = two_of(club, one_id, other_id)
    matches = played.of_person(one)
    met = played.between(one, other, matches)
    beside = [
        played.seen_by(match, played.seat_of(match, one)) for match in played.together(one, other, matches)
    ]
    return {
        "one": names.shown(one, context),
        "other": names.shown(other, context),
        "tally": tally(seen for _match, seen in met),
        "meetings": [
            {
                "tournament": match.round.tournament,
                "number": played.seat_of(match, one).entry.number,
                "seen": seen,
            }
            for match, seen in reversed(met)
        ],
        "together": tally(beside),
        "one_id": one_id,
        "other_id": other_id,
    }
