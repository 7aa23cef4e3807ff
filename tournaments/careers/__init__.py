"""What somebody has done at the tables: figures of smazzate, tallies of matches, the best partner.

Pure functions over plain rows, integers only: a page says a figure together with what it rests on. Cards tell
everything; parts tell what each side's points were made of; totals tell no more than points and accusi.
"""

from tournaments.careers.figures import Average, Best, Figures, Times, figures_by_game
from tournaments.careers.played import DealSide, Outcome, Played
from tournaments.careers.tallies import Record, Tally, records, tally

__all__ = [
    "Average",
    "Best",
    "DealSide",
    "Figures",
    "Outcome",
    "Played",
    "Record",
    "Tally",
    "Times",
    "figures_by_game",
    "records",
    "tally",
]
