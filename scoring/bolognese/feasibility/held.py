"""Which cards of declarations each side holds in the states that ``suits`` and ``trumps`` only count."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, pairwise, permutations, product
from typing import Final, NamedTuple, TypeVar

from scoring.bolognese.cards import ANGEL, BIT, MOORS, NUMBERS, SUITS, bits, codes_of
from scoring.bolognese.combinations import ACES_BITS, SUIT_BITS
from scoring.bolognese.feasibility.suits import SequencePoints, beginnings, both_sides, contatori
from scoring.bolognese.grande import ANGEL_BIT, CONTATORI_BITS, MOORS_BITS, NUMBERS_BITS, PEZZI_BITS, opening

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


#: So many numbers that are missing end any grande.
HOLES: Final = 3
_FIRST_OF_SUIT: Final = tuple(BIT["Q" + suit].bit_length() - 1 for suit in SUITS)
_RE_OF_SUIT: Final = tuple(BIT["R" + suit] for suit in SUITS)
_PEZZI: Final = BIT[ANGEL] | PEZZI_BITS

#: Of so many pairs it is remembered whether one is among the other.
_KINDS_REMEMBERED: Final = 20_000

Holes = tuple[int, ...]
#: For each suit the one that stands in its place.
Orders = tuple[tuple[int, ...], ...]

#: What can be told of a suit.
_Told = TypeVar("_Told", int, tuple[int, int])

ANY_ORDER: Final[Orders] = tuple(permutations(range(len(SUITS))))


class Kind(NamedTuple):
    """What of some cards matters to declarations."""

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


@lru_cache(_KINDS_REMEMBERED)
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


@lru_cache(_KINDS_REMEMBERED)
def _are_missed_less(one: Holes, other: Holes) -> bool:
    """Whether a grande that lacks the other numbers can be had of as many cards without these."""
    if len(one) > len(other) or any(mine > theirs for mine, theirs in zip(one, other, strict=False)):
        return False
    together = [high - low == 1 for high, low in pairwise(one)]
    return not any(together) or together == [high - low == 1 for high, low in pairwise(other[: len(one)])]
