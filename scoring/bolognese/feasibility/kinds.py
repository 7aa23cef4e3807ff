"""Which cards that lie aside are alike to accusi, and which are missed less than others.

Suits are alike, Moors are alike, contatori are alike. Of the numbers those matter that the grande breaks at:
two contatori may stand for two that are missing, so that nothing counts below the third; and a number is the
less missed the lower it is, but that of two side by side neither can be stood for (Barilli 2.4).
"""

from functools import lru_cache
from itertools import pairwise, permutations
from typing import Final, NamedTuple, TypeVar

from scoring.bolognese.cards import ANGEL, BIT, NUMBERS, SUITS
from scoring.bolognese.feasibility.held import RE, WHOLE_SUIT
from scoring.bolognese.feasibility.suits import contatori
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, PEZZI_BITS

#: So many numbers that are missing end any grande.
HOLES: Final = 3
_FIRST_OF_SUIT: Final = tuple(BIT["Q" + suit].bit_length() - 1 for suit in SUITS)
_RE_OF_SUIT: Final = tuple(BIT["R" + suit] for suit in SUITS)
_PEZZI: Final = BIT[ANGEL] | PEZZI_BITS

#: Of so many pairs it is remembered whether one is among the other.
_REMEMBERED: Final = 20_000

Holes = tuple[int, ...]
#: For each suit the one that stands in its place.
Orders = tuple[tuple[int, ...], ...]

#: What can be told of a suit.
_Told = TypeVar("_Told", int, tuple[int, int])

ANY_ORDER: Final[Orders] = tuple(permutations(range(len(SUITS))))


class Kind(NamedTuple):
    """What of some cards matters to accusi."""

    suits: tuple[int, ...]
    mori: int
    #: Angelo and pezzi, and as many contatori.
    opening: int
    #: The highest numbers, from the highest down, by their place from the 5 up.
    holes: Holes

    def is_within(self, more: "Kind", orders: Orders = ANY_ORDER) -> bool:
        """Whether whatever can be shown without the others can be without these."""
        return (
            self.mori <= more.mori
            and not self.opening & ~more.opening
            and _are_missed_less(self.holes, more.holes)
            and _are_among(self.suits, more.suits, orders)
        )


def _are_among(suits: tuple[int, ...], more: tuple[int, ...], orders: Orders) -> bool:
    """Whether in some order these cards of the suits are among the others."""
    if len(orders) == len(ANY_ORDER):
        return _are_among_in_any(suits, more)
    return any(all(not suits[at] & ~mask for at, mask in zip(order, more, strict=True)) for order in orders)


@lru_cache(_REMEMBERED)
def _are_among_in_any(suits: tuple[int, ...], more: tuple[int, ...]) -> bool:
    first, *others = more
    return any(
        not mine & ~first and (not others or _are_among_in_any(suits[:at] + suits[at + 1 :], tuple(others)))
        for at, mine in enumerate(suits)
    )


def kind_of(cards: int, orders: Orders = ANY_ORDER) -> Kind:
    """The same for cards that are alike, where suits may change over so."""
    first = in_first_order(suits_of(cards), orders)
    opening = cards & _PEZZI | contatori((cards & CONTATORI_BITS).bit_count())
    return Kind(first, (cards & MOORS_BITS).bit_count(), opening, _holes_of(cards))


def in_first_order(told: tuple[_Told, ...], orders: Orders) -> tuple[_Told, ...]:
    """What is told of each suit, in the one of these orders that comes first."""
    if len(orders) == len(ANY_ORDER):
        return tuple(sorted(told))
    return min(tuple(told[at] for at in order) for order in orders)


def suits_of(cards: int) -> tuple[int, ...]:
    """Of each suit regina, cavallo, fante, asso and re, bit by bit."""
    return tuple(
        cards >> first & WHOLE_SUIT | (RE if cards & re else 0)
        for first, re in zip(_FIRST_OF_SUIT, _RE_OF_SUIT, strict=True)
    )


def cards_of(suit: int, held: int) -> int:
    """These of regina, cavallo, fante, asso and re of the suit in that place."""
    return (held & WHOLE_SUIT) << _FIRST_OF_SUIT[suit] | (_RE_OF_SUIT[suit] if held & RE else 0)


def _holes_of(cards: int) -> Holes:
    places = (len(NUMBERS) - 1 - down for down, number in enumerate(NUMBERS) if cards & BIT[number])
    return tuple(place for _, place in zip(range(HOLES), places, strict=False))


@lru_cache(_REMEMBERED)
def _are_missed_less(one: Holes, other: Holes) -> bool:
    """Whether a grande that lacks the other numbers can be had of as many cards without these."""
    if len(one) > len(other) or any(mine > theirs for mine, theirs in zip(one, other, strict=False)):
        return False
    together = [high - low == 1 for high, low in pairwise(one)]
    return not any(together) or together == [high - low == 1 for high, low in pairwise(other[: len(one)])]
