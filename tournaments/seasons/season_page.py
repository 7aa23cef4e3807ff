"""A season as pages and API show it: names as the reader may see them, and the results that make each
place."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Person
from tournaments import seasons
from tournaments.core.seasons import CRITERIA, Counting, Criterion, Kept, Row
from tournaments.models import Season
from tournaments.seasons import CountedEvening, SeasonStandings
from tournaments.text import names
from tournaments.text.addresses import numbered


@dataclass(frozen=True)
class CountedResult:
    """An evening behind a place, with the number of the entry in it and the address of the entry's page."""

    kept: Kept
    evening: CountedEvening
    number: int
    address: str


@dataclass(frozen=True)
class SeasonRow:
    """A place of the season; `person` only where the row has a single player with a page."""

    row: Row
    name: str
    person: Person | None
    #: The address of the player's rating, where there is a page.
    rating_address: str
    qualifies: bool
    #: The name of the criterion that decided it, or empty.
    decided_by: str
    played_words: str
    decided_words: str
    evenings: list[CountedResult]


@dataclass(frozen=True)
class SeasonPage:
    """The standings of a season; `carried` if points come from the evenings' own figures."""

    season: Season
    known: SeasonStandings
    carried: bool
    #: Each tie-break with its name and its explanation.
    criteria: list[tuple[Criterion, str, str]]
    rows: list[SeasonRow]


@dataclass(frozen=True)
class PlayerSeason:
    """A player's row in a season, the number of ranked rows, and the partners who share the row."""

    season: Season
    row: Row
    of: int
    partner: str
    is_provisional: bool


def season_page(season: Season, context: Mapping[str, object]) -> SeasonPage:
    """The content of the season's page, and of the API's answer."""
    standings = seasons.season_standings(season)
    shared = _Shared(standings, context)
    return SeasonPage(
        season,
        standings,
        season.rules.counting is not Counting.PLACE,
        [(CRITERIA[key], _(CRITERIA[key].name), _(CRITERIA[key].explanation)) for key in season.criteria],
        [_row(row, shared) for row in standings.rows],
    )


def lines_of(season: Season, person: Person, context: Mapping[str, object]) -> list[PlayerSeason]:
    """The person's rows in the season's standings, with the partner of each. It takes the queries of
    `season_standings`."""
    standings = seasons.season_standings(season)
    ranked = sum(row.place is not None for row in standings.rows)
    return [
        PlayerSeason(
            season,
            row,
            ranked,
            names.pair([standings.people[other] for other in row.players if other != person.pk], context),
            standings.is_provisional,
        )
        for row in standings.rows
        if person.pk in row.players
    ]


class _Shared:
    """The data that all rows share, made once because a season has hundreds of rows."""

    def __init__(self, standings: SeasonStandings, context: Mapping[str, object]) -> None:
        self.standings, self.context = standings, context
        self.evenings = {evening.tournament.pk: evening for evening in standings.evenings}
        self.pairs = {pk: numbered("pair", each.tournament.code) for pk, each in self.evenings.items()}
        self.ratings = numbered("rating", standings.season.club.slug)
        self.criteria = {key: _(CRITERIA[key].name) for key in standings.season.criteria}
        self.decided = {
            key: _("davanti per: %(criterion)s") % {"criterion": name} for key, name in self.criteria.items()
        }
        self.played = {
            played: ngettext("%(played)s serata", "%(played)s serate", played) % {"played": played}
            for played in {len(row.evenings) for row in standings.rows}
        }


def _row(row: Row, shared: _Shared) -> SeasonRow:
    standings, context = shared.standings, shared.context
    people = [standings.people[person] for person in row.players]
    person = people[0] if len(people) == 1 and has_page(people[0], context) else None
    return SeasonRow(
        row=row,
        name=names.pair(people, context),
        person=person,
        rating_address=shared.ratings(person.pk) if person else "",
        qualifies=row.place is not None and row.place <= standings.season.qualifiers,
        decided_by=shared.criteria.get(row.decided_by or "", ""),
        played_words=shared.played[len(row.evenings)],
        decided_words=shared.decided.get(row.decided_by or "", ""),
        evenings=[
            CountedResult(kept, shared.evenings[kept.evening], number, shared.pairs[kept.evening](number))
            for kept in row.evenings
            for number in [standings.numbers[kept.evening, row.players[0]]]
        ],
    )


def has_page(person: Person, context: Mapping[str, object]) -> bool:
    """Whether the reader may open a page about the person: not if the name is hidden from the public."""
    return bool(context.get("full_names") or person.public_name)
