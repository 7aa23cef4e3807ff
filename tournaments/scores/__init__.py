"""Entering and correcting the deals of a table."""

from tournaments.scores.answering import accept, confirm, contest
from tournaments.scores.counting import count_cards, count_so_far, counted, explain
from tournaments.scores.entering import dealer_side, enter, erase
from tournaments.scores.shapes import normal
from tournaments.scores.telling import Told, player_seats, sentence, tell

__all__ = [
    "Told",
    "accept",
    "confirm",
    "contest",
    "count_cards",
    "count_so_far",
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
