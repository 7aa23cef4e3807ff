"""Whist tables: everyone plays with everyone once, and against everyone twice.

They exist for every number of players n that is 0 or 1 modulo 4 (Baker, 1975; Anderson,
*Combinatorial Designs and Tournaments*, 1997). The ones here are cyclic: a first turn is written down, each
further turn adds one to every number in it, modulo n, or modulo n - 1 beside one player who stays. They were
found by search. Nine have no cyclic table: theirs is made of the powers of a primitive element of the field
of nine elements, and the turns add each of them. The tests play every table through.
"""

from collections.abc import Sequence

from tournaments.draws.inputs import DrawImpossible

Foursome = tuple[int, int, int, int]  # partners, then their opponents

STAYS = -1
#: How many have a table that is not cyclic.
FIELD = 9


def _foursome(written: str) -> Foursome:
    one, partner, other, another = map(int, written.split())
    return one, partner, other, another


# The tables of the first turn, partners before their opponents. With n = 1 modulo 4 it is 0 that rests.
_BASES = {
    4: "-1 2 0 1",
    5: "1 4 2 3",
    8: "-1 5 0 4, 6 1 2 3",
    9: "1 2 6 3, 4 8 7 5",  # 3a + b stands for a·i + b, where i² = -1 modulo 3
    12: "-1 9 10 1, 6 3 2 8, 0 7 5 4",
    13: "9 8 6 4, 1 11 12 5, 2 10 7 3",
    16: "-1 10 8 1, 12 13 2 11, 5 7 0 4, 9 14 3 6",
    17: "7 11 15 10, 4 12 1 2, 8 5 6 13, 9 3 16 14",
    20: "-1 8 3 10, 7 4 0 17, 15 5 16 11, 6 14 9 13, 2 1 18 12",
    21: "5 16 8 9, 19 1 7 3, 14 6 2 17, 11 18 12 10, 4 13 20 15",
    24: "-1 4 12 15, 10 19 3 5, 14 18 0 8, 2 20 22 21, 9 16 17 6, 7 13 1 11",
    25: "4 8 3 22, 23 11 13 20, 1 2 18 21, 17 7 9 14, 5 19 6 15, 16 24 10 12",
    28: "-1 14 3 22, 2 9 16 6, 19 4 7 13, 1 17 24 26, 20 15 25 21, 8 5 0 18, 11 12 23 10",
    29: "2 1 14 3, 22 28 24 27, 10 15 7 21, 11 4 20 18, 9 26 16 6, 17 8 12 25, 23 19 13 5",
    32: "-1 19 26 7, 0 11 8 3, 14 12 29 25, 15 2 4 21, 17 1 10 16, 23 24 28 18, 9 6 5 27, 30 22 13 20",
}
BASES: dict[int, tuple[Foursome, ...]] = {
    size: tuple(_foursome(table) for table in tables.split(", ")) for size, tables in _BASES.items()
}


def whist_turns(size: int) -> int:
    """How many turns the whist tournament of so many has."""
    return size - 1 + size % 4


def whist_turn(ids: Sequence[int], turn: int) -> tuple[Foursome, ...]:
    """The tables of a turn, 1 and up, of the whist tournament of those ids; one rests where they are odd.

    Raises `DrawImpossible` ``no-whist-table`` for a number without one here, with the next smaller and the
    next larger that have one (0 for none), and ``more-turns-than-partners`` with the most turns there are.
    """
    size = len(ids)
    if size not in BASES:
        smaller = max((known for known in BASES if known < size), default=0)
        larger = min((known for known in BASES if known > size), default=0)
        raise DrawImpossible("no-whist-table", entrants=size, smaller=smaller, larger=larger)
    around = whist_turns(size)
    if not 1 <= turn <= around:
        raise DrawImpossible("more-turns-than-partners", turns=turn, most=around)

    def playing(number: int) -> int:
        return ids[-1] if number == STAYS else ids[_sum(number, turn - 1, around)]

    return tuple(
        (playing(one), playing(partner), playing(other), playing(another))
        for one, partner, other, another in BASES[size]
    )


def _sum(one: int, other: int, around: int) -> int:
    """Modulo so many, but of nine in their field: digit by digit, modulo three."""
    if around == FIELD:
        return (one // 3 + other // 3) % 3 * 3 + (one + other) % 3
    return (one + other) % around
