"""Draws: the tables of a round, their seats and first dealers, by pure functions of plain rows and a seed.

`drawn` (in `movements`) makes the `Draw` of a round of any kind from a `Movement` and a `DrawInput`.

- Drawn round by round: `draw` (Danish), `draw_swiss`, `draw_larger` (tables of three and more),
  `draw_rotation` (single players, a new partner every round).
- Scheduled beforehand: `round_robin_schedule` and `mitchell_schedule` make `PlannedRound`s for
  `draw_scheduled`.
- Knock-outs: `next_stage`, with seeds from the groups by `finalists`.
- After the draw: `swapped`, `weighed` and `mended` change a `Layout` by hand, weigh it and mend it;
  `published` (in `publishing`) makes the file of the draw.
- Before the evening: `options` and `findings` answer the organiser's wishes; `plan_of` makes the plan of an
  option for `simulate`.

`verifying` is not imported here: only the check of a published draw needs it, and networkx loads slowly.
"""

from tournaments.core.draws.advising import Option, Wanted, options
from tournaments.core.draws.changing import Cost, cost, figures, mended, weighed
from tournaments.core.draws.danish import draw
from tournaments.core.draws.findings import Finding, findings
from tournaments.core.draws.inputs import (
    DrawImpossible,
    DrawInput,
    Entrant,
    Meeting,
    Rematches,
    Side,
    Win,
    Wish,
)
from tournaments.core.draws.larger import draw_larger, table_sizes
from tournaments.core.draws.movements import Movement, drawn
from tournaments.core.draws.rotation import draw_rotation
from tournaments.core.draws.schedules import (
    PlannedRound,
    draw_scheduled,
    mitchell_schedule,
)
from tournaments.core.draws.simulating import Simulated, plan_of, simulate
from tournaments.core.draws.swiss import draw_swiss
from tournaments.core.draws.tables import Draw, DrawnTable, Layout, LayoutTable, Reason, Swap, swapped

__all__ = [
    "Cost",
    "Draw",
    "DrawImpossible",
    "DrawInput",
    "DrawnTable",
    "Entrant",
    "Finding",
    "Layout",
    "LayoutTable",
    "Meeting",
    "Movement",
    "Option",
    "PlannedRound",
    "Reason",
    "Rematches",
    "Side",
    "Simulated",
    "Swap",
    "Wanted",
    "Win",
    "Wish",
    "cost",
    "draw",
    "draw_larger",
    "draw_rotation",
    "draw_scheduled",
    "draw_swiss",
    "drawn",
    "figures",
    "findings",
    "mended",
    "mitchell_schedule",
    "options",
    "plan_of",
    "simulate",
    "swapped",
    "table_sizes",
    "weighed",
]
