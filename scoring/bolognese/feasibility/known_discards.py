"""Splits that are feasible when the discards are known: they lie in the discarder's pile (Barilli 3.3).

The classes are those of ``splits``, rebuilt with the discards fixed on one side. Few classes are rebuilt,
since a split that is infeasible with unknown discards is infeasible with known ones. Most classes are asked
about one or two totals of sequences only, so a class is computed whole only after many look-ups.
"""

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache, partial
from itertools import product
from operator import le
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK, codes_of
from scoring.bolognese.combinations import CRICCA_BITS, CRICCHE, DOUBLING_FROM, POINTS_PER_CARD, SUIT_BITS
from scoring.bolognese.feasibility.figures import Deal, usual_sizes
from scoring.bolognese.feasibility.splits import (
    NUMBERS_OF_CONTATORI,
    Ranks,
    Sequences,
    join,
    other_sizes,
    spread_out,
    with_honours,
    with_scartini,
)
from scoring.bolognese.feasibility.suits import Given, SequencePoints, states_with, trump_states
from scoring.bolognese.grande import MOORS_BITS, NUMBERS_BITS, PEZZI_BITS
from scoring.bolognese.pile import DealShape

#: Sizes of A's pile in a cappotto: the discards pass to the other side (Barilli 3.9.1).
_CAPPOTTO_SIZES: Final = 1 << len(DECK) | 1
#: Cache size, in classes with cards fixed on one side: about 20 MB at most.
_CACHE_SIZE: Final = 150
#: Tarocchi and re in the deck, which are never laid aside.
KEPT: Final = 8
#: After this many look-ups a class is computed whole.
_ONE_BY_ONE: Final = 50
#: Packs A's points in fives beside B's in one integer: B's stay far below this.
_SIDE_A: Final = 1000
#: A number of fives that no state can match, even after another state's fives are subtracted.
_UNREACHABLE: Final = 500

#: Key: the number of sequences of each side. Value: the packed points of both sides, each with its bit mask.
ByNumbers = dict[tuple[int, int], dict[int, int]]


class Aside(NamedTuple):
    """Known discards, without the details that make no difference."""

    #: For each suit a bit mask of its honours; sorted, since suits are alike.
    suits: tuple[int, ...]
    trumps: Given
    scartini: int


def may_have_laid_aside(deal: Deal, ranks: Ranks) -> bool:
    """Whether some possible discarder holds as many cards of each valued kind as the known discards do.

    Also true when either side holds no card of value, since it may have taken no trick. A cheap test that
    looks at no sequences.
    """
    if not deal.aside or deal.pozzo or not any(ranks) or not any(ranks.others):
        return True
    needed = _ranks_of(deal.aside)
    return any(all(map(le, needed, ranks if side == "A" else ranks.others)) for side in deal.discarders)


@lru_cache(_CACHE_SIZE)
def _ranks_of(cards: int) -> Ranks:
    """How many tarocchi, re, regine, cavalli and fanti are among these cards."""
    return Ranks(*((cards & CRICCA_BITS[family]).bit_count() for family in CRICCHE))


def sizes_with_aside(deal: Deal, ranks: Ranks, a: int, b: int, sizes: int, last_trick: str) -> int:
    """Keeps the sizes of A's pile that are possible with these points of sequences when the discards lie with
    the discarder."""
    found = sizes & _CAPPOTTO_SIZES
    fives_a, fives_b = a // POINTS_PER_CARD, b // POINTS_PER_CARD
    for side in deal.discarders_with(last_trick):
        usual = sizes & usual_sizes(deal.shape, side)
        if usual:
            found |= usual & sizes_laid_by(side, deal, ranks, fives_a, fives_b)
    return found


def sizes_laid_by(side: str, deal: Deal, ranks: Ranks, fives_a: int, fives_b: int) -> int:
    """The sizes of A's pile when that side is the larger discarder, A holds these numbers of cards of value,
    and the sequences are worth these fives."""
    # A pozzo that nobody took may contain tarocchi and re, so any cards fill it.
    room = usual_sizes(deal.shape, side) if deal.pozzo else _room(deal.shape, side, ranks)
    if not room or not deal.aside:
        return room
    return room & sizes_with(ranks, side, deal.aside, deal.rules, fives_a, fives_b)


def _room(shape: DealShape, discarder: str, ranks: Ranks) -> int:
    """The sizes of A's pile at which each pile has enough discardable cards: neither tarocchi nor re (Barilli
    3.3)."""
    of_a, of_b = shape.aside if discarder == "A" else reversed(shape.aside)
    return _sizes_with_room(of_a, of_b, ranks.tarocchi + ranks.re)


