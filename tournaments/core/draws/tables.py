"""Tables as a draw makes them, each with its reason, and tables as they are after changes by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal, Self, get_args

from tournaments.core.draws.inputs import DrawImpossible, Meeting

#: A side, and the place on it in the order of play.
Chair = tuple[int, int]
#: The chairs of a table of two pairs, around the table.
CHAIRS: dict[str, Chair] = {"N": (0, 0), "E": (1, 1), "S": (0, 1), "W": (1, 0)}
CHAIR_NAMES = {chair: name for name, chair in CHAIRS.items()}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why these two entrants meet: a code, and integers for its sentence, which is worded elsewhere.

    | code | what it stands for | params |
    | --- | --- | --- |
    | ``by-lot`` | drawn by lot: one of the two, or both, had no place yet | |
    | ``circle-by-lot`` | drawn by lot, and of one circle; no draw has fewer such tables | |
    | ``neighbours`` | they stand next to each other | first, second |
    | ``rematch`` | they met in *turn*; no draw has fewer or older rematches | first, second, turn |
    | ``already-met`` | *who* and *between* met in *turn* | first, second, who, between, turn |
    | ``tables-apart`` | *who* and *between* are fixed to different tables | first, second, who, between |
    | ``wish-kept`` | *who* and *between* are of one circle | first, second, who, between |
    | ``wish-unkept`` | they are of one circle; no draw has fewer such tables | first, second |
    | ``taken`` | *between* plays against *opponent* | first, second, between, opponent |
    | ``nearest`` | the draw with the smallest total distance pairs them | first, second |
    | ``first-turn`` | the order of round 1 pairs them | first, second |
    | ``same-points`` | Swiss: both have *points* | first, second, points |
    | ``nearest-points`` | Swiss: nobody nearer in points was left | first, second, more, less |
    | ``swiss-rematch`` | Swiss: they met in *turn*; no draw has fewer or older rematches | as rematch |
    | ``scheduled`` | the schedule pairs them in *turn* | turn |
    | ``stage`` | knock-out, *left* are still in: the bracket pairs them | left |
    | ``final``, ``third-place`` | knock-out: the match for first place, for third place | |

    All params except *turn*, *left* and points are places in the standings: *first* and *second* are the two
    at the table, the better one first; *who* is one of them; *between* stands between them.
    """

    code: str
    params: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of the round, of two sides or more; entrants by id.

    | field | what it holds |
    | --- | --- |
    | ``sides`` | the entrants of each side, in the order of play; two where partners change every round |
    | ``firsts`` | for each side, which of its two players sits first in the order of play: N, and W |
    | ``first_dealer`` | the chair that deals first |
    | ``distance`` | places between the opponents, without entrants who have a bye: 1 for neighbours |
    | ``repeated`` | the last meeting of every two opponents who meet again |
    | ``partners_again``, ``opponents_again`` | rotation: couples who were partners, or opponents, before |
    | ``board`` | the set of deals, where a movement carries them from table to table |
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    firsts: tuple[int, ...]
    first_dealer: Chair
    reason: Reason
    distance: int = 0
    repeated: tuple[Meeting, ...] = ()
    partners_again: int = 0
    opponents_again: int = 0
    board: int | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def is_rematch(self) -> bool:
        """Whether some opponents meet again or, in a rotation, some partners play together again."""
        return bool(self.repeated or self.partners_again)


@dataclass(frozen=True, slots=True)
class Draw:
    """A round drawn by any movement: the tables by number, and the ids of all other entrants.

    ``byes`` are scored as the tournament scores a bye. The ``passing`` entrants go on to the next round of a
    knock-out without a match; the ``idle`` ones have no part in this round: their group has finished, or they
    have been knocked out.
    """

    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...]
    seed: int
    passing: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """The sum of distances; in a rotation, the number of couples who are opponents again."""
        return sum(table.distance + table.opponents_again for table in self.tables)

    @property
    def rematches(self) -> int:
        """The number of couples of opponents who meet again; in a rotation, of partners."""
        return sum(len(table.repeated) + table.partners_again for table in self.tables)


