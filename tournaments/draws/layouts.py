"""The tables of a turn as they stand, of any size and however they came about, and a change made by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, Self, get_args

from tournaments.draws.inputs import DrawImpossible

Kind = Literal["entries", "tables", "dealer"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Couple = tuple[int, int]  # ids, the smaller one first


@dataclass(frozen=True, slots=True)
class LaidTable:
    """Who sits on each side, in the order of play, by id; the chair of the first dealer.

    ``is_scheduled`` when a calendar has these meet in this turn, and not the classifica.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    first_dealer: str = ""
    is_scheduled: bool = False

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def opponents(self) -> frozenset[Couple]:
        """Every two who play against each other."""
        against = combinations(self.sides, 2)
        return frozenset((min(a, b), max(a, b)) for one, other in against for a in one for b in other)

    @property
    def partners(self) -> frozenset[Couple]:
        """Every two entrants who share a side; none where each has its own."""
        return frozenset((min(two), max(two)) for side in self.sides for two in combinations(side, 2))

    @property
    def meeting(self) -> frozenset[frozenset[int]]:
        """Who plays whom here, whatever the table and the chairs."""
        return frozenset(frozenset(side) for side in self.sides)


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of a turn by number, and the ids of those who rest."""

    tables: tuple[LaidTable, ...]
    rests: tuple[int, ...] = ()

    @property
    def entrants(self) -> frozenset[int]:
        return frozenset((*self.rests, *(id_ for table in self.tables for id_ in table.entrants)))

    def table(self, number: int) -> LaidTable | None:
        return next((table for table in self.tables if table.number == number), None)

    def table_of(self, id_: int) -> LaidTable | None:
        return next((table for table in self.tables if id_ in table.entrants), None)

    def changed_from(self, before: Self) -> tuple[LaidTable, ...]:
        """The tables that are not as they were before."""
        return tuple(table for table in self.tables if table not in before.tables)


@dataclass(frozen=True, slots=True)
class Swap:
    """A change by hand.

    | kind | what it does | first | second |
    | --- | --- | --- | --- |
    | ``entries`` | the two change places: tables, sides of one table, or a table and the riposo | id | id |
    | ``tables`` | those at the two tables change tables; one of the two may be free | number | number |
    | ``dealer`` | the first deal of a table is another chair's | number | chair |
    """

    kind: Kind
    first: int
    second: int | str

    def as_json(self) -> list[Any]:
        return [self.kind, self.first, self.second]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Self:
        """The swap that `as_json` wrote. Raises `DrawImpossible` ``unknown-change`` for anything else."""
        match list(data):
            case ["entries" | "tables" as kind, int(first), int(second)]:
                return cls(kind, first, second)
            case ["dealer", int(first), str(second)]:
                return cls("dealer", first, second)
        raise DrawImpossible("unknown-change")


def swapped(layout: Layout, swap: Swap) -> Layout:
    """The tables after the change. Made twice, a change of entries or tables is undone.

    Raises `DrawImpossible` ``not-in-the-draw``, ``no-table``, ``nothing-changes`` and ``unknown-change`` for
    one that cannot be.
    """
    if swap.first == swap.second:
        raise DrawImpossible("nothing-changes")
    if swap.kind == "entries":
        return _entries_swapped(layout, swap.first, int(swap.second))
    if swap.kind == "tables":
        return _tables_swapped(layout, swap.first, int(swap.second))
    if swap.kind != "dealer":
        raise DrawImpossible("unknown-change")
    table = layout.table(swap.first)
    if table is None:
        raise DrawImpossible("no-table", table=swap.first)
    if table.first_dealer == swap.second:
        raise DrawImpossible("nothing-changes")
    dealt = replace(table, first_dealer=str(swap.second))
    return replace(layout, tables=tuple(dealt if each is table else each for each in layout.tables))


def _entries_swapped(layout: Layout, one: int, other: int) -> Layout:
    for id_ in (one, other):
        if id_ not in layout.entrants:
            raise DrawImpossible("not-in-the-draw", number=id_)
    if one in layout.rests and other in layout.rests:
        raise DrawImpossible("nothing-changes")
    other_of = {one: other, other: one}
    tables = tuple(_exchanged(table, other_of) for table in layout.tables)
    return Layout(tables, tuple(other_of.get(id_, id_) for id_ in layout.rests))


def _exchanged(table: LaidTable, other_of: dict[int, int]) -> LaidTable:
    sides = tuple(tuple(other_of.get(id_, id_) for id_ in side) for side in table.sides)
    moved = replace(table, sides=sides)
    return replace(moved, is_scheduled=table.is_scheduled and moved.meeting == table.meeting)


def _tables_swapped(layout: Layout, one: int, other: int) -> Layout:
    if layout.table(one) is None and layout.table(other) is None:
        raise DrawImpossible("no-table", table=one)
    number_of = {one: other, other: one}
    moved = (replace(table, number=number_of.get(table.number, table.number)) for table in layout.tables)
    return replace(layout, tables=tuple(sorted(moved, key=lambda table: table.number)))


def couples(table: LaidTable) -> Iterator[Couple]:
    """Every two who sit at the table, with or against each other."""
    yield from table.opponents
    yield from table.partners
