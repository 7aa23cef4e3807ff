"""What the owners of the deck could lay aside, in the splits that agree with a sheet.

What was laid aside is in the pile of who laid it aside (Barilli 3.3, 4.3.1). Of a split it matters which
cards of declarations are in each pile for certain, and how many of each are *free*: scartini, and the numbers
below those that decide the grande, change no figure whichever pile they are in.
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

#: Shares of the suits that are remembered: there are some four thousand, of which a sheet asks a part.
_REMEMBERED: Final = 4_000


class Layable(NamedTuple):
    """What of declarations is in the pile of who laid aside more, and what may be in either."""

    #: How many cards that one has laid aside, and how many the other.
    aside: tuple[int, int]
    #: Of each suit regina, cavallo, fante and asso, bit by bit, and the Re where it may be aside; in
    #: increasing order.
    suits: tuple[int, ...]
    #: Sole, Luna and numbers; and tarocchi where they may be aside, it never matters which contatori.
    others: int
    #: Numbers that may be in either pile.
    free: int
    mori: int
    #: How many of the free cards, numbers and scartini, are in that pile.
    left: int


def are_among(some: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Whether of each suit these cards are among the others."""
    return all(not cards & ~held for cards, held in zip(some, suits, strict=True))


#: By A's points of sequences and B's, in fives: the sizes of A's pile.
_Wanted = dict[tuple[int, int], int]


def layable(sheet: Sheet) -> Iterator[Layable]:
    """What could be laid aside in some split that agrees with the sheet, the cards that were told being with
    who laid aside more; each once."""
    seen: set[Layable] = set()
    for known in _with_a_laying_more(sheet):
        for each in _layable(known, sheet.deal.aside):
            if each not in seen:
                seen.add(each)
                yield each


def _with_a_laying_more(sheet: Sheet) -> Iterator[Sheet]:
    """The sheet with each last trick and each side that may have laid aside more, who is called A."""
    for last in sheet.deal.last_tricks:
        for side in sheet.deal.discarders_with(last):
            deal = replace(sheet.deal, last_tricks=(last,), discarders=(side,), aside=0, bound=True)
            known = replace(sheet, deal=deal)
            yield known if side == "A" else _seen_from_b(known)


def _seen_from_b(sheet: Sheet) -> Sheet:
    """The same sheet with the sides changed over."""
    turned = dict(zip(SIDES, reversed(SIDES), strict=True))
    figures = {Figure(turned[side], name): value for (side, name), value in sheet.figures.items()}
    deal = sheet.deal
    lasts, discarders = (tuple(turned[side] for side in each) for each in (deal.last_tricks, deal.discarders))
    return Sheet(figures, replace(deal, last_tricks=lasts, discarders=discarders))


def _layable(sheet: Sheet, told: int) -> Iterator[Layable]:
    shape = sheet.deal.shape
    for ranks, together in groupby(cells(sheet), key=lambda cell: cell.split.ranks):
        wanted, with_all = _wanted(together)
        if with_all:
            yield _all_with_one(sheet.deal)
        for suits, trumps, sizes in _shares(ranks, sheet.deal, wanted, told):
            most = SCARTINI + trumps.free.bit_count()
            for size in each_size(sizes):
                left = size - suits.cards - trumps.cards
                if 0 <= left <= most:
                    yield _of_use(
                        Layable(shape.aside, suits.suits, trumps.others, trumps.free, trumps.mori, left)
                    )


def _of_use(each: Layable) -> Layable:
    """The same where only one laid aside: scartini then go before free numbers, and no more than needed."""
    most, least = each.aside
    return each if least else each._replace(free=0, left=min(most, each.left))


