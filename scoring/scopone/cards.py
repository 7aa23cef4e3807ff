"""The 40 cards of scopone: codes, numerical values, values of primiera (FIGS, art. 2)."""

from collections.abc import Iterable
from typing import Final

from scoring.codes import read_codes
from scoring.wording.names import SCOPONE

#: Denari, coppe, spade, bastoni; seven cards by number, fante, cavallo, re (FIGS, art. 2).
SUITS: Final = ("d", "c", "s", "b")
RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "F", "C", "R")
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: FIGS, art. 14.
SETTEBELLO: Final = "7d"
#: FIGS, art. 2: fante 8, cavallo 9, re 10.
VALUES: Final = {code: RANKS.index(code[0]) + 1 for code in DECK}
#: FIGS, art. 2.
PRIMIERA: Final = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}

_KNOWN: Final = frozenset(DECK)
_PLACE: Final = {code: place for place, code in enumerate(DECK)}


def parse(codes: object) -> frozenset[str]:
    """The set of cards somebody wrote; see ``read_codes`` for what is refused."""
    return read_codes(codes, _KNOWN, SCOPONE)


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards suit by suit, denari first, from the asso up."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
