"""The piles at the end of a deal of the tarocco bolognese: tricks, discards, the card paid for the Matto
(Barilli 3.9, 3.9.1)."""

from scoring.bolognese.cards import BIT, codes_of
from scoring.bolognese.combinations import card_points, cricche, sequences
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.heap import PLAIN_BITS


def least_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card of the tricks whose loss costs its side least, by the final counts of both sides.

    Among equal cards, the last in the order of the deck, where scartini come last.
    """
    # Scartini are in no combination: paying with one changes only the number of cards.
    plain = from_tricks & PLAIN_BITS
    if plain:
        return codes_of(plain)[-1]
    return max(reversed(codes_of(from_tricks)), key=lambda card: _margin_after(own, other, card))


def most_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card of the tricks that its owner most wants to give away, where points are avoided
    (Barilli 4.4.1)."""
    return min(codes_of(from_tricks), key=lambda card: _margin_after(own, other, card))


def _margin_after(own: int, other: int, card: str) -> int:
    return _worth(own & ~BIT[card]) - _worth(other | BIT[card])


def _worth(pile: int) -> int:
    return sequences(pile, ACCADEMIA).total + cricche(pile).total + card_points(pile)
