"""Which cards of accusi each side holds in the states that ``suits`` and ``trumps`` only count."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from scoring.bolognese.cards import BIT, MOORS, bits, codes_of
from scoring.bolognese.feasibility.suits import SequencePoints, both_sides, contatori
from scoring.bolognese.feasibility.trumps import beginnings
from scoring.bolognese.grande import ANGEL_BIT, MOORS_BITS, NUMBERS_BITS, opening
from scoring.bolognese.sequences import ACES_BITS, SUIT_BITS

ROSSE: Final = bits(("Sol", "Lun"))
#: Regina, cavallo, fante and asso of a suit, bit by bit; and the Re after them.
WHOLE_SUIT: Final = 15
RE: Final = 16
_HONOURS: Final = codes_of(SUIT_BITS["danari"])
_NOTHING: Final = SequencePoints(0, 0, 0, 0)
#: Different classes that are remembered, of which a sheet asks but a few.
_REMEMBERED: Final = 100

#: How many of re, regine, cavalli and fanti.
Kinds = tuple[int, ...]


class SuitsHeld(NamedTuple):
    """A's share of the suits: of each regina, cavallo, fante and asso, bit by bit, and the Re if it was asked
    for, in increasing order; and how many cards, the re with them."""

    suits: tuple[int, ...]
    cards: int


class TrumpsHeld(NamedTuple):
    """A's share of the trumps."""

    #: Of Sole, Luna and numbers, and of tarocchi if they were asked for, those that A has, it never matters
    #: which contatori; and those that either may have.
    others: int
    free: int
    mori: int
    #: How many cards, the tarocchi with them and the free numbers not.
    cards: int


class _Suits(NamedTuple):
    """Some suits: A's re, regine, cavalli and fanti, A's assi, the points, and what ``SuitsHeld`` tells."""

    kinds: Kinds
    assi: int
    points: SequencePoints
    held: tuple[int, ...]


@lru_cache(_REMEMBERED)
def suits_held(
    contatori_a: int, kinds: Kinds, with_re: bool = False
) -> dict[SequencePoints, frozenset[SuitsHeld]]:
    """A's shares of the suits with so many re, regine, cavalli and fanti, and contatori, by what sequences of
    suits and assi they give."""
    pairs = _two_suits(contatori_a, with_re)
    found: dict[SequencePoints, set[SuitsHeld]] = {}
    for some, ways in pairs.items():
        others = pairs.get(tuple(all_of - part for all_of, part in zip(kinds, some, strict=True)), ())
        for one, other in product(ways, others):
            assi = one.assi + other.assi
            points = one.points.plus(other.points).plus(_assi(assi, contatori_a))
            held = SuitsHeld(tuple(sorted(one.held + other.held)), sum(kinds) + assi)
            found.setdefault(points, set()).add(held)
    return {points: frozenset(shares) for points, shares in found.items()}


@cache
def _two_suits(contatori_a: int, with_re: bool) -> dict[Kinds, tuple[_Suits, ...]]:
    """A's shares of two suits, whichever is which, by how many of each kind."""
    found: dict[Kinds, set[_Suits]] = {}
    for one, other in combinations_with_replacement(_one_suit(contatori_a, with_re), 2):
        kinds = tuple(map(int.__add__, one.kinds, other.kinds))
        held = tuple(sorted(one.held + other.held))
        both = _Suits(kinds, one.assi + other.assi, one.points.plus(other.points), held)
        found.setdefault(kinds, set()).add(both)
    return {kinds: tuple(ways) for kinds, ways in found.items()}


def _one_suit(contatori_a: int, with_re: bool) -> Iterator[_Suits]:
    for choice in range(1 << len(_HONOURS)):
        *kinds, asso = (choice >> place & 1 for place in range(len(_HONOURS)))
        held = bits(code for place, code in enumerate(_HONOURS) if choice >> place & 1)
        points = both_sides("danari", held, SUIT_BITS["danari"] & ~held, contatori_a)
        # The first is the Re, which is laid aside by nobody.
        re = RE if with_re and choice & 1 else 0
        yield _Suits(tuple(kinds), asso, points, (choice >> 1 | re,))


@cache
def _assi(number: int, contatori_a: int) -> SequencePoints:
    held = bits(codes_of(ACES_BITS)[:number])
    return both_sides("assi", held, ACES_BITS & ~held, contatori_a)


@lru_cache(_REMEMBERED)
def trumps_held(
    contatori_a: int, tarocchi_a: int, rules: str, with_tarocchi: bool = False
) -> dict[SequencePoints, tuple[TrumpsHeld, ...]]:
    """A's shares of the trumps with so many tarocchi, the contatori among them, by what grande and mori they
    give."""
    found: dict[SequencePoints, dict[TrumpsHeld, None]] = {}
    for angel_a, mondo_a, moors_a in product((0, 1), (0, 1), range(len(MOORS) + 1)):
        if contatori_a + angel_a + mondo_a != tarocchi_a:
            continue
        mori = _mori(moors_a, contatori_a)
        with_angel = contatori_a if angel_a else 2 - contatori_a
        moors = moors_a if angel_a else len(MOORS) - moors_a
        for cards, held, free in _grandi(with_angel, mondo_a == angel_a, moors, rules):
            others = held if angel_a else (ROSSE | NUMBERS_BITS) & ~held & ~free
            number = tarocchi_a + others.bit_count() + moors_a
            if with_tarocchi:
                others |= contatori(contatori_a) | _pezzi(angel_a, mondo_a)
            share = TrumpsHeld(others, free, moors_a, number)
            found.setdefault(mori.plus(_grande(cards, angel_a)), {})[share] = None
    return {points: tuple(shares) for points, shares in found.items()}


def _pezzi(angel: int, mondo: int) -> int:
    return (ANGEL_BIT if angel else 0) | (BIT["Mon"] if mondo else 0)


@cache
def _mori(moors_a: int, contatori_a: int) -> SequencePoints:
    held = bits(MOORS[:moors_a])
    return both_sides("mori", held, MOORS_BITS & ~held, contatori_a)


def _grande(cards: int, angel_a: int) -> SequencePoints:
    if not cards:
        return _NOTHING
    return SequencePoints(1, cards - 1, 0, 0) if angel_a else SequencePoints(0, 0, 1, cards - 1)


@cache
def _grandi(holders: int, with_mondo: bool, moors: int, rules: str) -> tuple[tuple[int, int, int], ...]:
    """The cards of the grande of who has the Angelo, so many contatori and Moors; which of Sole, Luna and
    numbers that one has; and numbers that change nothing."""
    head = ANGEL_BIT | contatori(holders) | (BIT["Mon"] if with_mondo else 0)
    found = []
    for rosse in (0, BIT["Sol"], BIT["Lun"], ROSSE):
        start = opening(head | rosse, rules)
        if start is None:
            found.append((0, rosse, NUMBERS_BITS))
            continue
        for (length, runs_on), held, free in beginnings(start.free, start.gate, start.gate_reason):
            found.append((start.cards + length + (moors if runs_on else 0), rosse | held, free))
    return tuple(found)
