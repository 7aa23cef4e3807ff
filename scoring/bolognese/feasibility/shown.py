"""The points that the two sides of a deal can declare together, as a stored table, ``shown.lzma``.

A player shows combinations in hand, and may show less than the hand holds (Barilli 3.5.1). The table has
exactly the pairs of sums that the hands of one deal can show, and the sums that a side can show without the
Angelo, without the Matto, or without both. House rules change nothing, and the duty to discard excludes
nothing. ``tests.scoring.bolognese.feasibility.every_accuso`` makes the table.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from lzma import decompress
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, MATTO
from scoring.bolognese.feasibility.sheet import Deal, Holders, possible_holders

#: A set of sums: bit n for n points.
Sums = int


class Seats(NamedTuple):
    """The number of players of each side, and the cards in a hand when the first trick begins."""

    first: int
    second: int
    hand: int


#: The table's rows: for each kind of seats so many, one for each sum of the first side.
_ROWS: Final = {Seats(1, 1, 15): 417, Seats(1, 1, 20): 529, Seats(2, 2, 15): 507, Seats(1, 2, 18): 489}
#: Then three rows for each number of players and size of hands: the sums of a side that lacks these cards.
_ALONE: Final = ((1, 15), (1, 20), (2, 15), (1, 18), (2, 18))
_LACKING: Final = (BIT[ANGEL], BIT[MATTO], BIT[ANGEL] | BIT[MATTO])
#: Bytes of a row; no sum is larger than its last bit.
_WIDTH: Final = 74
_MOST: Final = 8 * _WIDTH


class _Table(NamedTuple):
    #: For each sum of the first side, the sums of the second.
    both: Mapping[Seats, tuple[Sums, ...]]
    #: By number of players and size of hands, the sums of a side that lacks the cards of ``_LACKING``.
    lacking: Mapping[tuple[int, int], tuple[Sums, ...]]


@cache
def _table() -> _Table:
    packed = BytesIO(decompress(files("scoring.bolognese.feasibility").joinpath("shown.lzma").read_bytes()))

    def rows(number: int) -> tuple[Sums, ...]:
        return tuple(int.from_bytes(packed.read(_WIDTH), "little") for _ in range(number))

    both = {seats: rows(number) for seats, number in _ROWS.items()}
    return _Table(both, {alone: rows(len(_LACKING)) for alone in _ALONE})


def may_both_show(first: int, second: int, seats: Seats) -> bool:
    """Whether the two sides of some deal show exactly these points."""
    rows = _table().both[seats]
    return 0 <= first < len(rows) and second >= 0 and bool(rows[first] >> second & 1)


def may_show_without(points: int, players: int, hand: int, cards: int) -> bool:
    """Whether a side that can show these points can do so without these cards, Angelo or Matto or both."""
    return bool(_table().lacking[players, hand][_LACKING.index(cards)] >> points & 1)


def every_sum(deal: Deal, pile: int) -> list[int]:
    """Returns all points that the declarations for a pile can have."""
    if deal.listed is not None:
        return [deal.listed[pile]]
    seats = Seats(*deal.players, deal.shape.tricks)
    pairs = ((0, points) if pile else (points, 0) for points in range(_MOST + 1))
    return [sum(pair) for pair in pairs if may_both_show(*pair, seats)]


def holders_beside(deal: Deal, declared: Sequence[int | None]) -> frozenset[Holders]:
    """Returns the possible piles of Angelo and Matto beside these points of both piles' declarations, None
    for any; empty when nobody can have declared them."""
    if deal.listed is not None:
        as_listed = all(points in (None, right) for points, right in zip(declared, deal.listed, strict=True))
        return deal.holders if as_listed else frozenset()
    first, second = (points or 0 for points in declared)
    hand = deal.shape.tricks
    if not may_both_show(first, second, Seats(*deal.players, hand)):
        return frozenset()

    def can_lack(pile: int, cards: int) -> bool:
        points = declared[pile]
        return not points or not cards or may_show_without(points, deal.players[pile], hand, cards)

    return possible_holders(can_lack)
