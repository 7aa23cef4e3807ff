"""A pair's own evening: its place with the sum behind it, its tables, and their deals explained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy

from tournaments import queries
from tournaments.core.standings import CRITERIA, GROUP, LEFT, STAGE
from tournaments.core.standings.stored_standings import StoredLine
from tournaments.models import Entry, Match, Tournament, closed_boards
from tournaments.players import match_history
from tournaments.players.player_profile import GameFigures, figures_of_games
from tournaments.presenters import Reading
from tournaments.presenters.races import Plotted, deals_race
from tournaments.presenters.scorecards import Chair, DealOnSheet, SideOfTable, deals_of, seating, sides
from tournaments.presenters.standings import (
    ShownStandings,
    StandingsRow,
    StandingsSource,
    shown_standings,
    standings_after,
)
from tournaments.presenters.standings_reasons import criterion_value
from tournaments.presenters.tables import ShownTable, shown_table
from tournaments.presenters.tournaments import ShownEntry, shown_entry
from tournaments.results import scores
from tournaments.standings.standings_input import decision_on
from tournaments.text import names
from tournaments.text.format_wording import group_name
from tournaments.text.names import PUBLIC

# The reasons, other than a criterion, for which the format places one entry ahead of another.
BEYOND_CRITERIA = {
    STAGE: gettext_lazy("tabellone"),
    GROUP: gettext_lazy("posto nel girone"),
    LEFT: gettext_lazy("abbandono"),
}

#: The figures that the lines of the rounds add up to.
SUMMED = ("scored", "conceded", "difference", "match_points", "victory_points")

#: The partners' names in an individual rotation, by round.
Partners = Mapping[int, list[str]]


@dataclass(frozen=True)
class PlayerLink:
    """A player who has a page of their own: the key of its address, and the name."""

    key: int
    name: str


@dataclass(frozen=True)
class AwayRound:
    """A round in which the entry had no table: it had a bye, or advanced without playing."""

    turn: int
    rested: bool = False
    passed: bool = False


@dataclass(frozen=True)
class TableSide:
    """A side of the table, and whether it is the entry's own."""

    side: SideOfTable
    is_mine: bool


@dataclass(frozen=True)
class PlayedRound:
    """A round in which the entry had a table."""

    turn: int
    race: Plotted | None
    state: str
    table: ShownTable
    sides: list[TableSide]
    of_pairs: bool
    #: Names by position.
    seats: dict[str, str]
    seating: list[Chair]
    #: Number and name of the others on the entry's side, in an individual rotation.
    partners: list[tuple[int, str]]
    opponents: list[SideOfTable]
    #: The entry's own points first.
    points: list[int]
    #: True or False, "tie" when level, "rest" beside or against an expelled entry, None while it goes on.
    won: bool | str | None
    deals: list[DealOnSheet]
    total: list[int]


@dataclass(frozen=True)
class SumLine:
    """The figures of one round, with the names of opponents and partners."""

    turn: int
    scored: int
    conceded: int
    difference: int
    match_points: int
    victory_points: int
    unplayed: int
    rested: bool
    forfeited: bool
    penalty: bool
    assigned: bool
    against: list[ShownEntry]
    beside: Sequence[str]


@dataclass(frozen=True)
class SumPart:
    """Lines of the sum; if there are several parts, each has a heading and its totals."""

    lines: list[SumLine]
    heading: str = ""
    scored: int = 0
    conceded: int = 0
    difference: int = 0
    match_points: int = 0
    victory_points: int = 0


@dataclass(frozen=True)
class CriterionValue:
    """A criterion's name, with the entry's value where it is a figure."""

    name: str
    value: str | None


@dataclass(frozen=True)
class Neighbour:
    """The entry before or after in the standings, and the criterion that separates the two, with both values.

    The criterion is None if they are level.
    """

    name: str
    place: int
    criterion: str | None
    figures: list[str] | None


@dataclass(frozen=True)
class PairPage:
    """The page of an entry; without a place in the standings, `row` and the fields after it are empty."""

    entry: ShownEntry
    players: list[PlayerLink]
    games: list[GameFigures]
    #: The newest first.
    turns: list[PlayedRound | AwayRound]
    standings: ShownStandings | None = None
    row: StandingsRow | None = None
    group_name: str = ""
    sum: Sequence[SumPart] = ()
    with_victory_points: bool = False
    criteria: Sequence[CriterionValue] = ()
    #: The entry that this one is behind, and the entry that it is ahead of.
    behind: Neighbour | None = None
    ahead: Neighbour | None = None


def pair_page(tournament: Tournament, entry: Entry, reading: Reading = PUBLIC) -> PairPage:
    """The entry's page, with the names that `reading` allows; `entry` comes from `queries.entries`."""
    source = standings_after(tournament, reading)
    matches = list(queries.tables_of(entry).prefetch_related(match_history.RULINGS))
    tables = [_played(tournament, entry, match, reading) for match in matches]
    rests = [AwayRound(turn, rested=True) for turn in queries.rests_of(entry)]
    passes = [AwayRound(turn, passed=True) for turn in queries.passes_of(tournament, entry)]
    page = PairPage(
        entry=shown_entry(entry, reading),
        players=_players(entry, reading),
        games=figures_of_games(
            match_history.seen_from(match, match_history.seat_of(match, entry))
            for match in matches
            if match_history.is_settled(match) and not closed_boards.hidden_from(match, reading)
        ),
        turns=sorted([*tables, *rests, *passes], key=lambda each: -each.turn),
    )
    if source is None:
        return page
    partners = {each.turn: [name for _number, name in each.partners] for each in tables}
    return _with_standing(page, source, entry.number, partners)


