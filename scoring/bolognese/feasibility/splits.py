"""Classes of splits: all sequences that a class can give, with the sizes of A's pile for each."""

from collections.abc import Callable, Mapping
from functools import cache, partial, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK, WHOLE_DECK, codes_of
from scoring.bolognese.combinations import CARD_VALUES, DOUBLING_FROM, cricche_of
from scoring.bolognese.feasibility.figures import each_size
from scoring.bolognese.feasibility.suits import SequencePoints, SuitClass, mirror, suit_states, trump_states

#: Scartini of the suits are in no combination: A may hold any number of them.
SCARTINI: Final = sum(
    1 for code in codes_of(WHOLE_DECK) if code[:-1] in {"6", "7", "8", "9", "10"} and code[-1] in "dcsb"
)
#: A holds 0 to 4 cards of each kind, and 0 to 2 contatori.
_FOUR: Final = range(5)
NUMBERS_OF_CONTATORI: Final = range(3)

#: Packs A's points in fives beside B's in one integer: B's never reach this.
_SIDE_A: Final = 256

#: Keys: the points of A's sequences, then of B's, in fives after doubling. Value: the sizes of A's pile, bit
#: n for n cards.
Sequences = dict[int, dict[int, int]]
#: Key: the number of sequences of trumps of each side. Value: packed points, with sizes of A's pile.
Trumps = dict[tuple[int, int], list[tuple[int, int]]]


class Ranks(NamedTuple):
    """How many cards of each valued kind A holds; B has the rest of each four."""

    tarocchi: int
    re: int
    regine: int
    cavalli: int
    fanti: int

    @property
    def others(self) -> "Ranks":
        return Ranks(*(4 - number for number in self))


class RankSplit(NamedTuple):
    """A split of the cards of value, with all figures that follow from it alone."""

    ranks: Ranks
    cricche_a: int
    cricche_b: int
    #: A's card points are this plus half the number of A's cards.
    above_half: int
    #: A's re and court cards, which with the tarocchi determine the class of its sequences.
    suits: SuitClass


@cache
def rank_splits() -> tuple[RankSplit, ...]:
    """All 3,125 splits of the cards of value, the even ones first: most feasible figures are found early."""
    everything = [Ranks(*numbers) for numbers in product(_FOUR, repeat=5)]
    everything.sort(key=lambda ranks: sum(abs(number - 2) for number in ranks))
    return tuple(map(_rank_split, everything))


def _rank_split(ranks: Ranks) -> RankSplit:
    low, middle, high = sorted(ranks[2:])
    return RankSplit(
        ranks,
        cricche_of(*ranks).total,
        cricche_of(*ranks.others).total,
        _above_half(ranks),
        (ranks.re, (low, middle, high)),
    )


@cache
def rank_splits_by_cricche() -> dict[tuple[int | None, int | None], tuple[RankSplit, ...]]:
    """All splits of the cards of value by A's cricche, B's, or both; None stands for any."""
    found: dict[tuple[int | None, int | None], list[RankSplit]] = {}
    for split in rank_splits():
        for a, b in product((split.cricche_a, None), (split.cricche_b, None)):
            found.setdefault((a, b), []).append(split)
    return {key: tuple(splits) for key, splits in found.items()}


@cache
def class_representatives() -> tuple[RankSplit, ...]:
    """One split of each class: enough where only sequences are asked."""
    found: dict[tuple[int, SuitClass], RankSplit] = {}
    for split in rank_splits():
        found.setdefault((split.ranks.tarocchi, split.suits), split)
    return tuple(found.values())


def sequences_of(split: RankSplit, rules: str) -> Sequences:
    """The sequences that a split of the cards of value can give."""
    return class_sequences(split.ranks.tarocchi, split.suits, rules)


def sequences_of_b(split: RankSplit, rules: str) -> frozenset[int]:
    """The points of B's sequences, in fives, that a split can give with any of A's."""
    return _of_b(split.ranks.tarocchi, split.suits, rules)


@cache
def _of_b(tarocchi: int, suits: SuitClass, rules: str) -> frozenset[int]:
    return frozenset(b for row in class_sequences(tarocchi, suits, rules).values() for b in row)


