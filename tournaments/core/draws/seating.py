"""Turns the couples of a line into tables: numbers, sides, chairs and first dealers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, islice

from tournaments.core.draws.inputs import Couple, DrawImpossible, DrawInput, Entrant, Line
from tournaments.core.draws.matching import as_numbers, cheapest_matching
from tournaments.core.draws.tables import CHAIRS, Chair, Draw, DrawnTable, Reason
from tournaments.core.lots import lot

Pair = tuple[Entrant, Entrant]


def sides(given: DrawInput, one: Entrant, other: Entrant) -> Pair:
    """The entrants of side A (N-S) and side B (E-W).

    Side A goes to the entrant who has had it less often, relative to side B; if they are level, to the one
    that last sat on B if the other last sat on A; else by lot.
    """

    def claim(entrant: Entrant) -> tuple[int, bool]:
        return entrant.side_balance, entrant.past_sides[-1:] == ("A",)

    def by_lot(entrant: Entrant) -> int:
        return lot(given.seed, "side", given.turn, entrant.number)

    if claim(one) == claim(other):
        return (one, other) if by_lot(one) <= by_lot(other) else (other, one)
    return (one, other) if claim(one) < claim(other) else (other, one)


def firsts(given: DrawInput, side_a: Entrant, side_b: Entrant) -> tuple[int, int]:
    """The player of side A who sits N and the one of side B who sits W, by lot."""
    north = lot(given.seed, "seat", given.turn, side_a.number) % 2
    east = lot(given.seed, "seat", given.turn, side_b.number) % 2
    return north, 1 - east


def first_dealer(given: DrawInput, *numbers: int) -> Chair:
    """The first dealer's chair, drawn by lot instead of by the highest card at the table."""
    return list(CHAIRS.values())[lot(given.seed, "dealer", given.turn, *numbers) % len(CHAIRS)]


def table_of_two(
    given: DrawInput, number: int, side_a: Entrant, side_b: Entrant, reason: Reason
) -> DrawnTable:
    return DrawnTable(
        number=number,
        sides=((side_a.id,), (side_b.id,)),
        firsts=firsts(given, side_a, side_b),
        first_dealer=first_dealer(given, side_a.number, side_b.number),
        reason=reason,
    )


Group = Sequence[Entrant]

LOT_BITS = 32


def numbered(given: DrawInput, groups: Sequence[Group]) -> list[int]:
    """The table of each group that sits together: its fixed one, else the lowest left, best groups first.

    Unless the tables go by the standings, groups leave that order to avoid that somebody returns to a table
    where they have sat already; returns are then as few as possible.

    Raises `DrawImpossible` ``two-tables-wanted`` for a group fixed to two tables, ``table-wanted-twice`` for
    two groups fixed to one; ``first`` and ``second`` are the entrants' numbers.
    """
    fixed = [_fixed(group) for group in groups]
    wanted_by: dict[int, Entrant] = {}
    for entrant in fixed:
        if entrant is not None and entrant.fixed_table is not None:
            holder = wanted_by.setdefault(entrant.fixed_table, entrant)
            if holder is not entrant:
                _clash("table-wanted-twice", holder, entrant, table=entrant.fixed_table)
    movable = [group for group, entrant in zip(groups, fixed, strict=True) if entrant is None]
    free = list(islice((number for number in count(1) if number not in wanted_by), len(movable)))
    moved = iter(free if given.table_order == "standings" else _without_returns(given, movable, free))
    return [entrant.fixed_table if entrant and entrant.fixed_table else next(moved) for entrant in fixed]


def _without_returns(given: DrawInput, groups: Sequence[Group], tables: list[int]) -> list[int]:
    """One table for each group, in order wherever nobody returns.

    Each group has sat at a limited number of tables, and each table has had a limited number of groups. With
    more tables than both limits together, there is always another group to exchange with so that neither
    returns. With fewer, all ways are weighed.
    """
    past_tables = [Counter(table for entrant in group for table in entrant.past_tables) for group in groups]
    visits = Counter(table for past in past_tables for table in past)
    busiest = max((visits[table] for table in tables), default=0)
    if len(tables) > busiest + max(map(len, past_tables), default=0) + 1:
        return _exchanged(past_tables, tables)
    return _weighed(given, groups, past_tables, tables)


def _exchanged(past_tables: Sequence[Counter[int]], tables: Sequence[int]) -> list[int]:
    """Each group that would return exchanges tables with the nearest one so that neither returns."""
    sitting = list(tables)
    for at, past in enumerate(past_tables):
        if sitting[at] not in past:
            continue
        other = next(
            near
            for away in range(1, len(sitting))
            for near in (at + away, at - away)
            if 0 <= near < len(sitting) and sitting[near] not in past and sitting[at] not in past_tables[near]
        )
        sitting[at], sitting[other] = sitting[other], sitting[at]
    return sitting


def _weighed(
    given: DrawInput, groups: Sequence[Group], past_tables: Sequence[Counter[int]], tables: Sequence[int]
) -> list[int]:
    """The assignment with the fewest returns, then the smallest squares of the moves of groups in the order,
    then by lot."""
    if not any(table in past for table, past in zip(tables, past_tables, strict=True)):
        return list(tables)
    size = len(tables)
    edges, terms = [], []
    for at, (group, past) in enumerate(zip(groups, past_tables, strict=True)):
        first = min(entrant.number for entrant in group)
        for place, table in enumerate(tables):
            by_lot = lot(given.seed, "table", given.turn, first, table) >> (64 - LOT_BITS)
            edges.append((at, size + place))
            terms.append((past[table], (at - place) ** 2, by_lot))
    costs, _bits = as_numbers(terms, size)
    table_of = dict(cheapest_matching(2 * size, edges, costs))
    return [tables[table_of[at] - size] for at in range(size)]


def _fixed(group: Sequence[Entrant]) -> Entrant | None:
    """An entrant of the group with a fixed table; the first, if several are fixed to one table."""
    fixed = [entrant for entrant in group if entrant.fixed_table is not None]
    for one in fixed[1:]:
        if one.fixed_table != fixed[0].fixed_table:
            _clash("two-tables-wanted", fixed[0], one)
    return fixed[0] if fixed else None


def _clash(code: str, one: Entrant, other: Entrant, **params: int) -> None:
    raise DrawImpossible(code, first=one.number, second=other.number, **params)


def tabled(
    given: DrawInput,
    line: Line,
    couples: Sequence[Couple],
    reasons: Sequence[Reason],
    resting: Sequence[Entrant],
) -> Draw:
    """The draw of those couples, each with its reason; at most one has a bye."""
    pairs = [(line.entrants[i], line.entrants[j]) for i, j in couples]
    tables = [
        replace(
            table_of_two(given, number, *sides(given, *pair), reason),
            distance=couple[1] - couple[0],
            repeated=line.repeated(couple),
        )
        for number, couple, pair, reason in zip(numbered(given, pairs), couples, pairs, reasons, strict=True)
    ]
    return Draw(
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        byes=tuple(entrant.id for entrant in resting),
        seed=given.seed,
    )
