"""A season as pages and API show it: names as the reader may see them, and the results that make each
place."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Person
from tournaments import seasons
from tournaments.core.seasons import CRITERIA, Counting, Criterion, Kept, Row
from tournaments.models import Season
from tournaments.seasons import CountedEvening, SeasonStandings
from tournaments.text import names


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
    qualifies: bool
    #: The name of the criterion that decided it, or empty.
    decided_by: str
    evenings: list[CountedResult]

    @property
    def played_words(self) -> str:
        played = len(self.evenings)
        return ngettext("%(played)s serata", "%(played)s serate", played) % {"played": played}


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
    evenings = {evening.tournament.pk: evening for evening in standings.evenings}
    # One for each evening: a season has thousands of results.
    pages = {pk: reverse("pair", args=[evening.tournament.code, 0]) for pk, evening in evenings.items()}
    return SeasonPage(
        season,
        standings,
        season.rules.counting is not Counting.PLACE,
        [(CRITERIA[key], _(CRITERIA[key].name), _(CRITERIA[key].explanation)) for key in season.criteria],
        [_row(standings, row, evenings, pages, context) for row in standings.rows],
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


def _row(
    standings: SeasonStandings,
    row: Row,
    evenings: Mapping[int, CountedEvening],
    pages: Mapping[int, str],
    context: Mapping[str, object],
) -> SeasonRow:
    people = [standings.people[person] for person in row.players]
    decided = row.decided_by in standings.season.criteria
    return SeasonRow(
        row=row,
        name=names.pair(people, context),
        person=people[0] if len(people) == 1 and has_page(people[0], context) else None,
        qualifies=row.place is not None and row.place <= standings.season.qualifiers,
        decided_by=_(CRITERIA[row.decided_by].name) if decided and row.decided_by else "",
        evenings=[
            CountedResult(kept, evenings[kept.evening], number, f"{pages[kept.evening][:-2]}{number}/")
            for kept in row.evenings
            for number in [standings.numbers[kept.evening, row.players[0]]]
        ],
    )


def has_page(person: Person, context: Mapping[str, object]) -> bool:
    """Whether the reader may open a page about the person: not if the name is hidden from the public."""
    return bool(context.get("full_names") or person.public_name)
