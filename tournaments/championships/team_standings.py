"""The standings of a championship, from the stored standings of its matches: of the teams by group, of
players and of pairs.

A match counts once all its rounds are settled. Its points are the sums of its tables, as in any challenge
(`challenge_score`). A forfeited match counts as a forfeit of the ranking (`standings.tallies`): the other
team wins it by the average difference of the round.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from club.errors import NotFound
from club.models import Person
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.championships.championship_service import page_key
from tournaments.core import seasons
from tournaments.core.seasons import Counting, Evening
from tournaments.core.standings import Penalty, Ranked, Rest, Result, Row, standings
from tournaments.core.standings.challenge_score import challenge_score
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import (
    Championship,
    EntryPlayer,
    Fixture,
    Round,
    RoundState,
    Team,
    TeamPenalty,
    Tournament,
)
from tournaments.standings.challenges import teams_that_began

#: The figure that ranks players and pairs, by the first criterion of the teams; else the difference.
COUNTED_BY: Final = {"match_points": Counting.MATCH_POINTS, "victory_points": Counting.VICTORY_POINTS}


@dataclass(frozen=True)
class Played:
    """A fixture with its team points so far, home first; None before the first settled round.

    `is_over` once all rounds are settled. `report` is the state of the match report: empty before the end,
    "waiting", "contested", "confirmed" by both captains, or "approved".
    """

    fixture: Fixture
    points: tuple[int, int] | None
    is_over: bool
    report: str

    @property
    def is_void(self) -> bool:
        """Whether it counts for nobody, because a team of its group withdrew and its results are annulled."""
        fixture = self.fixture
        return not fixture.is_play_off and (fixture.home.results_void or fixture.away.results_void)

    @property
    def counts(self) -> bool:
        """Whether its points count for the standings: it is over, not void, and not lost by forfeit."""
        return self.is_over and self.points is not None and not self.fixture.lost_by and not self.is_void

    @property
    def is_decided(self) -> bool:
        return self.counts or self.is_void or bool(self.fixture.lost_by)


@dataclass(frozen=True)
class ChampionshipStandings:
    """The standings of each group by its number, the fixtures in order, and every team by its id.

    `players` and `pairs` are the rows of single players and of pairs, as a season's; `people` those in them.
    """

    championship: Championship
    teams: dict[int, Team]
    fixtures: tuple[Played, ...]
    groups: dict[int, tuple[Row, ...]]
    players: tuple[seasons.Row, ...]
    pairs: tuple[seasons.Row, ...]
    people: dict[int, Person]
    penalties: tuple[TeamPenalty, ...]

    @property
    def play_off(self) -> list[Played]:
        return [each for each in self.fixtures if each.fixture.is_play_off]

    @property
    def is_group_stage_over(self) -> bool:
        """Whether every match of the groups is decided; false without a calendar."""
        in_groups = [each for each in self.fixtures if not each.fixture.is_play_off]
        return bool(in_groups) and all(each.is_decided for each in in_groups)


def played_share(known: ChampionshipStandings, team: Team) -> float | None:
    """The share of the team's matches in its group that it has played to the end; None without a calendar."""
    own = [each for each in known.fixtures if each.fixture.side_of(team.pk) and not each.fixture.is_play_off]
    return sum(each.is_over for each in own) / len(own) if own else None


def championship_of(slug: str, code: str) -> Championship:
    """The championship of that club, with the club. Raises NotFound. One query."""
    championships = Championship.objects.select_related("club").filter(club__slug=slug, code=code)
    return first_or_not_found(championships, _("Il circolo non ha questo campionato."))


