"""Figures of the games where cards stay out or piles are many, checked by their own sums.

What is certain of one pile is decided exactly, combinations of figures of value and card points together and
sequences by themselves; of all the piles only what they share: the last trick, and the card points in all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.card_points import CARD_VALUES, VALUE_BITS
from scoring.bolognese.combinations import DOUBLING_FROM
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.cricche import CRICCHE, cricche_of
from scoring.bolognese.sequences import POINTS_PER_CARD, SHORTEST

#: Contatori, cards of a suit's court, pezzi and Moors, numbers of scavezzo (Barilli 1.2.3, 1.3).
CONTATORI: Final = 2
COURT: Final = 3
PEZZI: Final = 3
MOORS: Final = 4
NUMBERS: Final = 12
#: What cards of value add to the card points over one for each group, when all of them are there.
MOST_OVER: Final = sum((CARD_VALUES[kind] - 1) * cards.bit_count() for kind, cards in VALUE_BITS.items())

#: Sequences made (three are as good as more) and their cards after the first; with the aces held, or without.
Progress = tuple[int, int, int]
Made = tuple[int, int]


class Table(NamedTuple):
    """How the cards of a deal are shared out."""

    #: Cards in a group of the card points, and groups in all.
    group: int
    groups: int


class SideFigures(NamedTuple):
    """What was written of one side; None is any value."""

    sequences: int | None = None
    cricche: int | None = None
    card_points: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """What one pile of a table can give; points are sets of numbers, bit n for n points."""

    sequences: int
    #: The same from the highest down, bit 0 for the highest.
    sequences_down: int
    #: The card points that go with each value of the cricche.
    card_points: Mapping[int, int]
    #: Cricche and card points together, by card points, and whatever they are.
    sums_with: Mapping[int, int]
    sums: int

    def last_tricks(self, figures: SideFigures) -> tuple[int, ...]:
        """The points of the last trick, 0 or 6, with which a pile gives these figures; none if it cannot."""
        if figures.sequences is not None and not _has(self.sequences, figures.sequences):
            return ()
        worth = self._worth(figures)
        if not worth or figures.total is None:
            return (0, LAST_TRICK_POINTS) if worth else ()
        return tuple(
            last
            for last in (0, LAST_TRICK_POINTS)
            if self._meets(worth, figures.sequences, figures.total - last)
        )

    def points_between(self, figures: SideFigures) -> tuple[int, int]:
        """The fewest and the most card points that go with figures that a pile can give."""
        if figures.card_points is not None:
            return figures.card_points, figures.card_points
        found = self.all_card_points if figures.cricche is None else self.card_points[figures.cricche]
        return (found & -found).bit_length() - 1, found.bit_length() - 1

    @property
    def all_card_points(self) -> int:
        return _union(self.card_points.values())

    @property
    def largest_total(self) -> int:
        return self.sequences.bit_length() + self.sums.bit_length() - 2 + LAST_TRICK_POINTS

    def _worth(self, figures: SideFigures) -> int:
        """The sums that these cricche and card points can make."""
        cricche, points = figures.cricche, figures.card_points
        if cricche is None:
            return self.sums if points is None else self.sums_with.get(points, 0)
        with_them = self.card_points.get(cricche, 0)
        if points is not None:
            with_them = 1 << points if _has(with_them, points) else 0
        return with_them << cricche if with_them else 0

    def _meets(self, worth: int, sequences: int | None, total: int) -> bool:
        """Whether one of the sums and the sequences make the total."""
        if sequences is not None:
            return _has(worth, total - sequences)
        # Bit n is set where n and some points of sequences make the total.
        shift = total - self.sequences.bit_length() + 1
        wanted = self.sequences_down << shift if shift >= 0 else self.sequences_down >> -shift
        return worth & wanted != 0


@cache
def reach(table: Table) -> Reach:
    """Everything that one pile of the table can give."""
    sequences = sum(1 << points for points in _sequence_points(table))
    card_points = _card_points(table)
    by_points: dict[int, int] = {}
    for cricche, found in card_points.items():
        for points in members(found):
            by_points[points] = by_points.get(points, 0) | 1 << points + cricche
    highest = sequences.bit_length() - 1
    return Reach(
        sequences=sequences,
        sequences_down=sum(1 << highest - points for points in members(sequences)),
        card_points=card_points,
        sums_with=by_points,
        sums=_union(by_points.values()),
    )


def members(numbers: int) -> Iterator[int]:
    """The numbers in a set, the smallest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _has(numbers: int, number: int) -> bool:
    return number >= 0 and bool(numbers >> number & 1)


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def _card_points(table: Table) -> dict[int, int]:
    """The card points that go with each value of the cricche: any number of groups that holds its cards."""
    found: dict[int, int] = {}
    for counts in product(range(5), repeat=len(CRICCHE)):
        over = sum((CARD_VALUES[kind] - 1) * count for kind, count in zip(CRICCHE, counts, strict=True))
        fewest = -(-sum(counts) // table.group)
        groups = (1 << table.groups + 1) - (1 << fewest)
        cricche = cricche_of(*counts).total
        found[cricche] = found.get(cricche, 0) | groups << over
    return found


def _sequence_points(table: Table) -> set[int]:
    """All points of sequences that so many cards can give, doubling included."""
    return {
        longer * POINTS_PER_CARD * (2 if made == DOUBLING_FROM else 1)
        for (made, longer), cards in _runs().items()
        if cards <= table.group * table.groups
    }


@cache
def _runs() -> dict[Made, int]:
    """The fewest cards that make so many sequences with so many cards after the first."""
    found: dict[Made, int] = {}
    for contatori in range(CONTATORI + 1):
        of_suits, of_trumps = _of_suits(contatori), _of_trumps(contatori)
        for ((made, longer), cards), ((more, after), trumps) in product(of_suits.items(), of_trumps.items()):
            _keep_fewest(found, (min(DOUBLING_FROM, made + more), longer + after), cards + trumps + contatori)
    return found


def _of_suits(contatori: int) -> dict[Made, int]:
    reached: dict[Progress, int] = {(0, 0, 0): 0}
    for _ in range(4):
        reached = _with_suit(reached, contatori)
    found: dict[Made, int] = {}
    for (made, longer, aces), cards in reached.items():
        assi = _run_of_equals(aces, contatori)
        _keep_fewest(found, (min(DOUBLING_FROM, made + (assi > 0)), longer + assi), cards)
    return found


def _with_suit(reached: Mapping[Progress, int], contatori: int) -> dict[Progress, int]:
    found: dict[Progress, int] = {}
    for ((made, longer, aces), cards), ace, court in product(reached.items(), (0, 1), range(COURT + 1)):
        if court and court + contatori < SHORTEST - 1:
            continue
        own = 1 + court + ace if court else ace
        after = own + contatori - 1 if court else 0
        progress = (min(DOUBLING_FROM, made + (court > 0)), longer + after, aces + ace)
        found[progress] = min(found.get(progress, cards + own), cards + own)
    return found


def _of_trumps(contatori: int) -> dict[Made, int]:
    found: dict[Made, int] = {}
    for moors in range(MOORS + 1):
        mori = _run_of_equals(moors, contatori)
        _keep_fewest(found, (int(mori > 0), mori), moors)
        for pezzi, numbers in product(range(1, PEZZI + 1), range(NUMBERS + 1)):
            if pezzi + contatori < SHORTEST - 1:
                continue
            # One contatore goes in terza beside a single pezzo; the Moors follow a run past the 5.
            through = numbers >= NUMBERS - contatori + (pezzi == 1)
            real = 1 + pezzi + numbers
            after = real + (moors if through else 0) + contatori - 1
            _keep_fewest(found, (1 + (mori > 0), mori + after), real + moors)
    return found


def _run_of_equals(held: int, contatori: int) -> int:
    """Cards after the first of the assi or mori; 0 when they make no sequence."""
    return held + contatori - 1 if held >= SHORTEST - 1 and held + contatori >= SHORTEST else 0


def _keep_fewest(found: dict[Made, int], made: Made, cards: int) -> None:
    found[made] = min(found.get(made, cards), cards)
