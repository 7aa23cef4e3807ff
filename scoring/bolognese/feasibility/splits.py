"""Classes of splits: all that a class can give in sequences, with the sizes of A's pile that go with each."""

from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.card_points import CARD_VALUES
from scoring.bolognese.cards import DECK, WHOLE_DECK, codes_of
from scoring.bolognese.combinations import DOUBLING_FROM
from scoring.bolognese.cricche import cricche_of
from scoring.bolognese.feasibility.suits import SuitClass, suit_states
from scoring.bolognese.feasibility.trumps import trump_states

#: The scartini of the suits enter nothing: A may hold any number of them.
SCARTINI: Final = sum(
    1 for code in codes_of(WHOLE_DECK) if code[:-1] in {"6", "7", "8", "9", "10"} and code[-1] in "dcsb"
)
#: Four of each kind, the contatori two.
_FOUR: Final = range(5)
_CONTATORI: Final = range(3)

#: A's sequences, then B's, both in fives after doubling; then the sizes of A's pile, bit n for n cards.
Sequences = dict[int, dict[int, int]]


class Ranks(NamedTuple):
    """How many cards of value A holds; the rest of each four are B's."""

    tarocchi: int
    re: int
    regine: int
    cavalli: int
    fanti: int

    @property
    def others(self) -> "Ranks":
        return Ranks(*(4 - number for number in self))


class RankSplit(NamedTuple):
    """A split of the cards of value, with what depends on nothing else."""

    ranks: Ranks
    cricche_a: int
    cricche_b: int
    #: A's card points are these and half of A's cards.
    above_half: int
    #: A's re and court, as the class of its sequences knows them.
    suits: SuitClass


@cache
def rank_splits() -> tuple[RankSplit, ...]:
    """All 3,125, the even ones first: what is possible is then found soon."""
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
    """The same, found by A's cricche, B's, or both; None stands for any."""
    found: dict[tuple[int | None, int | None], list[RankSplit]] = {}
    for split in rank_splits():
        for a, b in product((split.cricche_a, None), (split.cricche_b, None)):
            found.setdefault((a, b), []).append(split)
    return {key: tuple(splits) for key, splits in found.items()}


@cache
def class_representatives() -> tuple[RankSplit, ...]:
    """One split of each class: enough where nothing but sequences is asked."""
    found: dict[tuple[int, SuitClass], RankSplit] = {}
    for split in rank_splits():
        found.setdefault((split.ranks.tarocchi, split.suits), split)
    return tuple(found.values())


def sequences_of(split: RankSplit, rules: str) -> Sequences:
    """What the sequences can be with these cards of value."""
    return class_sequences(split.ranks.tarocchi, split.suits, rules)


@cache
def class_sequences(tarocchi: int, suits: SuitClass, rules: str) -> Sequences:
    """What the sequences can be in one class; half of the classes are the other half seen from B."""
    re, (low, middle, high) = suits
    mirror = (4 - tarocchi, (4 - re, (4 - high, 4 - middle, 4 - low)))
    if mirror < (tarocchi, suits):
        return _seen_from_b(class_sequences(*mirror, rules))
    found: Sequences = {}
    for contatori in _CONTATORI:
        if 0 <= tarocchi - contatori <= 2:
            _join(found, contatori, tarocchi, suits, rules)
    return found


def _join(found: Sequences, contatori: int, tarocchi: int, suits: SuitClass, rules: str) -> None:
    """Every state of the suits with every state of the trumps, and any number of scartini."""
    trumps = [
        (points, _widened(sizes, SCARTINI))
        for points, sizes in trump_states(contatori, tarocchi, rules).items()
    ]
    for (number_a, fives_a, number_b, fives_b), honours in suit_states(contatori)[suits]:
        for points, sizes in trumps:
            a = fives_a + points.fives_a
            b = fives_b + points.fives_b
            row = found.setdefault(a * 2 if number_a + points.number_a >= DOUBLING_FROM else a, {})
            column = b * 2 if number_b + points.number_b >= DOUBLING_FROM else b
            row[column] = row.get(column, 0) | sizes << honours


@cache
def _widened(sizes: int, extra: int) -> int:
    """The sizes with from none to so many cards more."""
    widened = 0
    for more in range(extra + 1):
        widened |= sizes << more
    return widened


def _seen_from_b(other: Sequences) -> Sequences:
    found: Sequences = {}
    for b, row in other.items():
        for a, sizes in row.items():
            found.setdefault(a, {})[b] = _reversed(sizes)
    return found


@cache
def _reversed(sizes: int) -> int:
    """B's sizes as A's."""
    return sum(1 << len(DECK) - size for size in range(len(DECK) + 1) if sizes >> size & 1)


def _above_half(ranks: Ranks) -> int:
    values = (CARD_VALUES[kind] for kind in ("tarocchi", "re", "regine", "cavalli", "fanti"))
    return sum(number * (value - 1) for number, value in zip(ranks, values, strict=True))