def championship_standings(championship: Championship, *, individual: bool = True) -> ChampionshipStandings:
    """The championship's standings. Five queries, and four for the tables of players and pairs."""
    teams = {team.pk: team for team in championship.teams.all()}
    # Nothing here reads these rules of the matches, and parsing them for each match would take time.
    unread = "tournament__criteria", "tournament__victory_thresholds"
    fixtures = list(championship.fixtures.select_related("tournament").defer(*unread))
    for fixture in fixtures:
        fixture.championship = championship
        fixture.home, fixture.away = teams[fixture.home_id], teams[fixture.away_id]
        if match := fixture.tournament:  # once prepared, its own settings say when and where
            fixture.date, fixture.starts_at, fixture.venue = match.date, match.starts_at, match.venue
    points = team_points(championship, [each.tournament for each in fixtures if each.tournament])
    played = tuple(_played(each, points) for each in fixtures)
    penalties = tuple(TeamPenalty.objects.filter(team__championship=championship).select_related("team"))
    players, pairs, people = _individual(championship, played) if individual else ((), (), {})
    return ChampionshipStandings(
        championship,
        teams,
        played,
        _groups(championship, list(teams.values()), played, penalties),
        players,
        pairs,
        people,
        penalties,
    )


def played_of(championship: Championship, fixture_id: int) -> Played:
    """The fixture of that key with its points so far. Raises NotFound. Five queries."""
    fixtures = championship_standings(championship, individual=False).fixtures
    played = next((each for each in fixtures if each.fixture.pk == fixture_id), None)
    if played is None:
        raise NotFound(_("Il campionato non ha questo incontro."))
    return played


#: The points of a match so far, home first, and whether all its rounds are settled.
Score = tuple[tuple[int, int] | None, bool]


def _played(fixture: Fixture, scores: Mapping[int, Score]) -> Played:
    points, is_over = scores.get(fixture.tournament_id or 0, (None, False))
    return Played(fixture, points, is_over, report_state(fixture) if is_over else "")


def team_points(championship: Championship, tournaments: Sequence[Tournament]) -> dict[int, Score]:
    """The score of each match by the id of its tournament, as stored with its standings. Two queries; two
    more where standings are older than the column that stores it."""
    keys = [each.pk for each in tournaments]
    points = dict(queries.newest_snapshots(keys).values_list("tournament_id", "team_points"))
    begun = ~Q(state=RoundState.DRAFT)
    rounds = Round.objects.filter(tournament__in=keys).order_by().values("tournament")
    counted = rounds.annotate(
        settled=Count("pk", filter=Q(state=RoundState.SETTLED)), first=Count("pk", filter=begun & Q(number=1))
    )
    settled = {
        pk: number for pk, number, first in counted.values_list("tournament", "settled", "first") if first
    }
    unknown = [each for each in tournaments if each.pk in settled and points.get(each.pk, ()) is None]
    points |= _counted(championship, unknown) if unknown else {}
    return {
        each.pk: ((own[0], own[1]), each.closed_at is not None or settled[each.pk] >= each.turns)
        for each in tournaments
        if each.pk in settled and (own := points.get(each.pk))
    }


def _counted(championship: Championship, tournaments: Sequence[Tournament]) -> dict[int, list[int]]:
    """The points of matches, from the rows of their standings. Two queries."""
    rows = queries.newest_rows(each.pk for each in tournaments)
    return {
        pk: [each.points for each in challenge_score(rows[pk], teams, championship.rules).teams]
        for pk, teams in teams_that_began(tournaments).items()
        if all(teams)
    }


def report_state(fixture: Fixture) -> str:
    """The state of the report of a match that is over; see `Played.report`."""
    version = fixture.tournament.results_version if fixture.tournament else 0
    if fixture.contested_by:
        return "contested"
    if fixture.approved == version:
        return "approved"
    return "confirmed" if fixture.home_confirmed == fixture.away_confirmed == version else "waiting"


