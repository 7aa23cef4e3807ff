"""Chooses cards that could be laid aside from two piles, and that declarations can do without.

A backtracking search: numbers, Sole and Luna first, then tarocchi and re where nobody chose the cards, then
Moors, then regine, cavalli, fanti and assi. A branch is pruned when the remaining groups cannot fill the
need.
"""

from collections.abc import Hashable, Iterator
from functools import cache, cached_property
from itertools import combinations, groupby, permutations, product, takewhile
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, NUMBERS, SUITS, bits, codes_of
from scoring.bolognese.discards import DISCARDABLE
from scoring.bolognese.feasibility.held import (
    ANY_ORDER,
    HOLES,
    RE,
    ROSSE,
    WHOLE_SUIT,
    cards_of,
    in_first_order,
    kind_of,
    suits_of,
)
from scoring.bolognese.feasibility.lacking import Lacking
from scoring.bolognese.feasibility.layable import Few, Layable, Need, are_among
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, NUMBERS_BITS

#: From the 5 up.
_NUMBERS: Final = tuple(BIT[number] for number in reversed(NUMBERS))
#: Re and tarocchi, which lie aside only where nobody chose the cards; last in every order.
_NEVER_CHOSEN: Final = (*("R" + suit for suit in SUITS), "Mon", *CONTATORI, ANGEL)
#: Orders in which cards are guessed: trumps first, assi and Moors first, or suit after suit.
_ORDERS: Final = tuple(
    tuple(map(BIT.__getitem__, (*codes, *_NEVER_CHOSEN)))
    for codes in (
        (*NUMBERS[::-1], *MOORS, *(rank + suit for rank in "AFCQ" for suit in SUITS), "Sol", "Lun"),
        (
            *("A" + suit for suit in SUITS),
            *MOORS,
            *(rank + suit for rank in "FCQ" for suit in SUITS),
            *NUMBERS,
        ),
        (*(rank + suit for suit in SUITS for rank in "AFCQ"), *NUMBERS[::-1], *MOORS),
    )
)
_PEZZI: Final = bits((ANGEL, "Mon"))
#: Bit numbers of regine, cavalli, fanti and assi within a suit; and of the re.
_RANKS: Final = range(WHOLE_SUIT.bit_length())
_RE: Final = RE.bit_length() - 1


class _Group(NamedTuple):
    """Sets of cards of one kind that may be laid aside, the largest first, and the most that can be
    missing."""

    few: tuple[Few, ...]
    ours: int
    theirs: int
    both: int