def is_seen_from_b(split: RankSplit) -> bool:
    """Whether the split's class is the mirror image of a smaller one, from which its sequences are
    derived."""
    return _mirror(split.ranks.tarocchi, split.suits) < (split.ranks.tarocchi, split.suits)


def _mirror(tarocchi: int, suits: SuitClass) -> tuple[int, SuitClass]:
    """The class with the sides exchanged."""
    return 4 - tarocchi, mirror(suits)


@cache
def class_sequences(tarocchi: int, suits: SuitClass, rules: str) -> Sequences:
    """The sequences that a class can give; half of the classes are mirror images of the others."""
    other = _mirror(tarocchi, suits)
    if other < (tarocchi, suits):
        return _seen_from_b(class_sequences(*other, rules))
    found: Sequences = {}
    for contatori in NUMBERS_OF_CONTATORI:
        if 0 <= tarocchi - contatori <= 2:
            join(found, suit_states(contatori)[suits], partial(_trumps_with, contatori, tarocchi, rules))
    return found


def join(found: Sequences, suits: Mapping[SequencePoints, int], trumps_with: Callable[[int], Trumps]) -> None:
    """Adds every combination of a state of the suits, a state of the trumps and a number of scartini to
    `found`.

    Points of both sides are packed in one integer while they are added, in separate dictionaries by which
    sides double.
    """
    doubled: dict[tuple[bool, bool], dict[int, int]] = {
        (twice_a, twice_b): {} for twice_a in (False, True) for twice_b in (False, True)
    }
    for (number_a, fives_a, number_b, fives_b), honours in suits.items():
        already = fives_a * _SIDE_A + fives_b
        for (more_a, more_b), trumps in trumps_with(honours).items():
            places = doubled[number_a + more_a >= DOUBLING_FROM, number_b + more_b >= DOUBLING_FROM]
            known = places.get
            for points, sizes in trumps:
                place = already + points
                places[place] = known(place, 0) | sizes
    for (twice_a, twice_b), places in doubled.items():
        for place, sizes in places.items():
            a, b = divmod(place, _SIDE_A)
            row = found.setdefault(a * 2 if twice_a else a, {})
            column = b * 2 if twice_b else b
            row[column] = row.get(column, 0) | sizes


@cache
def _trumps_with(contatori: int, tarocchi: int, rules: str, honours: int) -> Trumps:
    return spread_out(trump_states(contatori, tarocchi, rules), 0, honours)


def spread_out(states: Mapping[SequencePoints, int], scartini: int, honours: int) -> Trumps:
    """Groups the states of the trumps by how many sequences each side has: packed points, and sizes extended
    by these numbers of honours and by at least `scartini` scartini."""
    found: Trumps = {}
    for points, sizes in states.items():
        packed = points.fives_a * _SIDE_A + points.fives_b
        spread = with_honours(with_scartini(sizes, scartini), honours)
        found.setdefault((points.number_a, points.number_b), []).append((packed, spread))
    return found


def with_honours(sizes: int, honours: int) -> int:
    """The sizes plus each of these numbers of cards."""
    return reduce(or_, (sizes << more for more in each_size(honours)))


@cache
def with_scartini(sizes: int, least: int) -> int:
    """The sizes plus any number of scartini from `least` up."""
    widened = 0
    for more in range(least, SCARTINI + 1):
        widened |= sizes << more
    return widened


def _seen_from_b(other: Sequences) -> Sequences:
    """The sequences with the sides exchanged."""
    found: Sequences = {}
    for b, row in other.items():
        for a, sizes in row.items():
            found.setdefault(a, {})[b] = other_sizes(sizes)
    return found


@cache
def other_sizes(sizes: int) -> int:
    """The sizes of the other pile."""
    return sum(1 << len(DECK) - size for size in range(len(DECK) + 1) if sizes >> size & 1)


def _above_half(ranks: Ranks) -> int:
    values = (CARD_VALUES[kind] for kind in ("tarocchi", "re", "regine", "cavalli", "fanti"))
    return sum(number * (value - 1) for number, value in zip(ranks, values, strict=True))
