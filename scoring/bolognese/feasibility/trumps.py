"""What the trumps and the Matto can give to the two sides: grande, mori, and how many of them A holds.

Sets of sizes are integers: bit ``n`` is on when A can hold ``n`` of these cards.
"""

from functools import cache
from typing import Final

from scoring.bolognese.cards import BIT, MOORS, NUMBERS, PEZZI, bits
from scoring.bolognese.feasibility.suits import SequencePoints, both_sides, contatori
from scoring.bolognese.grande import ANGEL_BIT, MOORS_BITS, NUMBERS_BITS, Gate, opening, run

#: Sole, Luna and the numbers: what neither is a tarocco nor a Moro.
_OTHERS: Final = len(PEZZI) - 1 + len(NUMBERS)
_LOWEST_NUMBER: Final = (NUMBERS_BITS & -NUMBERS_BITS).bit_length() - 1

#: Cards of the grande, and whether it runs on to the Moors.
_Length = tuple[int, bool]


@cache
def trump_states(contatori_a: int, tarocchi_a: int, rules: str) -> dict[SequencePoints, int]:
    """For each sequences that grande and mori can give, the sizes of A's share of the 22 cards.

    A holds so many of the tarocchi, the contatori among them.
    """
    found: dict[SequencePoints, int] = {}
    for angel_a, mondo_a in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if contatori_a + angel_a + mondo_a == tarocchi_a:
            for points, sizes in _with_angel(contatori_a, angel_a, mondo_a, rules):
                found[points] = found.get(points, 0) | sizes << tarocchi_a
    return found


def _with_angel(contatori_a: int, angel_a: int, mondo_a: int, rules: str) -> list[tuple[SequencePoints, int]]:
    holders = contatori_a if angel_a else 2 - contatori_a
    found = []
    for (cards, runs_on), sizes in _grandi(holders, mondo_a == angel_a, rules).items():
        for moors_a in range(len(MOORS) + 1):
            extra = (moors_a if angel_a else len(MOORS) - moors_a) if runs_on else 0
            fives = cards + extra - 1 if cards else 0
            made = 1 if cards else 0
            grande = (made, fives, 0, 0) if angel_a else (0, 0, made, fives)
            points = _moors(moors_a, contatori_a).plus(SequencePoints(*grande))
            found.append((points, (sizes if angel_a else _complement(sizes)) << moors_a))
    return found


@cache
def _grandi(holders_contatori: int, with_mondo: bool, rules: str) -> dict[_Length, int]:
    """Lengths of the grande without Moors, and how many of Sole, Luna and numbers its holder can have with
    each."""
    found: dict[_Length, int] = {}
    head = ANGEL_BIT | contatori(holders_contatori) | (BIT["Mon"] if with_mondo else 0)
    for rosse in ((), ("Sol",), ("Lun",), ("Sol", "Lun")):
        start = opening(head | bits(rosse), rules)
        if start is None:
            any_numbers = (1 << len(NUMBERS) + 1) - 1
            found[0, False] = found.get((0, False), 0) | any_numbers << len(rosse)
            continue
        for (length, runs_on), sizes in _runs(start.free, start.gate, start.gate_reason).items():
            key = (start.cards + length, runs_on)
            found[key] = found.get(key, 0) | sizes << len(rosse)
    return found


@cache
def _runs(free: int, gate: Gate, gate_reason: str) -> dict[_Length, int]:
    """Lengths of the run of numbers, and how many numbers can be held with each."""
    found: dict[_Length, int] = {}
    for choice in range(1 << len(NUMBERS)):
        follow = run(choice << _LOWEST_NUMBER, free, gate, gate_reason)
        key = (follow.length, follow.scavezzo is None)
        found[key] = found.get(key, 0) | 1 << choice.bit_count()
    return found


@cache
def _moors(moors_a: int, contatori_a: int) -> SequencePoints:
    held = bits(MOORS[:moors_a])
    return both_sides("mori", held, MOORS_BITS & ~held, contatori_a)


def _complement(sizes: int) -> int:
    """The other side's sizes: what one holds, the other lacks."""
    return sum(1 << _OTHERS - size for size in range(_OTHERS + 1) if sizes >> size & 1)
