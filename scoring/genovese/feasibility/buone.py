"""Sums of declared buone that the players' hands can hold together. Exact, without enumerating hands.

The buone of a group of players affect the others only through six numbers, a ``Need``: two needs that leave
each other enough cards can be met in one deal. The discard changes nothing: some discardable cards are always
left.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from operator import le, or_, sub
from typing import Final, NamedTuple

from scoring.genovese.buone import (
    FIXED_POINTS,
    FRILLI,
    GATTI,
    GATTI_SET,
    QUATERNO,
    SCARTINE,
    TERNO,
    TRIONFI,
    TRUMP_SET,
)
from scoring.genovese.cards import FIGURES, SUITS, Form
from scoring.sheet import each_number


class Need(NamedTuple):
    """The cards of the deck that the buone of some players use up."""

    #: Suits whose four figures are in one hand.
    famiglie: int
    #: Figures of which three or four are in one hand.
    ranks: int
    #: How many famiglie the other players cannot have, since these terni and quaterni break them.
    closed: int
    gatti: int
    trumps: int
    scartine: int


NOTHING: Final = Need(0, 0, 0, 0, 0, 0)
#: The minimal needs for each sum.
Needs = Mapping[int, tuple[Need, ...]]


@lru_cache(maxsize=65536)
def together(form: Form, players: tuple[int, ...], sums: tuple[int | None, ...]) -> bool:
    """Whether groups of so many players can declare these sums in one deal; None stands for any sum."""
    points_of_players = zip(players, sums, strict=True)
    groups = [needs_of(form, number).get(points or 0, ()) for number, points in points_of_players]
    return _room_for(NOTHING, sorted(groups, key=len))


def _room_for(taken: Need, groups: Sequence[tuple[Need, ...]]) -> bool:
    if not groups:
        return True
    first, *rest = groups
    return any(
        so_far is not None and _room_for(so_far, rest) for so_far in (both(taken, need) for need in first)
    )


@lru_cache(maxsize=32)
def needs_of(form: Form, players: int) -> Needs:
    """Every sum that this many players can declare together, with its minimal needs."""
    alone = _least_needs(_of_one_player(form))
    needs: Needs = {0: (NOTHING,)}
    for _ in range(players):
        needs = _least_needs(_joined(needs, alone))
    return needs


def _joined(needs: Needs, others: Needs) -> Iterator[tuple[int, Need]]:
    for (points, mine), (more, theirs) in product(needs.items(), others.items()):
        for one, other in product(mine, theirs):
            needed = both(one, other)
            if needed is not None:
                yield points + more, needed


def both(one: Need, other: Need) -> Need | None:
    """The need of two groups together; None when they are incompatible."""
    # The suits that each group's terni, quaterni and famiglie close, plus the other group's famiglie.
    closed = max(one.closed + other.famiglie, other.closed + one.famiglie)
    ranks, gatti = one.ranks + other.ranks, one.gatti + other.gatti
    trumps, scartine = one.trumps + other.trumps, one.scartine + other.scartine
    if closed > len(SUITS) or ranks > len(FIGURES) or gatti > 1:
        return None
    if trumps > len(TRUMP_SET) or scartine > len(SCARTINE):
        return None
    return Need(one.famiglie + other.famiglie, ranks, closed, gatti, trumps, scartine)


def _of_one_player(form: Form) -> Iterator[tuple[int, Need]]:
    """Yields each sum of one hand with its need; buone may share cards (Maillard, "Buone")."""
    trumps = _sizes(form, TRIONFI, len(TRUMP_SET))
    scartine = _sizes(form, FRILLI, len(SCARTINE))
    for figures in _figures():
        for gatti, trionfi, frilli in product((0, 1), trumps, scartine):
            # Bagatto and Mondo of the gatti count as trionfi, the Matto does not.
            own_trumps = max(trionfi, (len(GATTI_SET) - 1) * gatti)
            if figures.cards + own_trumps + gatti + frilli <= form.cards_in_deal:
                points = figures.points + FIXED_POINTS[GATTI] * gatti + trionfi + frilli
                scartine_taken = _scartine_taken(form, frilli)
                yield points, figures.need._replace(gatti=gatti, trumps=own_trumps, scartine=scartine_taken)


def _scartine_taken(form: Form, frilli: int) -> int:
    """The number of scartine used up. Where any two frilli fit into the deck but never three, every number
    leaves the other players the same choices, and half of all scartine stands for it."""
    any_two_fit = 2 * form.hand_size <= len(SCARTINE) < 3 * form.minimums.get(FRILLI, 0)
    return len(SCARTINE) // 2 if frilli and any_two_fit else frilli


def _sizes(form: Form, name: str, most: int) -> tuple[int, ...]:
    least = form.minimums.get(name)
    return (0,) if least is None else (0, *range(least, min(most, form.hand_size) + 1))


@dataclass(frozen=True, slots=True)
class _Figures:
    """Numbers of one player's famiglie, quaterni and terni; which suits and figures does not matter."""

    famiglie: int
    quaterni: int
    terni: int

    @property
    def points(self) -> int:
        tens = self.famiglie + self.quaterni
        return FIXED_POINTS[QUATERNO] * tens + FIXED_POINTS[TERNO] * self.terni

    @property
    def cards(self) -> int:
        """The fewest cards that show them all: a quaterno or terno shares cards with the famiglie."""
        beside = len(SUITS) - self.famiglie
        return (
            len(FIGURES) * self.famiglie
            + beside * self.quaterni
            + max(0, len(SUITS) - 1 - self.famiglie) * self.terni
        )

    @property
    def need(self) -> Need:
        """Other players cannot have a famiglia beside a quaterno, and only one beside a terno."""
        closed = len(SUITS) if self.quaterni else len(SUITS) - 1 if self.terni else 0
        ranks = self.quaterni + self.terni
        return Need(self.famiglie, ranks, max(self.famiglie, closed), gatti=0, trumps=0, scartine=0)


