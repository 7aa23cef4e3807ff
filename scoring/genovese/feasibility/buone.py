"""Which sums of declared buone the players' hands can hold together: exactly, without listing the hands.

What a group of players declares weighs on the others only through six numbers, a ``Need``: any two needs that
leave each other room can be met by one deal. The discard never stands in the way: some cards that may be laid
aside are always left.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from operator import sub
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
from scoring.genovese.cards import DECK, FIGURES, SUITS
from scoring.genovese.forms import Form


class Need(NamedTuple):
    """What the buone of some players take from the deck."""

    #: Suits whose four figures one of them holds.
    famiglie: int
    #: Figures of which one of them holds three or four.
    ranks: int
    #: How many famiglie the other players cannot have: none may be broken by these ternos and quaterni.
    closed: int
    gatti: int
    trumps: int
    scartine: int


NOTHING: Final = Need(0, 0, 0, 0, 0, 0)
#: The needs that give a sum, none of them needless.
Needs = Mapping[int, tuple[Need, ...]]


@lru_cache(maxsize=65536)
def together(form: Form, players: tuple[int, ...], sums: tuple[int | None, ...]) -> bool:
    """Whether groups of so many players can declare these sums in one deal; None is any sum."""
    asked = zip(players, sums, strict=True)
    groups = [needs_of(form, number).get(points or 0, ()) for number, points in asked]
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
    """Every sum that so many players can declare between them, with what it takes from the deck."""
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
    """What two groups need together; None when they stand in each other's way."""
    famiglie, ranks = one.famiglie + other.famiglie, one.ranks + other.ranks
    gatti, trumps, scartine = (
        one.gatti + other.gatti,
        one.trumps + other.trumps,
        one.scartine + other.scartine,
    )
    # Each group's ternos and quaterni, and its own famiglie, leave the other group so many suits.
    closed = max(one.closed + other.famiglie, other.closed + one.famiglie)
    if closed > len(SUITS) or ranks > len(FIGURES) or gatti > 1:
        return None
    if trumps > len(TRUMP_SET) or scartine > len(SCARTINE):
        return None
    return Need(famiglie, ranks, closed, gatti, trumps, scartine)


def _of_one_player(form: Form) -> Iterator[tuple[int, Need]]:
    """What one hand can declare; buone of the same cards need them once (Maillard, "Buone")."""
    trumps = _sizes(form, TRIONFI, len(TRUMP_SET))
    scartine = _sizes(form, FRILLI, len(SCARTINE))
    for figures in _figures():
        for gatti, trionfi, frilli in product((0, 1), trumps, scartine):
            # The Bagatto and the Mondo of the gatti are among the trionfi, the Matto is not.
            own_trumps = max(trionfi, (len(GATTI_SET) - 1) * gatti)
            if figures.cards + own_trumps + gatti + frilli <= form.cards_in_deal:
                points = figures.points + FIXED_POINTS[GATTI] * gatti + trionfi + frilli
                trumps_taken, scartine_taken = _trumps_taken(form, own_trumps), _scartine_taken(form, frilli)
                need = (figures.famiglie, figures.ranks, figures.closed, gatti, trumps_taken, scartine_taken)
                yield points, Need(*need)


def _trumps_taken(form: Form, trumps: int) -> int:
    """The trumps, or as few as leave the others the same: no trionfi and perhaps the two of the gatti."""
    too_many = len(TRUMP_SET) - form.minimums[TRIONFI] + 1
    return too_many if too_many < trumps <= len(TRUMP_SET) - len(GATTI_SET) + 1 else trumps


def _scartine_taken(form: Form, frilli: int) -> int:
    """The scartine, or as many as leave the others the same where two frilli fit whatever their sizes."""
    any_two_fit = 2 * form.hand_size <= len(SCARTINE) < 3 * form.minimums.get(FRILLI, 0)
    return len(SCARTINE) // 2 if frilli and any_two_fit else frilli


def _sizes(form: Form, name: str, most: int) -> tuple[int, ...]:
    least = form.minimums.get(name)
    return (0,) if least is None else (0, *range(least, min(most, form.hand_size) + 1))


@dataclass(frozen=True, slots=True)
class _Figures:
    """Famiglie, quaterni and terni of one player, by number: which suits and figures matters to nobody."""

    famiglie: int
    quaterni: int
    terni: int

    @property
    def ranks(self) -> int:
        return self.quaterni + self.terni

    @property
    def points(self) -> int:
        tens = self.famiglie + self.quaterni
        return FIXED_POINTS[QUATERNO] * tens + FIXED_POINTS[TERNO] * self.terni

    @property
    def cards(self) -> int:
        """The fewest cards that show them all: a quaterno or a terno takes what it can from the famiglie."""
        beside = len(SUITS) - self.famiglie
        return (
            len(FIGURES) * self.famiglie
            + beside * self.quaterni
            + max(0, len(SUITS) - 1 - self.famiglie) * self.terni
        )

    @property
    def closed(self) -> int:
        """A quaterno has a card of every suit, a terno of all but one; the own famiglie are closed too."""
        if self.quaterni:
            return len(SUITS)
        return max(self.famiglie, len(SUITS) - 1) if self.terni else self.famiglie


