"""Sequences that the honours of the suits, and the trumps, can give to the two sides.

The twenty scartini only fill the piles. Regine, cavalli and fanti are alike in a sequence, so their numbers
are kept in increasing order.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from scoring.bolognese.cards import BIT, CONTATORI, MOORS, NUMBERS, PEZZI, bits, codes_of
from scoring.bolognese.combinations import ACES_BITS, POINTS_PER_CARD, SUIT_BITS, Combination, short_sequence
from scoring.bolognese.grande import ANGEL_BIT, MOORS_BITS, NUMBERS_BITS, Gate, opening, run

_HONOURS: Final = codes_of(SUIT_BITS["danari"])
ALL_HONOURS: Final = 4 * len(_HONOURS)


class SequencePoints(NamedTuple):
    """Sequences of both sides: their number, and their points in fives before doubling."""

    number_a: int
    fives_a: int
    number_b: int
    fives_b: int

    def seen_from_b(self) -> "SequencePoints":
        return SequencePoints(self.number_b, self.fives_b, self.number_a, self.fives_a)

    def plus(self, other: "SequencePoints") -> "SequencePoints":
        return SequencePoints(*map(int.__add__, self, other))


#: A's number of re; then its numbers of regine, cavalli and fanti, sorted.
SuitClass = tuple[int, tuple[int, int, int]]

# Each number of a state is one byte of an integer while four suits are added: no sum reaches the next byte.
#: The first bytes: re, regine, cavalli and fanti.
_KINDS_MASK: Final = (1 << 4 * 8) - 1
#: Then the assi, then the points.
_ACES_PLACE: Final = 4 * 8
_BYTE: Final = 255


@cache
def suit_states(contatori_a: int) -> dict[SuitClass, dict[SequencePoints, int]]:
    """For each class, the points of sequences that A's re, court and assi can make with this many contatori,
    each with a bit mask of A's possible numbers of honours."""
    if contatori_a == len(CONTATORI):
        return _seen_from_b(suit_states(0))
    found: dict[SuitClass, dict[int, int]] = {}
    assi = _packed_aces(contatori_a)
    for packed in _pairs_of(_pairs_of(set(_one_suit(contatori_a)))):
        suits, number = _class_of(packed & _KINDS_MASK)
        aces = packed >> _ACES_PLACE & _BYTE
        of_class = found.setdefault(suits, {})
        points = (packed >> _ACES_PLACE + 8) + assi[aces]
        of_class[points] = of_class.get(points, 0) | 1 << number + aces
    return {suits: _unpacked(states) for suits, states in found.items()}


def _unpacked(states: dict[int, int]) -> dict[SequencePoints, int]:
    return {SequencePoints(*points.to_bytes(4, "little")): honours for points, honours in states.items()}


@cache
def _class_of(kinds: int) -> tuple[SuitClass, int]:
    """Class and number of cards of packed numbers of re, regine, cavalli and fanti."""
    re, *court = kinds.to_bytes(4, "little")
    low, middle, high = sorted(court)
    return (re, (low, middle, high)), re + sum(court)


def _seen_from_b(
    states: dict[SuitClass, dict[SequencePoints, int]],
) -> dict[SuitClass, dict[SequencePoints, int]]:
    """The states with the sides exchanged."""
    return {
        mirror(suits): {points.seen_from_b(): _complement(honours) for points, honours in of_class.items()}
        for suits, of_class in states.items()
    }


@cache
def _complement(honours: int) -> int:
    """The other side's numbers of honours."""
    return sum(1 << ALL_HONOURS - number for number in range(ALL_HONOURS + 1) if honours >> number & 1)


def mirror(suits: SuitClass) -> SuitClass:
    """B's class where A's is this one."""
    re, (low, middle, high) = suits
    return 4 - re, (4 - high, 4 - middle, 4 - low)


def states_with(contatori_a: int, kinds: list[int], with_a: tuple[int, ...]) -> dict[SequencePoints, int]:
    """Points of the states in which A holds these numbers of re, regine, cavalli and fanti, and at least
    these honours of each suit; each with a bit mask of A's possible numbers of honours."""
    wanted, number, assi = _packed(kinds), sum(kinds), _packed_aces(contatori_a)
    first, last = _two_suits(contatori_a, with_a[:2]), _two_suits(contatori_a, with_a[2:])
    ways = {
        one + other
        for some, mine in first.items()
        if (others := last.get(wanted - some))
        for one, other in product(mine, others)
    }
    found: dict[int, int] = {}
    for packed in ways:
        aces = packed >> _ACES_PLACE & _BYTE
        points = (packed >> _ACES_PLACE + 8) + assi[aces]
        found[points] = found.get(points, 0) | 1 << number + aces
    return _unpacked(found)


