"""A player across evenings and years, and two players against each other, as pages and files show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from club.errors import NotFound
from club.models import Club, Person
from tournaments import queries
from tournaments.core.careers import (
    Average,
    Best,
    Figures,
    Frequency,
    Played,
    Tally,
    figures_by_game,
    records,
    tally,
)
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import EntryPlayer, Match, Season, Seat, Tournament
from tournaments.players import match_history
from tournaments.seasons.season_standings import PlayerSeason, lines_of
from tournaments.text import names
from tournaments.text.deal_terms import FIGURE_HEADINGS

#: The newest seasons shown; each is computed anew.
MOST_SEASONS = 3


@dataclass(frozen=True)
class FigureLine:
    """A figure with its name, a note on it, and the number of deals behind it."""

    name: str
    value: str
    note: str
    of: int


@dataclass(frozen=True)
class GameFigures:
    name: str
    deals: int
    lines: list[FigureLine]
    best: Best | None


@dataclass(frozen=True)
class PlayedMatch:
    """A match of the player, with the seat and the result."""

    match: Match
    seat: Seat
    seen: Played

    @property
    def tournament(self) -> Tournament:
        return self.match.round.tournament


@dataclass(frozen=True)
class Companion:
    """A player at the same table; no `key` where the person may not be named."""

    key: int | None
    name: str


@dataclass(frozen=True)
class RecordWith(Companion):
    """The sum of the matches with or against another player."""

    tally: Tally


@dataclass(frozen=True)
class BestDeal:
    """The best deal of a game, with its evening and the number of the entry whose page shows it."""

    deal: Best
    tournament: Tournament
    number: int


@dataclass(frozen=True)
class GameOfPlayer:
    """The figures of a game, with the best deal."""

    name: str
    deals: int
    lines: list[FigureLine]
    best: BestDeal | None


@dataclass(frozen=True)
class Evening:
    """An evening of the player: the final or present place, and the results of the matches."""

    tournament: Tournament
    #: The number of the entry that has the page.
    number: int
    #: None for a substitute, and before the first standings.
    place: int | None
    of: int
    is_substitute: bool
    partners: list[Companion]
    tally: Tally


@dataclass(frozen=True)
class Year:
    year: int
    evenings: list[Evening]
    tally: Tally


@dataclass(frozen=True)
class Profile:
    """Everything that a player's page shows."""

    person: Person
    name: str
    tally: Tally
    years: list[Year]
    seasons: list[PlayerSeason]
    partners: list[RecordWith]
    opponents: list[RecordWith]
    games: list[GameOfPlayer]


@dataclass(frozen=True)
class MatchBetween:
    """A match between two players: its evening, the number of the first player's entry, and the result."""

    tournament: Tournament
    number: int
    seen: Played


@dataclass(frozen=True)
class Duel:
    """Two players: their matches against each other, newest first, and their sum as partners."""

    one: str
    other: str
    tally: Tally
    meetings: list[MatchBetween]
    together: Tally
    one_id: int
    other_id: int


def person_of(club: Club, person_id: int) -> Person:
    """The player of that page. Raises NotFound."""
    person = match_history.person_of(club, person_id)
    if person is None:
        raise NotFound(_("Nessun giocatore del circolo ha una pagina a questo indirizzo."))
    return person


def career(club: Club, person_id: int, context: Mapping[str, object]) -> Profile:
    """Everything the player's page shows. Eight queries, and five or six for each season shown."""
    person = person_of(club, person_id)
    sat = _played_matches(person)
    seen, people = [each.seen for each in sat], _names(sat, context)
    beside = records(seen, lambda match: match.beside)
    against = records(seen, lambda match: match.against)
    return Profile(
        person=person,
        name=names.shown(person, context),
        tally=tally(seen),
        years=_years(_evenings(person, sat, people), seen),
        seasons=_seasons(person, context),
        partners=[RecordWith(**vars(_companion(people, each.person)), tally=each.tally) for each in beside],
        opponents=[RecordWith(**vars(_companion(people, each.person)), tally=each.tally) for each in against],
        games=[
            GameOfPlayer(game.name, game.deals, game.lines, _best(game, sat))
            for game in figures_of_games(seen)
        ],
    )


def _seasons(person: Person, context: Mapping[str, object]) -> list[PlayerSeason]:
    """The player's place in the newest seasons that they played in."""
    evenings = EntryPlayer.objects.filter(person=person).values("tournament")
    theirs = Season.objects.filter(evenings__tournament__in=evenings).select_related("club").distinct()
    return [line for season in theirs[:MOST_SEASONS] for line in lines_of(season, person, context)]


def _played_matches(person: Person) -> list[PlayedMatch]:
    played = []
    for match in match_history.matches_of_person(person):
        seat = match_history.seat_of(match, person)
        played.append(PlayedMatch(match, seat, match_history.seen_from(match, seat)))
    return played


def _names(sat: Iterable[PlayedMatch], context: Mapping[str, object]) -> dict[int, str]:
    """The names of everybody who sat at these tables, by key."""
    people = (seat.person for each in sat for seat in each.match.seats.all())
    return {match_history.public_key(person): names.shown(person, context) for person in people}


def _companion(people: dict[int, str], key: int) -> Companion:
    if key == match_history.NOBODY:
        return Companion(None, _("chi non è nominato"))
    return Companion(key, people[key])


