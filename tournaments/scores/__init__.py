"""Entering and correcting the deals of a table."""

from tournaments.scores.counting import counted, explain
from tournaments.scores.entering import dealer_side, enter, erase

__all__ = ["counted", "dealer_side", "enter", "erase", "explain"]
