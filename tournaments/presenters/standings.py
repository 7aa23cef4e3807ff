"""The standings of an evening as pages, paper, files and API show them: after a round, or interim."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

from tournaments import queries
from tournaments.core.draws.movements import final_from
from tournaments.core.standings import Rules, rules_from
from tournaments.core.standings.challenge_score import ChallengeScore
from tournaments.core.standings.stored_standings import (
    StoredChanges,
    StoredLine,
    StoredRow,
    as_one_criterion,
    is_of_one_criterion,
    rules_of,
    stored_rows,
    whole_line,
)
from tournaments.core.standings.tie_stories import Step, Story, stories_of
from tournaments.models import Snapshot, Tournament
from tournaments.models.round import movement_of
from tournaments.presenters import Reading
from tournaments.presenters.challenges import ShownChallenge, shown_challenge
from tournaments.presenters.tournaments import (
    ShownCriterion,
    ShownEntry,
    shown_criteria,
    shown_entries,
)
from tournaments.standings import builds, challenges
from tournaments.standings.builds import stored_standings_by_group
from tournaments.text.format_wording import group_name


@dataclass(frozen=True, kw_only=True)
class StandingsLine:
    """The figures of an entry, from the rounds of the whole tournament or of its group."""

    place: int
    tied: bool
    match_points: int
    difference: int
    scored: int
    conceded: int
    played: int
    won: int
    drawn: int
    lost: int
    rested: int
    #: 0 if the ranking does not count them.
    victory_points: int
    #: The value of the first criterion.
    leading: int
    values: list[int]
    decided_by: str | None
    ties: tuple[Step, ...]
    #: The numbers of the entries that no criterion separates from this one.
    shares_with: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class GroupLine(StandingsLine):
    """A line of a group's own standings, with the figures of the group's rounds only.

    `place` is the row's `group_place`, except that `tied` entries share a place.
    """


@dataclass(frozen=True, kw_only=True)
class StandingsRow(StandingsLine):
    """One row of the standings; `movement` is the number of places gained since the round before.

    `movement` is None in round 1.
    """

    number: int
    name: str
    #: Whether it has left the tournament, and whether it was expelled.
    withdrawn: bool
    expelled: bool
    #: "withdrawn" or "expelled" in the blocks below the entries that finished; else empty.
    below: str
    #: Whether its substitutes played more than half of the rounds.
    out_of_prizes: bool
    movement: int | None
    #: Its group, from 1, and its place there; None unless there are several groups.
    group: int | None
    group_place: int | None
    in_group: GroupLine | None
    #: 1 or 2 in a challenge, else None.
    team: int | None
    #: The lines of the rounds, as stored.
    per_turn: list[StoredLine]


@dataclass(frozen=True)
class Running:
    """The tables of the round being played, and how many of them have finished."""

    tables: int
    finished: int


@dataclass(frozen=True)
class ShownStandings:
    """The standings after a round, as they were built at `built_at`."""

    turn: int
    #: None where a challenge is played until an hour.
    turns: int | None
    results_version: int
    built_at: datetime
    is_current: bool
    is_final: bool
    criteria: list[ShownCriterion]
    #: The changes since the version before, as stored; None in a round's first version.
    changes: StoredChanges | None
    #: None for settled standings.
    provisional: Running | None
    rows: list[StandingsRow]
    #: The numbers of each group, best first.
    groups: list[list[int]]
    #: The number of rounds of the groups before the final; None without a final.
    group_turns: int | None
    #: The score of the two teams; None in other formats.
    challenge: ShownChallenge | None


@dataclass(frozen=True)
class ShownGroup:
    """A group with its number and its rows, best first, with the figures of the group's rounds."""

    group: int
    name: str
    rows: list[StandingsRow]


