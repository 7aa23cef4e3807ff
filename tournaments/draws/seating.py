"""Where the drawn entrants sit at their table: side, chairs, first dealer."""

from tournaments.draws.inputs import DrawInput, Entrant
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
