"""Rows as they are stored: every figure, none besides, equal to what a database gives back."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.standings.criteria import CRITERIA
from tournaments.core.standings.ranking import Row
from tournaments.core.standings.rules import Rules
from tournaments.core.standings.stored_standings import row_from, stored_rows
from tournaments.core.standings.tallies import TurnLine

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
    expelled=st.booleans(),
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
    if not rules.compares_boards:
        for line in told["per_turn"]:
            del line["board_difference"], line["board_points"]
    if not rules.counts_victory_points:
        del told["victory_points"]
    if row.group is None:
        del told["group"], told["group_place"]
    if not row.expelled:
        del told["expelled"]
    return told


@given(st.lists(rows, max_size=3), rankings)
def test_stored_rows_have_every_figure_counted_and_are_equal_read_back(made: list[Row], rules: Rules) -> None:
    stored = stored_rows(made, rules)
    assert stored == json.loads(json.dumps([plain(row, rules) for row in made]))


@given(rows)
def test_a_row_is_read_back_as_it_was_where_everything_is_counted(row: Row) -> None:
    if row.group is None:
        row = replace(row, group_place=None)
    (stored,) = stored_rows([row], Rules(tuple(CRITERIA)))
    assert row_from(stored) == row
