"""What the honours of the four suits can give to the two sides (the twenty scartini only fill the piles).

Regine, cavalli and fanti are alike in a sequence, so that their counts are told in increasing order.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from scoring.bolognese.cards import CONTATORI, bits, codes_of
from scoring.bolognese.combinations import Combination
from scoring.bolognese.sequences import ACES_BITS, POINTS_PER_CARD, SUIT_BITS, short_sequence

_HONOURS: Final = codes_of(SUIT_BITS["danari"])
ALL_HONOURS: Final = 4 * len(_HONOURS)


class SequencePoints(NamedTuple):
    """Sequences of both sides: how many, and their points before doubling, in fives."""

    number_a: int
    fives_a: int
    number_b: int
    fives_b: int

    def seen_from_b(self) -> "SequencePoints":
        return SequencePoints(self.number_b, self.fives_b, self.number_a, self.fives_a)

    def plus(self, other: "SequencePoints") -> "SequencePoints":
        return SequencePoints(*map(int.__add__, self, other))


class SuitState(NamedTuple):
    """The sequences of suits and assi, and how many honours A holds."""

    points: SequencePoints
    honours_a: int


#: A's re, then A's regine, cavalli and fanti in increasing order.
SuitClass = tuple[int, tuple[int, int, int]]

#: The numbers of a state, each a byte of one integer while four suits are added: no sum can reach the next.
_PARTS: Final = 9


@cache
def suit_states(contatori_a: int) -> dict[SuitClass, tuple[SuitState, ...]]:
    """For each class, the different states that A's re, court and assi can be in, with so many contatori with
    A."""
    if contatori_a == len(CONTATORI):
        return _seen_from_b(suit_states(0))
    found: dict[SuitClass, set[SuitState]] = {}
    for packed in _pairs_of(_pairs_of(set(_one_suit(contatori_a)))):
        re, regine, cavalli, fanti, aces, *points = _unpacked(packed)
        low, middle, high = sorted((regine, cavalli, fanti))
        total = SequencePoints(*points).plus(_aces(aces, contatori_a))
        state = SuitState(total, re + regine + cavalli + fanti + aces)
        found.setdefault((re, (low, middle, high)), set()).add(state)
    return {key: tuple(sorted(states)) for key, states in found.items()}


def _seen_from_b(
    states: dict[SuitClass, tuple[SuitState, ...]],
) -> dict[SuitClass, tuple[SuitState, ...]]:
    """The same splits with the sides changed over."""
    return {
        mirror(suits): tuple(
            sorted(SuitState(points.seen_from_b(), ALL_HONOURS - honours) for points, honours in of_class)
        )
        for suits, of_class in states.items()
    }


def mirror(suits: SuitClass) -> SuitClass:
    """What B holds where A holds this."""
    re, (low, middle, high) = suits
    return 4 - re, (4 - high, 4 - middle, 4 - low)


def _pairs_of(ways: set[int]) -> set[int]:
    """Every sum of two of them; which comes first does not matter."""
    return {first + second for first, second in combinations_with_replacement(ways, 2)}


def both_sides(family: str, held_a: int, held_b: int, contatori_a: int) -> SequencePoints:
    """What one family gives to both sides, A holding so many of the two contatori."""
    return SequencePoints(
        *_number_and_fives(short_sequence(family, held_a | contatori(contatori_a))),
        *_number_and_fives(short_sequence(family, held_b | contatori(2 - contatori_a))),
    )


@cache
def contatori(number: int) -> int:
    """So many contatori; it never matters which."""
    return bits(CONTATORI[:number])


def _number_and_fives(found: Combination | None) -> tuple[int, int]:
    return (1, found.points // POINTS_PER_CARD) if found else (0, 0)


def _one_suit(contatori_a: int) -> Iterator[int]:
    """Every way of sharing a suit's five honours: A's re, regina, cavallo, fante, asso, and the sequences."""
    for choice in range(1 << len(_HONOURS)):
        with_a = [choice >> place & 1 for place in range(len(_HONOURS))]
        held = bits(code for code, taken in zip(_HONOURS, with_a, strict=True) if taken)
        points = both_sides("danari", held, SUIT_BITS["danari"] & ~held, contatori_a)
        yield _packed([*with_a, *points])


@cache
def _aces(number: int, contatori_a: int) -> SequencePoints:
    held = bits(codes_of(ACES_BITS)[:number])
    return both_sides("assi", held, ACES_BITS & ~held, contatori_a)


def _packed(numbers: list[int]) -> int:
    return int.from_bytes(numbers, "little")


def _unpacked(packed: int) -> bytes:
    return packed.to_bytes(_PARTS, "little")
