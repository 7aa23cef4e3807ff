"""The five cricche: three or four of a kind (Barilli 2.2.1)."""

from functools import cache
from typing import Final

from scoring.bolognese.cards import GROUPS, bits
from scoring.bolognese.combinations import Combination, Combinations, add_up

#: Barilli 2.2.1: points of three cards; four are worth twice as many. In the order in which they are told
#: (CONTRACT).
THREE_OF_A_KIND: Final = {"tarocchi": 18, "re": 17, "regine": 14, "cavalli": 13, "fanti": 12}
CRICCHE: Final = tuple(THREE_OF_A_KIND)

CRICCA_BITS: Final = {group.key: bits(group.codes) for group in GROUPS if group.key in CRICCHE}
_FAMILIES: Final = tuple(CRICCA_BITS.items())


def cricche(pile: int) -> Combinations:
    """The cricche of a pile, doubled from three on (criccone)."""
    return cricche_of(*[(pile & cards).bit_count() for _, cards in _FAMILIES])


def one_cricca(family: str, held: int) -> Combination | None:
    """The cricca made by these cards of that family; None with fewer than three."""
    return _cricca(family, (held & CRICCA_BITS[family]).bit_count())


@cache
def cricche_of(*counts: int) -> Combinations:
    """The cricche made by so many tarocchi, re, regine, cavalli and fanti."""
    found = [_cricca(family, count) for (family, _), count in zip(_FAMILIES, counts, strict=True)]
    return add_up(tuple(item for item in found if item is not None))


def _cricca(family: str, count: int) -> Combination | None:
    if count < 3:
        return None
    return Combination(family, count, THREE_OF_A_KIND[family] * (count - 2))
