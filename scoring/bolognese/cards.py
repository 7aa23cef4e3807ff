"""The 62 cards of the tarocco bolognese: codes, order, groups, and sets of cards as integers.

A set of cards is an integer of 62 bits, bit ``i`` for ``DECK[i]``, so that union, difference and counting are
fast.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.document import unknown_card
from scoring.errors import ScoringError

ANGEL: Final = "Ang"
MATTO: Final = "Mat"
BEGATO: Final = "Beg"

#: The numeri della grande that open it after the Angelo (Barilli 1.2.3). Pagat calls them "pieces"
#: ("Observations on the cards and their values").
PEZZI: Final = ("Mon", "Sol", "Lun")
#: Barilli 1.2.3: numeri di scavezzo, from the strongest down.
NUMBERS: Final = tuple(str(number) for number in range(16, 4, -1))
#: All equal in every count; the numbers only distinguish the codes (Barilli 1.2.1).
MOORS: Final = ("Mo1", "Mo2", "Mo3", "Mo4")
#: Barilli 1.2.3.
CONTATORI: Final = (BEGATO, MATTO)
TAROCCHI: Final = (ANGEL, "Mon", BEGATO, MATTO)

#: Barilli 1.2.1: the 21 trumps that take, from the strongest down.
TRUMPS: Final = (ANGEL, *PEZZI, *NUMBERS, *MOORS, BEGATO)

#: Danari, coppe, spade, bastoni (Barilli 1.3).
SUITS: Final = ("d", "c", "s", "b")
SUIT_NAMES: Final = {"d": "danari", "c": "coppe", "s": "spade", "b": "bastoni"}
#: Regina, cavallo, fante: the court a Re leads (Barilli 1.4).
COURT: Final = ("Q", "C", "F")
RANKS: Final = ("R", *COURT, "A", "10", "9", "8", "7", "6")
#: Never laid aside (Barilli 3.3).
CARTE_DA_5: Final = (*TAROCCHI, *("R" + suit for suit in SUITS))

DECK: Final = (*TRUMPS, MATTO, *(rank + suit for suit in SUITS for rank in RANKS))
BIT: Final = {code: 1 << place for place, code in enumerate(DECK)}
#: `BIT`, typed so that any object that a user entered as a code can be looked up.
_BIT_OF: Final[Mapping[object, int]] = dict(BIT.items())
_bit_of: Final = _BIT_OF.__getitem__
WHOLE_DECK: Final = (1 << len(DECK)) - 1


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that a screen or a sheet shows together, strongest first."""

    key: str
    codes: tuple[str, ...]


#: Every card once, in the order in which a pile is laid out for counting (Pagat, "Scoring Procedure").
GROUPS: Final = (
    CardGroup("tarocchi", TAROCCHI),
    CardGroup("rosse", ("Sol", "Lun")),
    CardGroup("numeri", NUMBERS),
    CardGroup("mori", MOORS),
    CardGroup("re", tuple("R" + suit for suit in SUITS)),
    CardGroup("regine", tuple("Q" + suit for suit in SUITS)),
    CardGroup("cavalli", tuple("C" + suit for suit in SUITS)),
    CardGroup("fanti", tuple("F" + suit for suit in SUITS)),
    CardGroup("assi", tuple("A" + suit for suit in SUITS)),
    *(CardGroup(f"scartini-{SUIT_NAMES[suit]}", tuple(rank + suit for rank in RANKS[5:])) for suit in SUITS),
)


def bits(codes: Iterable[str]) -> int:
    """Returns the set of these codes, which must be valid: an unknown one raises KeyError."""
    return sum({BIT[code] for code in codes})


def parse(codes: object) -> int:
    """Returns the set of cards as a user wrote it; ScoringError ``cards-not-a-list``, ``card-twice``, and the
    refusals of ``unknown_card``."""
    written = codes if isinstance(codes, (list, tuple)) else _listed(codes)
    try:
        total = sum(map(_bit_of, written))
    except (KeyError, TypeError):
        unknown = next(code for code in written if not isinstance(code, str) or code not in BIT)
        raise unknown_card(unknown, DECK) from None
    # A sum of n powers of two has n bits set only if no two are equal.
    if total.bit_count() != len(written):
        repeated = next(code for place, code in enumerate(written) if code in written[:place])
        raise ScoringError("card-twice", card=repeated)
    return total


def _listed(codes: object) -> list[object]:
    if isinstance(codes, str | Mapping) or not isinstance(codes, Iterable):
        raise ScoringError("cards-not-a-list")
    return list(codes)


def codes_of(cards: int) -> tuple[str, ...]:
    """Returns the codes of a set, in the order of the deck."""
    codes = []
    while cards:
        lowest = cards & -cards
        codes.append(DECK[lowest.bit_length() - 1])
        cards ^= lowest
    return tuple(codes)
