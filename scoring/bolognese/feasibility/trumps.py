"""What the trumps and the Matto can give to the two sides: grande, mori, and how many of them A holds.

Sets of sizes are integers: bit ``n`` is on when A can hold ``n`` of these cards.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from scoring.bolognese.cards import BIT, MOORS, NUMBERS, PEZZI, bits
from scoring.bolognese.feasibility.suits import SequencePoints, both_sides, contatori
from scoring.bolognese.grande import ANGEL_BIT, MOORS_BITS, NUMBERS_BITS, Gate, opening, run

#: Sole, Luna and the numbers: what neither is a tarocco nor a Moro.
_OTHERS: Final = len(PEZZI) - 1 + len(NUMBERS)

#: Different questions that are remembered, for the cards of different discards.
_REMEMBERED: Final = 200


class Given(NamedTuple):
    """Sole and Luna, numbers and Moors that are with one side."""

    others: int = 0
    mori: int = 0


#: Of cards that one side holds for certain, and of those that it lacks: Sole, Luna and numbers.
_HasLacks = tuple[int, int]

_NONE: Final = Given()

#: Cards of the grande, and whether it runs on to the Moors.
_Length = tuple[int, bool]


@lru_cache(_REMEMBERED)
def trump_states(
    contatori_a: int, tarocchi_a: int, rules: str, given: Given = _NONE
) -> dict[SequencePoints, int]:
    """For each sequences that grande and mori can give, the sizes of A's share of the 22 cards.

    A holds so many of the tarocchi, the contatori among them, and these of the other trumps at least.
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
            found.append((points, (sizes if angel_a else _complement(sizes)) << moors_a))
    return found


@lru_cache(_REMEMBERED)
def _grandi(holders_contatori: int, with_mondo: bool, rules: str, known: _HasLacks) -> dict[_Length, int]:
    """Lengths of the grande without Moors, and how many of Sole, Luna and numbers its holder can have with
    each."""
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
    """Whether cards held have among them those that are had, and none of those that are lacked."""
    return not has & ~held and not held & lacks


@lru_cache(_REMEMBERED)
def _runs(free: int, gate: Gate, gate_reason: str, known: _HasLacks) -> dict[_Length, int]:
    """Lengths of the run of numbers, and how many numbers can be held with each."""
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
    """Every run: the numbers held that decide it, and those below of which any may be held."""

    def decided(held: int, below: int) -> Iterator[tuple[_Length, int, int]]:
        # A run ends where two numbers at most are missing: if neither all below nor none of it changes it,
        # nothing does.
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


def _complement(sizes: int) -> int:
    """The other side's sizes: what one holds, the other lacks."""
    return sum(1 << _OTHERS - size for size in range(_OTHERS + 1) if sizes >> size & 1)
