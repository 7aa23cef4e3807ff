"""Entering and correcting the deals of a table."""

from tournaments.scores.counting import count_cards, counted, explain
from tournaments.scores.entering import dealer_side, enter, erase
from tournaments.scores.shapes import normal
from tournaments.scores.telling import Told, player_seats, sentence, tell

__all__ = [
    "Told",
    "count_cards",
    "counted",
    "dealer_side",
    "enter",
    "erase",
    "explain",
    "normal",
    "player_seats",
    "sentence",
    "tell",
]
