"""Checks figures by sums, in games with cards out of play or with more than two piles.

For one pile the check is exact on cricche and card points together, and uses a lower bound of the cards that
sequences need. For all piles together it checks only the last trick and the sum of the card points.
"""

from collections.abc import Mapping
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple, TypeVar

from scoring.bolognese.combinations import (
    CARD_VALUES,
    CRICCA_BITS,
    CRICCHE,
    DOUBLING_FROM,
    POINTS_PER_CARD,
    SHORTEST,
    cricche_of,
    doubled_from_three,
)
from scoring.sheet import each_number

#: Contatori, cards of a suit's court, pezzi and Moors, numbers of scavezzo (Barilli 1.2.3, 1.3).
CONTATORI: Final = 2
COURT: Final = 3
PEZZI: Final = 3
MOORS: Final = 4
NUMBERS: Final = 12
#: The card points of all cards of value, less one for each of these cards.
MOST_OVER: Final = sum((CARD_VALUES[kind] - 1) * cards.bit_count() for kind, cards in CRICCA_BITS.items())

#: The number of sequences (counted up to three), and the number of cards in them, without the first of each;
#: in Progress also the number of assi.
Progress = tuple[int, int, int]
Made = tuple[int, int]
Key = TypeVar("Key")


class Table(NamedTuple):
    """The groups in which the cards of a deal are counted."""

    #: The number of cards in a group of the card points, and the number of groups.
    group: int
    groups: int

    def held(self) -> range:
        """Returns the sizes of piles: of no group, of one, of two, up to all."""
        return range(0, self.group * self.groups + 1, self.group)


class SideFigures(NamedTuple):
    """The figures of one side; None stands for any value."""

    sequences: int | None = None
    cricche: int | None = None
    card_points: int | None = None
    total: int | None = None


@lru_cache(maxsize=4096)
def card_points_with(table: Table, figures: SideFigures, last_trick: int) -> tuple[int, int] | None:
    """Returns the fewest and the most card points of a pile with these figures; None when none has them."""
    found = [
        points
        for points, totals in totals_by_points(table, figures.sequences, figures.cricche).items()
        if figures.card_points in (None, points)
        # The winner of the last trick has a group, which is worth a card point at least.
        and (points or not last_trick)
        and (figures.total is None or _only(totals, figures.total - last_trick))
    ]
    return (found[0], found[-1]) if found else None


@lru_cache(maxsize=4096)
def totals_by_points(table: Table, sequences: int | None, cricche: int | None) -> Mapping[int, int]:
    """Returns, by card points, the totals of a pile without the last trick, as bit masks; None for any
    sequences or cricche."""
    found: dict[int, int] = {}
    for points, made in cricche_by_points(table).items():
        runs = sequences_within(table)[min(points, table.groups)]
        sums = (_only(runs, sequences) << points + each for each in each_number(_only(made, cricche)))
        totals = reduce(or_, sums, 0)
        if totals:
            found[points] = totals
    return found


def _only(numbers: int, number: int | None) -> int:
    """Returns the part of a bit mask that is this number; all of it for None."""
    if number is None:
        return numbers
    return numbers & 1 << number if 0 <= number < numbers.bit_length() else 0


@cache
def sequences_within(table: Table) -> tuple[int, ...]:
    """Returns, by number of groups, the points of sequences that need no more cards, as bit masks."""
    fewest = _sequence_points()
    return tuple(
        sum(1 << points for points, cards in fewest.items() if cards <= held) for held in table.held()
    )


@cache
def cricche_by_points(table: Table) -> Mapping[int, int]:
    """Returns the cricche that go with each number of card points, as bit masks; the fewest points first."""
    found: dict[int, int] = {}
    for counts in product(range(5), repeat=len(CRICCHE)):
        over = sum((CARD_VALUES[kind] - 1) * count for kind, count in zip(CRICCHE, counts, strict=True))
        # Every group that holds the cards adds a point.
        for groups in range(-(-sum(counts) // table.group), table.groups + 1):
            found[over + groups] = found.get(over + groups, 0) | 1 << cricche_of(*counts).total
    return dict(sorted(found.items()))


@cache
def _sequence_points() -> dict[int, int]:
    """Returns all points of sequences, after doubling, with the fewest cards that make them."""
    fewest: dict[int, int] = {}
    for contatori in range(CONTATORI + 1):
        of_suits, of_trumps = _of_suits(contatori), _of_trumps(contatori)
        for ((made, longer), cards), ((more, after), trumps) in product(of_suits.items(), of_trumps.items()):
            points = doubled_from_three(made + more, (longer + after) * POINTS_PER_CARD)
            _keep_fewest(fewest, points, cards + trumps + contatori)
    return fewest


def _of_suits(contatori: int) -> dict[Made, int]:
    reached: dict[Progress, int] = {(0, 0, 0): 0}
    for _ in range(4):
        reached = _with_suit(reached, contatori)
    fewest: dict[Made, int] = {}
    for (made, longer, aces), cards in reached.items():
        assi = _run_of_equals(aces, contatori)
        _keep_fewest(fewest, (min(DOUBLING_FROM, made + (assi > 0)), longer + assi), cards)
    return fewest


def _with_suit(reached: Mapping[Progress, int], contatori: int) -> dict[Progress, int]:
    fewest: dict[Progress, int] = {}
    for ((made, longer, aces), cards), ace, court in product(reached.items(), (0, 1), range(COURT + 1)):
        if court and court + contatori < SHORTEST - 1:
            continue
        own = 1 + court + ace if court else ace
        after = own + contatori - 1 if court else 0
        progress = (min(DOUBLING_FROM, made + (court > 0)), longer + after, aces + ace)
        _keep_fewest(fewest, progress, cards + own)
    return fewest


def _of_trumps(contatori: int) -> dict[Made, int]:
    fewest: dict[Made, int] = {}
    for moors in range(MOORS + 1):
        mori = _run_of_equals(moors, contatori)
        _keep_fewest(fewest, (int(mori > 0), mori), moors)
        for pezzi, numbers in product(range(1, PEZZI + 1), range(NUMBERS + 1)):
            if pezzi + contatori < SHORTEST - 1:
                continue
            # With a single pezzo, one contatore takes the third place; a run that passes the 5 goes on to the
            # Moors.
            through = numbers >= NUMBERS - contatori + (pezzi == 1)
            real = 1 + pezzi + numbers
            after = real + (moors if through else 0) + contatori - 1
            _keep_fewest(fewest, (1 + (mori > 0), mori + after), real + moors)
    return fewest


def _run_of_equals(held: int, contatori: int) -> int:
    """Returns the number of cards after the first in a sequence of assi or mori; 0 when there is none."""
    return held + contatori - 1 if held >= SHORTEST - 1 and held + contatori >= SHORTEST else 0


def _keep_fewest(fewest: dict[Key, int], key: Key, cards: int) -> None:
    fewest[key] = min(fewest.get(key, cards), cards)
