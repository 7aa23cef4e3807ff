"""Checks figures by sums, in games with cards out of play or with more than two piles.

For one pile the check is exact on cricche and card points together, and uses a lower bound of the cards that
sequences need. For all piles together it checks only the last trick and the sum of the card points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple

from scoring.bolognese.combinations import (
    CARD_VALUES,
    CRICCHE,
    DOUBLING_FROM,
    POINTS_PER_CARD,
    SHORTEST,
    VALUE_BITS,
    cricche_of,
    doubled_from_three,
)
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.sheet import each_number

#: Contatori, cards of a suit's court, pezzi and Moors, numbers of scavezzo (Barilli 1.2.3, 1.3).
CONTATORI: Final = 2
COURT: Final = 3
PEZZI: Final = 3
MOORS: Final = 4
NUMBERS: Final = 12
#: The card points of all cards of value, less one for each of these cards.
MOST_OVER: Final = sum((CARD_VALUES[kind] - 1) * cards.bit_count() for kind, cards in VALUE_BITS.items())

#: The number of sequences (counted up to three), and the number of cards in them, without the first of each;
#: in Progress also the number of assi.
Progress = tuple[int, int, int]
Made = tuple[int, int]


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


@dataclass(frozen=True, slots=True)
class Reach:
    """All figures that one pile of a table can give; points are bit masks, bit n for n points."""

    #: By number of groups, the points of sequences that need at most the cards of these groups.
    sequences_of: tuple[int, ...]
    #: These masks reversed, with bit 0 for the highest points.
    sequences_down: tuple[int, ...]
    #: The possible card points for each value of the cricche.
    card_points: Mapping[int, int]
    #: Cricche and card points together, by card points.
    sums_with: Mapping[int, int]
    #: Cricche and card points together, for any card points.
    sums: int

    @property
    def sequences(self) -> int:
        return self.sequences_of[-1]

    @property
    def possible_card_points(self) -> tuple[int, ...]:
        """Returns all card points that a pile can have, the fewest first."""
        return tuple(self.sums_with)

    @property
    def largest_total(self) -> int:
        return self.sequences.bit_length() + self.sums.bit_length() - 2 + LAST_TRICK_POINTS

    def gives(self, figures: SideFigures, card_points: int, last_trick: int) -> bool:
        """Whether a pile with these card points, and so many for the last trick, can give the figures."""
        # Every group is worth at least a card point, and the winner of the last trick has a group.
        if last_trick and not card_points:
            return False
        cricche = figures.cricche
        if cricche is None:
            worth = self.sums_with.get(card_points, 0)
        else:
            with_them = self.card_points.get(cricche, 0)
            worth = 1 << card_points + cricche if _has(with_them, card_points) else 0
        return self._meets(figures, worth, min(card_points, len(self.sequences_of) - 1), last_trick)

    def may_give(self, figures: SideFigures, last_trick: int) -> bool:
        """Whether the figures are possible with any card points: one quick test for all."""
        cricche = figures.cricche
        worth = self.sums if cricche is None else self.card_points.get(cricche, 0) << max(cricche, 0)
        return self._meets(figures, worth, len(self.sequences_of) - 1, last_trick)

    def _meets(self, figures: SideFigures, worth: int, groups: int, last_trick: int) -> bool:
        """Whether these sums, and sequences from this many groups, can make the figures."""
        sequences = figures.sequences
        if not worth or (sequences is not None and not _has(self.sequences_of[groups], sequences)):
            return False
        if figures.total is None:
            return True
        rest = figures.total - last_trick
        if sequences is not None:
            return _has(worth, rest - sequences)
        # After the shift, bit n is set if n and some points of sequences make the rest.
        shift = rest - self.sequences.bit_length() + 1
        down = self.sequences_down[groups]
        return worth & (down << shift if shift >= 0 else down >> -shift) != 0


@lru_cache(maxsize=4096)
def card_points_with(table: Table, figures: SideFigures, last_trick: int) -> tuple[int, int] | None:
    """Returns the fewest and the most card points with these figures; None when it is impossible."""
    table_reach = reach(table)
    if figures.card_points is not None:
        points = figures.card_points
        return (points, points) if points >= 0 and table_reach.gives(figures, points, last_trick) else None
    if not table_reach.may_give(figures, last_trick):
        return None
    every = table_reach.possible_card_points
    fewest = next((points for points in every if table_reach.gives(figures, points, last_trick)), None)
    if fewest is None:
        return None
    return fewest, next(
        points for points in reversed(every) if table_reach.gives(figures, points, last_trick)
    )


@cache
def reach(table: Table) -> Reach:
    """Returns all figures that one pile of the table can give; cached."""
    card_points = _card_points(table)
    by_points: dict[int, int] = {}
    for cricche, found in card_points.items():
        for points in each_number(found):
            by_points[points] = by_points.get(points, 0) | 1 << points + cricche
    cards = _sequence_points()
    within = [[points for points, fewest in cards.items() if fewest <= held] for held in table.held()]
    highest = max(within[-1])
    by_points = dict(sorted(by_points.items()))
    return Reach(
        sequences_of=tuple(sum(1 << points for points in found) for found in within),
        sequences_down=tuple(sum(1 << highest - points for points in found) for found in within),
        card_points=card_points,
        sums_with=by_points,
        sums=reduce(or_, by_points.values()),
    )


def _has(numbers: int, number: int) -> bool:
    return number >= 0 and bool(numbers >> number & 1)


def _card_points(table: Table) -> dict[int, int]:
    """Returns the possible card points by value of the cricche, with any groups that can hold the cards."""
    points_by_cricche: dict[int, int] = {}
    for counts in product(range(5), repeat=len(CRICCHE)):
        over = sum((CARD_VALUES[kind] - 1) * count for kind, count in zip(CRICCHE, counts, strict=True))
        fewest = -(-sum(counts) // table.group)
        groups = (1 << table.groups + 1) - (1 << fewest)
        cricche = cricche_of(*counts).total
        points_by_cricche[cricche] = points_by_cricche.get(cricche, 0) | groups << over
    return points_by_cricche


def _sequence_points() -> dict[int, int]:
    """Returns all points of sequences, after doubling, with the fewest cards that make them."""
    fewest: dict[int, int] = {}
    for (made, longer), cards in _runs().items():
        points = doubled_from_three(made, longer * POINTS_PER_CARD)
        fewest[points] = min(fewest.get(points, cards), cards)
    return fewest


@cache
def _runs() -> dict[Made, int]:
    """Returns the fewest cards by number of sequences and number of their cards after the first."""
    fewest: dict[Made, int] = {}
    for contatori in range(CONTATORI + 1):
        of_suits, of_trumps = _of_suits(contatori), _of_trumps(contatori)
        for ((made, longer), cards), ((more, after), trumps) in product(of_suits.items(), of_trumps.items()):
            _keep_fewest(
                fewest, (min(DOUBLING_FROM, made + more), longer + after), cards + trumps + contatori
            )
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
        fewest[progress] = min(fewest.get(progress, cards + own), cards + own)
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


def _keep_fewest(fewest: dict[Made, int], made: Made, cards: int) -> None:
    fewest[made] = min(fewest.get(made, cards), cards)
