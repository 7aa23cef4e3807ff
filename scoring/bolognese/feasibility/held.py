"""The declarable cards that each side holds, in the states that ``suits`` only counts."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, pairwise, permutations, product
from typing import Final, NamedTuple, TypeVar

from scoring.bolognese.cards import ANGEL, BIT, MOORS, NUMBERS, SUITS, bits, codes_of
from scoring.bolognese.combinations import ACES_BITS, SUIT_BITS
from scoring.bolognese.feasibility.suits import SequencePoints, beginnings, both_sides, contatori
from scoring.bolognese.grande import ANGEL_BIT, CONTATORI_BITS, MOORS_BITS, NUMBERS_BITS, PEZZI_BITS, opening

ROSSE: Final = bits(("Sol", "Lun"))
#: Bit masks within a suit: regina, cavallo, fante and asso; and the Re as the next bit.
WHOLE_SUIT: Final = 15
RE: Final = 16
_HONOURS: Final = codes_of(SUIT_BITS["danari"])
_NOTHING: Final = SequencePoints(0, 0, 0, 0)
#: Cache size in classes; one sheet asks for a few.
_CACHE_SIZE: Final = 100

#: Numbers of re, regine, cavalli and fanti.
Kinds = tuple[int, ...]


class SuitsHeld(NamedTuple):
    """A's share of the suits: sorted bit masks of regina, cavallo, fante and asso, and of the Re on request;
    and the number of cards, re included."""

    suits: tuple[int, ...]
    cards: int


class TrumpsHeld(NamedTuple):
    """A's share of the trumps."""

    #: Sole, Luna and numbers that A holds, and tarocchi on request (which contatore does not matter).
    others: int
    free: int
    mori: int
    #: The number of cards, tarocchi included and free numbers excluded.
    cards: int


class _Suits(NamedTuple):
    """Some of the suits: A's re, regine, cavalli and fanti, A's assi, the points, and the bit masks of
    ``SuitsHeld``."""

    kinds: Kinds
    assi: int
    points: SequencePoints
    held: tuple[int, ...]


@lru_cache(_CACHE_SIZE)
def suits_held(
    contatori_a: int, kinds: Kinds, with_re: bool = False
) -> dict[SequencePoints, frozenset[SuitsHeld]]:
    """A's shares of the suits with these numbers of contatori, re, regine, cavalli and fanti, by the
    sequences of suits and assi that they make."""
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
    """A's shares of any two suits, by their numbers of re, regine, cavalli and fanti."""
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
        # The lowest bit is the Re, which nobody chooses to lay aside.
        re = RE if with_re and choice & 1 else 0
        yield _Suits(tuple(kinds), asso, points, (choice >> 1 | re,))


@cache
def _assi(number: int, contatori_a: int) -> SequencePoints:
    held = bits(codes_of(ACES_BITS)[:number])
    return both_sides("assi", held, ACES_BITS & ~held, contatori_a)


@lru_cache(_CACHE_SIZE)
def trumps_held(
    contatori_a: int, tarocchi_a: int, rules: str, with_tarocchi: bool = False
) -> dict[SequencePoints, tuple[TrumpsHeld, ...]]:
    """A's shares of the trumps with these numbers of contatori and of tarocchi (contatori included), by the
    grande and mori that they make."""
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
    """Every grande of the holder of the Angelo: its cards; which of Sole, Luna and numbers the holder has;
    and the numbers that change nothing."""
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


#: This many missing numbers end any grande.
HOLES: Final = 3
_FIRST_OF_SUIT: Final = tuple(BIT["Q" + suit].bit_length() - 1 for suit in SUITS)
_RE_OF_SUIT: Final = tuple(BIT["R" + suit] for suit in SUITS)
_PEZZI: Final = BIT[ANGEL] | PEZZI_BITS

#: Cache size for comparisons of kinds, in pairs.
_KINDS_CACHE_SIZE: Final = 20_000

