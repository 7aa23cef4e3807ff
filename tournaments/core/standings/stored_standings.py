"""Stored standings: builds and compares them, writes rows and changes as JSON, reads rows of older versions.

The oldest standings have no rules beside them; at that time one criterion was both head-to-head and
mini-table.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, cast

from tournaments.core.standings.ranking import Row
from tournaments.core.standings.rules import Rules, rules_from
from tournaments.core.standings.settled_rows import Facts
from tournaments.core.standings.tallies import TurnLine


@dataclass(frozen=True, slots=True)
class Shift:
    """An entry whose row has changed."""

    number: int
    before: Row
    after: Row

    @property
    def moves(self) -> bool:
        """Whether its place changes, not only its points."""
        return self.before.place != self.after.place


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries that share a place in one of the standings, and do not all share one in the other."""

    place: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes from one standings to another; shifts in the order of the new places."""

    shifts: tuple[Shift, ...]
    resolved: tuple[Tie, ...]
    made: tuple[Tie, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.shifts or self.resolved or self.made)


def difference(before: Sequence[Row], after: Sequence[Row]) -> Difference:
    """The changes from one standings to another of the same entries."""
    old = {row.number: row for row in before}
    shifts = tuple(
        Shift(row.number, old[row.number], row) for row in after if _line(row) != _line(old[row.number])
    )
    ties_before, ties_after = set(_ties(before)), set(_ties(after))
    return Difference(
        shifts,
        _in_order(_only(ties_before, ties_after)),
        _in_order(_only(ties_after, ties_before)),
    )


def _line(row: Row) -> tuple[int, ...]:
    return row.place, row.match_points, row.scored, row.conceded, row.victory_points


def _ties(rows: Sequence[Row]) -> Iterable[Tie]:
    for place in sorted({row.place for row in rows if row.tied}):
        yield Tie(place, tuple(row.number for row in rows if row.place == place))


def _only(ties: set[Tie], others: set[Tie]) -> list[Tie]:
    """The ties whose entries are not level, at any place, in the other standings."""
    level = [set(tie.numbers) for tie in others]
    return [tie for tie in ties if not any(set(tie.numbers) <= group for group in level)]


def _in_order(ties: Iterable[Tie]) -> tuple[Tie, ...]:
    return tuple(sorted(ties, key=lambda tie: tie.place))


class StoredLine(TypedDict):
    """A round of a row as JSON; lines stored by earlier versions lack the newer figures."""

    turn: int
    table: int | None
    opponents: list[int]
    scored: int
    conceded: int
    match_points: int
    rested: bool
    forfeited: NotRequired[bool]
    penalty: NotRequired[bool]
    assigned: NotRequired[bool]
    victory_points: NotRequired[int]
    cappotti: NotRequired[int]
    unplayed: NotRequired[int]
    board_difference: NotRequired[int]
    board_points: NotRequired[int]


class StoredRow(TypedDict):
    """A row of the standings as JSON; figures that the ranking does not count are left out."""

    entry: int
    number: int
    place: int
    tied: bool
    withdrawn: bool
    played: int
    won: int
    drawn: int
    lost: int
    rested: int
    match_points: int
    scored: int
    conceded: int
    difference: int
    values: list[int]
    decided_by: str | None
    per_turn: list[StoredLine]
    victory_points: NotRequired[int]
    group: NotRequired[int]
    group_place: NotRequired[int]
    #: Only of entries that were expelled.
    expelled: NotRequired[bool]


class Brief(TypedDict):
    """The figures of a row before or after a change."""

    place: int
    match_points: int
    victory_points: int
    scored: int
    conceded: int
    difference: int


class StoredShift(TypedDict):
    """An entry whose row changed."""

    number: int
    before: Brief
    after: Brief


class StoredTie(TypedDict):
    """The entries that share a place."""

    place: int
    numbers: list[int]


class StoredChanges(TypedDict):
    """The changes of a version of the standings from version `since`; `reason` where no result changed."""

    since: int
    shifts: list[StoredShift]
    resolved: list[StoredTie]
    made: list[StoredTie]
    reason: NotRequired[str]


def stored_rows(rows: Iterable[Row], rules: Rules) -> list[StoredRow]:
    """The rows as JSON data, equal to what is read back from the database.

    Figures that the ranking does not count are left out, as are the group if there are none and the mark of
    expulsion, so that rows stored before these existed stay equal to rows made now.
    """
    left_out = _figures_not_counted(rules)
    return [_stored_row(row, left_out) for row in rows]


def _figures_not_counted(rules: Rules) -> tuple[str, ...]:
    """The figures that rows leave out under these rules."""
    counted = {
        "victory_points": rules.counts_victory_points,
        "cappotti": "cappotti" in rules.criteria,
        "unplayed": "points_conceded" in rules.criteria,
        "board_difference": rules.compares_boards,
        "board_points": rules.compares_boards,
    }
    return tuple(name for name, is_counted in counted.items() if not is_counted)


def _stored_row(row: Row, left_out: Sequence[str]) -> StoredRow:
    stored: Any = {name: getattr(row, name) for name in Row.__dataclass_fields__}
    stored["values"] = list(row.values)
    stored["per_turn"] = [_stored_line(line, left_out) for line in row.per_turn]
    if "victory_points" in left_out:
        del stored["victory_points"]
    if row.group is None:
        del stored["group"], stored["group_place"]
    if not row.expelled:
        del stored["expelled"]
    return cast(StoredRow, stored)


def _stored_line(line: TurnLine, left_out: Sequence[str]) -> StoredLine:
    stored = line._asdict()
    stored["opponents"] = list(line.opponents)
    for name in left_out:
        del stored[name]
    return cast(StoredLine, stored)


def places_by_criteria(rows: Iterable[StoredRow]) -> dict[int, int]:
    """Each entry's place by its number, by the criteria alone, as if nobody had left before the end."""
    ordered = sorted(rows, key=lambda row: ([-value for value in row["values"]], row["number"]))
    places: dict[int, int] = {}
    above: StoredRow | None = None
    for at, row in enumerate(ordered, start=1):
        shares = above is not None and above["values"] == row["values"]
        places[row["number"]] = places[above["number"]] if above and shares else at
        above = row
    return places


