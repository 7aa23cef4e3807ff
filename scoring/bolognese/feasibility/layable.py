"""The cards that could have been laid aside, in each split that agrees with a sheet.

Discards stay in the pile of the side that laid them aside (Barilli 3.3, 4.3.1). For a split it matters which
cards that can be declared lie in each pile, and how many free cards each pile has. Free are scartini, and the
numbers below those that decide the grande. The side that laid aside more cards is the *larger discarder*, the
other one the *smaller*.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby, permutations
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK, MOORS, TAROCCHI, bits
from scoring.bolognese.combinations import DOUBLING_FROM, POINTS_PER_CARD
from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.figures import SIDES, Deal, Figure, Sheet, each_size
from scoring.bolognese.feasibility.held import (
    RE,
    ROSSE,
    WHOLE_SUIT,
    SuitsHeld,
    TrumpsHeld,
    suits_held,
    suits_of,
    trumps_held,
)
from scoring.bolognese.feasibility.search import Cell, cells
from scoring.bolognese.feasibility.splits import NUMBERS_OF_CONTATORI, SCARTINI, Ranks
from scoring.bolognese.feasibility.suits import SequencePoints
from scoring.bolognese.grande import MOORS_BITS, NUMBERS_BITS

#: Cache size: there are about four thousand shares of the suits, and one sheet asks for some of them.
_CACHE_SIZE: Final = 4_000


class Layable(NamedTuple):
    """The declarable cards in the larger discarder's pile, and the cards that may be in either pile."""

    #: How many cards the larger and the smaller discarder laid aside.
    aside: tuple[int, int]
    #: For each suit a bit mask of regina, cavallo, fante and asso, and of the Re where it may be laid aside;
    #: sorted.
    suits: tuple[int, ...]
    #: Sole, Luna and numbers; also tarocchi where they may be laid aside (which contatore does not matter).
    others: int
    #: Numbers that may be in either pile.
    free: int
    mori: int
    #: How many free cards, numbers and scartini together, are in the larger discarder's pile.
    left: int