def figures_alone() -> Iterator[tuple[int, Need]]:
    """What famiglie, quaterni and terni of one player give, and what they need, beside nothing else."""
    for figures in _figures():
        yield (
            figures.points,
            NOTHING._replace(famiglie=figures.famiglie, ranks=figures.ranks, closed=figures.closed),
        )


def _figures() -> Iterator[_Figures]:
    for famiglie, quaterni, terni in product(range(len(SUITS) + 1), repeat=3):
        if quaterni + terni <= len(FIGURES):
            yield _Figures(famiglie, quaterni, terni)


def _least_needs(found: Iterable[tuple[int, Need]]) -> Needs:
    """The needs of each sum, without those that take at least as much of everything as another."""
    by_sum: dict[int, set[Need]] = {}
    for points, need in found:
        by_sum.setdefault(points, set()).add(need)
    return {points: tuple(_undominated(needs)) for points, needs in sorted(by_sum.items())}


def _undominated(needs: set[Need]) -> Iterator[Need]:
    """Those that take less of something than any other.

    There can be thousands, of few combinations of what is not trumps or scartine: for each of these is kept,
    by how many trumps, the fewest scartine that any need has had.
    """
    fewest = {need[:4]: [len(SCARTINE) + 1] * (len(TRUMP_SET) + 1) for need in needs}
    no_more = {
        others: [fewest[each] for each in fewest if all(map(int.__le__, each, others))] for others in fewest
    }
    for need in sorted(needs, key=lambda each: (sum(each), each)):
        others, (trumps, scartine) = need[:4], need[4:]
        if not any(row[trumps] <= scartine for row in no_more[others]):
            row = fewest[others]
            row[trumps:] = [min(least, scartine) for least in row[trumps:]]
            yield need


#: A sum for each pile.
Sums = tuple[int, ...]


def of_piles(form: Form) -> Form:
    """The buone of a pile are those of a hand that could hold the whole deck."""
    return replace(form, hand_size=len(DECK), cards_in_deal=len(DECK))


def in_piles(form: Form, sums: tuple[int | None, ...]) -> bool:
    """Whether piles can hold these sums in one deal; None is any sum."""
    *others, last = (points or 0 for points in sums)
    return last >= 0 and bool(_beside(form, tuple(others)) >> last & 1)


@lru_cache(maxsize=65536)
def _beside(form: Form, others: Sums) -> int:
    """The sums that one more pile can hold beside those of the others, as bits."""
    numerals, found = _of_numerals(form, len(others) + 1), 0
    for figures, own in _of_figures(len(others) + 1).items():
        left = tuple(map(sub, others, figures))
        if left in numerals:
            found |= _both(own, numerals[left])
    return found


def _both(one: int, other: int) -> int:
    """Every sum of one of these and one of those, as bits."""
    found = 0
    while one:
        lowest = one & -one
        found |= other * lowest
        one ^= lowest
    return found


@lru_cache(maxsize=8)
def _of_figures(piles: int) -> Mapping[Sums, int]:
    """What famiglie, quaterni and terni can give so many piles, told as ``_of_numerals`` does."""
    by_need: defaultdict[Need, set[int]] = defaultdict(set)
    for points, need in figures_alone():
        by_need[need].add(points)
    found: defaultdict[Sums, int] = defaultdict(int)
    for needs in filter(_fit, product(by_need, repeat=piles)):
        for *others, own in product(*(by_need[need] for need in needs)):
            found[tuple(others)] |= 1 << own
    return found


def _fit(needs: tuple[Need, ...]) -> bool:
    taken: Need | None = NOTHING
    for need in needs:
        taken = taken and both(taken, need)
    return taken is not None


@lru_cache(maxsize=8)
def _of_numerals(form: Form, piles: int) -> Mapping[Sums, int]:
    """What frilli, trionfi and gatti can give: by the sums of all piles but the last, those of the last as
    bits."""
    found: defaultdict[Sums, int] = defaultdict(int)
    for (*trumps, own), (*scartine, more) in product(_of_trumps(form, piles), _of_scartine(form, piles)):
        found[tuple(map(sum, zip(trumps, scartine, strict=True)))] |= 1 << own + more
    return found


def _of_trumps(form: Form, piles: int) -> set[Sums]:
    """Trionfi of each pile, and the gatti of one or of none: Bagatto and Mondo are trumps."""
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


def _of_scartine(form: Form, piles: int) -> set[Sums]:
    return set(_shared(form, FRILLI, len(SCARTINE), piles))


def _shared(form: Form, name: str, most: int, piles: int) -> Iterator[Sums]:
    """How many cards each pile may show as that buona."""
    least = form.minimums.get(name, most + 1)
    for sizes in product((0, *range(least, most + 1)), repeat=piles):
        if sum(sizes) <= most:
            yield sizes
