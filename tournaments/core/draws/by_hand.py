"""Verifies that the changes in a published file lead from the tables drawn to the tables played.

The changes are repeated in order: each exchange by hand is made again, and each draft is mended by the same
rule again, for the entrants who left or came according to the file. Then the cost of each change is computed
again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

from tournaments.core.draws.changing import Weighed, cost, mended, weighed
from tournaments.core.draws.inputs import DrawImpossible, DrawInput, Entrant
from tournaments.core.draws.publishing import Check, Outcome, PublishedDraw, Sides, outcome, sides_of
from tournaments.core.draws.tables import Layout, LayoutTable, Swap, swapped

#: The ``swap`` of a move that mended a draft.
MENDED: Final[list[int | str]] = ["mended"]
#: The reasons of tables that follow from a bracket; below, also those of a schedule.
BRACKET = frozenset(("stage", "final", "third-place"))
SCHEDULED = BRACKET | {"scheduled"}

Moves = Sequence[Mapping[str, Any]]
Tables = Mapping[int, Sides]
Step = tuple[DrawInput, Layout]


@dataclass(frozen=True, slots=True)
class Played:
    """The tables and byes that were announced, and the changes that should lead to them."""

    tables: Tables
    rests: tuple[int, ...]
    moves: Moves

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        played = data["played"]
        tables = {table["number"]: sides_of(table) for table in played["tables"]}
        return cls(tables, tuple(played["rests"]), data.get("moves", ()))

    @property
    def everyone(self) -> set[int]:
        return {*self.rests, *(id_ for sides in self.tables.values() for side in sides for id_ in side)}

    def has_tables_of(self, layout: Layout) -> bool:
        """Whether these are the tables of the layout, whatever the order of chairs on a side."""
        tables = {table.number: without_chairs(table.sides) for table in layout.tables}
        played = {number: without_chairs(sides) for number, sides in self.tables.items()}
        return tables == played and sorted(layout.rests) == sorted(self.rests)


def checks(file: PublishedDraw, data: Mapping[str, Any]) -> list[Check]:
    """The checks of draw, changes and tables played; empty for a file that contains only the draw."""
    if "played" not in data:
        return []
    played, drawn = Played.from_json(data), layout_of(file)
    changed = _changed(file.tables, played.tables)
    if not played.moves:
        tables = changed or len(played.tables)
        return [Check("played-as-drawn", outcome(played.has_tables_of(drawn)), {"tables": tables})]
    params = {"tables": changed, "moves": len(played.moves)}
    try:
        steps = list(replayed(file.given, drawn, played.moves))
    except DrawImpossible:
        return [Check("played-by-hand", _unexplained(file, played), params)]
    if not (played.has_tables_of(steps[-1][1]) and _nobody_twice(played)):
        return [Check("played-by-hand", _unexplained(file, played), params)]
    weights = [weighed(*step) for step in steps]
    return [Check("played-by-hand", "kept", params), *_cost_checks(weights, played.moves)]


def layout_of(file: PublishedDraw) -> Layout:
    """The tables as drawn, before any change by hand."""
    scheduled = {
        table["number"] for table in file.draw["tables"] if table.get("reason", {}).get("code") in SCHEDULED
    }
    tables = (LayoutTable(number, sides, "", number in scheduled) for number, sides in file.tables.items())
    return Layout(tuple(sorted(tables, key=lambda table: table.number)), file.rests)


def replayed(given: DrawInput, layout: Layout, moves: Moves) -> Iterator[Step]:
    """Yields the input and the tables of the draw, then those after each change; raises its errors."""
    yield given, layout
    for move in moves:
        given, layout = _after(given, layout, move)
        yield given, layout


def _after(given: DrawInput, layout: Layout, move: Mapping[str, Any]) -> Step:
    if move["swap"] == MENDED:
        came = [Entrant.from_json(row) for row in move["came"]]
        return mended(given, layout, gone=move["gone"], came=came)
    swap = Swap.from_json(move["swap"])
    # The published tables do not contain the first dealer.
    return given, layout if swap.kind == "dealer" else swapped(layout, swap)


def _unexplained(file: PublishedDraw, played: Played) -> Outcome:
    """The outcome for changes that cannot be repeated: unknown if a draft was mended by the former search and
    everyone is in the tables exactly once, else broken."""
    mends = [move for move in played.moves if move["swap"] == MENDED]
    if not file.movement.was_searched or not mends:
        return "broken"
    present = {one.id for one in file.given.entrants}
    for move in mends:
        present = present - set(move["gone"]) | {row["id"] for row in move["came"]}
    return "unknown" if played.everyone == present and _nobody_twice(played) else "broken"


def _cost_checks(weights: Sequence[Weighed], moves: Moves) -> Iterator[Check]:
    """Yields the checks that each change has the cost in the file, and that every move off a fixed table is
    listed."""
    stored = [move.get("cost") for move in moves]
    if None not in stored:
        counted = [cost(before, after).as_json() for before, after in pairwise(weights)]
        yield Check("costs-true", outcome(stored == counted), {"moves": len(moves)})
    left = weights[-1].unfixed - weights[0].unfixed
    known = {tuple(each) for one in stored for each in (one or {}).get("unfixed", ())}
    yield Check("fixed-kept", outcome(left <= known), {"left": len(left)})


def _changed(drawn: Tables, played: Tables) -> int:
    """The number of tables that differ from the draw, or were not drawn at all."""
    others = sum(
        without_chairs(played.get(number, ())) != without_chairs(sides) for number, sides in drawn.items()
    )
    return others + len(played.keys() - drawn.keys())


def _nobody_twice(played: Played) -> bool:
    named = Counter(id_ for sides in played.tables.values() for side in sides for id_ in side)
    return max((named + Counter(played.rests)).values(), default=0) <= 1


def without_chairs(sides: Sides) -> list[list[int]]:
    """The players of each side, in any order of chairs."""
    return [sorted(side) for side in sides]
