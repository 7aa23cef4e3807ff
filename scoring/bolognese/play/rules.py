"""The tarocco bolognese in trick play: the order of the cards, the cards that are never discarded, and each
card's value to simulated players (Pagat, "Observations on the cards and their values")."""

from collections.abc import Sequence
from typing import Final

from scoring.bolognese.cards import BEGATO, CARTE_DA_5, MATTO, MOORS, SUITS, TRUMPS, bits
from scoring.trick_play import TRUMP, TrickRules

#: Barilli 1.4.1, 1.4.2: danari and coppe, from the strongest down.
_SHORT_SUIT: Final = ("R", "Q", "C", "F", "A", "6", "7", "8", "9", "10")
#: Barilli 1.4.3, 1.4.4: spade and bastoni, from the strongest down.
_LONG_SUIT: Final = ("R", "Q", "C", "F", "10", "9", "8", "7", "6", "A")

#: Cards of each palo, from the strongest down.
PALI: Final = {
    TRUMP: TRUMPS,
    **{suit: tuple(rank + suit for rank in (_SHORT_SUIT if suit in "dc" else _LONG_SUIT)) for suit in SUITS},
}
#: The Moors are equal (Barilli 1.2.1).
BOLOGNESE: Final = TrickRules(PALI, MATTO, frozenset(CARTE_DA_5), MOORS)
PALO: Final = BOLOGNESE.palo
STRENGTH: Final = BOLOGNESE.strength

#: Barilli 3.3: the carte da 5, which the dealer keeps; other trumps may be discarded (Pagat, "Deal").
NOT_DISCARDED: Final = frozenset(CARTE_DA_5)


def discardable_cards(hand: Sequence[str]) -> list[str]:
    """Returns the cards of a hand that may be laid aside."""
    return [card for card in hand if card not in NOT_DISCARDED]


#: The value of a card in one's own pile: "One of the most important objectives of the play is to collect as
#: many as possible of the five key cards: the Bégato and the Kings"; then the Mondo and the other figures,
#: the assi, the rosse and the Mori.
_RANK_WORTH: Final = {"R": 12, "Q": 6, "C": 5, "F": 5, "A": 4}
#: "The Angel and the Matto cannot be captured in play": they stay with their side.
_TRUMP_WORTH: Final = {"Ang": 0, "Mon": 8, "Sol": 3, "Lun": 3, BEGATO: 14, MATTO: 0}
WORTH: Final = {
    **{code: _TRUMP_WORTH.get(code, 2 if code.startswith("Mo") else 1) for code in (*TRUMPS, MATTO)},
    **{code: _RANK_WORTH.get(code[:-1], 0) for suit in SUITS for code in PALI[suit]},
}

_HIGH_TRUMP_PRICE: Final = {"Ang": 20, "Mon": 14, "Sol": 12, "Lun": 10, BEGATO: 0}
#: The price of playing a trump now: its chances to take a later trick. Measured by matches between simulated
#: players who differ only in these prices.
PRICE: Final = {code: _HIGH_TRUMP_PRICE.get(code, 2 + STRENGTH[code] // 5 * 2) for code in TRUMPS}

#: The cards of each palo.
PALO_BITS: Final = {palo: bits(codes) for palo, codes in PALI.items()}
#: For each card, the cards of its palo that beat it when played after it; for a Moor these include the other
#: Moors.
ABOVE: Final = {
    card: bits(other for other in PALI[palo] if STRENGTH[other] >= STRENGTH[card] and other != card)
    for card, palo in PALO.items()
}
#: For each card, all cards that beat it when played after it.
BEATERS: Final = {
    card: above if PALO[card] == TRUMP else above | PALO_BITS[TRUMP] for card, above in ABOVE.items()
}