@cache
def _sizes_with_room(of_a: int, of_b: int, kept_a: int) -> int:
    sizes = range(of_a + kept_a, len(DECK) - of_b - (KEPT - kept_a) + 1)
    return sum(1 << size for size in sizes)


def sizes_with(ranks: Ranks, side: str, cards: int, rules: str, fives_a: int, fives_b: int) -> int:
    """The sizes of A's pile when that side holds these cards, A holds these numbers of cards of value, and
    the sequences are worth these fives."""
    if side == "A":
        return class_with(ranks, cards, rules).sizes(fives_a, fives_b)
    return other_sizes(class_with(ranks.others, cards, rules).sizes(fives_b, fives_a))


class ClassWithAside:
    """The splits in which the discarder, here always A, holds the known discards and this many cards of each
    valued kind."""

    def __init__(self, ranks: Ranks, aside: Aside, rules: str) -> None:
        self._scartini = aside.scartini
        tarocchi, *kinds = ranks
        self._parts = [
            (
                states_with(contatori, kinds, aside.suits),
                trump_states(contatori, tarocchi, rules, aside.trumps),
            )
            for contatori in NUMBERS_OF_CONTATORI
            if 0 <= tarocchi - contatori <= 2
        ]
        self._known: dict[tuple[int, int], int] = {}
        self._whole: Sequences | None = None

    def sizes(self, a: int, b: int) -> int:
        """The sizes of A's pile at which A's sequences are worth `a` fives and B's `b` fives."""
        if self._whole is None and len(self._known) < _ONE_BY_ONE:
            if (a, b) not in self._known:
                self._known[a, b] = self.looked_up(a, b)
            return self._known[a, b]
        if self._whole is None:
            self._whole = self.worked_out()
        return self._whole.get(a, {}).get(b, 0)

    def worked_out(self) -> Sequences:
        """The sizes for all points of sequences at once."""
        found: Sequences = {}
        for suits, trumps in self._parts:
            join(found, suits, cache(partial(spread_out, trumps, self._scartini)))
        return found

    def looked_up(self, a: int, b: int) -> int:
        """The sizes for these points of sequences alone."""
        found = 0
        for suits, trumps in self._parts_by_numbers:
            for (numbers, states), (more, known) in product(suits.items(), trumps.items()):
                wanted = _wanted(a, numbers[0] + more[0]) * _SIDE_A + _wanted(b, numbers[1] + more[1])
                for points, honours in states.items():
                    sizes = known.get(wanted - points)
                    if sizes:
                        found |= with_honours(with_scartini(sizes, self._scartini), honours)
        return found

    @cached_property
    def _parts_by_numbers(self) -> list[tuple[ByNumbers, ByNumbers]]:
        return [(_by_numbers(suits), _by_numbers(trumps)) for suits, trumps in self._parts]


def _by_numbers(states: Mapping[SequencePoints, int]) -> ByNumbers:
    """Groups states by how many sequences each side has, and packs their points."""
    found: ByNumbers = {}
    for (number_a, fives_a, number_b, fives_b), mask in states.items():
        found.setdefault((number_a, number_b), {})[fives_a * _SIDE_A + fives_b] = mask
    return found


def _wanted(fives: int, number: int) -> int:
    """The fives before doubling that become this many fives with this number of sequences."""
    if number < DOUBLING_FROM:
        return fives
    return _UNREACHABLE if fives % 2 else fives // 2


def class_with(ranks: Ranks, cards: int, rules: str) -> ClassWithAside:
    """The class in which A holds these numbers of cards of value, and these cards among others; cached."""
    return _class_of(ranks, _aside_of(cards), rules)


@lru_cache(_CACHE_SIZE)
def _class_of(ranks: Ranks, aside: Aside, rules: str) -> ClassWithAside:
    return ClassWithAside(ranks, aside, rules)


@lru_cache(_CACHE_SIZE)
def _aside_of(cards: int) -> Aside:
    honours = [cards & those for those in SUIT_BITS.values()]
    suits = (
        sum(1 << place for place, card in enumerate(codes_of(those)) if card in codes_of(held))
        for held, those in zip(honours, SUIT_BITS.values(), strict=True)
    )
    trumps = Given(cards & (PEZZI_BITS | NUMBERS_BITS), (cards & MOORS_BITS).bit_count())
    scartini = cards & ~(sum(honours) | PEZZI_BITS | NUMBERS_BITS | MOORS_BITS)
    return Aside(tuple(sorted(suits)), trumps, scartini.bit_count())
