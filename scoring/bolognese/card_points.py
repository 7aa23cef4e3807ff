"""The conto degli scartini: what the single cards are worth, counted in pairs (Barilli 2.1)."""

from typing import Final

from scoring.bolognese.cards import GROUPS, WHOLE_DECK, bits

#: Barilli 2.1: value of a card paired with a scartino; every other card is a scartino, worth 1.
CARD_VALUES: Final = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}
#: Barilli 3.9: however the cards fall, the two sides share this many.
CARD_POINTS_IN_ALL: Final = 87

VALUE_BITS: Final = {group.key: bits(group.codes) for group in GROUPS if group.key in CARD_VALUES}
SCARTINI_BITS: Final = WHOLE_DECK & ~sum(VALUE_BITS.values())

_KINDS: Final = tuple(VALUE_BITS[kind] for kind in CARD_VALUES)
_ABOVE: Final = tuple(value - 1 for value in CARD_VALUES.values())


def card_points(pile: int) -> int:
    """Sum of the single values less one point for each pair of cards; the pile's size is even."""
    counts = [(pile & cards).bit_count() for cards in _KINDS]
    return with_half(above_half(*counts), pile)


def with_half(above: int, pile: int) -> int:
    """A pile's points from what its cards of value have above a scartino: every two cards bring one
    (Barilli 2.1)."""
    return above + pile.bit_count() // 2


def above_half(*counts: int) -> int:
    """What so many tarocchi, re, regine, cavalli and fanti add to half the number of cards of their pile."""
    return sum([count * above for count, above in zip(counts, _ABOVE, strict=True)])
