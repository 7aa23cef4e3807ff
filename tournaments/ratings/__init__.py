"""The rating of players: how strong, how sure, evening by evening; a pure function of the matches played.

from tournaments.ratings import Evening, Game, rated
"""

from tournaments.ratings.model import START, Evening, Game, Point, rated
from tournaments.ratings.plot import Mark, Plot, plot

__all__ = ["START", "Evening", "Game", "Mark", "Plot", "Point", "plot", "rated"]
