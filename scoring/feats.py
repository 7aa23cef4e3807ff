"""Feats of a deal, found in its figures or its explanation: criccone, sequences and cappotto."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring import argument_types
from scoring.bolognese.combinations import DOUBLING_FROM, THREE_OF_A_KIND
from scoring.document import figure, flag, listed
from scoring.games import game_of

#: The most points of cricche that do not double: two cricche of four, the two most valuable (Barilli 2.2.1).
#: The least valuable criccone is worth more, so the points alone show whether there is one.
MOST_WITHOUT_CRICCONE: Final = sum(
    sorted((2 * points for points in THREE_OF_A_KIND.values()), reverse=True)[: DOUBLING_FROM - 1]
)


class Sequenze(NamedTuple):
    """The number of a side's sequences, and whether they double."""

    number: int
    doubled: bool


def tells_criccone(key: str) -> bool:
    """Whether the figures of this game list the cricche separately."""
    return "cricche" in game_of(key).figures


@argument_types.takes(cricche=argument_types.a_number)
def is_criccone(cricche: int) -> bool:
    """Whether cricche worth these points are a criccone: three or more (Barilli 2.2.3)."""
    return cricche > MOST_WITHOUT_CRICCONE


@argument_types.takes(explained=argument_types.an_object)
def sequenze_of(explained: Mapping[str, object]) -> Sequenze | None:
    """Returns the sequences of a side from its explanation; None in a game that has none.

    The points alone are not enough: one long grande may be worth as much as three short sequences, doubled.
    """
    made = explained.get("sequences")
    if not isinstance(made, Mapping) or "items" not in made:
        return None
    return Sequenze(len(listed(made, "items")), flag(made, "doubled"))


def tells_cappotti(key: str) -> bool:
    """Whether the figures of this game reveal a cappotto: two sides share the card points, of which a pile
    of any size has some (Barilli 2.1)."""
    game = game_of(key)
    return len(game.sides) == 2 and "card_points" in game.figures


@argument_types.takes(counted=argument_types.of_sides)
def cappotto_of(key: str, counted: Mapping[str, Mapping[str, object]]) -> str | None:
    """Returns the side that took every trick; None if there is none, or if the game's figures do not show it.

    ``counted`` has each side's total and its declarations. Every two cards of a pile bring a card point
    (Barilli 2.1), so a side has earned nothing if and only if it took no trick (Barilli 3.9). Raises
    ScoringError ``figure-not-whole`` for a total that is no number.
    """
    if not tells_cappotti(key):
        return None
    empty = [side for side, figures in counted.items() if not _earned(side, figures)]
    others = [side for side in counted if side not in empty]
    return others[0] if len(empty) == len(others) == 1 else None


def _earned(side: str, figures: Mapping[str, object]) -> int:
    declared = figures.get("declarations")
    declared_points = 0 if declared is None else figure(declared, side, "declarations")
    return figure(figures.get("total"), side, "total") - declared_points
