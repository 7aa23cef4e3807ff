"""The figures on a sheet, the known facts of their deal, and the points that its hands can declare."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from lzma import decompress
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, MATTO, bits
from scoring.bolognese.pile import DealShape
from scoring.sheet import Figure, Figures

#: The figures of a pile, in the order of the answers (CONTRACT).
OF_PILES: Final = ("sequences", "cricche", "card_points", "total")
#: The points of a side's declarations.
DECLARED: Final = "declarations"
NAMES: Final = (*OF_PILES, DECLARED)

#: The two piles, by number, of every deal that is played out.
PILES: Final = (0, 1)
#: The piles of the Angelo and of the Matto.
Holders = tuple[int, int]
ANY_HOLDERS: Final[frozenset[Holders]] = frozenset((angelo, matto) for angelo in PILES for matto in PILES)


def possible_holders(can_lack: Callable[[int, int], bool]) -> frozenset[Holders]:
    """Returns the possible holders when both sides have a trick; ``can_lack`` tells whether the declarations
    for a pile could be shown without some cards."""

    def lacked(pile: int, holders: Holders) -> int:
        return bits(card for card, holder in zip((ANGEL, MATTO), holders, strict=True) if holder != pile)

    return frozenset(
        holders for holders in ANY_HOLDERS if all(can_lack(pile, lacked(pile, holders)) for pile in PILES)
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """Known facts about the deal of the figures; piles are given by number."""

    shape: DealShape
    rules: str
    #: The sides that own each pile: at terziglio two allies share one.
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    #: The numbers of players that own each pile.
    players: tuple[int, int]
    #: The piles that may have the last trick.
    last_tricks: tuple[int, ...] = PILES
    #: The piles that may hold more discards: the dealer's, or at terziglio the soloist's.
    discarders: tuple[int, ...] = PILES
    #: Whether the cards laid aside go to the winner of the last trick: the pozzo of "faccio di mio" (Barilli
    #: 4.2.1).
    pozzo: bool = False
    #: The known discards of the side that laid aside more, as a set of cards.
    aside: int = 0
    #: The points of the declarations for each pile, if they are listed.
    listed: tuple[int, int] | None = None
    #: The possible holders of Angelo and Matto beside the listed declarations, when both sides have a trick.
    holders: frozenset[Holders] = ANY_HOLDERS

    def pile_of(self, side: str) -> int:
        """Returns the number of the pile that a side owns."""
        return PILES[side in self.sides[1]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures given, the first pile's first, and their deal; a missing figure may be anything."""

    figures: Figures
    deal: Deal

    def get(self, pile: int, name: str) -> int | None:
        """Returns a figure of a pile; None if no owner of the pile gave it."""
        given = (self.figures.get(Figure(side, name)) for side in self.deal.sides[pile])
        return next((value for value in given if value is not None), None)

    @property
    def has_allies_differing(self) -> bool:
        """Whether two owners of one pile gave different values of a figure."""
        return any(
            value != self.get(self.deal.pile_of(side), name) for (side, name), value in self.figures.items()
        )


# --- declarations

# A player shows combinations in hand, and may show less than the hand holds (Barilli 3.5.1). The stored
# table ``shown.lzma`` has exactly the pairs of sums that the hands of one deal can show, and the sums that a
# side can show without the Angelo, without the Matto, or without both. House rules change nothing, and the
# duty to discard excludes nothing. ``tests.scoring.bolognese.feasibility.every_accuso`` makes the table.

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
