"""Searches the splits of the deck for one that agrees with a sheet.

A *split* shares out the deck between the two piles. The numbers of tarocchi, re, regine, cavalli and fanti in
each pile give the cricche, and with the size of the pile the card points: 3,125 ways. With a total, the size
and the last trick leave one value for the sequences. ``sequences`` tells whether the cards can make it.

Splits are seen from the pile that holds more discards, *ours*: the dealer's, or at terziglio the soloist's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, reduce
from itertools import product
from math import inf
from operator import le, or_
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD, above_half, cricche_of
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.sequences import Cards, Kinds, Wanted, can_make, known_cards, most_fives
from scoring.bolognese.feasibility.sheet import (
    DECLARED,
    OF_PILES,
    PILES,
    Deal,
    Holders,
    Sheet,
    holders_beside,
)
from scoring.bolognese.pile import DealShape
from scoring.sheet import OutOfEffort, each_number

#: Barilli 3.9.1: the figures of a side that owns all the cards, in the order of ``OF_PILES``; none is larger.
_OF_ALL_CARDS: Final = {"sequences": 550, "cricche": 296, "card_points": CARD_POINTS_IN_ALL}
MOST_OF: Final = {**_OF_ALL_CARDS, "total": sum(_OF_ALL_CARDS.values()) + LAST_TRICK_POINTS}
#: The most points of two sequences; three double.
_MOST_OF_TWO: Final = 130
#: Tarocchi and re in the deck, which are never laid aside (Barilli 3.3).
_KEPT: Final = 8
#: Comparing the bounds of so many splits takes as long as one close look at a split.
_SPLITS_A_STEP: Final = 25

#: Called with the number of steps that a search takes.
_Spend = Callable[[int], None]


class Questions:
    """Asks whether sheets are possible; raises OutOfEffort once its searches have taken so many steps."""

    def __init__(self, steps: float = inf) -> None:
        self._steps = steps

    def is_possible(self, sheet: Sheet) -> bool:
        """Whether some deal agrees with the sheet: exact on the figures of the piles. Declarations are
        checked by themselves, and beside the piles by the holders of Angelo and Matto."""
        return _is_possible(sheet, self._spend)

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise OutOfEffort


class _Asked(NamedTuple):
    """The figures of one pile; None for any value."""

    sequences: int | None
    cricche: int | None
    card_points: int | None
    total: int | None

    def are(self, *figures: int) -> bool:
        return all(asked in (None, value) for asked, value in zip(self, figures, strict=True))


class _Scene(NamedTuple):
    """The conditions of a split in which both sides have a trick."""

    ours: int
    takes_last: bool
    #: The possible sizes of our pile as a bit mask, by how many tarocchi and re it has.
    sizes: tuple[int, ...]
    cards: Cards


def _is_possible(sheet: Sheet, spend: _Spend) -> bool:
    deal = sheet.deal
    holders = holders_beside(deal, [sheet.get(pile, DECLARED) for pile in PILES])
    if not holders or sheet.has_allies_differing:
        return False
    asked = [_Asked(*(sheet.get(pile, name) for name in OF_PILES)) for pile in PILES]
    if any(_is_cappotto(asked[last], asked[1 - last]) for last in deal.last_tricks):
        return True
    if not all(_can_be_made(each.sequences or 0) for each in asked):
        return False
    if not deal.pozzo and all(each.total is None for each in asked):
        # Without totals the last trick makes no difference.
        deal = replace(deal, last_tricks=deal.last_tricks[:1])
    return any(
        _agrees(scene, asked[scene.ours], asked[1 - scene.ours], spend) for scene in _scenes(deal, holders)
    )


def _is_cappotto(winner: _Asked, loser: _Asked) -> bool:
    """Whether the figures are those of one side with all the cards (Barilli 3.9.1)."""
    return winner.are(*MOST_OF.values()) and loser.are(0, 0, 0, 0)


def _can_be_made(sequences: int) -> bool:
    """Whether some cards make these points of sequences, beside any other figures."""
    fives, rest = divmod(sequences, POINTS_PER_CARD)
    return not rest and (not fives % 2 or POINTS_PER_CARD < sequences < _MOST_OF_TWO)


@lru_cache(100)
def _scenes(deal: Deal, holders: frozenset[Holders]) -> tuple[_Scene, ...]:
    # Nobody chose the cards of a pozzo, and the winner of the last trick has it.
    places = (
        [(last, last) for last in deal.last_tricks]
        if deal.pozzo
        else product(deal.discarders, deal.last_tricks)
    )
    sizes = tuple(_sizes(deal.shape, None if deal.pozzo else kept) for kept in range(_KEPT + 1))
    return tuple(
        _Scene(
            ours, last == ours, sizes, Cards(deal.rules, _seen_from(ours, holders), known_cards(deal.aside))
        )
        for ours, last in places
    )


def _sizes(shape: DealShape, kept: int | None) -> int:
    """Returns the sizes of our pile with room for the discards (Barilli 3.3); None where any card may go."""
    ours, theirs = shape.aside
    return sum(
        1 << size
        for size in shape.sizes(discards=True)
        if kept is None or (size >= ours + kept and len(DECK) - size >= theirs + _KEPT - kept)
    )


def _seen_from(ours: int, holders: frozenset[Holders]) -> frozenset[tuple[int, int]]:
    """Returns the possible holders as pairs: whether the Angelo is ours, and how many contatori are."""
    return frozenset(
        (int(angelo == ours), contatori)
        for angelo, matto in holders
        for contatori in ((1, 2) if matto == ours else (0, 1))
    )


def _agrees(scene: _Scene, ours: _Asked, theirs: _Asked, spend: _Spend) -> bool:
    splits = _splits_by_cricche().get((ours.cricche, theirs.cricche), [])
    least, most = _least(ours, theirs), _most(ours, theirs)
    spend(1 + len(splits) // _SPLITS_A_STEP)
    for split in splits:
        if all(map(le, least, split.most)) and all(map(le, split.least, most)):
            spend(1)
            for wanted, sizes in _wanted(split, ours, theirs, scene).items():
                if can_make(wanted, split.tarocchi, split.kinds, sizes, scene.cards):
                    return True
    return False


def _least(ours: _Asked, theirs: _Asked) -> tuple[int, ...]:
    """Returns what a split must reach: both totals together, ours, theirs; then sequences likewise."""
    sequences, their_sequences = (each.sequences or 0 for each in (ours, theirs))
    total, their_total = ours.total or sequences, theirs.total or their_sequences
    return (
        *(total + their_total, total, their_total),
        *(sequences + their_sequences, sequences, their_sequences),
    )


def _most(ours: _Asked, theirs: _Asked) -> tuple[float, ...]:
    """Returns what a split must not exceed: both totals together, ours, theirs."""
    total, their_total = (inf if each.total is None else each.total for each in (ours, theirs))
    return total + their_total, total, their_total


def totals_within_bounds(sheet: Sheet, pile: int) -> range:
    """Returns a range with all totals possible beside the other pile's, when both have a trick."""
    theirs = sheet.get(1 - pile, "total")
    splits = [split for split in _splits_by_cricche()[None, None] if (theirs or 0) <= split.most[2]]
    highest = max((min(split.most[1], split.most[0] - (theirs or 0)) for split in splits), default=0)
    if theirs is None:
        return range(highest + 1)
    return range(max(0, min((split.least[0] - theirs for split in splits), default=0)), highest + 1)


