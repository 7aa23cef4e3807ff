"""The combinations of a pile: sequences, cricche, and the card points of its single cards (Barilli 2).

Three sequences, or three cricche, double their sum. ``grande`` finds the grande; the other sequences are
here.
"""

from functools import cache
from typing import Final, NamedTuple

from scoring.bolognese.cards import BIT, COURT, GROUPS, SUIT_NAMES, SUITS, WHOLE_DECK, bits
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, grande_cards

#: Barilli 2.2.3: three or more cricche double their sum (criccone), and so do three sequences (sequenza).
DOUBLING_FROM: Final = 3


class Combination(NamedTuple):
    """One combination: its family, how many cards make it, and its points before doubling."""

    family: str
    cards: int
    points: int

    def as_json(self) -> dict[str, str | int]:
        """Returns the combination in the form that CONTRACT fixes."""
        return {"family": self.family, "cards": self.cards, "points": self.points}


class Combinations(NamedTuple):
    """All combinations of one kind of a side; ``total`` is after doubling."""

    items: tuple[Combination, ...]
    doubled: bool
    total: int

    def as_json(self) -> dict[str, object]:
        """Returns CONTRACT's object under ``sequences`` or ``cricche``."""
        items = [item.as_json() for item in self.items]
        return {"items": items, "doubled": self.doubled, "total": self.total}


def add_up(items: tuple[Combination, ...]) -> Combinations:
    """Returns the items with their sum, doubled from three on (Barilli 2.2.3)."""
    total = doubled_from_three(len(items), sum([item.points for item in items]))
    return Combinations(items, len(items) >= DOUBLING_FROM, total)


def doubled_from_three(number: int, points: int) -> int:
    """Returns the points of that number of combinations of a kind, doubled from three on (Barilli 2.2.3)."""
    return points * 2 if number >= DOUBLING_FROM else points


#: Barilli 2.2.1: points of three cards; four are worth twice as many. In CONTRACT's order.
THREE_OF_A_KIND: Final = {"tarocchi": 18, "re": 17, "regine": 14, "cavalli": 13, "fanti": 12}
CRICCHE: Final = tuple(THREE_OF_A_KIND)

CRICCA_BITS: Final = {group.key: bits(group.codes) for group in GROUPS if group.key in CRICCHE}
_BITS: Final = tuple(CRICCA_BITS.values())


def _by_kind(pile: int) -> list[int]:
    """Returns the numbers of tarocchi, re, regine, cavalli and fanti."""
    return [(pile & cards).bit_count() for cards in _BITS]


def cricche(pile: int) -> Combinations:
    """Returns the cricche of a pile, doubled from three on (criccone)."""
    return cricche_of(*_by_kind(pile))


def one_cricca(family: str, held: int) -> Combination | None:
    """Returns the cricca made by these cards of the family; None with fewer than three."""
    return _cricca(family, (held & CRICCA_BITS[family]).bit_count())


@cache
def cricche_of(*counts: int) -> Combinations:
    """Returns the cricche made by these numbers of tarocchi, re, regine, cavalli and fanti."""
    cricche = [_cricca(family, count) for family, count in zip(CRICCHE, counts, strict=True)]
    return add_up(tuple(item for item in cricche if item is not None))


def _cricca(family: str, count: int) -> Combination | None:
    if count < 3:
        return None
    return Combination(family, count, THREE_OF_A_KIND[family] * (count - 2))


#: In CONTRACT's order.
SEQUENCES: Final = ("grande", "danari", "coppe", "spade", "bastoni", "assi", "mori")
#: Barilli 2.2.2: three cards 10 points, four 15, and so on: five for each card after the first.
POINTS_PER_CARD: Final = 5
#: Barilli 2.2.2.
SHORTEST: Final = 3

SUIT_BITS: Final = {SUIT_NAMES[suit]: bits(rank + suit for rank in ("R", *COURT, "A")) for suit in SUITS}
COURT_BITS: Final = {SUIT_NAMES[suit]: bits(rank + suit for rank in COURT) for suit in SUITS}
KING_BITS: Final = {SUIT_NAMES[suit]: BIT["R" + suit] for suit in SUITS}
ACES_BITS: Final = bits("A" + suit for suit in SUITS)

#: The cards on which the count of each family depends, without the grande.
FAMILY_BITS: Final = {**SUIT_BITS, "assi": ACES_BITS, "mori": MOORS_BITS}


def sequences(pile: int, rules: str) -> Combinations:
    """Returns the sequences of a pile, doubled from three on; contatori count in every one (Barilli 2.4)."""
    made = (one_sequence(family, pile, rules) for family in SEQUENCES)
    return add_up(tuple([item for item in made if item is not None]))


def one_sequence(family: str, pile: int, rules: str) -> Combination | None:
    """Returns the sequence of that family in the pile; None when it is not established."""
    if family == "grande":
        cards = grande_cards(pile, rules)
        return _sequence(family, cards) if cards else None
    return short_sequence(family, pile & (FAMILY_BITS[family] | CONTATORI_BITS))


@cache
def short_sequence(family: str, held: int) -> Combination | None:
    """Returns the sequence of a suit, of assi or of mori that exactly these cards make; None without one."""
    contatori = (held & CONTATORI_BITS).bit_count()
    own = (held & FAMILY_BITS[family]).bit_count()
    if family in KING_BITS:
        court = (held & COURT_BITS[family]).bit_count()
        established = held & KING_BITS[family] and court >= 1 and court + contatori >= 2
    else:
        established = own >= 2 and own + contatori >= SHORTEST
    return _sequence(family, own + contatori) if established else None


@cache
def _sequence(family: str, cards: int) -> Combination:
    return Combination(family, cards, (cards - 1) * POINTS_PER_CARD)


#: Barilli 2.1: value of a card paired with a scartino; every other card is a scartino, worth 1.
CARD_VALUES: Final = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}
#: Barilli 3.9: the two sides always share this many card points.
CARD_POINTS_IN_ALL: Final = 87

SCARTINI_BITS: Final = WHOLE_DECK & ~sum(CRICCA_BITS.values())

_ABOVE: Final = tuple(value - 1 for value in CARD_VALUES.values())


def card_points(pile: int) -> int:
    """Returns the sum of the single values less one point for each pair of cards; the pile's size is even."""
    return with_half(above_half(*_by_kind(pile)), pile)


def with_half(above: int, pile: int) -> int:
    """Returns card points: ``above``, the excess over scartini, and one for every two cards (Barilli 2.1)."""
    return above + pile.bit_count() // 2


def above_half(*counts: int) -> int:
    """Returns the card points that these numbers of cricca cards, by kind, add to half the pile's size."""
    return sum([count * above for count, above in zip(counts, _ABOVE, strict=True)])
