"""A player without tactics: takes when it can, as cheaply as possible, else gives the least card."""

from tests.scoring.bolognese.play.referee import is_trump, strength, winner

WORTH = {"R": 5, "Q": 4, "C": 3, "F": 2}


def worth(card):
    if card in ("Beg", "Mon"):
        return 5
    return 1 if is_trump(card) else WORTH.get(card[0], 1)


def play_plainly(view, legal):
    cards = [card for card in legal if card != "Mat"] or legal
    turn = len(view.trick)
    taking = [card for card in cards if card != "Mat" and winner([*view.trick, card]) == turn]
    return min(
        taking or cards,
        key=lambda card: (is_trump(card), worth(card), 0 if card == "Mat" else strength(card)),
    )
