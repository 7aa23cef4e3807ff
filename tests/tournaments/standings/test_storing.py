"""The text of a classifica is what `json` would write of its rows: every figure, in order, none besides."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.criteria import CRITERIA
from tournaments.standings.ranking import Row
from tournaments.standings.rules import Rules
from tournaments.standings.storing import Storing, in_bytes, row_from
from tournaments.standings.tallies import TurnLine

COUNTED = {"victory_points": "victory_points", "cappotti": "cappotti", "unplayed": "points_conceded"}

figures = st.integers(-(10**12), 10**12)
maybe = st.none() | st.integers(1, 999)
lines = st.builds(
    TurnLine,
    **dict.fromkeys(("turn", "scored", "conceded", "match_points", *COUNTED), figures),
    **{name: st.booleans() for name in ("rested", "forfeited", "penalty", "assigned")},
    table=maybe,
    opponents=st.lists(figures, max_size=4).map(tuple),
)
rows = st.builds(
    Row,
    **{name: figures for name in Row.__dataclass_fields__ if Row.__dataclass_fields__[name].type is int},
    tied=st.booleans(),
    withdrawn=st.booleans(),
    values=st.lists(figures, max_size=6).map(tuple),
    decided_by=st.none() | st.sampled_from([*CRITERIA, "stage", "group"]),
    per_turn=st.lists(lines, max_size=3).map(tuple),
    group=maybe,
    group_place=maybe,
)
rankings = st.lists(st.sampled_from([*CRITERIA]), unique=True).map(lambda chosen: Rules(tuple(chosen)))


def plain(row: Row, rules: Rules) -> dict[str, Any]:
    """The row by its fields, without what the ranking does not count."""
    told = {name: getattr(row, name) for name in Row.__dataclass_fields__}
    left_out = {name for name, criterion in COUNTED.items() if criterion not in rules.criteria}
    told["per_turn"] = [
        {name: value for name, value in line._asdict().items() if name not in left_out}
        for line in row.per_turn
    ]
    if not rules.counts_victory_points:
        del told["victory_points"]
    if row.group is None:
        del told["group"], told["group_place"]
    return told


@given(st.lists(rows, max_size=3), rankings)
def test_it_is_letter_for_letter_what_json_writes(made: list[Row], rules: Rules) -> None:
    written = json.dumps([plain(row, rules) for row in made])
    assert Storing(rules).text(made) == written
    assert Storing(rules, share=True).text(made) == written
    assert in_bytes(Storing(rules).rows(made)) == in_bytes(json.loads(written))


@given(rows)
def test_a_row_is_read_again_as_it_was_where_everything_is_counted(row: Row) -> None:
    if row.group is None:
        row = row_from({**plain(row, Rules(tuple(CRITERIA)))})
    (stored,) = Storing(Rules(tuple(CRITERIA))).rows([row])
    assert row_from(stored) == row


def test_lines_shared_by_several_classifiche_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    storing, written = Storing(Rules(), share=True), []
    monkeypatch.setattr(storing, "_line", lambda line: written.append(line) or str(line.turn))
    first, second = TurnLine(1, 1, (2,), 30, 20, 2), TurnLine(2, 1, (3,), 30, 20, 2)
    assert [storing.lines([first]), storing.lines([first, second])] == ["1", "1, 2"]
    assert written == [first, second]
