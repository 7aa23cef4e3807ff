"""Draws: who plays whom, where they sit and who deals first; pure functions of plain rows and a stored seed.

from tournaments.draws import DrawInput, Entrant, draw
"""

from tournaments.draws.danish import draw
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant, Meeting, Rematches, Side
from tournaments.draws.larger import LargerDraw, LargerTable, draw_larger, table_sizes
from tournaments.draws.tables import Draw, DrawnTable, Reason, Seat, Seats

__all__ = [
    "Draw",
    "DrawImpossible",
    "DrawInput",
    "DrawnTable",
    "Entrant",
    "LargerDraw",
    "LargerTable",
    "Meeting",
    "Reason",
    "Rematches",
    "Seat",
    "Seats",
    "Side",
    "draw",
    "draw_larger",
    "table_sizes",
]
