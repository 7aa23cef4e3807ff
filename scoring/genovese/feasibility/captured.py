"""Which sums of buone piles can hold together: exactly, of those that somebody would tell of each pile.

No hand is too small for them, so that scartine, trumps and figures have nothing to do with each other, and
the sums are those of each of the three.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from operator import sub

from scoring.genovese.buone import FIXED_POINTS, FRILLI, GATTI, GATTI_SET, SCARTINE, TRIONFI, TRUMP_SET
from scoring.genovese.cards import DECK
from scoring.genovese.feasibility.buone import NOTHING, Need, both, figures_alone
from scoring.genovese.forms import Form

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
