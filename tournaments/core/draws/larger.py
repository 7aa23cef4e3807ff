"""Draws tables of three and more: Terziglio and Gatti (three), Chiama re (four), Mattazza (three to six)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Self

from tournaments.core.draws.grouping import EXCHANGES, KICKS, nearest_groups
from tournaments.core.draws.inputs import (
    SIDES,
    DrawInput,
    Entrant,
    Line,
    Rematches,
    entrants_with_bye,
    in_order,
    penalties,
    verify,
)
from tournaments.core.draws.seating import numbered
from tournaments.core.draws.tables import Draw, DrawnTable, Reason
from tournaments.core.lots import lot, lots


def draw_larger(given: DrawInput, exchanges: int = EXCHANGES) -> Draw:
    """The tables of a round, down the standings, determined by the input alone.

    Entrants without a place, as all may be in round 1, are drawn by lot. Among the others, the best sit
    together, then the next. When rematches are avoided, `grouping` minimises in this order: the number of
    rematches, how recent they are, the distances. Two entrants fixed to different tables are kept apart
    before all else. Byes are settled first, as few as `table_sizes` allows: they go to the last in the line
    among those with the fewest byes.

    Raises `DrawImpossible` with the codes of `inputs.verify` and of `seating.numbered`.
    """
    verify(given)
    playing = Playing.from_input(given)
    chance = lots(2 * KICKS * exchanges, given.seed, "grouping", given.turn)
    groups = nearest_groups(playing.sizes, penalties(given, playing.line), chance, exchanges)
    return seated(given, playing, groups)


@dataclass(frozen=True, slots=True)
class Playing:
    """The line of the entrants who play, the sizes of their tables, and the entrants with a bye."""

    line: Line
    sizes: tuple[int, ...]
    resting: tuple[Entrant, ...]

    @classmethod
    def from_input(cls, given: DrawInput) -> Self:
        placed = in_order(given)
        sizes = table_sizes(len(placed), given.sizes)
        resting = entrants_with_bye(placed, len(placed) - sum(sizes))
        return cls(
            Line.from_input(given, (entrant for entrant in placed if entrant not in resting)), sizes, resting
        )


def seated(given: DrawInput, playing: Playing, groups: Sequence[list[int]]) -> Draw:
    """The draw of these groups; a group holds the positions in the line of the players at one table."""
    return Draw(
        tables=tuple(_tables(given, playing.line, sorted(groups))),
        byes=tuple(entrant.id for entrant in playing.resting),
        seed=given.seed,
    )


def table_sizes(players: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables, the preferred ones first, such that as few players as possible are left over.

    >>> table_sizes(11, (4, 3, 5, 6)), table_sizes(9, (4, 3, 5, 6)), table_sizes(11, (3,))
    ((4, 4, 3), (4, 5), (3, 3, 3))
    """
    for seated in range(players, 0, -1):
        sizes = _filled(seated, allowed)
        if sizes:
            return sizes
    return ()


def _filled(players: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    """The sizes for exactly that many players, as many as possible of the first size, then of the next; None
    if impossible."""
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


def _tables(given: DrawInput, line: Line, groups: Sequence[Sequence[int]]) -> list[DrawnTable]:
    seated = [tuple(line.entrants[position] for position in group) for group in groups]
    tables = []
    for number, group, entrants in zip(numbered(given, seated), groups, seated, strict=True):
        ordered = order_of_play(given, entrants)
        tables.append(
            DrawnTable(
                number=number,
                sides=tuple((entrant.id,) for entrant in ordered),
                firsts=(0,) * len(ordered),
                first_dealer=(_first_dealer(given, entrants), 0),
                reason=explain(line, group, given.rematches),
                distance=sum(other - one for one, other in combinations(group, 2)),
                repeated=line.repeated(group),
            )
        )
    return sorted(tables, key=lambda table: table.number)


def order_of_play(given: DrawInput, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants in the order of play A, B, C …: each on the side where they have sat least often, if
    possible not where they last sat."""

    def cost(entrant: Entrant, at: int) -> tuple[int, int, int]:
        side = SIDES[at]
        came_from_here = entrant.past_sides[-1:] == (side,)
        by_lot = lot(given.seed, "side", given.turn, entrant.number, side)
        return entrant.past_sides.count(side), came_from_here, by_lot

    costs = {(one.id, at): cost(one, at) for one in entrants for at in range(len(entrants))}

    def total_cost(order: Sequence[Entrant]) -> list[int]:
        return [sum(term) for term in zip(*(costs[one.id, at] for at, one in enumerate(order)), strict=True)]

    return min(permutations(entrants), key=total_cost)


def _first_dealer(given: DrawInput, entrants: Sequence[Entrant]) -> int:
    """The side that deals first, drawn by lot instead of by the highest card at the table."""
    numbers = sorted(entrant.number for entrant in entrants)
    return lot(given.seed, "dealer", given.turn, *numbers) % len(entrants)


def explain(line: Line, group: Sequence[int], rematches: Rematches) -> Reason:
    """Why the players of a table sit together, explained by the entrants between them who sit elsewhere.

    ``group`` holds their positions in the line, the best first.

    | code | what it stands for | params besides first, last |
    | --- | --- | --- |
    | ``by-lot`` | some of them had no place yet | none, not even first and last |
    | ``in-a-row`` | they stand next to each other | |
    | ``some-met`` | *couples* met already, *who* and *other* last, in *turn* | who, other, turn, couples |
    | ``apart-having-met`` | *between* sits elsewhere, having met *who* in *turn* | who, between, turn |
    | ``apart-by-table`` | *who* and *between* are fixed to different tables | who, between |
    | ``near-ones`` | these tables were the cheapest found | |

    All params but *turn* and *couples* are places in the standings.
    """
    ranks = [line.entrants[at].rank for at in group]
    places = [rank for rank in ranks if rank is not None]
    if len(places) < len(group):
        return Reason("by-lot")
    span = {"first": places[0], "last": places[-1]}
    reason = (_met_again(line, group) if rematches == "avoided" else None) or _in_a_row(group)
    reason = reason or _missing(line, group, rematches) or Reason("near-ones")
    return Reason(reason.code, {**span, **reason.params})


def _met_again(line: Line, group: Sequence[int]) -> Reason | None:
    """The latest meeting of two players at the table, and the number of couples who have met."""
    met = [
        (line.last_met[i, j], line.entrants[i].rank or 0, line.entrants[j].rank or 0)
        for i in group
        for j in group
        if (i, j) in line.last_met
    ]
    if not met:
        return None
    turn, better, other = max(met, key=lambda meeting: (meeting[0], -meeting[1], -meeting[2]))
    return Reason("some-met", {"who": better, "other": other, "turn": turn, "couples": len(met)})


def _in_a_row(group: Sequence[int]) -> Reason | None:
    return Reason("in-a-row") if group[-1] - group[0] == len(group) - 1 else None


def _missing(line: Line, group: Sequence[int], rematches: Rematches) -> Reason | None:
    """The first entrant between them who has met a player of this table, or is fixed to another table."""
    for between in (at for at in range(group[0], group[-1]) if at not in group):
        for at in group:
            one, missing = line.entrants[at], line.entrants[between]
            params = {"who": one.rank or 0, "between": missing.rank or 0}
            if None not in (one.fixed_table, missing.fixed_table) and one.fixed_table != missing.fixed_table:
                return Reason("apart-by-table", params)
            turn = line.last_met.get((min(at, between), max(at, between)))
            if turn is not None and rematches == "avoided":
                return Reason("apart-having-met", {**params, "turn": turn})
    return None