def _best(game: GameFigures, sat: Iterable[PlayedMatch]) -> BestDeal | None:
    """The best deal of the game, with its evening and the number of the entry whose page shows it."""
    best = game.best
    for each in sat:
        if best and (each.seen.evening, each.seen.turn) == (best.evening, best.turn):
            return BestDeal(best, each.tournament, each.seat.entry.number)
    return None


def _years(evenings: Sequence[Evening], seen: Sequence[Played]) -> list[Year]:
    """The evenings by calendar year, newest first."""
    years = []
    for year, group in groupby(evenings, key=lambda each: each.tournament.date.year):
        held = list(group)
        inside = {each.tournament.pk for each in held}
        years.append(Year(year, held, tally(match for match in seen if match.evening in inside)))
    return years


def _evenings(person: Person, sat: Sequence[PlayedMatch], people: dict[int, str]) -> list[Evening]:
    """The evenings, newest first. Two queries."""
    held = [list(group) for _pk, group in groupby(sat, key=lambda each: each.seen.evening)]
    evenings = [each[0].tournament.pk for each in held]
    own, rows = match_history.numbers_of(person, evenings), queries.newest_rows(evenings)
    return [
        _evening(each, own.get(pk), rows.get(pk, []), people)
        for pk, each in zip(reversed(evenings), reversed(held), strict=True)
    ]


def _evening(
    sat: Sequence[PlayedMatch], own: int | None, rows: Sequence[StoredRow], people: dict[int, str]
) -> Evening:
    """One evening, from the number of the player's own entry and the rows of the last standings."""
    partners = dict.fromkeys(key for each in sat for key in each.seen.beside)
    return Evening(
        sat[0].tournament,
        own or sat[-1].seat.entry.number,
        next((row["place"] for row in rows if row["number"] == own), None),
        len(rows),
        is_substitute=own is None,
        partners=[_companion(people, key) for key in partners],
        tally=tally(each.seen for each in sat),
    )


def two_players(club: Club, one_id: int, other_id: int) -> tuple[Person, Person]:
    """The two different players. Raises NotFound."""
    if one_id == other_id:
        raise NotFound(_("Uno scontro diretto è fra due giocatori diversi."))
    return person_of(club, one_id), person_of(club, other_id)


def duel(club: Club, one_id: int, other_id: int, context: Mapping[str, object]) -> Duel:
    """Every match between the two, newest first, and their results as partners."""
    one, other = two_players(club, one_id, other_id)
    matches = match_history.matches_of_person(one)
    met = match_history.matches_between(one, other, matches)
    beside = [
        match_history.seen_from(match, match_history.seat_of(match, one))
        for match in match_history.matches_together(one, other, matches)
    ]
    return Duel(
        one=names.shown(one, context),
        other=names.shown(other, context),
        tally=tally(seen for _match, seen in met),
        meetings=[
            MatchBetween(match.round.tournament, match_history.seat_of(match, one).entry.number, seen)
            for match, seen in reversed(met)
        ],
        together=tally(beside),
        one_id=one_id,
        other_id=other_id,
    )


def figures_of_games(matches: Iterable[Played]) -> list[GameFigures]:
    """The figures of each game played, most deals first."""
    return [
        GameFigures(
            scoring.GAMES[each.game].name, each.deals, [line for line in _lines(each) if line.of], each.best
        )
        for each in figures_by_game(matches)
    ]


def average_text(average: Average) -> str:
    """The average with one decimal: 123,4."""
    sign = "−" if average.tenths < 0 else ""
    whole, tenth = divmod(abs(average.tenths), 10)
    return f"{sign}{formats.number_format(whole)}{formats.get_format('DECIMAL_SEPARATOR')}{tenth}"


def _lines(figures: Figures) -> Iterable[FigureLine]:
    yield _average(_("Punti a smazzata"), figures.average)
    yield _times(_("Criccone"), figures.criccone)
    yield _average(_("Sequenze a smazzata"), figures.sequences, _sequences_note(figures))
    yield _times(_("Cappotti fatti"), figures.cappotti)
    yield _times(_("Cappotti subiti"), figures.suffered)
    yield _average(_("Accusi, in mano"), figures.declared, _declared_note(figures))
    yield _average(_("Presi con le carte"), figures.earned, _declared_note(figures, earned=True))
    for name, average in figures.parts.items():
        yield _average(_("di cui %(figure)s") % {"figure": str(FIGURE_HEADINGS[name]).lower()}, average)


def _average(name: str, average: Average, note: str = "") -> FigureLine:
    return FigureLine(name, average_text(average), note, average.of)


def _times(name: str, times: Frequency) -> FigureLine:
    words = ngettext("%(times)s volta", "%(times)s volte", times.times) % {"times": times.times}
    return FigureLine(name, words, "", times.of)


def _sequences_note(figures: Figures) -> str:
    if not figures.sequences.of:
        return ""
    return ngettext(
        "%(all)s in tutto, raddoppiate %(doubled)s volta",
        "%(all)s in tutto, raddoppiate %(doubled)s volte",
        figures.doubled.times,
    ) % {"all": figures.sequences.sum, "doubled": figures.doubled.times}


def _declared_note(figures: Figures, *, earned: bool = False) -> str:
    """The share of points that came from declarations, or with `earned` of all others; empty if the figures
    have no such points."""
    if figures.declared.sum + figures.earned.sum <= 0:
        return ""
    percent = figures.declared_percent
    return _("%(percent)s punti su 100") % {"percent": 100 - percent if earned else percent}