Kind = Literal["entries", "tables", "dealer"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Couple = tuple[int, int]  # ids, the smaller one first


@dataclass(frozen=True, slots=True)
class LayoutTable:
    """The entrants of each side, in the order of play, by id, and the first dealer's chair.

    ``is_scheduled``: a schedule, not the standings, decides that these sides meet in this round.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    first_dealer: str = ""
    is_scheduled: bool = False

    @classmethod
    def from_drawn(cls, table: DrawnTable) -> Self:
        """The table as drawn, with the name that the first dealer's chair has in the room."""
        side, _place = table.first_dealer
        dealer = CHAIR_NAMES[table.first_dealer] if len(table.sides) == 2 else str(side + 1)
        return cls(table.number, table.sides, dealer)

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def opponents(self) -> frozenset[Couple]:
        """All couples who play against each other."""
        against = combinations(self.sides, 2)
        return frozenset((min(a, b), max(a, b)) for one, other in against for a in one for b in other)

    @property
    def partners(self) -> frozenset[Couple]:
        """All couples who share a side; none if every entrant has a side of its own."""
        return frozenset((min(two), max(two)) for side in self.sides for two in combinations(side, 2))

    @property
    def meeting(self) -> frozenset[frozenset[int]]:
        """The sides that meet here, whatever the table and the chairs."""
        return frozenset(frozenset(side) for side in self.sides)


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of a round by number, and the ids of those with a bye."""

    tables: tuple[LayoutTable, ...]
    rests: tuple[int, ...] = ()

    @classmethod
    def from_draw(cls, made: Draw) -> Self:
        return cls(tuple(map(LayoutTable.from_drawn, made.tables)), made.byes)

    @property
    def entrants(self) -> frozenset[int]:
        return frozenset((*self.rests, *(id_ for table in self.tables for id_ in table.entrants)))

    def table(self, number: int) -> LayoutTable | None:
        return next((table for table in self.tables if table.number == number), None)

    def table_of(self, id_: int) -> LayoutTable | None:
        return next((table for table in self.tables if id_ in table.entrants), None)

    def changed_from(self, before: Self) -> tuple[LayoutTable, ...]:
        """The tables that differ from those in ``before``."""
        return tuple(table for table in self.tables if table not in before.tables)


@dataclass(frozen=True, slots=True)
class Swap:
    """A change by hand.

    | kind | what it does | first | second |
    | --- | --- | --- | --- |
    | ``entries`` | two entrants exchange places: two tables, two sides, or a table and the bye | id | id |
    | ``tables`` | all entrants of two tables exchange tables; one table may be empty | number | number |
    | ``dealer`` | another chair deals first at a table | number | chair |
    """

    kind: Kind
    first: int
    second: int | str

    def as_json(self) -> list[int | str]:
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
    """The tables after the change. Making a change of entries or tables twice undoes it.

    Raises `DrawImpossible` ``not-in-the-draw``, ``no-table``, ``nothing-changes`` and ``unknown-change`` for
    a change that is not possible.
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


def _exchanged(table: LayoutTable, other_of: dict[int, int]) -> LayoutTable:
    sides = tuple(tuple(other_of.get(id_, id_) for id_ in side) for side in table.sides)
    moved = replace(table, sides=sides)
    return replace(moved, is_scheduled=table.is_scheduled and moved.meeting == table.meeting)


def _tables_swapped(layout: Layout, one: int, other: int) -> Layout:
    if layout.table(one) is None and layout.table(other) is None:
        raise DrawImpossible("no-table", table=one)
    number_of = {one: other, other: one}
    moved = (replace(table, number=number_of.get(table.number, table.number)) for table in layout.tables)
    return replace(layout, tables=tuple(sorted(moved, key=lambda table: table.number)))