#: The pairs that our pile counts, by its size: the odd card of the larger pile makes a pair (Barilli 3.9).
_PAIRS: Final = [(size + (size > len(DECK) // 2)) // 2 for size in range(len(DECK) + 1)]


@dataclass(frozen=True, eq=False)
class _Split:
    """A way of sharing the cards of value, with the figures that follow from it."""

    tarocchi: int
    kinds: Kinds
    cricche: int
    their_cricche: int
    #: Our card points without those of pairs: each pair of our cards is a point for us, one less for them.
    above: int

    @cached_property
    def least(self) -> tuple[int, ...]:
        """Returns lower bounds in the order of ``_most``."""
        ours, theirs = self.cricche + self.above, self.their_cricche + CARD_POINTS_IN_ALL - self.above
        return ours + theirs + LAST_TRICK_POINTS, ours, theirs - _PAIRS[-1]

    @cached_property
    def most(self) -> tuple[int, ...]:
        """Returns upper bounds in the order of ``_least``."""
        # Regine, cavalli and fanti are alike in sequences.
        re, *court = self.kinds
        sequences = [fives * POINTS_PER_CARD for fives in most_fives(self.tarocchi, (re, *sorted(court)))]
        together, ours, theirs = self.least
        without = (together, ours + _PAIRS[-1] + LAST_TRICK_POINTS, theirs + _PAIRS[-1] + LAST_TRICK_POINTS)
        return (*map(int.__add__, sequences, without), *sequences)


@cache
def _splits_by_cricche() -> Mapping[tuple[int | None, int | None], list[_Split]]:
    """Returns all ways of sharing the cards of value by both cricche, None for any; the even ones first."""
    found: dict[tuple[int | None, int | None], list[_Split]] = {}
    ways = sorted(product(range(5), repeat=5), key=lambda way: sum(abs(each - 2) for each in way))
    for ours in ways:
        cricche, their_cricche = cricche_of(*ours).total, cricche_of(*(4 - each for each in ours)).total
        split = _Split(ours[0], ours[1:], cricche, their_cricche, above_half(*ours))
        for key in product((cricche, None), (their_cricche, None)):
            found.setdefault(key, []).append(split)
    return found


# --- totals


#: Bit masks of sizes of our pile, by their pairs, and by what their pairs leave of fives.
_BY_PAIRS: Final = {
    pairs: sum((each == pairs) << size for size, each in enumerate(_PAIRS)) for pairs in set(_PAIRS)
}
_BY_REST: Final = [
    reduce(or_, (sizes for pairs, sizes in _BY_PAIRS.items() if pairs % POINTS_PER_CARD == rest))
    for rest in range(POINTS_PER_CARD)
]


def _wanted(split: _Split, ours: _Asked, theirs: _Asked, scene: _Scene) -> Mapping[Wanted, int]:
    """Returns the sequences with which the split agrees, each with the sizes of our pile as a bit mask."""
    last = LAST_TRICK_POINTS if scene.takes_last else 0
    we = _Side(ours, split.above, split.cricche + last, 1)
    sizes = scene.sizes[split.tarocchi + split.kinds[0]] & we.sizes()
    if not sizes:
        return {}
    they = _Side(theirs, CARD_POINTS_IN_ALL - split.above, split.their_cricche + LAST_TRICK_POINTS - last, -1)
    found: dict[Wanted, int] = {}
    for size in each_number(sizes & they.sizes()):
        wanted = we.fives(_PAIRS[size]), they.fives(_PAIRS[size])
        if all(fives is None or fives >= 0 for fives in wanted):
            found[wanted] = found.get(wanted, 0) | 1 << size
    return found


class _Side(NamedTuple):
    """The figures of a pile in a split."""

    asked: _Asked
    #: The card points without those of pairs, and cricche and last trick.
    card_points: int
    others: int
    #: The points for each pair of our cards: 1 for us, -1 for them.
    each: int

    def sizes(self) -> int:
        """Returns the sizes of our pile with which card points and total agree."""
        sequences, _, points, total = self.asked
        found = -1 if points is None else _BY_PAIRS.get((points - self.card_points) * self.each, 0)
        if total is None:
            return found
        left = (total - self.card_points - self.others - (sequences or 0)) * self.each
        return found & (_BY_REST[left % POINTS_PER_CARD] if sequences is None else _BY_PAIRS.get(left, 0))

    def fives(self, pairs: int) -> int | None:
        """Returns the sequences in fives with this many pairs of our cards; None for any."""
        sequences, total = self.asked.sequences, self.asked.total
        if sequences is None and total is not None:
            sequences = total - self.card_points - self.others - pairs * self.each
        return None if sequences is None else sequences // POINTS_PER_CARD
