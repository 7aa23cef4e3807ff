"""The classifica as it is stored, byte for byte, and what a new version says of the one before."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.standings.changes import Shift, Tie, difference
from tournaments.standings.ranking import Row
from tournaments.standings.rules import Rules
from tournaments.standings.tallies import TurnLine

Stored = dict[str, Any]


class Storing:
    """Rows to what is stored; the lines of a turn are made once where several classifiche `share` them.

    A figure that the ranking does not count is left out: what was stored before there was such a figure
    stays equal to what is made now.
    """

    def __init__(self, rules: Rules, *, share: bool = False) -> None:
        self._share = share
        self._victory_points = rules.counts_victory_points
        self._cappotti = "cappotti" in rules.criteria
        self._unplayed = "points_conceded" in rules.criteria
        self._made: dict[int, tuple[TurnLine, Stored]] = {}

    def rows(self, rows: Iterable[Row]) -> list[Stored]:
        return [self.row(row, self.lines(row.per_turn)) for row in rows]

    def lines(self, lines: Iterable[TurnLine]) -> list[Stored]:
        return [self._line(line) for line in lines]

    def row(self, row: Row, per_turn: list[Stored]) -> Stored:
        """The row, with its lines as `lines` made them."""
        stored = {
            "entry": row.entry,
            "number": row.number,
            "place": row.place,
            "tied": row.tied,
            "withdrawn": row.withdrawn,
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "rested": row.rested,
            "match_points": row.match_points,
            "scored": row.scored,
            "conceded": row.conceded,
            "difference": row.difference,
            "values": list(row.values),
            "decided_by": row.decided_by,
            "per_turn": per_turn,
        }
        if self._victory_points:
            stored["victory_points"] = row.victory_points
        if row.group is not None:
            stored |= {"group": row.group, "group_place": row.group_place}
        return stored

    def _line(self, line: TurnLine) -> Stored:
        if not self._share:
            return self._stored(line)
        # By identity, and the line kept with it: it lives as long as what was made of it.
        kept = self._made.get(id(line))
        if kept is None:
            kept = self._made[id(line)] = (line, self._stored(line))
        return kept[1]

    def _stored(self, line: TurnLine) -> Stored:
        # Taken apart at once: by name, each figure of ten thousand lines would be looked for.
        (
            turn, table, opponents, scored, conceded, match_points,
            rested, forfeited, penalty, assigned, victory_points, cappotti, unplayed,
        ) = line  # fmt: skip
        stored: Stored = {
            "turn": turn,
            "table": table,
            "opponents": list(opponents),
            "scored": scored,
            "conceded": conceded,
            "match_points": match_points,
            "rested": rested,
            "forfeited": forfeited,
            "penalty": penalty,
            "assigned": assigned,
        }
        if self._victory_points:
            stored["victory_points"] = victory_points
        if self._cappotti:
            stored["cappotti"] = cappotti
        if self._unplayed:
            stored["unplayed"] = unplayed
        return stored


def in_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The rows as bytes, equal for equal rows whatever database kept them."""
    return json.dumps(rows, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def row_from(stored: Mapping[str, Any]) -> Row:
    """The row that was stored."""
    told = {
        **stored,
        "values": tuple(stored["values"]),
        "per_turn": tuple(map(_line_from, stored["per_turn"])),
    }
    return Row(**told)


def _line_from(stored: Mapping[str, Any]) -> TurnLine:
    return TurnLine(**{**stored, "opponents": tuple(stored["opponents"])})


def changes(
    since: int, before: Sequence[Mapping[str, Any]], after: Sequence[Row], reason: str = ""
) -> Stored:
    """What a new version of a round's classifica says of the one of results version `since`.

    `reason` is why it is made otherwise, where the ranking was changed and not the results.
    """
    told = difference([row_from(row) for row in before], after)
    return {
        "since": since,
        "shifts": [_shift(shift) for shift in told.shifts],
        "resolved": [_tie(tie) for tie in told.resolved],
        "made": [_tie(tie) for tie in told.made],
        **({"reason": reason} if reason else {}),
    }


def _shift(shift: Shift) -> Stored:
    return {"number": shift.number, "before": _brief(shift.before), "after": _brief(shift.after)}


def _brief(row: Row) -> Stored:
    return {
        "place": row.place,
        "match_points": row.match_points,
        "victory_points": row.victory_points,
        "scored": row.scored,
        "conceded": row.conceded,
        "difference": row.difference,
    }


def _tie(tie: Tie) -> Stored:
    return {"place": tie.place, "numbers": list(tie.numbers)}