class Choosing:
    """Searches for cards that given declarations can do without."""

    def __init__(self, lacking: Lacking) -> None:
        self.lacking = lacking
        self._groups: dict[Hashable, _Group] = {}
        self._found: dict[tuple[Layable, Need], bool] = {}
        #: Cache for the suits beside chosen trumps, shared by all piles.
        self.known: dict[Hashable, bool] = {}

    def finds_free(self, each: Layable, need: Need) -> bool:
        """Whether only free numbers are needed, and the lowest ones can be missing."""
        if need.ours or need.theirs:
            return False
        numbers = [number for number in _NUMBERS if number & each.free & ~self.lacking.shown.bound]
        return len(numbers) >= need.free and self.lacking(sum(numbers[: need.free]))

    def guesses(self, each: Layable, need: Need) -> bool:
        """Whether cards that are seldom needed will do: a few questions, where a full search asks many."""
        return any(_Piles(self, piles).guesses(need) for piles in self._arranged(each))

    def finds(self, each: Layable, need: Need) -> bool:
        """Whether some cards that meet the need can be missing: a full search."""
        # The need already accounts for the number of free cards.
        asked = (each._replace(left=0), need)
        if asked not in self._found:
            self._found[asked] = any(_Piles(self, piles).finds(need) for piles in self._arranged(each))
        return self._found[asked]

    def _arranged(self, each: Layable) -> Iterator[Layable]:
        """Yields the Layable with its suits in each order that declarations or known discards distinguish."""
        orders, discards = self.lacking.orders, suits_of(self.lacking.shown.aside)
        suits = {each.suits} if len(orders) == len(ANY_ORDER) else set(permutations(each.suits))
        first = {min(tuple(way[at] for at in order) for order in orders) for way in suits}
        return (each._replace(suits=way) for way in first if are_among(discards, way))

    def moors(self, ours: int, theirs: int) -> _Group:
        """The group of Moors: at most these numbers from each pile."""
        if ("mori", ours, theirs) not in self._groups:
            moors = self.lacking.moors
            ways = product(range(ours + 1), range(theirs + 1))
            few = [Few(bits(moors[: one + two]), one, two) for one, two in ways if one + two <= len(moors)]
            self._groups["mori", ours, theirs] = self._group(few)
        return self._groups["mori", ours, theirs]

    def tarocchi(self, pezzi: int, contatori: int) -> _Group:
        """The group of tarocchi: at most these of Angelo and Mondo, and this many contatori."""
        if ("tarocchi", pezzi, contatori) not in self._groups:
            there = codes_of(pezzi & ~self.lacking.shown.bound)
            loose = self.lacking.contatori[:contatori]
            few = [
                Few(bits((*some, *loose[:number])), len(some) + number, 0)
                for some in (few for size in range(len(there) + 1) for few in combinations(there, size))
                for number in range(len(loose) + 1)
            ]
            self._groups["tarocchi", pezzi, contatori] = self._group(few)
        return self._groups["tarocchi", pezzi, contatori]

    def of_rank(self, rank: int, owners: tuple[int | None, ...]) -> _Group:
        """The group of cards of one rank. For each suit: 1 if the card is in the larger discarder's pile, 0
        if in the other, None if it cannot be laid aside."""
        if (rank, owners) not in self._groups:
            named = suits_of(self.lacking.shown.bound)
            suits = [
                suit for suit, owner in enumerate(owners) if owner is not None and not named[suit] >> rank & 1
            ]
            few = []
            for chosen in (few for number in range(len(suits) + 1) for few in combinations(suits, number)):
                ours = sum(owners[suit] or 0 for suit in chosen)
                cards = sum(cards_of(suit, 1 << rank) for suit in chosen)
                few.append(Few(cards, ours, len(chosen) - ours))
            self._groups[rank, owners] = self._group(few)
        return self._groups[rank, owners]

    def _group(self, few: list[Few]) -> _Group:
        possible: list[Few] = []
        for number, some in groupby(sorted(few, key=_how_many), key=_how_many):
            # If no set of this size can be missing, no larger one can.
            found = [each for each in some if not number or self.lacking(each.cards)]
            if not found:
                break
            possible += found
        most = (max(map(number, possible)) for number in (_ours, _theirs, _how_many))
        return _Group(tuple(reversed(possible)), *most)


def _ours(few: Few) -> int:
    return few.ours


def _theirs(few: Few) -> int:
    return few.theirs


def _how_many(few: Few) -> int:
    return few.ours + few.theirs


