"""What splits can give where the discards are known: in the pile of who laid them aside (Barilli 3.3).

The classes are those of ``splits``, each made with these cards on one side: for few classes only, since what
is impossible without knowing the cards is so with them. Most are asked for one or two points of sequences
only, so that a class is worked out whole where it is asked for more.
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

#: Without a trick there is no pile: what was laid aside passes over (Barilli 3.9.1).
_CAPPOTTO_SIZES: Final = 1 << len(DECK) | 1
#: Classes with cards on one side that are remembered: some 20 MB at most.
_REMEMBERED: Final = 150
#: Tarocchi and re in the deck.
KEPT: Final = 8
#: So many points of a class are looked up one by one before it is worked out whole.
_ONE_BY_ONE: Final = 50
#: A's points in fives beside B's in one integer: B's never come near.
_SIDE_A: Final = 1000
#: So many fives as no sequences are worth, nor any of those that are less.
_NOTHING: Final = 500

#: By how many sequences each side has: their points in one integer, and what is told of each.
ByNumbers = dict[tuple[int, int], dict[int, int]]


class Aside(NamedTuple):
    """Cards that one side holds, as far as it matters which they are."""

    #: Of each suit the honours, bit by bit; suits are alike, so that these are in increasing order.
    suits: tuple[int, ...]
    trumps: Given
    scartini: int


def may_have_laid_aside(deal: Deal, ranks: Ranks) -> bool:
    """Whether some side that may have laid aside has as many cards of value as were told, or none took a
    trick: seen without looking at sequences."""
    if not deal.aside or deal.pozzo or not any(ranks) or not any(ranks.others):
        return True
    told = _ranks_of(deal.aside)
    return any(all(map(le, told, ranks if side == "A" else ranks.others)) for side in deal.discarders)


@lru_cache(_REMEMBERED)
def _ranks_of(cards: int) -> Ranks:
    """How many there are of each kind of cards of value."""
    return Ranks(*((cards & CRICCA_BITS[family]).bit_count() for family in CRICCHE))


def sizes_with_aside(deal: Deal, ranks: Ranks, a: int, b: int, sizes: int, last_trick: str) -> int:
    """Those of these sizes of A's pile that go with such points of sequences, where the cards laid aside are
    with who laid them aside."""
    found = sizes & _CAPPOTTO_SIZES
    fives_a, fives_b = a // POINTS_PER_CARD, b // POINTS_PER_CARD
    for side in deal.discarders_with(last_trick):
        usual = sizes & usual_sizes(deal.shape, side)
        if usual:
            found |= usual & sizes_laid_by(side, deal, ranks, fives_a, fives_b)
    return found


def sizes_laid_by(side: str, deal: Deal, ranks: Ranks, fives_a: int, fives_b: int) -> int:
    """The sizes of A's pile where A holds so many cards of value, that side what was laid aside, and the
    sequences are worth so many fives."""
    # What nobody laid aside may be of tarocchi and re: its cards are enough.
    room = usual_sizes(deal.shape, side) if deal.pozzo else _room(deal.shape, side, ranks)
    if not room or not deal.aside:
        return room
    return room & sizes_with(ranks, side, deal.aside, deal.rules, fives_a, fives_b)


def _room(shape: DealShape, discarder: str, ranks: Ranks) -> int:
    """The sizes of A's pile with which each pile has as many cards that may be laid aside as were: neither
    tarocchi nor re (Barilli 3.3)."""
    of_a, of_b = shape.aside if discarder == "A" else reversed(shape.aside)
    return _sizes_with_room(of_a, of_b, ranks.tarocchi + ranks.re)


@cache
def _sizes_with_room(of_a: int, of_b: int, kept_a: int) -> int:
    sizes = range(of_a + kept_a, len(DECK) - of_b - (KEPT - kept_a) + 1)
    return sum(1 << size for size in sizes)


def sizes_with(ranks: Ranks, side: str, cards: int, rules: str, fives_a: int, fives_b: int) -> int:
    """The sizes of A's pile where A holds so many cards of value, that side these cards, and the sequences
    are worth so many fives."""
    if side == "A":
        return class_with(ranks, cards, rules).sizes(fives_a, fives_b)
    return other_sizes(class_with(ranks.others, cards, rules).sizes(fives_b, fives_a))


class ClassWithAside:
    """What can be where the side that laid aside holds so many cards of value: that side is A here."""

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
        """The sizes of A's pile with which A's sequences are worth so many fives, and B's so many."""
        if self._whole is None and len(self._known) < _ONE_BY_ONE:
            if (a, b) not in self._known:
                self._known[a, b] = self.looked_up(a, b)
            return self._known[a, b]
        if self._whole is None:
            self._whole = self.worked_out()
        return self._whole.get(a, {}).get(b, 0)

    def worked_out(self) -> Sequences:
        """The sizes for all points at once."""
        found: Sequences = {}
        for suits, trumps in self._parts:
            join(found, suits, cache(partial(spread_out, trumps, self._scartini)))
        return found

    def looked_up(self, a: int, b: int) -> int:
        """The sizes for these points alone."""
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
    """The same with what is told of each, by how many sequences each side has."""
    found: ByNumbers = {}
    for (number_a, fives_a, number_b, fives_b), told in states.items():
        found.setdefault((number_a, number_b), {})[fives_a * _SIDE_A + fives_b] = told
    return found


def _wanted(fives: int, number: int) -> int:
    """The fives before doubling, where so many sequences are worth so many after it."""
    if number < DOUBLING_FROM:
        return fives
    return _NOTHING if fives % 2 else fives // 2


def class_with(ranks: Ranks, cards: int, rules: str) -> ClassWithAside:
    """The class of who holds so many cards of value and, among all the cards, these."""
    return _class_of(ranks, _aside_of(cards), rules)


@lru_cache(_REMEMBERED)
def _class_of(ranks: Ranks, aside: Aside, rules: str) -> ClassWithAside:
    return ClassWithAside(ranks, aside, rules)


@lru_cache(_REMEMBERED)
def _aside_of(cards: int) -> Aside:
    honours = [cards & those for those in SUIT_BITS.values()]
    suits = (
        sum(1 << place for place, card in enumerate(codes_of(those)) if card in codes_of(held))
        for held, those in zip(honours, SUIT_BITS.values(), strict=True)
    )
    trumps = Given(cards & (PEZZI_BITS | NUMBERS_BITS), (cards & MOORS_BITS).bit_count())
    scartini = cards & ~(sum(honours) | PEZZI_BITS | NUMBERS_BITS | MOORS_BITS)
    return Aside(tuple(sorted(suits)), trumps, scartini.bit_count())