def _figures() -> Iterator[_Figures]:
    for famiglie, quaterni, terni in product(range(len(SUITS) + 1), repeat=3):
        if quaterni + terni <= len(FIGURES):
            yield _Figures(famiglie, quaterni, terni)


def _least_needs(found: Iterable[tuple[int, Need]]) -> Needs:
    """The minimal needs of each sum, without any that takes at least as much of everything as another."""
    by_sum: dict[int, set[Need]] = {}
    for points, need in found:
        by_sum.setdefault(points, set()).add(need)
    return {points: tuple(_undominated(needs)) for points, needs in sorted(by_sum.items())}


def _undominated(needs: set[Need]) -> Iterator[Need]:
    """Yields the needs that no other need undercuts, the smallest first."""
    kept: list[Need] = []
    for need in sorted(needs, key=lambda each: (sum(each), each)):
        if not any(all(map(le, smaller, need)) for smaller in kept):
            kept.append(need)
            yield need


#: One sum for each pile.
Sums = tuple[int, ...]


def in_piles(form: Form, sums: tuple[int | None, ...]) -> bool:
    """Whether piles can hold these sums of buone in one deal; None stands for any sum."""
    *others, last = (points or 0 for points in sums)
    # Where nothing was captured the tables need not be made.
    return not any(sums) or (last >= 0 and bool(sums_beside(form, tuple(others)) >> last & 1))


@lru_cache(maxsize=65536)
def sums_beside(form: Form, others: Sums) -> int:
    """The sums that one more pile can hold beside those of the others, as a bit mask."""
    numerals, found = _of_numerals(form, len(others) + 1), 0
    for figures, own in _of_figures(len(others) + 1).items():
        left = tuple(map(sub, others, figures))
        if left in numerals:
            # All sums of one number of each.
            found |= reduce(or_, (numerals[left] << number for number in each_number(own)), 0)
    return found


@lru_cache(maxsize=8)
def _of_figures(piles: int) -> Mapping[Sums, int]:
    """The sums of famiglie, quaterni and terni in so many piles, in the form of ``_of_numerals``."""
    by_need: defaultdict[Need, set[int]] = defaultdict(set)
    for figures in _figures():
        by_need[figures.need].add(figures.points)
    found: defaultdict[Sums, int] = defaultdict(int)
    ways: list[tuple[tuple[Need, ...], Need]] = [((), NOTHING)]
    for _ in range(piles):
        steps = ((*way, need) for way in ways for need in by_need)
        ways = [((*needs, need), taken) for needs, so_far, need in steps if (taken := both(so_far, need))]
    for needs, _ in ways:
        for *others, own in product(*(by_need[need] for need in needs)):
            found[tuple(others)] |= 1 << own
    return found


@lru_cache(maxsize=8)
def _of_numerals(form: Form, piles: int) -> Mapping[Sums, int]:
    """The sums that frilli, trionfi and gatti can give: for each choice of sums of all piles but the last, a
    bit mask of the sums that the last pile can then have."""
    found: defaultdict[Sums, int] = defaultdict(int)
    of_scartine = _shared(form, FRILLI, len(SCARTINE), piles)
    for (*trumps, own), (*scartine, more) in product(_of_trumps(form, piles), of_scartine):
        found[tuple(map(sum, zip(trumps, scartine, strict=True)))] |= 1 << own + more
    return found


def _of_trumps(form: Form, piles: int) -> set[Sums]:
    """The piles' points of trionfi, with the gatti in one pile or none; Bagatto and Mondo are trumps too."""
    found = set()
    for gatti in (None, *range(piles)):
        for trionfi in _shared(form, TRIONFI, len(TRUMP_SET), piles):
            held = [
                max(number, len(GATTI_SET) - 1) if pile == gatti else number
                for pile, number in enumerate(trionfi)
            ]
            if sum(held) <= len(TRUMP_SET):
                points = [FIXED_POINTS[GATTI] * (pile == gatti) for pile in range(piles)]
                found.add(tuple(map(sum, zip(trionfi, points, strict=True))))
    return found


def _shared(form: Form, name: str, most: int, piles: int) -> Iterator[Sums]:
    """Yields the numbers of cards that the piles can show as that buona."""
    least = form.minimums.get(name, most + 1)
    for sizes in product((0, *range(least, most + 1)), repeat=piles):
        if sum(sizes) <= most:
            yield sizes