def are_among(some: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Whether in every suit the first bit mask is a subset of the second."""
    return all(not cards & ~held for cards, held in zip(some, suits, strict=True))


#: Sizes of A's pile (a bit mask), by the points of A's and B's sequences in fives.
_Wanted = dict[tuple[int, int], int]


def layable(sheet: Sheet) -> Iterator[Layable]:
    """Yields each possible Layable once, over all splits that agree with the sheet; known discards lie with
    the larger discarder."""
    seen: set[Layable] = set()
    for known in _with_a_as_larger_discarder(sheet):
        for each in _layable(known, sheet.deal.aside):
            if each not in seen:
                seen.add(each)
                yield each


def _with_a_as_larger_discarder(sheet: Sheet) -> Iterator[Sheet]:
    """Yields the sheet for each last trick and each possible larger discarder, with sides exchanged so that A
    is that discarder."""
    for last in sheet.deal.last_tricks:
        for side in sheet.deal.discarders_with(last):
            deal = replace(sheet.deal, last_tricks=(last,), discarders=(side,), aside=0, bound=True)
            known = replace(sheet, deal=deal)
            yield known if side == "A" else _seen_from_b(known)


def _seen_from_b(sheet: Sheet) -> Sheet:
    """The sheet with its sides exchanged."""
    turned = dict(zip(SIDES, reversed(SIDES), strict=True))
    figures = {Figure(turned[side], name): value for (side, name), value in sheet.figures.items()}
    deal = sheet.deal
    lasts, discarders = (tuple(turned[side] for side in each) for each in (deal.last_tricks, deal.discarders))
    return Sheet(figures, replace(deal, last_tricks=lasts, discarders=discarders))


def _layable(sheet: Sheet, discards: int) -> Iterator[Layable]:
    shape = sheet.deal.shape
    for ranks, together in groupby(cells(sheet), key=lambda cell: cell.split.ranks):
        wanted, with_all = _wanted(together)
        if with_all:
            yield _all_with_one(sheet.deal)
        for suits, trumps, sizes in _shares(ranks, sheet.deal, wanted, discards):
            most = SCARTINI + trumps.free.bit_count()
            for size in each_size(sizes):
                left = size - suits.cards - trumps.cards
                if 0 <= left <= most:
                    yield _simplified(
                        Layable(shape.aside, suits.suits, trumps.others, trumps.free, trumps.mori, left)
                    )


def _simplified(each: Layable) -> Layable:
    """The Layable without free numbers, and with no more scartini than needed, where only one side laid
    aside: scartini then go first."""
    most, least = each.aside
    return each if least else each._replace(free=0, left=min(most, each.left))


def _wanted(together: Iterator[Cell]) -> tuple[_Wanted, bool]:
    """Reads the cells of one split: the sizes of A's pile by sequences when both sides have a trick, and
    whether one side may own all the cards."""
    wanted: _Wanted = {}
    cappotto = 1 << len(DECK) | 1
    with_all = False
    for cell in together:
        place = (cell.sequences_a // POINTS_PER_CARD, cell.sequences_b // POINTS_PER_CARD)
        wanted[place] = wanted.get(place, 0) | cell.sizes & ~cappotto
        with_all |= bool(cell.sizes & cappotto)
    return wanted, with_all


def _all_with_one(deal: Deal) -> Layable:
    """The Layable of a cappotto: the discards pass to the other side (Barilli 3.9.1), so they may have been
    any cards."""
    everything, suit = ROSSE | NUMBERS_BITS, WHOLE_SUIT
    if deal.pozzo:
        everything, suit = everything | bits(TAROCCHI), suit | RE
    return Layable((sum(deal.shape.aside), 0), (suit,) * 4, everything, 0, len(MOORS), SCARTINI)


def _shares(
    ranks: Ranks, deal: Deal, wanted: _Wanted, discards: int
) -> Iterator[tuple[SuitsHeld, TrumpsHeld, int]]:
    """Yields A's shares of suits and trumps that contain the known discards and make the wanted sequences,
    with the sizes of A's pile."""
    of_each = suits_of(discards)
    for contatori in NUMBERS_OF_CONTATORI:
        if not 0 <= ranks.tarocchi - contatori <= 2:
            continue
        of_suits = suits_held(contatori, tuple(ranks[1:]), deal.pozzo)
        of_trumps = trumps_held(contatori, ranks.tarocchi, deal.rules, deal.pozzo)
        for points, some in of_suits.items():
            for more, others in of_trumps.items():
                sizes = wanted.get(_fives(points, more))
                if sizes:
                    with_discards = [
                        trumps for trumps in others if not discards or _trumps_may_contain(trumps, discards)
                    ]
                    for suits in some if with_discards else ():
                        if not discards or _suits_may_contain(suits.suits, of_each):
                            yield from ((suits, trumps, sizes) for trumps in with_discards)


def _trumps_may_contain(trumps: TrumpsHeld, discards: int) -> bool:
    """Whether this share of trumps can contain the known discards that are trumps."""
    others = discards & (ROSSE | NUMBERS_BITS)
    return not others & ~(trumps.others | trumps.free) and (discards & MOORS_BITS).bit_count() <= trumps.mori


@lru_cache(_CACHE_SIZE)
def _suits_may_contain(suits: tuple[int, ...], discards: tuple[int, ...]) -> bool:
    """Whether the share of suits, in some order of the suits, contains the known discards that are suit
    cards."""
    return any(are_among(discards, way) for way in permutations(suits))


def _fives(one: SequencePoints, other: SequencePoints) -> tuple[int, int]:
    """The points of both sides' sequences in fives, doubled from three sequences on."""
    number_a, fives_a, number_b, fives_b = one.plus(other)
    return (
        fives_a * (2 if number_a >= DOUBLING_FROM else 1),
        fives_b * (2 if number_b >= DOUBLING_FROM else 1),
    )


class Few(NamedTuple):
    """Cards that may be laid aside together, counted by pile: the larger discarder's (`ours`), the smaller's
    (`theirs`), and free numbers."""

    cards: int
    ours: int
    theirs: int
    free: int = 0


class Need(NamedTuple):
    """How many declarable cards must be laid aside: from the larger discarder's pile, from the smaller's, and
    free numbers."""

    ours: int
    theirs: int
    free: int = 0

    @property
    def in_all(self) -> int:
        return sum(self)

    def is_less(self, other: "Need") -> bool:
        """Whether this need is smaller in some part and larger in none."""
        return self != other and all(map(int.__le__, self, other))

    def after(self, few: Few) -> "Need":
        """The rest of the need once these cards are laid aside."""
        return Need(
            max(0, self.ours - few.ours), max(0, self.theirs - few.theirs), max(0, self.free - few.free)
        )


def _in_order(need: Need) -> tuple[int, Need]:
    """Sort key: the fewest cards first, ties in a fixed order."""
    return need.in_all, need


def needs_of(each: Layable) -> tuple[Need, ...]:
    """The minimal needs of this Layable, the fewest declarable cards first."""
    return _needs_of(each.aside, each.free.bit_count(), each.left)


@cache
def _needs_of(aside: tuple[int, int], free: int, left: int) -> tuple[Need, ...]:
    """The minimal needs, with this many free numbers, and `left` free cards in the larger discarder's pile.

    All scartini are laid aside, and `some` free numbers. Of these cards, `ours` come from the larger
    discarder's pile: at least `left` less the free numbers that are kept.
    """
    (most, least), found = aside, set[Need]()
    for some in range(free + 1):
        in_all, kept = SCARTINI + some, free - some
        for ours in range(max(0, left - kept), min(left, in_all) + 1):
            found.add(Need(max(0, most - ours), max(0, least - (in_all - ours)), some))
    few = (need for need in found if not any(other.is_less(need) for other in found))
    return tuple(sorted(few, key=_in_order))


def needs_beside(each: Layable, discards: int) -> tuple[Need, ...]:
    """The needs when these discards are known to be the larger discarder's; empty when that pile has too few
    free cards for them."""
    scartini = (discards & SCARTINI_BITS).bit_count()
    if each.left < scartini + (discards & each.free).bit_count():
        return ()
    rest, left = sum(each.aside) - discards.bit_count(), SCARTINI - scartini
    if not each.aside[1]:
        # One side owns all the cards.
        return (Need(max(0, rest - left), 0),)
    theirs = SCARTINI + each.free.bit_count() - each.left
    return _needs_of_other(rest, theirs, min(left, theirs))


@cache
def _needs_of_other(rest: int, free: int, scartini: int) -> tuple[Need, ...]:
    """The needs of a smaller discarder who still has `rest` cards to lay aside, and whose pile has `free`
    free cards: at most `scartini` of them are scartini, the others numbers."""
    numbers, still = free - scartini, max(0, rest - scartini)
    return tuple(Need(0, still - some, some) for some in range(min(numbers, still) + 1))