def _players(entry: Entry, reading: Reading) -> list[PlayerLink]:
    """The players who have a page of their own."""
    people = [each.person for each in entry.players.all()]
    keys = [(match_history.public_key(each), names.shown(each, reading)) for each in people]
    return [PlayerLink(key, name) for key, name in keys if key]


def _with_standing(page: PairPage, source: StandingsSource, number: int, partners: Partners) -> PairPage:
    """The page with the entry's row of the standings and its two neighbours."""
    standings = shown_standings(source)
    rows = standings.rows
    at = next((at for at, row in enumerate(rows) if row.number == number), None)
    if at is None:
        return replace(page, standings=standings)
    criteria, mine = source.snapshot.criteria, rows[at]
    above = rows[at - 1] if at else None
    below = rows[at + 1] if at + 1 < len(rows) else None
    lines = [_line(source, line, partners) for line in mine.per_turn]
    return replace(
        page,
        standings=standings,
        row=mine,
        group_name=group_name(mine.group) if mine.group else "",
        sum=_sum(mine, standings.group_turns, lines),
        with_victory_points="victory_points" in criteria,
        criteria=_criteria(criteria, mine.values),
        behind=_neighbour(criteria, above.decided_by, mine, above) if above else None,
        ahead=_neighbour(criteria, mine.decided_by, mine, below) if below else None,
    )


def _neighbour(criteria: list[str], key: str | None, mine: StandingsRow, other: StandingsRow) -> Neighbour:
    """Returns the other entry with the criterion of that key, which separates it from `mine`."""
    criterion, figures = None, None
    if key in BEYOND_CRITERIA:
        criterion = str(BEYOND_CRITERIA[key])
    elif key is not None:
        index = criteria.index(key)
        criterion = gettext(CRITERIA[key].name).lower()
        if CRITERIA[key].has_figures:
            both = (criterion_value(key, row.values[index]) for row in (mine, other))
            figures = [figure.removeprefix("+") for figure in both]
    return Neighbour(other.name, other.place, criterion, figures)


def _sum(mine: StandingsRow, group_turns: int | None, lines: list[SumLine]) -> list[SumPart]:
    """Returns the lines behind the row; for groups with a final, two parts with their totals."""
    of_group = [line for line in lines if group_turns is None or line.turn <= group_turns]
    of_final = lines[len(of_group) :]
    if not (mine.in_group and mine.group and of_final):
        return [SumPart(lines)]
    before = {name: getattr(mine.in_group, name) for name in SUMMED}
    after = {name: getattr(mine, name) - before[name] for name in SUMMED}
    return [
        SumPart(of_group, group_name(mine.group), **before),
        SumPart(of_final, gettext("Fase finale"), **after),
    ]


def _line(source: StandingsSource, line: StoredLine, partners: Partners) -> SumLine:
    against = [source.entries[number] for number in line["opponents"]]
    return SumLine(
        turn=line["turn"],
        scored=line["scored"],
        conceded=line["conceded"],
        difference=line["scored"] - line["conceded"],
        match_points=line["match_points"],
        victory_points=line.get("victory_points", 0),
        unplayed=line.get("unplayed", 0),
        rested=line["rested"],
        forfeited=line.get("forfeited", False),
        penalty=line.get("penalty", False),
        assigned=line.get("assigned", False),
        against=against,
        beside=partners.get(line["turn"], []) if against else [],
    )


def _criteria(keys: list[str], values: list[int]) -> list[CriterionValue]:
    return [
        CriterionValue(
            gettext(CRITERIA[key].name), criterion_value(key, value) if CRITERIA[key].has_figures else None
        )
        for key, value in zip(keys, values, strict=True)
    ]


def _won(table: ShownTable, mine: str) -> bool | str | None:
    """Whether that side has won; "tie" when level, None while the match goes on."""
    if table.losers:
        return mine not in table.losers
    if table.winner in ("tie", None):
        return table.winner
    return table.winner == mine


def _outcome(entry: Entry, match: Match, table: ShownTable, mine: str) -> bool | str | None:
    """Like `_won`; "rest" for the others at the table of an expelled entry, because the match is void."""
    decided = decision_on(match)
    if decided and decided.expelled:
        return False if decided.is_lost(mine, entry.number) else "rest"
    return _won(table, mine)


def _played(tournament: Tournament, entry: Entry, match: Match, reading: Reading) -> PlayedRound:
    match.round.tournament = tournament
    table = shown_table(match, reading)
    mine = next(side for side, shown in table.sides.items() if entry.number in shown.entries)
    sitting = {seat.position: seat.name for seat in table.seats}
    all_sides = sides(match, table)
    others = [side for side in all_sides if side.key != mine]
    own = [member for side in all_sides if side.key == mine for member in side.members]
    deals = [each for each in deals_of(match, table, scores.players_by_name(match, sitting)) if each.deal]
    return PlayedRound(
        turn=match.round.number,
        race=deals_race(all_sides, deals),
        state=match.round.state,
        table=table,
        sides=[TableSide(side, side.key == mine) for side in all_sides],
        of_pairs=match.play.of_pairs,
        seats=sitting,
        seating=seating(match, sitting, table.first_dealer),
        partners=[member for member in own if member[0] != entry.number],
        opponents=others,
        points=[table.points[mine], *(table.points[each.key] for each in others)],
        won=_outcome(entry, match, table, mine),
        deals=deals,
        total=list(table.points.values()),
    )