@dataclass(frozen=True)
class StandingsSource:
    """A snapshot with the data that its rows need: entries by number, and the places of the round before."""

    snapshot: Snapshot
    tournament: Tournament
    entries: Mapping[int, ShownEntry]
    previous: Mapping[int, int]
    out_of_prizes: frozenset[int]
    expelled: frozenset[int]
    #: The state of the round being played, if it is included; None for settled standings.
    running: builds.Provisional | None = None
    #: Whether a settled round still lacks its standings.
    is_behind: bool = False
    #: Whether no later round has standings.
    is_last: bool = True
    #: The score of the two teams; None in other formats.
    score: ChallengeScore | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the snapshot, even if the club has changed them since."""
        made_by = self.snapshot.rules
        return self.tournament.ranking if made_by is None else rules_from(made_by)

    @property
    def is_current(self) -> bool:
        return self.tournament.standings_are_current and not self.is_behind

    @cached_property
    def group_turns(self) -> int | None:
        """The number of rounds of the groups before the final; None without groups or without a final."""
        entries = sum(row.get("group") is not None for row in self.snapshot.rows)
        final = final_from(movement_of(self.tournament), entries) if entries else None
        return None if final is None else final - 1


def standings_after(
    tournament: Tournament, reading: Reading, turn: int | None = None, version: int | None = None
) -> StandingsSource | None:
    """The standings after `turn`, or the newest, in that `version` if given; None if there are none."""
    snapshot = queries.snapshot(tournament, turn, version)
    if snapshot is None:
        return None
    made = _with_entries(tournament, snapshot, queries.places_before(snapshot), reading)
    later = turn is not None and tournament.snapshots.filter(round_number__gt=turn).exists()
    return replace(made, is_last=not later)


def provisional(tournament: Tournament, reading: Reading) -> StandingsSource | None:
    """Returns the interim standings, with movements since the settled ones.

    None if no round is being played, or if the results of duplicated deals are still closed to the reader.
    """
    if tournament.is_duplicated and not reading.get("closed_boards"):
        return None
    running = builds.provisional(tournament)
    if running is None:
        return None
    made = Snapshot(
        tournament=tournament,
        round_number=running.turn,
        results_version=tournament.results_version,
        criteria=list(running.rules.criteria),
        rules=running.rules.as_json(),
        rows=running.rows,
        built_at=timezone.now(),
    )
    places = queries.previous_places(tournament, running.turn)
    return replace(_with_entries(tournament, made, places, reading), running=running)


def _with_entries(
    tournament: Tournament, snapshot: Snapshot, previous: Mapping[int, int], reading: Reading
) -> StandingsSource:
    entries = entries_by_number(shown_entries(queries.entry_rows(tournament.entries.all()), reading))
    return source(snapshot, tournament, entries, previous)


def source(
    snapshot: Snapshot, tournament: Tournament, entries: Mapping[int, ShownEntry], previous: Mapping[int, int]
) -> StandingsSource:
    """Returns the snapshot with its data. One query; one more if an entry has left, and in a challenge."""
    has_left = any(entry.withdrawn for entry in entries.values())
    expelled = queries.expelled(tournament) if has_left else frozenset[int]()
    out_of_prizes = queries.out_of_prizes(tournament)
    made = StandingsSource(snapshot, tournament, entries, previous, out_of_prizes, expelled)
    return replace(made, score=challenges.score_of(tournament, snapshot.rows, made.rules))


def entries_by_number(entries: Iterable[ShownEntry]) -> dict[int, ShownEntry]:
    return {entry.number: entry for entry in entries}


def shown_standings(given: StandingsSource) -> ShownStandings:
    """Returns the standings, with the tie-breaks of each row. No query."""
    snapshot, running = given.snapshot, given.running
    stories = stories_of(snapshot.criteria, snapshot.rows)
    in_groups = _group_lines(given)
    return ShownStandings(
        turn=snapshot.round_number,
        turns=given.tournament.planned_turns,
        results_version=snapshot.results_version,
        built_at=timezone.localtime(snapshot.built_at),
        is_current=given.is_current,
        is_final=given.tournament.is_final and given.is_last,
        criteria=shown_criteria(snapshot.criteria, given.rules),
        changes=snapshot.changes,
        provisional=Running(running.tables, running.finished) if running else None,
        rows=[
            _row(given, row, stories[row["number"]], in_groups.get(row["number"])) for row in snapshot.rows
        ],
        groups=_groups(snapshot.rows),
        group_turns=given.group_turns,
        challenge=_challenge(given),
    )


def _challenge(given: StandingsSource) -> ShownChallenge | None:
    if given.score is None:
        return None
    is_final = given.tournament.is_final and given.is_last
    return shown_challenge(
        given.tournament,
        given.score,
        given.snapshot.rows,
        given.entries.values(),
        given.snapshot.criteria,
        is_final=is_final,
    )


#: The figures of a stored row that are shown unchanged.
_FIGURES = (
    "place", "tied", "match_points", "difference", "scored", "conceded", "played", "won", "drawn", "lost",
    "rested", "values", "decided_by",
)  # fmt: skip


def _line(row: StoredRow, story: Story) -> dict[str, Any]:
    """The fields of `StandingsLine`; older rows may lack the victory points."""
    return {
        **{name: row[name] for name in _FIGURES},  # type: ignore[literal-required]
        "victory_points": row.get("victory_points", 0),
        "leading": row["values"][0],
        "ties": story.steps,
        "shares_with": story.shares_with,
    }


def _row(given: StandingsSource, row: StoredRow, story: Story, in_group: GroupLine | None) -> StandingsRow:
    entry, before = given.entries[row["number"]], given.previous.get(row["number"])
    return StandingsRow(
        **_line(row, story),
        number=entry.number,
        name=entry.name,
        withdrawn=entry.withdrawn or row["withdrawn"],
        expelled=entry.number in given.expelled or row.get("expelled", False),
        below=_below(row),
        out_of_prizes=entry.number in given.out_of_prizes,
        movement=None if before is None else before - row["place"],
        group=row.get("group"),
        group_place=row.get("group_place"),
        in_group=in_group,
        team=entry.team,
        per_turn=[whole_line(line) for line in row["per_turn"]],
    )


def _below(row: StoredRow) -> str:
    if row.get("expelled"):
        return "expelled"
    return "withdrawn" if row["withdrawn"] else ""


def _groups(rows: Iterable[StoredRow]) -> list[list[int]]:
    """The numbers of each group, best first."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    placed = [row for row in rows if row.get("group_place")]
    for row in sorted(placed, key=lambda row: (row["group"], row["group_place"])):
        groups[row["group"]].append(row["number"])
    return list(groups.values())