class _Piles:
    """Two piles in which the owner of each suit card is known."""

    def __init__(self, choosing: Choosing, each: Layable) -> None:
        self._lacking = choosing.lacking
        self._mine = each
        self._of_both = bool(each.aside[1])
        # Known discards are in that pile already.
        self._mori = each.mori - (choosing.lacking.shown.aside & MOORS_BITS).bit_count()
        self._choosing = choosing
        #: Cache for these piles, while tarocchi, re and Moors are still being chosen.
        self._known: dict[Hashable, bool] = {}

    @cached_property
    def _groups(self) -> tuple[_Group, ...]:
        theirs = len(MOORS) - self._mine.mori if self._of_both else 0
        ranks = (self._choosing.of_rank(rank, self._owners(rank)) for rank in _RANKS)
        return (*self._never_chosen(), self._choosing.moors(self._mori, theirs), *ranks)

    def _never_chosen(self) -> Iterator[_Group]:
        """Yields the groups of tarocchi and re, if they may lie aside. The search begins with them, because
        declarations need them most."""
        if self._lacking.shown.of_all:
            contatori = (self._mine.others & CONTATORI_BITS).bit_count()
            yield self._choosing.tarocchi(self._mine.others & _PEZZI, contatori)
            yield self._choosing.of_rank(_RE, self._owners(_RE))

    def guesses(self, need: Need) -> bool:
        """Whether the first cards that meet the need, in one of a few orders, can be missing."""
        return any(
            all(map(int.__eq__, map(int.bit_count, chosen), need)) and self._lacking(sum(chosen))
            for order in _ORDERS
            if (chosen := self._first(need, order))
        )

    def _first(self, need: Need, order: tuple[int, ...]) -> tuple[int, ...]:
        unnamed, moors, contatori = ~self._lacking.shown.bound, self._lacking.moors, self._lacking.contatori
        of_ours = (self._mine.others & CONTATORI_BITS).bit_count()
        ours = self._mine.others & ~CONTATORI_BITS | bits((*contatori[:of_ours], *moors[: self._mori]))
        ours |= sum(cards_of(suit, held) for suit, held in enumerate(self._mine.suits))
        theirs = ~ours & ~self._mine.free & DISCARDABLE
        pools = (ours & unnamed, theirs & unnamed, self._mine.free & unnamed)
        return tuple(
            sum([card for card in order if card & pool][:number])
            for number, pool in zip(need, pools, strict=True)
        )

    def _owners(self, rank: int) -> tuple[int | None, ...]:
        others = 0 if self._of_both else None
        return tuple(1 if held >> rank & 1 else others for held in self._mine.suits)

    def finds(self, need: Need) -> bool:
        """Whether some of these cards meet the need."""
        # An upper bound on the other groups: they give the most cards when no card of the grande is missing.
        least = Need(max(0, need.ours - self._most_ours), max(0, need.theirs - self._most_theirs), need.free)
        return any(
            (not few.cards or self._lacking(few.cards)) and self._finds(few.cards, need.after(few), 0)
            for few in self._of_grande(least)
        )

    @cached_property
    def _most_ours(self) -> int:
        """The most cards of the larger discarder's pile that the groups can give by themselves."""
        return self._most(Need(1, 0), sum(group.ours for group in self._groups))

    @cached_property
    def _most_theirs(self) -> int:
        return self._most(Need(0, 1), sum(group.theirs for group in self._groups))

    def _most(self, one: Need, bound: int) -> int:
        """The most cards like this one, up to a bound, that the groups can give."""
        needs = (Need(one.ours * number, one.theirs * number) for number in range(1, bound + 1))
        return sum(1 for _ in takewhile(lambda need: self._finds(0, need, 0), needs))

    def _finds(self, cards: int, need: Need, place: int) -> bool:
        """Whether groups from this place on meet the need, beside the cards chosen so far."""
        if not need.in_all:
            return True
        if not self._may_be_enough(need, place):
            return False
        known = self._choosing.known if place >= len(self._groups) - len(_RANKS) else self._known
        asked = self._asked(cards, need, place)
        if asked not in known:
            known[asked] = self._finds_some(cards, need, place)
        return known[asked]

    def _finds_some(self, cards: int, need: Need, place: int) -> bool:
        """Like ``_finds``, without the cache."""
        return any(
            self._finds(cards | few.cards, need.after(few), place + 1)
            for few in self._groups[place].few
            if few.ours <= need.ours and few.theirs <= need.theirs
            if not few.cards or self._lacking(cards | few.cards)
        )

    def _may_be_enough(self, need: Need, place: int) -> bool:
        """Whether the groups from this place on have enough cards, each counted by itself: an upper bound."""
        left = self._groups[place:]
        return (
            need.ours <= sum(group.ours for group in left)
            and need.theirs <= sum(group.theirs for group in left)
            and need.ours + need.theirs <= sum(group.both for group in left)
        )

    def _asked(self, cards: int, need: Need, place: int) -> Hashable:
        """Cache key: equal for cards that are interchangeable."""
        pairs = tuple(zip(suits_of(cards), self._mine.suits, strict=True))
        return in_first_order(pairs, self._lacking.orders), kind_of(cards)[1:], need, place, self._of_both

    def _of_grande(self, least: Need) -> Iterator[Few]:
        """Yields sets of Sole, Luna and numbers with at least these counts, the least needed ones first."""
        unnamed = (ROSSE | NUMBERS_BITS) & ~self._lacking.shown.bound
        own = self._mine.others & unnamed
        free = self._mine.free & unnamed if least.free else 0
        theirs = unnamed & ~self._mine.others & ~self._mine.free if self._of_both else 0
        if own.bit_count() < least.ours or theirs.bit_count() < least.theirs:
            return
        for cards in _of_grande(own | theirs | free):
            ours, others, some = ((cards & pool).bit_count() for pool in (own, theirs, free))
            if ours >= least.ours and others >= least.theirs and some >= least.free:
                yield Few(cards, ours, others, some)


@cache
def _of_grande(cards: int) -> tuple[int, ...]:
    """The sets of Sole, Luna and numbers to try among these cards.

    Either at most two numbers, or three numbers and all below them, which no grande can reach then.
    """
    rosse = [bits(few) for number in range(3) for few in combinations(codes_of(cards & ROSSE), number)]
    numbers = [number for number in _NUMBERS if number & cards]
    holes = [few for number in range(HOLES + 1) for few in combinations(range(len(numbers)), number)]
    holes.sort(key=lambda few: few[::-1])
    below = [range(few[0] if len(few) == HOLES else 0) for few in holes]
    return tuple(
        some | sum(numbers[place] for place in (*few, *lower))
        for few, lower in zip(holes, below, strict=True)
        for some in rosse
    )
