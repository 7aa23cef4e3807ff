"""Who made a cappotto, read from a deal's figures however it was written."""

from collections.abc import Mapping
from typing import Any, Final

from scoring import asking
from scoring.document import figure
from scoring.games import game_of

#: The figure without which nobody can tell: a pile of any size has some (Barilli 2.1).
OF_EVERY_PILE: Final = "card_points"


def tells_cappotti(key: str) -> bool:
    """Whether the figures of this game say who made a cappotto: two sides share the card points."""
    game = game_of(key)
    return len(game.sides) == 2 and OF_EVERY_PILE in game.figures


@asking.takes(counted=asking.of_sides)
def cappotto_of(key: str, counted: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The side that took every trick; None where nobody did, or at a game that does not tell.

    ``counted`` has each side's total and its declarations. Every two cards of a pile bring a card point
    (Barilli 2.1), so that a side has earned nothing if and only if it took no trick (Barilli 3.9). Raises
    ScoringError ``figure-not-whole`` for a total that is no number.
    """
    if not tells_cappotti(key):
        return None
    empty = [side for side, figures in counted.items() if not _earned(side, figures)]
    others = [side for side in counted if side not in empty]
    return others[0] if len(empty) == len(others) == 1 else None


def _earned(side: str, figures: Mapping[str, Any]) -> int:
    declared = figures.get("declarations")
    told = 0 if declared is None else figure(declared, side, "declarations")
    return figure(figures.get("total"), side, "total") - told
