"""Draws: who plays whom, where they sit and who deals first; pure functions of plain rows and a stored seed.

`drawn` (in `movements`) draws a turn of any kind from a `Movement` and a `DrawInput`. Behind it, turn by
turn: `draw` (movimento danese), `draw_swiss`, `draw_larger` (tables of three and more), `draw_rotation`
(single players, a new partner every turn). Known beforehand, as `Turn`s for `draw_scheduled`:
`girone_schedule`, `mitchell_schedule`. `next_stage` is a knock-out, `finalists` who comes to it out of
groups. Around them: the `Layout` of any draw is `swapped` by hand, `weighed` and `mended`; `published` (in
`publishing`), `options` and `findings` of what is wanted, and the `plan_of` an option, to `simulate`.
`verifying` is left to those who check a published draw: it needs networkx, which takes its time to be read.
"""

from tournaments.draws.advising import Option, Wanted, options
from tournaments.draws.changing import Cost, Figures, Weighed, cost, figures, weighed
from tournaments.draws.danish import draw
from tournaments.draws.finals import finalists
from tournaments.draws.findings import Finding, findings
from tournaments.draws.girone import girone_schedule, serpentine
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant, Meeting, Rematches, Side, Win, Wish
from tournaments.draws.knockout import Stage, bracket, next_stage
from tournaments.draws.larger import LargerDraw, LargerTable, draw_larger, table_sizes
from tournaments.draws.layouts import LaidTable, Layout, Swap, swapped
from tournaments.draws.mending import mended
from tournaments.draws.mitchell import mitchell_schedule
from tournaments.draws.movements import Drawn, Movement, drawn
from tournaments.draws.plans import plan_of
from tournaments.draws.rotation import RotationDraw, RotationTable, draw_rotation
from tournaments.draws.schedules import ScheduledDraw, Turn, draw_scheduled
from tournaments.draws.simulating import Simulated, simulate
from tournaments.draws.swiss import draw_swiss
from tournaments.draws.tables import Draw, DrawnTable, Reason, Seat, Seats
from tournaments.draws.whist import whist_turn

__all__ = [
    "Cost",
    "Draw",
    "DrawImpossible",
    "DrawInput",
    "Drawn",
    "DrawnTable",
    "Entrant",
    "Figures",
    "Finding",
    "LaidTable",
    "LargerDraw",
    "LargerTable",
    "Layout",
    "Meeting",
    "Movement",
    "Option",
    "Reason",
    "Rematches",
    "RotationDraw",
    "RotationTable",
    "ScheduledDraw",
    "Seat",
    "Seats",
    "Side",
    "Simulated",
    "Stage",
    "Swap",
    "Turn",
    "Wanted",
    "Weighed",
    "Win",
    "Wish",
    "bracket",
    "cost",
    "draw",
    "draw_larger",
    "draw_rotation",
    "draw_scheduled",
    "draw_swiss",
    "drawn",
    "figures",
    "finalists",
    "findings",
    "girone_schedule",
    "mended",
    "mitchell_schedule",
    "next_stage",
    "options",
    "plan_of",
    "serpentine",
    "simulate",
    "swapped",
    "table_sizes",
    "weighed",
    "whist_turn",
]