@lru_cache(200)
def _two_suits(contatori_a: int, with_a: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The ways of sharing two suits, by A's packed numbers of re, regine, cavalli and fanti."""
    found: dict[int, set[int]] = {}
    for one, other in product(*(tuple(_one_suit(contatori_a, held)) for held in with_a)):
        found.setdefault((one + other) & _KINDS_MASK, set()).add(one + other)
    return {kinds: tuple(ways) for kinds, ways in found.items()}


def _pairs_of(ways: set[int]) -> set[int]:
    """All sums of two of these, in either order."""
    return {first + second for first, second in combinations_with_replacement(ways, 2)}


def both_sides(family: str, held_a: int, held_b: int, contatori_a: int) -> SequencePoints:
    """Both sides' sequence of one family, when A holds this many of the two contatori."""
    return SequencePoints(
        *_number_and_fives(short_sequence(family, held_a | contatori(contatori_a))),
        *_number_and_fives(short_sequence(family, held_b | contatori(2 - contatori_a))),
    )


@cache
def contatori(number: int) -> int:
    """This many contatori, as a set of cards; which ones never matters."""
    return bits(CONTATORI[:number])


def _number_and_fives(found: Combination | None) -> tuple[int, int]:
    return (1, found.points // POINTS_PER_CARD) if found else (0, 0)


def _one_suit(contatori_a: int, with_a: int = 0) -> Iterator[int]:
    """Yields every way of sharing a suit's five honours: A's re, regina, cavallo, fante and asso, and the
    sequences, packed.

    ``with_a`` is a bit mask of honours that A has for certain.
    """
    for choice in range(1 << len(_HONOURS)):
        if with_a & ~choice:
            continue
        taken = [choice >> place & 1 for place in range(len(_HONOURS))]
        held = bits(code for code, mine in zip(_HONOURS, taken, strict=True) if mine)
        points = both_sides("danari", held, SUIT_BITS["danari"] & ~held, contatori_a)
        yield _packed([*taken, *points])


@cache
def _packed_aces(contatori_a: int) -> tuple[int, ...]:
    """The sequences made by each number of assi with A, packed."""
    return tuple(_packed(list(_aces(number, contatori_a))) for number in range(len(SUIT_BITS) + 1))


@cache
def _aces(number: int, contatori_a: int) -> SequencePoints:
    held = bits(codes_of(ACES_BITS)[:number])
    return both_sides("assi", held, ACES_BITS & ~held, contatori_a)


def _packed(numbers: list[int]) -> int:
    return int.from_bytes(numbers, "little")


#: Sole, Luna and the numbers: trumps that are neither tarocchi nor Moors.
_OTHERS: Final = len(PEZZI) - 1 + len(NUMBERS)

#: Cache size, for the cards of different discards.
_CACHE_SIZE: Final = 200


class Given(NamedTuple):
    """Cards that one side has for certain: Sole, Luna and numbers; and how many Moors."""

    others: int = 0
    mori: int = 0


#: Sole, Luna and numbers that one side has for certain, and those that it lacks.
_HasLacks = tuple[int, int]

_NONE: Final = Given()

#: Number of cards of the grande, and whether it runs on to the Moors.
_Length = tuple[int, bool]


@lru_cache(_CACHE_SIZE)
def trump_states(
    contatori_a: int, tarocchi_a: int, rules: str, given: Given = _NONE
) -> dict[SequencePoints, int]:
    """The points that grande and mori can make, each with a bit mask of the possible sizes of A's share of
    the 22 trumps.

    A holds this many tarocchi, contatori included, and at least the given other trumps.
    """
    found: dict[SequencePoints, int] = {}
    for angel_a, mondo_a in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if contatori_a + angel_a + mondo_a == tarocchi_a:
            for points, sizes in _with_angel(contatori_a, angel_a, mondo_a, rules, given):
                found[points] = found.get(points, 0) | sizes << tarocchi_a
    return found


def _with_angel(
    contatori_a: int, angel_a: int, mondo_a: int, rules: str, given: Given
) -> list[tuple[SequencePoints, int]]:
    holders = contatori_a if angel_a else 2 - contatori_a
    known = (given.others, 0) if angel_a else (0, given.others)
    found = []
    for (cards, runs_on), sizes in _grandi(holders, mondo_a == angel_a, rules, known).items():
        for moors_a in range(given.mori, len(MOORS) + 1):
            extra = (moors_a if angel_a else len(MOORS) - moors_a) if runs_on else 0
            fives = cards + extra - 1 if cards else 0
            made = 1 if cards else 0
            grande = (made, fives, 0, 0) if angel_a else (0, 0, made, fives)
            points = _moors(moors_a, contatori_a).plus(SequencePoints(*grande))
            found.append((points, (sizes if angel_a else _trumps_complement(sizes)) << moors_a))
    return found


@lru_cache(_CACHE_SIZE)
def _grandi(holders_contatori: int, with_mondo: bool, rules: str, known: _HasLacks) -> dict[_Length, int]:
    """Lengths of the grande without Moors, each with a bit mask of how many of Sole, Luna and the numbers its
    holder can have."""
    found: dict[_Length, int] = {}
    head = ANGEL_BIT | contatori(holders_contatori) | (BIT["Mon"] if with_mondo else 0)
    has, lacks = (cards & NUMBERS_BITS for cards in known)
    for rosse in ((), ("Sol",), ("Lun",), ("Sol", "Lun")):
        if not _may_be(bits(rosse), known[0] & ~NUMBERS_BITS, known[1]):
            continue
        start = opening(head | bits(rosse), rules)
        if start is None:
            any_numbers = sum(
                1 << number for number in range(has.bit_count(), len(NUMBERS) - lacks.bit_count() + 1)
            )
            found[0, False] = found.get((0, False), 0) | any_numbers << len(rosse)
            continue
        for (length, runs_on), sizes in _runs(
            start.free, start.gate, start.gate_reason, (has, lacks)
        ).items():
            key = (start.cards + length, runs_on)
            found[key] = found.get(key, 0) | sizes << len(rosse)
    return found


def _may_be(held: int, has: int, lacks: int) -> bool:
    """Whether `held` contains all cards of `has` and none of `lacks`."""
    return not has & ~held and not held & lacks


@lru_cache(_CACHE_SIZE)
def _runs(free: int, gate: Gate, gate_reason: str, known: _HasLacks) -> dict[_Length, int]:
    """Lengths of the run of numbers, each with a bit mask of how many numbers can be held."""
    found: dict[_Length, int] = {}
    has, lacks = known
    for key, held, below in beginnings(free, gate, gate_reason):
        if _may_be(held, has & ~below, lacks):
            least = held.bit_count() + (has & below).bit_count()
            most = held.bit_count() + (below & ~lacks).bit_count()
            found[key] = found.get(key, 0) | sum(1 << number for number in range(least, most + 1))
    return found


@cache
def beginnings(free: int, gate: Gate, gate_reason: str) -> tuple[tuple[_Length, int, int], ...]:
    """Every run: its length, the held numbers that decide it, and the lower numbers that make no
    difference."""

    def decided(held: int, below: int) -> Iterator[tuple[_Length, int, int]]:
        # A run breaks at two missing numbers at the latest. If the length is the same with all lower numbers
        # as with none of them, they do not matter.
        alone, with_all = (run(cards, free, gate, gate_reason) for cards in (held, held | below))
        if (alone.length, alone.scavezzo) == (with_all.length, with_all.scavezzo):
            yield (alone.length, alone.scavezzo is None), held, below
            return
        highest = below & -below
        for more in (0, highest):
            yield from decided(held | more, below ^ highest)

    return tuple(decided(0, NUMBERS_BITS))


@cache
def _moors(moors_a: int, contatori_a: int) -> SequencePoints:
    held = bits(MOORS[:moors_a])
    return both_sides("mori", held, MOORS_BITS & ~held, contatori_a)


def _trumps_complement(sizes: int) -> int:
    """The other side's sizes."""
    return sum(1 << _OTHERS - size for size in range(_OTHERS + 1) if sizes >> size & 1)
