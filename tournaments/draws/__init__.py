"""Draws: who plays whom, where they sit and who deals first; pure functions of plain rows and a stored seed.

Turn by turn, from a `DrawInput`: `draw` (movimento danese), `draw_swiss`, `draw_larger` (tables of three and
more), `draw_rotation` (single players, a new partner every turn). Known beforehand, as `Turn`s for
`draw_scheduled`: `girone_schedule`, `mitchell_schedule`. `next_stage` is a knock-out, `finalists` who comes
to it out of groups. Around them: `weighed` and `mended` (in `changing`), `published` and `verification`
(in `verifying`), `options` and `findings` (in `advising`), and `simulating`.
"""

from tournaments.draws.advising import Finding, Option, Wanted, findings, options
from tournaments.draws.changing import TableCost, Weighed, mended, weighed
from tournaments.draws.danish import draw
from tournaments.draws.finals import finalists
from tournaments.draws.girone import girone_schedule, serpentine
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant, Meeting, Rematches, Side, Wish
from tournaments.draws.knockout import Stage, bracket, next_stage
from tournaments.draws.larger import LargerDraw, LargerTable, draw_larger, table_sizes
from tournaments.draws.mitchell import mitchell_schedule
from tournaments.draws.rotation import RotationDraw, RotationTable, draw_rotation
from tournaments.draws.schedules import ScheduledDraw, Turn, draw_scheduled
from tournaments.draws.swiss import draw_swiss
from tournaments.draws.tables import Draw, DrawnTable, Reason, Seat, Seats
from tournaments.draws.verifying import Check, Verification, published, verification
from tournaments.draws.whist import whist_turn

__all__ = [
    "Check",
    "Draw",
    "DrawImpossible",
    "DrawInput",
    "DrawnTable",
    "Entrant",
    "Finding",
    "LargerDraw",
    "LargerTable",
    "Meeting",
    "Option",
    "Reason",
    "Rematches",
    "RotationDraw",
    "RotationTable",
    "ScheduledDraw",
    "Seat",
    "Seats",
    "Side",
    "Stage",
    "TableCost",
    "Turn",
    "Verification",
    "Wanted",
    "Weighed",
    "Wish",
    "bracket",
    "draw",
    "draw_larger",
    "draw_rotation",
    "draw_scheduled",
    "draw_swiss",
    "finalists",
    "findings",
    "girone_schedule",
    "mended",
    "mitchell_schedule",
    "next_stage",
    "options",
    "published",
    "serpentine",
    "table_sizes",
    "verification",
    "weighed",
    "whist_turn",
]
