"""The 78 cards of the tarocco genovese: codes, order and values (Maillard, "Il mazzo")."""

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.document import read_codes

#: The deck to which the codes in a refusal belong; see ``scoring.wording.names``.
DECK_NAME: Final = "genovese"

#: Maillard, "Il mazzo": the Matto, and the trumps that have a name.
MATTO: Final = "Mat"
BAGATTO: Final = "1"
MONDO: Final = "21"
GIUDIZIO: Final = "20"

#: From the strongest down: the Giudizio always beats the Mondo (Maillard, "Il mazzo").
TRUMPS: Final = (GIUDIZIO, MONDO, *(str(number) for number in range(19, 0, -1)))

#: Cuori, quadri, fiori, picche.
SUITS: Final = ("c", "q", "f", "p")
SUIT_NAMES: Final = {"c": "cuori", "q": "quadri", "f": "fiori", "p": "picche"}
#: Fante, cavallo, regina, re.
FIGURES: Final = ("J", "C", "Q", "R")
#: From the strongest down (Maillard, "Il mazzo").
RANKS: Final = (*reversed(FIGURES), *(str(number) for number in range(10, 0, -1)))

#: The four re, never laid aside (Maillard, "Scarto").
RE: Final = tuple("R" + suit for suit in SUITS)

DECK: Final = (*TRUMPS, MATTO, *(rank + suit for suit in SUITS for rank in RANKS))
_KNOWN: Final = frozenset(DECK)
_PLACE: Final = {code: place for place, code in enumerate(DECK)}

#: Carte di conto (Maillard, "Il mazzo"): Matto, Bagatto, Mondo and re 4, regine 3, cavalli 2, fanti 1; the
#: others nothing.
_FIGURE_VALUES: Final = {"R": 4, "Q": 3, "C": 2, "J": 1}
VALUES: Final[Mapping[str, int]] = {
    **dict.fromkeys(DECK, 0),
    **dict.fromkeys((MATTO, BAGATTO, MONDO), 4),
    **{rank + suit: value for rank, value in _FIGURE_VALUES.items() for suit in SUITS},
}


def parse(codes: object) -> frozenset[str]:
    """Returns the set of cards as written; ``read_codes`` lists the refusals."""
    return read_codes(codes, _KNOWN, DECK_NAME)


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Returns the cards in order: trumps from the strongest, the Matto, then suit by suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