Holes = tuple[int, ...]
#: Permutations of the suits: for each place, the suit that goes there.
Orders = tuple[tuple[int, ...], ...]

#: One value for each suit.
_PerSuit = TypeVar("_PerSuit", int, tuple[int, int])

ANY_ORDER: Final[Orders] = tuple(permutations(range(len(SUITS))))


class Kind(NamedTuple):
    """A set of cards missing from the hands, as far as it matters to declarations: sets of one kind are
    interchangeable."""

    suits: tuple[int, ...]
    mori: int
    #: Bit mask of Angelo, pezzi, and the first contatori, as many as are missing.
    opening: int
    #: The highest missing numbers, at most `HOLES`, from the highest down, each by its place from the 5 up.
    holes: Holes

    def is_within(self, more: "Kind", orders: Orders = ANY_ORDER) -> bool:
        """If true, whatever hands show without the cards of `more`, they can show without these. False
        decides nothing."""
        return (
            self.mori <= more.mori
            and not self.opening & ~more.opening
            and _are_missed_less(self.holes, more.holes)
            and _are_among(self.suits, more.suits, orders)
        )


def _are_among(suits: tuple[int, ...], more: tuple[int, ...], orders: Orders) -> bool:
    """Whether some of these orders puts each suit's cards beside a suit of `more` that includes them."""
    if len(orders) == len(ANY_ORDER):
        return _are_among_in_any(suits, more)
    return any(all(not suits[at] & ~mask for at, mask in zip(order, more, strict=True)) for order in orders)


@lru_cache(_KINDS_CACHE_SIZE)
def _are_among_in_any(suits: tuple[int, ...], more: tuple[int, ...]) -> bool:
    first, *others = more
    return any(
        not mine & ~first and (not others or _are_among_in_any(suits[:at] + suits[at + 1 :], tuple(others)))
        for at, mine in enumerate(suits)
    )


def kind_of(cards: int, orders: Orders = ANY_ORDER) -> Kind:
    """The kind of a set of cards, when suits may be permuted in these orders."""
    first = in_first_order(suits_of(cards), orders)
    opening = cards & _PEZZI | contatori((cards & CONTATORI_BITS).bit_count())
    return Kind(first, (cards & MOORS_BITS).bit_count(), opening, _holes_of(cards))


def in_first_order(values: tuple[_PerSuit, ...], orders: Orders) -> tuple[_PerSuit, ...]:
    """The values of the suits, in the permutation that sorts first."""
    if len(orders) == len(ANY_ORDER):
        return tuple(sorted(values))
    return min(tuple(values[at] for at in order) for order in orders)


def suits_of(cards: int) -> tuple[int, ...]:
    """For each suit a bit mask of regina, cavallo, fante, asso and re."""
    return tuple(
        cards >> first & WHOLE_SUIT | (RE if cards & re else 0)
        for first, re in zip(_FIRST_OF_SUIT, _RE_OF_SUIT, strict=True)
    )


def cards_of(suit: int, held: int) -> int:
    """The cards in a suit's bit mask of regina, cavallo, fante, asso and re."""
    return (held & WHOLE_SUIT) << _FIRST_OF_SUIT[suit] | (_RE_OF_SUIT[suit] if held & RE else 0)


def _holes_of(cards: int) -> Holes:
    places = (len(NUMBERS) - 1 - down for down, number in enumerate(NUMBERS) if cards & BIT[number])
    return tuple(place for _, place in zip(range(HOLES), places, strict=False))


@lru_cache(_KINDS_CACHE_SIZE)
def _are_missed_less(one: Holes, other: Holes) -> bool:
    """Whether a grande without the numbers `one` can be as long as any grande without the numbers `other`."""
    if len(one) > len(other) or any(mine > theirs for mine, theirs in zip(one, other, strict=False)):
        return False
    together = [high - low == 1 for high, low in pairwise(one)]
    return not any(together) or together == [high - low == 1 for high, low in pairwise(other[: len(one)])]
