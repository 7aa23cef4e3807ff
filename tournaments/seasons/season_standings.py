"""The standings of a season with their evenings, as pages and API show them, in a fixed number of queries."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Membership, Person
from club.public_urls import numbered
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.core.seasons import (
    CRITERIA,
    Counting,
    Criterion,
    Evening,
    Kept,
    Row,
    ranked_season,
    result_of,
)
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import EntryPlayer, Season, SeasonEvening, SeasonMember, Tournament
from tournaments.seasons.season_service import page_key
from tournaments.text import names

#: The number of a person's entry, by tournament and person.
Numbers = dict[tuple[int, int], int]


@dataclass(frozen=True)
class CountedEvening:
    """An evening of the season. It counts from its first settled round on, provisionally until it is closed.

    `uncounted` marks an evening whose standings lack the figure that the season adds up.
    """

    tournament: Tournament
    weight: int
    is_played: bool
    is_final: bool
    uncounted: bool

    @property
    def is_provisional(self) -> bool:
        return self.is_played and not self.is_final


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season, its evenings in order of time, and the people in its rows."""

    season: Season
    evenings: tuple[CountedEvening, ...]
    rows: tuple[Row, ...]
    people: dict[int, Person]
    numbers: Numbers

    @property
    def is_provisional(self) -> bool:
        return any(not evening.is_final for evening in self.evenings)

    @property
    def played(self) -> int:
        return sum(evening.is_played for evening in self.evenings)


def season_standings(season: Season) -> SeasonStandings:
    """The season's standings, from the stored standings of its evenings. Five queries, six if only members
    are ranked."""
    season_evenings = list(
        season.evenings.select_related("tournament").order_by("tournament__date", "tournament_id")
    )
    rows = queries.newest_rows(each.tournament_id for each in season_evenings)
    entered = EntryPlayer.objects.filter(tournament__season_evenings__season=season)
    players = queries.players_by_entry(entered)
    out_of_prizes = queries.out_of_prizes_by_tournament([each.tournament for each in season_evenings])
    rules = season.rules
    counted, evenings = [], []
    for each in season_evenings:
        tournament_id = each.tournament_id
        stored = [row for row in rows.get(tournament_id, []) if row["played"] or row["rested"]]
        results = [
            result_of(row, people, rules.counting, out_of_prizes[tournament_id])
            for row in stored
            if (people := players.get((tournament_id, row["number"])))
        ]
        evenings.append(Evening(tournament_id, tuple(results), each.weight))
        counted.append(_counted_evening(each, stored, rules.counting))
    return SeasonStandings(
        season,
        tuple(counted),
        ranked_season(evenings, rules, _members(season) if season.among == Season.Among.MEMBERS else None),
        _people(season),
        {
            (tournament, person): number
            for (tournament, number), people in players.items()
            for person in people
        },
    )


def _counted_evening(each: SeasonEvening, stored: Sequence[StoredRow], counting: Counting) -> CountedEvening:
    tournament = each.tournament
    lacks = counting is Counting.VICTORY_POINTS and any("victory_points" not in row for row in stored)
    return CountedEvening(tournament, each.weight, bool(stored), tournament.is_final and bool(stored), lacks)


def _people(season: Season) -> dict[int, Person]:
    entered = EntryPlayer.objects.filter(tournament__season_evenings__season=season)
    people = {person.pk: person for person in Person.objects.filter(pk__in=entered.values("person"))}
    for person in people.values():
        person.club = season.club
    return people


def _members(season: Season) -> set[int]:
    """The members today, or on the season's last day once it is over. One query.

    People who were erased since then have no membership any more, but still count.
    """
    day = min(timezone.localdate(), season.to_day)
    members = Membership.objects.filter(
        Q(ended_on__isnull=True) | Q(ended_on__gt=day), club=season.club_id, admitted_on__lte=day
    )
    erased = SeasonMember.objects.filter(season=season).values_list("person", flat=True)
    return set(members.order_by().values_list("person", flat=True).union(erased))


def season_page_version(slug: str, season_id: int) -> Edition:
    """The current version of the season's page. No query while nothing changes, else four.

    Raises NotFound if the club with that slug has no such season.
    """

    def watched() -> list[str]:
        evenings = SeasonEvening.objects.filter(season=season_id)
        return [page_key(season_id), *evenings.values_list("tournament__code", flat=True)]

    def look() -> Edition:
        season = season_of(slug, season_id)
        return Edition(page_key(season.pk), _version(season), season.club.is_indexed, None)

    return page_versions.current_of_club(f"{slug}:{page_key(season_id)}", watched, look)


def season_of(slug: str, season_id: int) -> Season:
    """The season of that club, with the club. Raises NotFound. One query."""
    seasons = Season.objects.select_related("club", "final").filter(club__slug=slug, pk=season_id)
    return first_or_not_found(seasons, _("Il circolo non ha questa stagione."))


def _version(season: Season) -> str:
    """A digest that changes with the season, its evenings' standings, and the names shown in it."""
    states = season.evenings.order_by("tournament").values_list(
        "weight", "tournament", "tournament__standings_version", "tournament__results_version",
        "tournament__version", "tournament__closed_at",
    )  # fmt: skip
    versions = [season.version, season.final_id, season.club.names_version, list(states)]
    return sha256(json.dumps(versions, default=str).encode()).hexdigest()[:20]


# A season as pages and API show it: names as the reader may see them, and the results that make each
# place.


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
    standings = season_standings(season)
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
    standings = season_standings(season)
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
    """The data that all rows of the page share, computed once because a season has hundreds of rows."""

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
