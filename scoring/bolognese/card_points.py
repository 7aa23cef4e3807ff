"""The conto degli scartini: what the single cards are worth, counted in pairs (Barilli 2.1)."""

from typing import Final

from scoring.bolognese.cards import GROUPS, WHOLE_DECK, bits

#: Barilli 2.1: value of a card paired with a scartino; every other card is a scartino, worth 1.
CARD_VALUES: Final = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}
#: Barilli 3.9: however the cards fall, the two sides share this many.
CARD_POINTS_IN_ALL: Final = 87

VALUE_BITS: Final = {group.key: bits(group.codes) for group in GROUPS if group.key in CARD_VALUES}
SCARTINI_BITS: Final = WHOLE_DECK & ~sum(VALUE_BITS.values())

_FIVES: Final = VALUE_BITS["tarocchi"] | VALUE_BITS["re"]
_QUEENS: Final = VALUE_BITS["regine"]
_KNIGHTS: Final = VALUE_BITS["cavalli"]
_JACKS: Final = VALUE_BITS["fanti"]


def card_points(pile: int) -> int:
    """Sum of the single values less one point for each pair of cards; the pile's size is even."""
    return (
        pile.bit_count() // 2
        + (CARD_VALUES["re"] - 1) * (pile & _FIVES).bit_count()
        + (CARD_VALUES["regine"] - 1) * (pile & _QUEENS).bit_count()
        + (CARD_VALUES["cavalli"] - 1) * (pile & _KNIGHTS).bit_count()
        + (CARD_VALUES["fanti"] - 1) * (pile & _JACKS).bit_count()
    )
