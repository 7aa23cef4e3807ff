"""Tables of three and more: Terziglio and Gatti in three, Chiama re in four, Mattazza in three to six."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from tournaments.draws.grouping import KICKS, SEARCHED, Search, nearest_groups, priced
from tournaments.draws.inputs import SIDES, DrawInput, Entrant, Meeting, verify
from tournaments.draws.larger_reasons import explain
from tournaments.draws.line import Couple, Line, in_order, penalties, resters
from tournaments.draws.numbering import numbered
from tournaments.draws.tables import Reason
from tournaments.lots import lot, lots


@dataclass(frozen=True, slots=True)
class LargerTable:
    """One table, its entrants' ids in the order of play; ``first_dealer`` is the index of one of them.

    ``distance`` is the sum over every two who sit here, in places among those who play this turn;
    ``repeated`` holds, for every two of them who have met, the last of their meetings.
    """

    number: int
    entrants: tuple[int, ...]
    first_dealer: int
    reason: Reason
    distance: int
    repeated: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class LargerDraw:
    """The tables by number, the ids of those who rest, the sum of distances, and the couples who meet again.

    ``is_proven`` when it is certain that no draw has fewer repeated meetings, then older, then nearer ones.
    """

    tables: tuple[LargerTable, ...]
    rests: tuple[int, ...]
    cost: int
    rematches: int
    is_proven: bool
    seed: int


def draw_larger(given: DrawInput, *, searched: int = SEARCHED, search: Search = priced) -> LargerDraw:
    """The tables of a turn, down the classifica, the same ones for the same input on every machine.

    Turn 1 is drawn by lot. Later the best sit together, then the next. With rematches avoided it is the draw
    with the fewest couples who meet again, then the oldest such meetings, then the smallest distances; how
    near the search comes to the least there is, `grouping` says and ``is_proven`` tells: up to ``searched``
    players nearly always. Two entrants fixed to different tables are kept apart before all else. Who rests
    is settled first, as few as `table_sizes` allows: the last in the line of those who have rested least.

    Raises `DrawImpossible` with the codes of `inputs.verify` and of `numbering.numbered`.
    """
    verify(given)
    placed = in_order(given)
    sizes = table_sizes(len(placed), given.sizes)
    resting = resters(placed, len(placed) - sum(sizes))
    line = Line.of(given, (entrant for entrant in placed if entrant not in resting))
    chance = lots(2 * KICKS, given.seed, "grouping", given.turn)
    grouping = nearest_groups(sizes, penalties(given, line), chance, searched=searched, search=search)
    tables = tuple(_tables(given, line, sorted(grouping.tables)))
    return LargerDraw(
        tables=tables,
        rests=tuple(entrant.id for entrant in resting),
        cost=sum(table.distance for table in tables),
        rematches=sum(len(table.repeated) for table in tables),
        is_proven=grouping.is_proven,
        seed=given.seed,
    )


def table_sizes(players: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables, the preferred ones first, such that as few as possible are left over.

    >>> table_sizes(11, (4, 3, 5, 6)), table_sizes(9, (4, 3, 5, 6)), table_sizes(11, (3,))
    ((4, 4, 3), (4, 5), (3, 3, 3))
    """
    for seated in range(players, 0, -1):
        sizes = _filled(seated, allowed)
        if sizes:
            return sizes
    return ()


def _filled(players: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    """Tables for exactly so many: most of the first size, then of the next; None where no sizes add up."""
    if not players:
        return ()
    if not allowed:
        return None
    size, *others = allowed
    for count in range(players // size, -1, -1):
        rest = _filled(players - count * size, others)
        if rest is not None:
            return (size,) * count + rest
    return None


def _tables(given: DrawInput, line: Line, groups: Sequence[Sequence[int]]) -> list[LargerTable]:
    seated = [tuple(line.entrants[position] for position in group) for group in groups]
    tables = []
    for number, group, entrants in zip(numbered(given, seated), groups, seated, strict=True):
        ordered = order_of_play(given, entrants)
        tables.append(
            LargerTable(
                number=number,
                entrants=tuple(entrant.id for entrant in ordered),
                first_dealer=_first_dealer(given, entrants),
                reason=explain(line, group, given.rematches),
                distance=sum(j - i for i, j in _couples(group)),
                repeated=_repeated(line, group),
            )
        )
    return sorted(tables, key=lambda table: table.number)


def order_of_play(given: DrawInput, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Who sits A, B, C …: everyone where they have sat least, not where they come from, the rest by lot."""

    def cost(entrant: Entrant, at: int) -> tuple[int, int, int]:
        here = SIDES[at]
        came_from_here = entrant.past_sides[-1:] == (here,)
        by_lot = lot(given.seed, "side", given.turn, entrant.number, here)
        return entrant.past_sides.count(here), came_from_here, by_lot

    costs = {(one.id, at): cost(one, at) for one in entrants for at in range(len(entrants))}

    def whole(order: Sequence[Entrant]) -> list[int]:
        return [sum(term) for term in zip(*(costs[one.id, at] for at, one in enumerate(order)), strict=True)]

    return min(permutations(entrants), key=whole)


def _first_dealer(given: DrawInput, entrants: Sequence[Entrant]) -> int:
    """By lot, in the place of the highest card drawn at the table."""
    numbers = sorted(entrant.number for entrant in entrants)
    return lot(given.seed, "dealer", given.turn, *numbers) % len(entrants)


def _repeated(line: Line, group: Sequence[int]) -> tuple[Meeting, ...]:
    ids = [entrant.id for entrant in line.entrants]
    return tuple(
        Meeting(line.last_met[i, j], ids[i], ids[j]) for i, j in _couples(group) if (i, j) in line.last_met
    )


def _couples(group: Sequence[int]) -> list[Couple]:
    return [(i, j) for at, i in enumerate(group) for j in group[at + 1 :]]
