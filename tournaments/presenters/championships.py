"""A championship as pages, paper, files and the API show it: names as the reader may see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person
from tournaments.championships import line_ups
from tournaments.championships.play_off import better_seed, third_place_match, winner
from tournaments.championships.team_standings import ChampionshipStandings, Played, championship_standings
from tournaments.core import seasons
from tournaments.core.draws.knockout import knockout_turns
from tournaments.core.standings import CRITERIA, LEFT, Row
from tournaments.models import Championship, Fixture, Team, TeamPenalty
from tournaments.text import names
from tournaments.text.championship_wording import REPORTS
from tournaments.text.format_wording import STAGES


@dataclass(frozen=True)
class TeamLine:
    """A place of the standings: the team, the reason for its place, the penalties in force.

    `place` is None until a match is decided, because until then only lots order the teams.
    """

    row: Row
    place: int | None
    team: Team
    address: str
    decided_words: str
    penalties: list[TeamPenalty]
    qualifies: bool

    @property
    def by_forfeit(self) -> int:
        """The matches won because the other team forfeited."""
        return self.row.rested


@dataclass(frozen=True)
class FixtureLine:
    """A match of the calendar with its state."""

    played: Played
    address: str
    state_words: str
    #: The format of the month in its row: with the year if the calendar has dates of several years.
    month_format: str = "M"

    @property
    def fixture(self) -> Fixture:
        return self.played.fixture

    @property
    def score(self) -> str:
        """The team points, home first; empty before the first settled round."""
        points = self.played.points
        return f"{points[0]}–{points[1]}" if points and not self.fixture.lost_by else ""


@dataclass(frozen=True)
class RoundLines:
    """A round of the calendar: its matches, and the teams without one."""

    number: int
    is_play_off: bool
    title: str
    lines: list[FixtureLine]
    resting: list[Team]
    #: The id of the match for third place, if it is in this round.
    third_place: int | None = None


@dataclass(frozen=True)
class PlayerLine:
    """A row of the table of players or pairs."""

    row: seasons.Row
    name: str

    @property
    def matches(self) -> int:
        return len(self.row.evenings)

    @property
    def difference(self) -> int:
        return self.row.values[0]

    @property
    def won(self) -> int:
        return self.row.values[1]


@dataclass(frozen=True)
class ChampionshipPage:
    """The whole championship; `groups` has the lines of each group by its number."""

    championship: Championship
    known: ChampionshipStandings
    groups: list[tuple[int, list[TeamLine]]]
    rounds: list[RoundLines]
    players: list[PlayerLine]
    pairs: list[PlayerLine]
    winner: Team | None
    criteria: list[tuple[str, str]]
    counts_victory_points: bool

    @property
    def is_played(self) -> bool:
        return any(each.is_decided for each in self.known.fixtures)


def championship_page(
    championship: Championship, context: Mapping[str, object], *, individual: bool = True
) -> ChampionshipPage:
    """Returns the content of the championship's page, and of the API's response."""
    known = championship_standings(championship, individual=individual)
    slug, code = championship.club.slug, championship.code
    years = {each.fixture.date.year for each in known.fixtures if each.fixture.date}
    lines = [fixture_line(each, slug, code, has_year=len(years) > 1) for each in known.fixtures]
    return ChampionshipPage(
        championship,
        known,
        [(group, _team_lines(known, rows)) for group, rows in known.groups.items()],
        _rounds(known, lines),
        _player_lines(known.players, known.people, context),
        _player_lines(known.pairs, known.people, context),
        winner(known),
        [
            (_(CRITERIA[key].name), CRITERIA[key].explained(championship.rules))
            for key in championship.criteria
        ],
        championship.rules.counts_victory_points,
    )


def _team_lines(known: ChampionshipStandings, rows: Sequence[Row]) -> list[TeamLine]:
    championship = known.championship
    begun = any(each.is_decided for each in known.fixtures)
    return [
        TeamLine(
            row,
            row.place if begun else None,
            known.teams[row.entry],
            team_address(championship, known.teams[row.entry]),
            _decided(row.decided_by, championship) if begun else "",
            [each for each in known.penalties if each.team_id == row.entry and each.revoked_at is None],
            begun
            and bool(championship.qualifiers)
            and row.place <= championship.qualifiers
            and not row.withdrawn,
        )
        for row in rows
    ]


def _decided(key: str | None, championship: Championship) -> str:
    """The tie-break that decided a place; empty where the first criterion did."""
    if key is None or key == LEFT or key == championship.criteria[0]:
        return ""
    return _("davanti per: %(criterion)s") % {"criterion": _(CRITERIA[key].name)}


def team_address(championship: Championship, team: Team) -> str:
    return reverse("championship_team", args=[championship.club.slug, championship.code, team.number])


def fixture_line(played: Played, slug: str, code: str, *, has_year: bool = False) -> FixtureLine:
    fixture = played.fixture
    return FixtureLine(
        played,
        reverse("championship_fixture", args=[slug, code, fixture.pk]),
        state_words(played),
        "M Y" if has_year else "M",
    )


def state_words(played: Played) -> str:
    """Returns the state of the match in words; for a level match of the play-off, also who advances."""
    words, fixture = _state(played), played.fixture
    is_level = fixture.lost_by == "HA" or (
        not fixture.lost_by and played.is_over and played.points is not None and len(set(played.points)) == 1
    )
    if not fixture.is_play_off or not is_level:
        return words
    return _("%(state)s; pari, va a %(team)s, meglio classificata") % {
        "state": words, "team": better_seed(fixture).name,
    }  # fmt: skip


def _state(played: Played) -> str:
    fixture = played.fixture
    if played.is_void:
        gone = fixture.home if fixture.home.results_void else fixture.away
        return _("annullato: %(team)s si è ritirata") % {"team": gone.name}
    if fixture.lost_by:
        loser = {"H": fixture.home.name, "A": fixture.away.name}.get(fixture.lost_by)
        if loser is None:
            return _("perso a tavolino da tutte e due")
        return _("a tavolino: perde %(team)s") % {"team": loser}
    if played.is_over:
        return str(REPORTS[played.report])
    if played.points:
        return _("si gioca")
    if fixture.tournament is None:
        return _("da giocare")
    return _("annullato: aspetta un'altra data") if fixture.tournament.called_off_at else _("pronto")


def _rounds(known: ChampionshipStandings, lines: Sequence[FixtureLine]) -> list[RoundLines]:
    active = [team for team in known.teams.values() if team.withdrawn_at is None]
    third_place = third_place_match(known)
    turns = knockout_turns(len(known.championship.play_off_seeds))
    done, rounds = 0, list[RoundLines]()
    for number, of_round in groupby(
        sorted(lines, key=lambda line: line.fixture.round), key=lambda line: line.fixture.round
    ):
        matches = list(of_round)
        is_play_off = matches[0].fixture.is_play_off
        busy = {team for line in matches for team in (line.fixture.home_id, line.fixture.away_id)}
        third = next((line.fixture.pk for line in matches if line.played is third_place), None)
        title = (
            _("Play-off: %(stage)s")
            % {"stage": _stage_words(turns - done, len(matches), third_place=third is not None)}
            if is_play_off
            else _("%(number)sª giornata") % {"number": number}
        )
        done += is_play_off
        resting = [] if is_play_off else [team for team in active if team.pk not in busy]
        rounds.append(RoundLines(number, is_play_off, title, matches, resting, third))
    return rounds


def _stage_words(turns: int, matches: int, *, third_place: bool = False) -> str:
    """Returns the name of a stage of the play-off from `turns`, the stages left to play including itself.

    `turns` is 0 or less where a final is played again, because the result of a semi-final was changed.
    """
    if turns <= 1:
        return _("finale, e terzo posto") if third_place else _("finale")
    if turns == 2:
        return _("semifinali")
    named = STAGES.get(1 << turns)
    return str(named).lower() if named else _("%(matches)s incontri") % {"matches": matches}


def _player_lines(
    rows: Sequence[seasons.Row], people: Mapping[int, Person], context: Mapping[str, object]
) -> list[PlayerLine]:
    return [PlayerLine(row, names.pair([people[each] for each in row.players], context)) for row in rows]


@dataclass(frozen=True)
class TeamPage:
    """A team with its players, its place and its matches."""

    team: Team
    line: TeamLine | None
    players: list[str]
    captain: str
    matches: list[FixtureLine]


def team_page(page: ChampionshipPage, team: Team, context: Mapping[str, object]) -> TeamPage:
    """The team of the championship. Two queries."""
    places = list(team.players.select_related("person__club"))
    lines = {line.team.pk: line for _group, lines in page.groups for line in lines}
    captain = next((place.person for place in places if place.person_id == team.captain_id), None)
    return TeamPage(
        team,
        lines.get(team.pk),
        [names.shown(place.person, context) for place in places],
        names.shown(captain, context) if captain else "",
        [
            line
            for turn in page.rounds
            for line in turn.lines
            if team.pk in (line.fixture.home_id, line.fixture.away_id)
        ],
    )


@dataclass(frozen=True)
class LineUpShown:
    """The line-up of a team: whether it was given, and the names of its pairs once they may be seen."""

    team: Team
    is_given: bool
    pairs: list[str]


@dataclass(frozen=True)
class FixturePage:
    """A match with its line-ups, as the reader may see them."""

    line: FixtureLine
    home: LineUpShown
    away: LineUpShown
    are_open: bool
    #: The confirmations in force: of the two captains, and of the referee.
    home_confirmed: bool
    away_confirmed: bool
    approved: bool

    @property
    def fixture(self) -> Fixture:
        return self.line.fixture

    @property
    def lost_reason(self) -> str:
        """Why it is lost by forfeit, else empty. A forfeit without a reason comes from a withdrawal."""
        if not self.fixture.lost_by:
            return ""
        return self.fixture.lost_reason or _("La squadra si è ritirata.")

    @property
    def sides(self) -> tuple[LineUpShown, LineUpShown]:
        return self.home, self.away


def fixture_page(
    played: Played,
    context: Mapping[str, object],
    *,
    team: Team | None = None,
    now: datetime | None = None,
) -> FixturePage:
    """Returns the match as everybody sees it, or as the captain of `team` does.

    A captain sees the own team's line-up at any time, with full names. Four queries, none after
    `line_ups.prefetch`.
    """
    fixture = played.fixture
    championship = fixture.championship
    now = now or timezone.now()
    seen = line_ups.seen_by(fixture, team, now)
    given = {each.team_id for each in fixture.line_ups.all()}
    version = fixture.tournament.results_version if fixture.tournament else -1

    def line_up(side: str, side_team: Team) -> LineUpShown:
        is_own = team is not None and side_team.pk == team.pk
        reading = names.FOR_OFFICERS if is_own else context
        four = [names.shown(person, reading) for person in seen.get(side, [])]
        pairs = [" – ".join(pair) for pair in (four[:2], four[2:]) if pair]
        return LineUpShown(side_team, side_team.pk in given, pairs)

    return FixturePage(
        fixture_line(played, championship.club.slug, championship.code),
        line_up(Fixture.HOME, fixture.home),
        line_up(Fixture.AWAY, fixture.away),
        fixture.are_line_ups_open(now),
        fixture.home_confirmed == version,
        fixture.away_confirmed == version,
        fixture.approved == version,
    )