def in_bytes(rows: Sequence[StoredRow]) -> bytes:
    """The rows as bytes, equal for equal rows in any database."""
    return json.dumps(rows, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def whole_line(stored: StoredLine) -> StoredLine:
    """The line with every flag that rulings set; all are false in lines stored before there were rulings."""
    return {"forfeited": False, "penalty": False, "assigned": False, **stored}


def row_from(stored: StoredRow) -> Row:
    """The row that was stored."""
    values: Any = {
        **stored,
        "values": tuple(stored["values"]),
        "per_turn": tuple(map(_line_from, stored["per_turn"])),
    }
    return Row(**values)


def _line_from(stored: StoredLine) -> TurnLine:
    values: Any = {**stored, "opponents": tuple(stored["opponents"])}
    return TurnLine(**values)


def changes(since: int, before: Sequence[StoredRow], after: Sequence[Row], reason: str = "") -> StoredChanges:
    """The changes of a new version from results version `since`, as they are stored.

    `reason` is given where the ranking was changed and not the results.
    """
    change = difference([row_from(row) for row in before], after)
    made: StoredChanges = {
        "since": since,
        "shifts": [_shift(shift) for shift in change.shifts],
        "resolved": [_tie(tie) for tie in change.resolved],
        "made": [_tie(tie) for tie in change.made],
    }
    return {**made, "reason": reason} if reason else made


def _shift(shift: Shift) -> StoredShift:
    return {"number": shift.number, "before": _brief(shift.before), "after": _brief(shift.after)}


def _brief(row: Row) -> Brief:
    return {
        "place": row.place,
        "match_points": row.match_points,
        "victory_points": row.victory_points,
        "scored": row.scored,
        "conceded": row.conceded,
        "difference": row.difference,
    }


def _tie(tie: Tie) -> StoredTie:
    return {"place": tie.place, "numbers": list(tie.numbers)}


@dataclass(frozen=True, slots=True)
class NewStandings:
    """The standings after a round: the digest of their whole input, and the rows, plain and stored."""

    turn: int
    digest: str
    rows: tuple[Row, ...]
    stored: list[StoredRow]


def new_standings(
    facts: Facts, rules: Rules, lots_seed: int, stored_digests: Mapping[int, str]
) -> list[NewStandings]:
    """The standings of every round whose digest differs from the stored one, in order of round.

    Raises `RankingError` as `standings` does.
    """
    settled = facts.settled()
    digests = settled.digests(facts.turns, rules, lots_seed)
    made = []
    for turn, digest in digests.items():
        if stored_digests.get(turn) != digest:
            rows = settled.until(turn).standings(rules, lots_seed)
            made.append(NewStandings(turn, digest, rows, stored_rows(rows, rules)))
    return made


DIRECT, MINI = "head_to_head", "mini_table"


def rules_of(stored: Mapping[str, object] | None, criteria: Sequence[str]) -> Rules:
    """The rules by which standings were made; the defaults where none are stored, as in the oldest."""
    if stored is not None:
        return rules_from(dict(stored))
    chosen = list(criteria)
    if is_of_one_criterion(stored, criteria):
        chosen.insert(chosen.index(DIRECT) + 1, MINI)
    return rules_from({**Rules(forfeits_lose_most=False, leavers_last=False).as_json(), "criteria": chosen})


def is_of_one_criterion(stored: Mapping[str, object] | None, criteria: Sequence[str]) -> bool:
    """Whether standings are from the time when one criterion was both head-to-head and mini-table."""
    return stored is None and DIRECT in criteria and MINI not in criteria


def as_one_criterion(rows: Sequence[StoredRow], criteria: Sequence[str]) -> None:
    """Merges the two criteria of the rows into one: at most one of the two separates entries."""
    at = list(criteria).index(DIRECT)
    for row in rows:
        values = row["values"]
        row["values"] = [*values[:at], values[at] + values[at + 1], *values[at + 2 :]]
        row["decided_by"] = DIRECT if row["decided_by"] == MINI else row["decided_by"]