def _group_lines(given: StandingsSource) -> dict[int, GroupLine]:
    """The line of each entry in the standings of its group, by number. No query."""
    snapshot = given.snapshot
    rules = rules_of(snapshot.rules, snapshot.criteria)
    lines: dict[int, GroupLine] = {}
    for group in stored_standings_by_group(snapshot, given.tournament, given.group_turns).values():
        rows = stored_rows(group, rules)
        if is_of_one_criterion(snapshot.rules, snapshot.criteria):
            as_one_criterion(rows, rules.criteria)
        stories = stories_of(snapshot.criteria, rows)
        lines |= {row["number"]: GroupLine(**_line(row, stories[row["number"]])) for row in rows}
    return lines


def group_standings(standings: ShownStandings) -> list[ShownGroup]:
    """The standings of each group."""
    rows = {row.number: _row_in_group(row, standings.group_turns) for row in standings.rows}
    return [
        ShownGroup(at, group_name(at), [rows[number] for number in numbers])
        for at, numbers in enumerate(standings.groups, start=1)
    ]


def _row_in_group(row: StandingsRow, last_turn: int | None) -> StandingsRow:
    """The row with the figures of its group."""
    lines = [line for line in row.per_turn if last_turn is None or line["turn"] <= last_turn]
    return replace(row, **(vars(row.in_group) if row.in_group else {}), per_turn=lines)
