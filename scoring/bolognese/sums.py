"""Figures of the games where cards stay out or piles are many, checked by their own sums.

What is certain of one pile is decided exactly, combinations of figures of value and card points together and
sequences by themselves; of all the piles only what they share: the last trick, and the card points in all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

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
ACES: Final = 4
#: What cards of value add to the card points over one for each group, when all of them are there.
MOST_OVER: Final = sum((CARD_VALUES[kind] - 1) * cards.bit_count() for kind, cards in VALUE_BITS.items())

#: Sequences made (three are as good as more), their cards after the first, and the aces among them.
Progress = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """How the cards of a deal are shared out."""

    #: Cards in a group of the card points, and groups in all.
    group: int
    groups: int

    @property
    def cards(self) -> int:
        return self.group * self.groups


@dataclass(frozen=True, slots=True)
class SideFigures:
    """What was written of one side; None is any value."""

    sequences: int | None = None
    cricche: int | None = None
    card_points: int | None = None
    total: int | None = None


@cache
def last_tricks(figures: SideFigures, table: Table) -> frozenset[int]:
    """The points of the last trick, 0 or 6, with which one pile can give these figures; none if it cannot."""
    runs = sequence_points(table)
    if figures.sequences is not None and figures.sequences not in runs:
        return frozenset()
    worth = _sums(figures, table)
    if not worth:
        return frozenset()
    if figures.total is None:
        return frozenset((0, LAST_TRICK_POINTS))
    of_runs = runs if figures.sequences is None else (figures.sequences,)
    return frozenset(
        last
        for last in (0, LAST_TRICK_POINTS)
        if any(figures.total - last - points in worth for points in of_runs)
    )


def card_points_range(figures: SideFigures, table: Table) -> tuple[int, int]:
    """The fewest and the most card points a pile may have with these cricche."""
    if figures.card_points is not None:
        return figures.card_points, figures.card_points
    found = [points for cricche, points in of_value(table) if figures.cricche in (None, cricche)]
    return min(found), max(found)


@cache
def of_value(table: Table) -> frozenset[tuple[int, int]]:
    """Every pair of cricche and card points that one pile can give."""
    found: set[tuple[int, int]] = set()
    for counts in product(range(5), repeat=len(CRICCHE)):
        over = sum((CARD_VALUES[kind] - 1) * count for kind, count in zip(CRICCHE, counts, strict=True))
        fewest = -(-sum(counts) // table.group)
        found.update((cricche_of(*counts).total, over + groups) for groups in range(fewest, table.groups + 1))
    return frozenset(found)


@cache
def sequence_points(table: Table) -> frozenset[int]:
    """All points of sequences that so many cards can give, doubling included."""
    return frozenset(
        points * (2 if made == DOUBLING_FROM else 1)
        for contatori in range(CONTATORI + 1)
        for made, points, cards in _runs(contatori)
        if cards <= table.cards
    )


@cache
def _sums(figures: SideFigures, table: Table) -> frozenset[int]:
    return frozenset(
        cricche + points
        for cricche, points in of_value(table)
        if figures.cricche in (None, cricche) and figures.card_points in (None, points)
    )


def _runs(contatori: int) -> Iterator[tuple[int, int, int]]:
    """Sequences made, their points undoubled, and the fewest cards that make them."""
    reached: dict[Progress, int] = {(0, 0, 0): contatori}
    for _ in range(4):
        reached = _with_suit(reached, contatori)
    for (made, longer, aces), cards in reached.items():
        of_aces = _run_of_equals(aces, contatori)
        for more, of_trumps, trumps in _trumps(contatori):
            in_all = min(DOUBLING_FROM, made + (of_aces > 0) + more)
            yield in_all, (longer + of_aces + of_trumps) * POINTS_PER_CARD, cards + trumps


def _with_suit(reached: Mapping[Progress, int], contatori: int) -> dict[Progress, int]:
    found: dict[Progress, int] = {}
    for ((made, longer, aces), cards), ace, court in product(reached.items(), (0, 1), range(COURT + 1)):
        established = court >= 1 and court + contatori >= SHORTEST - 1
        if court and not established:
            continue
        own = 1 + court + ace if established else ace
        after = (
            min(DOUBLING_FROM, made + established),
            longer + (own + contatori - 1 if established else 0),
            aces + ace,
        )
        found[after] = min(found.get(after, cards + own), cards + own)
    return found


def _run_of_equals(held: int, contatori: int) -> int:
    """Cards after the first of the assi or mori; 0 when they make no sequence."""
    return held + contatori - 1 if held >= SHORTEST - 1 and held + contatori >= SHORTEST else 0


def _trumps(contatori: int) -> Iterator[tuple[int, int, int]]:
    """Sequences made of trumps, their cards after the first, and the cards it takes."""
    for moors in range(MOORS + 1):
        mori = _run_of_equals(moors, contatori)
        yield int(mori > 0), mori, moors
        for pezzi, numbers in product(range(1, PEZZI + 1), range(NUMBERS + 1)):
            if pezzi + contatori < SHORTEST - 1:
                continue
            free = contatori - (pezzi == 1)
            through = numbers >= NUMBERS - free
            real = 1 + pezzi + numbers + (moors if through else 0)
            yield 1 + (mori > 0), mori + real + contatori - 1, 1 + pezzi + numbers + moors
