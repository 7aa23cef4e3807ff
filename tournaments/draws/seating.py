"""Where the drawn entrants sit: side, chairs, first dealer, number of the table."""

from collections.abc import Sequence
from itertools import count

from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant
from tournaments.draws.tables import SEATS, Seat, Seats
from tournaments.lots import lot

Pair = tuple[Entrant, Entrant]


def sides(given: DrawInput, one: Entrant, other: Entrant) -> Pair:
    """Who sits on side A (N-S), then who on side B (E-W).

    Side A goes to the one who has had it less than side B, compared with the other; if they are level, to the
    one coming from side B when the other comes from A; else by lot.
    """

    def claim(entrant: Entrant) -> tuple[int, bool]:
        return entrant.side_balance, entrant.past_sides[-1:] == ("A",)

    def by_lot(entrant: Entrant) -> int:
        return lot(given.seed, "side", given.turn, entrant.number)

    if claim(one) == claim(other):
        return (one, other) if by_lot(one) <= by_lot(other) else (other, one)
    return (one, other) if claim(one) < claim(other) else (other, one)


def seats(given: DrawInput, side_a: Entrant, side_b: Entrant) -> Seats:
    """By lot, which player of side A sits N and which of side B sits E."""
    north = lot(given.seed, "seat", given.turn, side_a.number) % 2
    east = lot(given.seed, "seat", given.turn, side_b.number) % 2
    return Seats(north=north, east=east, south=1 - north, west=1 - east)


def first_dealer(given: DrawInput, side_a: Entrant, side_b: Entrant) -> Seat:
    """By lot, in the place of the highest card drawn at the table."""
    return SEATS[lot(given.seed, "dealer", given.turn, side_a.number, side_b.number) % len(SEATS)]


def numbered(groups: Sequence[Sequence[Entrant]]) -> list[int]:
    """The table of those who sit together: the fixed one, or the lowest number left, the best ones first.

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
    free = (number for number in count(1) if number not in wanted_by)
    return [entrant.fixed_table if entrant and entrant.fixed_table else next(free) for entrant in fixed]


def _fixed(group: Sequence[Entrant]) -> Entrant | None:
    """The one of the group whose table is fixed; any, when several are fixed to the same."""
    fixed = [entrant for entrant in group if entrant.fixed_table is not None]
    for one in fixed[1:]:
        if one.fixed_table != fixed[0].fixed_table:
            _clash("two-tables-wanted", fixed[0], one)
    return fixed[0] if fixed else None


def _clash(code: str, one: Entrant, other: Entrant, **params: int) -> None:
    raise DrawImpossible(code, first=one.number, second=other.number, **params)
