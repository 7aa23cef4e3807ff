"""What bringing a card home is worth to players, and what it costs to spend one (Pagat, "Observations on the
cards and their values")."""

from typing import Final

from scoring.bolognese.cards import BEGATO, BIT, MATTO, SUITS, TRUMPS, bits
from scoring.bolognese.play.rules import PALI, PALO, STRENGTH
from scoring.play.rules import TRUMP

#: "One of the most important objectives of the play is to collect as many as possible of the five key
#: cards: the Bégato and the Kings"; then the Mondo and the other figures, the assi, the rosse and the Mori.
_RANK_WORTH: Final = {"R": 12, "Q": 6, "C": 5, "F": 5, "A": 4}
#: "The Angel and the Matto cannot be captured in play": whoever takes the trick, they stay at home.
_TRUMP_WORTH: Final = {"Ang": 0, "Mon": 8, "Sol": 3, "Lun": 3, BEGATO: 14, MATTO: 0}
WORTH: Final = {
    **{code: _TRUMP_WORTH.get(code, 2 if code.startswith("Mo") else 1) for code in (*TRUMPS, MATTO)},
    **{code: _RANK_WORTH.get(code[:-1], 0) for suit in SUITS for code in PALI[suit]},
}

_HIGH_TRUMP_PRICE: Final = {"Ang": 20, "Mon": 14, "Sol": 12, "Lun": 10, BEGATO: 0}
#: What a trump could still take if it were kept: the price of playing it now. Measured by letting players who
#: differ in it play the same deals against each other.
PRICE: Final = {code: _HIGH_TRUMP_PRICE.get(code, 2 + STRENGTH[code] // 5 * 2) for code in TRUMPS}

#: The cards of each palo.
PALO_BITS: Final = {palo: bits(codes) for palo, codes in PALI.items()}
#: The cards of its palo that beat a card when they are played after it; of the Mori, the others too.
ABOVE: Final = {
    card: bits(other for other in PALI[palo] if STRENGTH[other] >= STRENGTH[card] and other != card)
    for card, palo in PALO.items()
}
#: Every card that beats a card when it is played after it.
BEATERS: Final = {
    card: above if PALO[card] == TRUMP else above | PALO_BITS[TRUMP] for card, above in ABOVE.items()
}
KINGS: Final = {suit: BIT["R" + suit] for suit in SUITS}
