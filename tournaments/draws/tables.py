"""What a draw answers: tables with their seats, their cost, and why each is as it is."""

from dataclasses import dataclass, field
from typing import Literal

Seat = Literal["N", "E", "S", "W"]
SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why these two meet: a code, and whole numbers for the sentence which is made of it elsewhere.

    | code | what it stands for | params |
    | --- | --- | --- |
    | ``by-lot`` | one of the two, or both, had no place yet | |
    | ``circle-by-lot`` | by lot, and of one circle; no draw has fewer such tables | |
    | ``neighbours`` | they stand next to each other | first, second |
    | ``rematch`` | they met in *turn*; no draw has fewer rematches, or older | first, second, turn |
    | ``already-met`` | *who* and *between* met in *turn* | first, second, who, between, turn |
    | ``tables-apart`` | *who* and *between* have each a fixed table | first, second, who, between |
    | ``wish-kept`` | *who* and *between* are of one circle | first, second, who, between |
    | ``wish-unkept`` | they are of one circle; no draw has fewer such tables | first, second |
    | ``taken`` | *between* plays against *opponent* | first, second, between, opponent |
    | ``nearest`` | the draw with the smallest total distance has it so | first, second |
    | ``first-turn`` | they stand so in the order that turn 1 goes by | first, second |
    | ``same-points`` | Swiss: both have *points* | first, second, points |
    | ``nearest-points`` | Swiss: nobody nearer in points was left | first, second, more, less |
    | ``swiss-rematch`` | Swiss: they met in *turn*; no draw has fewer rematches, or older | as rematch |
    | ``scheduled`` | the schedule has it so in *turn* | turn |
    | ``stage`` | knock-out, *left* are still in: the bracket has it so | left |
    | ``final``, ``third-place`` | knock-out: for the first place, for the third | |

    All params but *turn* and points are places in the classifica: *first* and *second* of the two at the
    table, the better one first, *who* of one of them, *between* of somebody standing between them.
    """

    code: str
    params: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seats:
    """Which player of the entry, 0 or 1, takes each chair: side A has N and S, side B has E and W."""

    north: int
    east: int
    south: int
    west: int


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of the turn. ``distance`` is in places among those who play this turn: 1 for neighbours."""

    number: int
    side_a: int
    side_b: int
    first_dealer: Seat
    seats: Seats
    reason: Reason
    distance: int
    rematch: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """The tables by number, the id of who rests, the sum of distances, and how many tables are rematches."""

    tables: tuple[DrawnTable, ...]
    rests: int | None
    cost: int
    rematches: int
    seed: int