def _groups(
    championship: Championship,
    teams: Sequence[Team],
    played: Sequence[Played],
    penalties: Sequence[TeamPenalty],
) -> dict[int, tuple[Row, ...]]:
    """The standings of each group; a penalty counts before the first round.

    Each group has its own standings, but the average that a forfeit gives is that of the whole round.
    """
    results, rests = [], []
    for table, each in enumerate(played):
        fixture = each.fixture
        if fixture.is_play_off or each.is_void:
            continue
        if fixture.lost_by:
            rests += _forfeited(fixture)
        elif each.counts and each.points:
            sides = (fixture.home_id,), (fixture.away_id,)
            results.append(Result(fixture.round, table, sides, each.points))
    ranked = [Ranked(team.pk, team.number, team.withdrawn_at is not None) for team in teams]
    in_force = [_penalty(each) for each in penalties if each.revoked_at is None]
    return {
        group: standings(
            ranked,
            results,
            rests,
            championship.rules,
            championship.seed,
            in_force,
            among={team.pk for team in teams if team.group == group},
        )
        for group in range(1, championship.groups + 1)
    }


def _forfeited(fixture: Fixture) -> list[Rest]:
    return [
        Rest(fixture.round, team, forfeited=side in fixture.lost_by)
        for side, team in ((Fixture.HOME, fixture.home_id), (Fixture.AWAY, fixture.away_id))
    ]


def _penalty(penalty: TeamPenalty) -> Penalty:
    amounts = {"points": 0, "victory_points": 0, "match_points": 0, penalty.kind: penalty.amount}
    return Penalty(0, penalty.team_id, **amounts)


def _individual(
    championship: Championship, played: Sequence[Played]
) -> tuple[tuple[seasons.Row, ...], tuple[seasons.Row, ...], dict[int, Person]]:
    """The tables of single players and of pairs, from the matches that are over. Four queries."""
    counted = [each.fixture.tournament for each in played if each.is_over and each.fixture.tournament]
    rows = queries.newest_rows(each.pk for each in counted)
    players = queries.players_by_entry(EntryPlayer.objects.filter(tournament__in=counted))
    out_of_prizes = queries.out_of_prizes_by_tournament(counted)
    counting = COUNTED_BY.get(championship.criteria[0], Counting.DIFFERENCE)
    evenings = [
        Evening(
            each.pk,
            tuple(
                seasons.result_of(
                    row, players.get((each.pk, row["number"]), ()), counting, out_of_prizes[each.pk]
                )
                for row in rows.get(each.pk, [])
                if row["played"] or row["rested"]
            ),
        )
        for each in counted
    ]
    tables = [
        seasons.ranked_season(
            evenings,
            seasons.Rules(by_pair=by_pair, counting=counting, criteria=("difference", "matches_won")),
        )
        for by_pair in (False, True)
    ]
    wanted = {person for entered in players.values() for person in entered}
    people = {person.pk: person for person in Person.objects.filter(pk__in=wanted)}
    for person in people.values():
        person.club = championship.club
    return tables[0], tables[1], people


def championship_page_version(slug: str, code: str) -> Edition:
    """The current version of the championship's pages. No query while nothing changes, else three.

    Raises NotFound if the club with that slug has no such championship.
    """

    def watched() -> list[str]:
        pk = Championship.objects.filter(code=code, club__slug=slug).values_list("pk", flat=True).first()
        matches = Tournament.objects.filter(fixture__championship=pk).values_list("code", flat=True)
        return [page_key(pk or 0), *matches]

    def look() -> Edition:
        championship = championship_of(slug, code)
        return Edition(page_key(championship.pk), _version(championship), championship.club.is_indexed, None)

    return page_versions.current_of_club(f"{slug}:championship:{code}", watched, look)


def _version(championship: Championship) -> str:
    """A digest that changes with the championship, the standings of its matches, and the names shown."""
    states = Tournament.objects.filter(fixture__championship=championship).order_by("pk").values_list(
        "pk", "standings_version", "results_version", "version", "closed_at"
    )  # fmt: skip
    versions = [championship.version, championship.club.names_version, list(states)]
    return sha256(json.dumps(versions, default=str).encode()).hexdigest()[:20]
