"""Tables changed by hand: what a change costs, making it with its reason, taking it back, mending a draft.

What is changed is kept in `Round.moves`, in order, so that the draw that was made and the tables that are
played can be told apart: each has its ``swap`` (`draws.Swap.as_json`, or ``["mended"]`` with ``gone`` and
``came``), the ``reason``, the ``cost`` (`draws.Cost.as_json`), and in ``was`` what taking it back needs.
"""

from tournaments.moving.mending import Missing, mend, missing, weigh_mend
from tournaments.moving.moves import last_move, move, undo
from tournaments.moving.weighing import Weighing, weigh

__all__ = ["Missing", "Weighing", "last_move", "mend", "missing", "move", "undo", "weigh", "weigh_mend"]
