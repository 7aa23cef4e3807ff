"""Entering and correcting the deals of a table."""

from tournaments.scores.answering import accept, confirm, contest
from tournaments.scores.counting import (
    at_table,
    check,
    count_cards,
    count_so_far,
    counted,
    explain,
    points_of,
)
from tournaments.scores.entering import enter, erase
from tournaments.scores.places import DealPlace, place_of
from tournaments.scores.shapes import SIDE_NAMES, normal, side_label, side_name
from tournaments.scores.telling import Told, players_by_name, sentence, tell

__all__ = [
    "SIDE_NAMES",
    "DealPlace",
    "Told",
    "accept",
    "at_table",
    "check",
    "confirm",
    "contest",
    "count_cards",
    "count_so_far",
    "counted",
    "enter",
    "erase",
    "explain",
    "normal",
    "place_of",
    "players_by_name",
    "points_of",
    "sentence",
    "side_label",
    "side_name",
    "tell",
]
