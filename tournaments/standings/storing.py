"""The classifica as it is stored, byte for byte, and what a new version says of the one before."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from tournaments.standings.changes import Shift, Tie, difference
from tournaments.standings.ranking import Row
from tournaments.standings.rules import Rules
from tournaments.standings.tallies import TurnLine

Stored = dict[str, Any]

NAMES = ("rested", "forfeited", "penalty", "assigned")
SAID = {False: "false", True: "true"}
#: What a line says of the kind it is of, by the values of these four.
KINDS = {
    kind: ", ".join(f'"{name}": {SAID[holds]}' for name, holds in zip(NAMES, kind, strict=True))
    for kind in product((False, True), repeat=4)
}


class Storing:
    """Rows to the JSON text that is stored; that of a turn's lines is written once where several classifiche
    `share` them.

    Written at once, as `json` would: of thousands of pairs to make dictionaries, write them and let them go
    took nearly as long as all the computing. A figure that the ranking does not count is left out: what was
    stored before there was such a figure stays equal to what is made now.
    """

    def __init__(self, rules: Rules, *, share: bool = False) -> None:
        self._share = share
        self._victory_points = rules.counts_victory_points
        self._cappotti = "cappotti" in rules.criteria
        self._unplayed = "points_conceded" in rules.criteria
        self._written: dict[int, tuple[TurnLine, str]] = {}

    def rows(self, rows: Iterable[Row]) -> list[Stored]:
        """The rows as they are read again once they are stored."""
        read: list[Stored] = json.loads(self.text(rows))
        return read

    def text(self, rows: Iterable[Row]) -> str:
        return whole([self.row(row, self.lines(row.per_turn)) for row in rows])

    def lines(self, lines: Iterable[TurnLine]) -> str:
        """The lines of a row as it has them, in one text: of thousands of pairs, to gather the texts of ten
        thousand lines again in the order of the places cost more than to copy each once more while it is at
        hand."""
        return ", ".join(map(self._shared if self._share else self._line, lines))

    def row(self, row: Row, lines: str) -> tuple[str, str, str]:
        """The row with its lines as `lines` wrote them, in parts for `whole`."""
        return self._beginning(row), lines, self._end(row)

    def _beginning(self, row: Row) -> str:
        return (
            f'{{"entry": {row.entry}, "number": {row.number}, "place": {row.place}, '
            f'"tied": {SAID[row.tied]}, "withdrawn": {SAID[row.withdrawn]}, "played": {row.played}, '
            f'"won": {row.won}, "drawn": {row.drawn}, "lost": {row.lost}, "rested": {row.rested}, '
            f'"match_points": {row.match_points}, "scored": {row.scored}, "conceded": {row.conceded}, '
            f'"difference": {row.difference}, "values": {[*row.values]}, '
            f'"decided_by": {_key(row.decided_by)}, "per_turn": ['
        )

    def _end(self, row: Row) -> str:
        counted = f', "victory_points": {row.victory_points}' if self._victory_points else ""
        if row.group is not None:
            counted += f', "group": {row.group}, "group_place": {_number(row.group_place)}'
        return f"]{counted}}}"

    def _shared(self, line: TurnLine) -> str:
        # By identity, and the line kept with it: it lives as long as what was written of it.
        kept = self._written.get(id(line))
        if kept is None:
            kept = self._written[id(line)] = (line, self._line(line))
        return kept[1]

    def _line(self, line: TurnLine) -> str:
        # Taken apart at once: by name, each figure of ten thousand lines would be looked for.
        (
            turn, table, opponents, scored, conceded, match_points,
            rested, forfeited, penalty, assigned, victory_points, cappotti, unplayed,
        ) = line  # fmt: skip
        against = opponents[0] if len(opponents) == 1 else ", ".join(map(str, opponents))
        counted = f', "victory_points": {victory_points}' if self._victory_points else ""
        if self._cappotti:
            counted += f', "cappotti": {cappotti}'
        if self._unplayed:
            counted += f', "unplayed": {unplayed}'
        return (
            f'{{"turn": {turn}, "table": {"null" if table is None else table}, "opponents": [{against}], '
            f'"scored": {scored}, "conceded": {conceded}, "match_points": {match_points}, '
            f"{KINDS[rested, forfeited, penalty, assigned]}{counted}}}"
        )


def whole(rows: Iterable[tuple[str, str, str]]) -> str:
    """The text of a classifica, from the parts of its rows."""
    parts = ["["]
    for row in rows:
        parts += (*row, ", ")
    if len(parts) > 1:
        parts.pop()
    parts.append("]")
    return "".join(parts)


def _key(key: str | None) -> str:
    return "null" if key is None else f'"{key}"'


def _number(number: int | None) -> str:
    return "null" if number is None else str(number)


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
