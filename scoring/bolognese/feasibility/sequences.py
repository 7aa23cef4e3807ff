"""Whether the cards of a split can give both sides their sequences.

One side is *ours*, the other *theirs*, and every card is in one of the two piles. Tables tell what the suits
and the trumps can give to the two sides: sequences, and numbers of cards. Contatori count in every sequence,
so each table is for a number of contatori that are ours; which one is ours makes no difference. The engine's
own count makes every entry. The tables are looked up by points: what the suits make leaves one value for the
trumps.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, bits, codes_of
from scoring.bolognese.combinations import (
    ACES_BITS,
    DOUBLING_FROM,
    POINTS_PER_CARD,
    SUIT_BITS,
    short_sequence,
)
from scoring.bolognese.grande import ACCADEMIA, MOORS_BITS, NUMBERS_BITS, Opening, opening, run
from scoring.bolognese.heap import PLAIN_BITS, RUN_BITS
from scoring.sheet import each_number

#: Cache sizes, in tables: all those of the suits without known cards fit, about 10 MB, and all that is looked
#: up in them.
_SUITS_CACHED: Final = 2_000
_LOOKUPS_CACHED: Final = 6_000
_TRUMPS_CACHED: Final = 100


class Made(NamedTuple):
    """The sequences that some cards make, undoubled: our number, our points in fives, then theirs."""

    ours: int
    fives: int
    theirs: int
    their_fives: int


#: By the sequences made: how many of the cards in question can be ours, as a bit mask, bit n for n cards.
Table = Mapping[Made, int]
#: How many re, regine, cavalli and fanti are ours.
Kinds = tuple[int, ...]


class Known(NamedTuple):
    """Cards known to be ours, without the details that make no difference."""

    #: For each suit a bit mask of its honours; sorted, since suits are alike.
    suits: tuple[int, ...]
    #: Sole, Luna and numbers.
    run: int
    mori: int
    plain: int


class Cards(NamedTuple):
    """Conditions of the cards that are ours."""

    rules: str
    #: The allowed pairs: whether the Angelo is ours (1 or 0), and how many contatori are.
    holders: frozenset[tuple[int, int]]
    known: Known


@lru_cache(_TRUMPS_CACHED)
def known_cards(cards: int) -> Known:
    """Returns a set of cards without tarocchi in the form that the tables need."""
    suits = (
        sum(1 << place for place, code in enumerate(codes_of(suit)) if BIT[code] & cards)
        for suit in SUIT_BITS.values()
    )
    mori, plain = ((cards & those).bit_count() for those in (MOORS_BITS, PLAIN_BITS))
    return Known(tuple(sorted(suits)), cards & RUN_BITS, mori, plain)


ANY_CARDS: Final = Cards(ACCADEMIA, frozenset(product((0, 1), range(len(CONTATORI) + 1))), known_cards(0))


def _sequence(family: str, cards: int, held: int, contatori: int) -> Made:
    """Returns what a family makes on both sides, when the held cards and so many contatori are ours."""
    ours = short_sequence(family, held | _contatori(contatori))
    theirs = short_sequence(family, cards & ~held | _contatori(len(CONTATORI) - contatori))
    fives, their_fives = (each.points // POINTS_PER_CARD if each else 0 for each in (ours, theirs))
    return Made(ours is not None, fives, theirs is not None, their_fives)


def _contatori(number: int) -> int:
    return bits(CONTATORI[:number])


@cache
def _equals(family: str, cards: int, contatori: int) -> list[Made]:
    """Returns what assi or mori make, by how many of them are ours."""
    codes = codes_of(cards)
    return [_sequence(family, cards, bits(codes[:number]), contatori) for number in range(len(codes) + 1)]


# --- suits

#: Re, regina, cavallo, fante and asso of a suit.
_HONOURS: Final = codes_of(SUIT_BITS["danari"])
# While suits are added up, a way of sharing them is two integers with a byte for each number: our re, regine,
# cavalli and fanti; our assi and the sequences made. No sum reaches the next byte.
_KINDS: Final = 4


@lru_cache(_SUITS_CACHED)
def _suit_table(contatori: int, kinds: Kinds, known: tuple[int, ...]) -> Table:
    """Returns what suits and assi make with these numbers of our re, regine, cavalli and fanti; the masks are
    of our assi. ``known`` are honours as in ``Known``."""
    first, last = (_two_suits(contatori, *pair) for pair in (known[:2], known[2:]))
    wanted, assi = _packed(kinds), _equals("assi", ACES_BITS, contatori)
    found: dict[Made, int] = {}
    for way in {
        one + other for some in first for one, other in product(first[some], last.get(wanted - some, ()))
    }:
        number, *made = way.to_bytes(1 + len(Made._fields), "little")
        both = Made(*map(int.__add__, made, assi[number]))
        found[both] = found.get(both, 0) | 1 << number
    return found


@lru_cache(_SUITS_CACHED)
def _two_suits(contatori: int, *known: int) -> Mapping[int, set[int]]:
    """Returns the ways of sharing two suits in which the known honours are ours, by kinds."""
    found: dict[int, set[int]] = {}
    for (some, made), (more, other) in product(*(_one_suit(contatori, held) for held in known)):
        found.setdefault(some + more, set()).add(made + other)
    return found


@cache
def _one_suit(contatori: int, known: int) -> list[tuple[int, int]]:
    found = []
    for choice in range(1 << len(_HONOURS)):
        if not known & ~choice:
            taken = [choice >> place & 1 for place in range(len(_HONOURS))]
            held = bits(code for code, ours in zip(_HONOURS, taken, strict=True) if ours)
            made = _sequence("danari", SUIT_BITS["danari"], held, contatori)
            found.append((_packed(taken[:_KINDS]), _packed((*taken[_KINDS:], *made))))
    return found


def _packed(numbers: Iterable[int]) -> int:
    return int.from_bytes(bytes(numbers), "little")


# --- trumps


class _Grande(NamedTuple):
    """A grande, and which of Sole, Luna and numbers the holder of the Angelo needs for it."""

    #: Without Moors; 0 if there is none.
    cards: int
    #: Whether the holder's Moors follow.
    runs_on: bool
    held: int
    #: Numbers that may be on either side.
    idle: int


@lru_cache(_TRUMPS_CACHED)
def _trump_table(contatori: int, tarocchi: int, cards: Cards) -> Table:
    """Returns what grande and mori make with so many of ours; masks of our other trumps and plain cards."""
    found: dict[Made, int] = {}
    for angelo, mondo in product((0, 1), repeat=2):
        if (angelo, contatori) in cards.holders and contatori + angelo + mondo == tarocchi:
            of_holder = contatori if angelo else len(CONTATORI) - contatori
            grandi = _numbers_beside(_grandi(of_holder, mondo == angelo, cards.rules), angelo, cards.known)
            moors = [*enumerate(_equals("mori", MOORS_BITS, contatori))][cards.known.mori :]
            for ((grande, runs_on), others), (mori, made) in product(grandi.items(), moors):
                both = _with_grande(made, grande, runs_on, mori, angelo)
                found[both] = found.get(both, 0) | others << mori
    return found


def _numbers_beside(grandi: Iterable[_Grande], angelo: int, known: Known) -> Mapping[tuple[int, bool], int]:
    """Returns, by cards of the grande and whether Moors follow, how many trumps and plain cards are ours."""
    found: dict[tuple[int, bool], int] = {}
    for grande in grandi:
        certain = grande.held if angelo else RUN_BITS & ~grande.held & ~grande.idle
        if not known.run & ~certain & ~grande.idle:
            least = (certain | known.run).bit_count() + known.plain
            most = (certain | grande.idle).bit_count() + PLAIN_BITS.bit_count()
            key = grande.cards, grande.runs_on
            found[key] = found.get(key, 0) | (1 << most + 1) - (1 << least)
    return found


def _with_grande(made: Made, grande: int, runs_on: bool, mori: int, angelo: int) -> Made:
    """Adds a grande of so many cards, when this many Moors are ours, to the mori."""
    if not grande:
        return made
    of_holder = mori if angelo else len(MOORS) - mori
    fives = grande + (of_holder if runs_on else 0) - 1
    if angelo:
        return made._replace(ours=made.ours + 1, fives=made.fives + fives)
    return made._replace(theirs=made.theirs + 1, their_fives=made.their_fives + fives)


@cache
def _grandi(contatori: int, with_mondo: bool, rules: str) -> list[_Grande]:
    """Returns every grande of a holder with this many contatori, and with or without the Mondo."""
    head = BIT[ANGEL] | _contatori(contatori) | (BIT["Mon"] if with_mondo else 0)
    found = []
    for rosse in (0, BIT["Sol"], BIT["Lun"], BIT["Sol"] | BIT["Lun"]):
        start = opening(head | rosse, rules)
        runs = _runs(start, 0, NUMBERS_BITS) if start else [_Grande(0, False, 0, NUMBERS_BITS)]
        found += [each._replace(held=each.held | rosse) for each in runs]
    return found


def _runs(start: Opening, held: int, below: int) -> Iterator[_Grande]:
    """Yields the grandi that begin so and hold these numbers, for all choices of the numbers ``below``."""
    alone, with_all = (
        run(numbers, start.free, start.gate, start.gate_reason) for numbers in (held, held | below)
    )
    # If all the lower numbers make the same run as none of them, they do not matter.
    length = alone.held.bit_count()
    if (length, alone.scavezzo) == (with_all.held.bit_count(), with_all.scavezzo):
        yield _Grande(start.cards + length, alone.scavezzo is None, held, below)
        return
    highest = below & -below
    for more in (0, highest):
        yield from _runs(start, held | more, below ^ highest)


# --- both sides together

#: The points of both sides, in fives, are packed in one integer: ours by so many beside theirs, which never
#: reach it. And a number of fives that no cards make.
_PACK: Final = 1 << 8
_NEVER: Final = 1 << 20

#: The points of our sequences and of theirs, in fives; None for any.
Wanted = tuple[int | None, int | None]
#: Whether ours matter, and whether theirs do.
_Asked = tuple[bool, bool]
#: Numbers of our sequences and of theirs, counted up to three.
_Numbers = tuple[int, int]


class _Trumps(NamedTuple):
    """The points that the trumps add to some numbers of sequences of the suits."""

    #: Whether we double, whether they do, and bit masks of how many other cards are ours, by packed fives.
    tables: Mapping[_Numbers, list[tuple[bool, bool, dict[int, int]]]]
    #: The most fives of both sides together.
    most: int


def can_make(wanted: Wanted, tarocchi: int, kinds: Kinds, sizes: int, cards: Cards) -> bool:
    """Whether splits with these cards of value as ours give these sequences, with one of these sizes."""
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


@lru_cache(_LOOKUPS_CACHED)
def _suits(
    contatori: int, kinds: Kinds, known: tuple[int, ...], asked: _Asked
) -> list[tuple[_Numbers, int, int, int]]:
    """Returns what the suits make, most fives first: numbers, fives packed, fives added, mask of assi."""
    found: dict[tuple[_Numbers, int, int], int] = {}
    for made, assi in _suit_table(contatori, kinds, known).items():
        key = _seen(made, asked)
        found[key] = found.get(key, 0) | assi
    return sorted(((*key, assi) for key, assi in found.items()), key=lambda row: -row[2])


@lru_cache(_TRUMPS_CACHED)
def _trumps(contatori: int, tarocchi: int, cards: Cards, asked: _Asked) -> _Trumps:
    added: dict[_Numbers, dict[tuple[bool, bool], dict[int, int]]] = {}
    most = 0
    for made, others in _trump_table(contatori, tarocchi, cards).items():
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
        _most_fives(tarocchi, kinds, asked) for asked in ((True, True), (True, False), (False, True))
    )


def _most_fives(tarocchi: int, kinds: Kinds, asked: _Asked) -> int:
    most = 0
    for contatori in range(len(CONTATORI) + 1):
        trumps = _trumps(contatori, tarocchi, ANY_CARDS, asked)
        for numbers, _, points, _ in _suits(contatori, kinds, ANY_CARDS.known.suits, asked):
            if (points + trumps.most) * 2 <= most:
                break
            for we_double, they_double, _ in trumps.tables.get(numbers, ()):
                most = max(most, (points + trumps.most) * (2 if we_double or they_double else 1))
    return most