def _wanted(together: Iterator[Cell]) -> tuple[_Wanted, bool]:
    """The sizes that cells of one split may have, both sides with a trick, by the sequences; and whether all
    the cards may be with one."""
    wanted: _Wanted = {}
    cappotto = 1 << len(DECK) | 1
    with_all = False
    for cell in together:
        place = (cell.sequences_a // POINTS_PER_CARD, cell.sequences_b // POINTS_PER_CARD)
        wanted[place] = wanted.get(place, 0) | cell.sizes & ~cappotto
        with_all |= bool(cell.sizes & cappotto)
    return wanted, with_all


def _all_with_one(deal: Deal) -> Layable:
    """Without a trick what was laid aside passes over (Barilli 3.9.1): any cards can have been."""
    everything, suit = ROSSE | NUMBERS_BITS, WHOLE_SUIT
    if deal.pozzo:
        everything, suit = everything | bits(TAROCCHI), suit | RE
    return Layable((sum(deal.shape.aside), 0), (suit,) * 4, everything, 0, len(MOORS), SCARTINI)


def _shares(
    ranks: Ranks, deal: Deal, wanted: _Wanted, told: int
) -> Iterator[tuple[SuitsHeld, TrumpsHeld, int]]:
    """A's shares of suits and trumps that give these sequences and have the cards told, with the sizes of A's
    pile."""
    of_each = suits_of(told)
    for contatori in NUMBERS_OF_CONTATORI:
        if not 0 <= ranks.tarocchi - contatori <= 2:
            continue
        of_suits = suits_held(contatori, tuple(ranks[1:]), deal.pozzo)
        of_trumps = trumps_held(contatori, ranks.tarocchi, deal.rules, deal.pozzo)
        for points, some in of_suits.items():
            for more, others in of_trumps.items():
                sizes = wanted.get(_fives(points, more))
                if sizes:
                    with_told = [trumps for trumps in others if not told or _hold(trumps, told)]
                    for suits in some if with_told else ():
                        if not told or _may_hold(suits.suits, of_each):
                            yield from ((suits, trumps, sizes) for trumps in with_told)


def _hold(trumps: TrumpsHeld, told: int) -> bool:
    """Whether the trumps among the cards told may be in the share."""
    others = told & (ROSSE | NUMBERS_BITS)
    return not others & ~(trumps.others | trumps.free) and (told & MOORS_BITS).bit_count() <= trumps.mori


@lru_cache(_REMEMBERED)
def _may_hold(suits: tuple[int, ...], told: tuple[int, ...]) -> bool:
    """Whether the honours among the cards told are in the share, whichever suit is which."""
    return any(are_among(told, way) for way in permutations(suits))


def _fives(one: SequencePoints, other: SequencePoints) -> tuple[int, int]:
    """The points of both sides' sequences in fives, doubled from three on."""
    number_a, fives_a, number_b, fives_b = one.plus(other)
    return (
        fives_a * (2 if number_a >= DOUBLING_FROM else 1),
        fives_b * (2 if number_b >= DOUBLING_FROM else 1),
    )


class Few(NamedTuple):
    """Cards that may be laid aside together, and how many of them are whose."""

    cards: int
    ours: int
    theirs: int
    free: int = 0


class Need(NamedTuple):
    """How many cards of declarations must be laid aside: certain ones of the pile of who laid aside more,
    certain ones of the other, and free numbers."""

    ours: int
    theirs: int
    free: int = 0

    @property
    def in_all(self) -> int:
        return sum(self)

    def is_less(self, other: "Need") -> bool:
        """Whether less will do, and no more of any."""
        return self != other and all(map(int.__le__, self, other))

    def after(self, few: Few) -> "Need":
        """What is needed still with these."""
        return Need(
            max(0, self.ours - few.ours), max(0, self.theirs - few.theirs), max(0, self.free - few.free)
        )


def _in_order(need: Need) -> tuple[int, Need]:
    """The fewest cards first; in one order always."""
    return need.in_all, need


def needs_of(each: Layable) -> tuple[Need, ...]:
    """What will do, the fewest cards of declarations first; no more of any is needed."""
    return _needs_of(each.aside, each.free.bit_count(), each.left)


@cache
def _needs_of(aside: tuple[int, int], free: int, left: int) -> tuple[Need, ...]:
    """The same by how many numbers are free, and how many free cards who laid aside more has.

    Scartini are laid aside before all, and some of the free numbers: of these who laid aside more has any
    part that leaves room for the free cards that are not laid aside.
    """
    (most, least), found = aside, set[Need]()
    for some in range(free + 1):
        in_all, kept = SCARTINI + some, free - some
        for ours in range(max(0, left - kept), min(left, in_all) + 1):
            found.add(Need(max(0, most - ours), max(0, least - (in_all - ours)), some))
    few = (need for need in found if not any(other.is_less(need) for other in found))
    return tuple(sorted(few, key=_in_order))


def needs_beside(each: Layable, told: int) -> tuple[Need, ...]:
    """The same where these are the cards of who laid aside more; none where there are not so many free cards
    in that one's pile."""
    scartini = (told & SCARTINI_BITS).bit_count()
    if each.left < scartini + (told & each.free).bit_count():
        return ()
    rest, left = sum(each.aside) - told.bit_count(), SCARTINI - scartini
    if not each.aside[1]:
        # All the cards are with one.
        return (Need(max(0, rest - left), 0),)
    theirs = SCARTINI + each.free.bit_count() - each.left
    return _needs_of_other(rest, theirs, min(left, theirs))


@cache
def _needs_of_other(rest: int, free: int, scartini: int) -> tuple[Need, ...]:
    """The same of one who lays aside so many cards, by how many free cards that one has, and how many of them
    can be scartini: the others are numbers."""
    numbers, still = free - scartini, max(0, rest - scartini)
    return tuple(Need(0, still - some, some) for some in range(min(numbers, still) + 1))
