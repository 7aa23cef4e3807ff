"""Whether the cards of a split can give both sides their sequences.

The tables of ``shares`` are looked up by points: what the suits make leaves one value for the trumps. The
points of both sides, in fives, are packed in one integer.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.cards import CONTATORI
from scoring.bolognese.combinations import DOUBLING_FROM
from scoring.bolognese.feasibility.shares import (
    ANY_CARDS,
    Cards,
    Kinds,
    Made,
    each_number,
    suit_table,
    trump_table,
)

#: Packs our fives beside theirs, which never reach it; and a number of fives that no cards make.
_PACK: Final = 1 << 8
_NEVER: Final = 1 << 20
#: Cache sizes, in tables: all those without known cards fit.
_SUITS_CACHED: Final = 6_000
_TRUMPS_CACHED: Final = 100

#: The points of our sequences and of theirs, in fives; None for any.
Wanted = tuple[int | None, int | None]
#: Whether ours matter, and whether theirs do.
_Asked = tuple[bool, bool]
#: Numbers of our sequences and of theirs, counted up to three.
_Numbers = tuple[int, int]


class _Trumps(NamedTuple):
    """What the trumps add to some numbers of sequences of the suits."""

    #: Whether we double, whether they do, and bit masks of how many other cards are ours, by packed fives.
    tables: Mapping[_Numbers, list[tuple[bool, bool, dict[int, int]]]]
    #: The most fives of both sides together.
    most: int


def can_make(wanted: Wanted, tarocchi: int, kinds: Kinds, sizes: int, cards: Cards) -> bool:
    """Whether splits in which these cards of value are ours give these sequences, with one of these sizes of
    our pile."""
    fives, their_fives = wanted
    asked = (fives is not None, their_fives is not None)
    # By whether we double and whether they do: the packed fives before doubling.
    packed_fives = [
        [one * _PACK + other for other in _before_doubling(their_fives)] for one in _before_doubling(fives)
    ]
    in_all, valued = (fives or 0) + (their_fives or 0), tarocchi + sum(kinds)
    for contatori in range(len(CONTATORI) + 1):
        trumps = _trumps(contatori, tarocchi, cards, asked)
        for numbers, packed, points, assi in _suits(contatori, kinds, cards.known.suits, asked):
            # Doubling makes twice the points at most.
            if in_all > (points + trumps.most) * 2:
                break
            for we_double, they_double, table in trumps.tables.get(numbers, ()):
                others = table.get(packed_fives[we_double][they_double] - packed)
                if others and any(others << valued + number & sizes for number in each_number(assi)):
                    return True
    return False


def _before_doubling(fives: int | None) -> tuple[int, int]:
    """Returns the fives of fewer than three sequences, and of three or more, that make these points."""
    if fives is None:
        return 0, 0
    return fives, _NEVER if fives % 2 else fives // 2


@lru_cache(_SUITS_CACHED)
def _suits(
    contatori: int, kinds: Kinds, known: tuple[int, ...], asked: _Asked
) -> list[tuple[_Numbers, int, int, int]]:
    """Returns what the suits make, the most fives first: numbers of sequences, fives packed and added up, and
    the mask of our assi."""
    found: dict[tuple[_Numbers, int, int], int] = {}
    for made, assi in suit_table(contatori, kinds, known).items():
        key = _seen(made, asked)
        found[key] = found.get(key, 0) | assi
    return sorted(((*key, assi) for key, assi in found.items()), key=lambda row: -row[2])


@lru_cache(_TRUMPS_CACHED)
def _trumps(contatori: int, tarocchi: int, cards: Cards, asked: _Asked) -> _Trumps:
    added: dict[_Numbers, dict[tuple[bool, bool], dict[int, int]]] = {}
    most = 0
    for made, others in trump_table(contatori, tarocchi, cards).items():
        (more, their_more), packed, points = _seen(made, asked)
        most = max(most, points)
        for ours, theirs in product(range(DOUBLING_FROM + 1), repeat=2):
            double = (ours + more >= DOUBLING_FROM, theirs + their_more >= DOUBLING_FROM)
            table = added.setdefault((ours, theirs), {}).setdefault(double, {})
            table[packed] = table.get(packed, 0) | others
    tables = {
        numbers: [(*double, table) for double, table in ways.items()] for numbers, ways in added.items()
    }
    return _Trumps(tables, most)


def _seen(made: Made, asked: _Asked) -> tuple[_Numbers, int, int]:
    """Returns numbers of sequences, packed fives and their sum; 0 for a side that does not matter."""
    ours, theirs = asked
    fives, their_fives = made.fives * ours, made.their_fives * theirs
    numbers = (min(made.ours, DOUBLING_FROM) * ours, min(made.theirs, DOUBLING_FROM) * theirs)
    return numbers, fives * _PACK + their_fives, fives + their_fives


@cache
def most_fives(tarocchi: int, kinds: Kinds) -> tuple[int, ...]:
    """Returns bounds in fives of both sides' sequences together, of ours, and of theirs, where these cards of
    value are ours. Nothing that is known about the cards makes them larger."""
    return tuple(
        max(
            (points + trumps.most) * (2 if we_double or they_double else 1)
            for contatori in range(len(CONTATORI) + 1)
            for trumps in (_trumps(contatori, tarocchi, ANY_CARDS, asked),)
            for numbers, _, points, _ in _suits(contatori, kinds, ANY_CARDS.known.suits, asked)
            for we_double, they_double, _ in trumps.tables.get(numbers, ())
        )
        for asked in ((True, True), (True, False), (False, True))
    )
