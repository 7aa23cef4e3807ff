"""How many cards of accusi must be laid aside of two piles, since the scartini are not enough."""

from functools import cache
from typing import NamedTuple

from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.layable import Layable
from scoring.bolognese.feasibility.splits import SCARTINI


class Few(NamedTuple):
    """Cards that may be laid aside together, and how many of them are whose."""

    cards: int
    ours: int
    theirs: int
    free: int = 0


class Need(NamedTuple):
    """How many cards of accusi must be laid aside: certain ones of the pile of who laid aside more, certain
    ones of the other, and free numbers."""

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
    """What will do, the fewest cards of accusi first; no more of any is needed."""
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
