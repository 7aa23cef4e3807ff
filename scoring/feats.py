"""What people remember of a deal, read from its figures or from its explanation: criccone and sequenze."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scoring import asking
from scoring.bolognese.combinations import DOUBLING_FROM, doubled_from_three
from scoring.bolognese.cricche import THREE_OF_A_KIND
from scoring.document import flag, listed
from scoring.games import game_of

#: The most that cricche too few to double bring: all four of the dearest (Barilli 2.2.1). The least that a
#: criccone brings is more, so that the points alone tell which of the two it was.
MOST_WITHOUT_CRICCONE: Final = sum(
    sorted((2 * points for points in THREE_OF_A_KIND.values()), reverse=True)[: DOUBLING_FROM - 1]
)
LEAST_OF_CRICCONE: Final = doubled_from_three(
    DOUBLING_FROM, sum(sorted(THREE_OF_A_KIND.values())[:DOUBLING_FROM])
)


class Sequenze(NamedTuple):
    """How many sequences a side made, and whether they were enough to double."""

    number: int
    doubled: bool


def tells_criccone(key: str) -> bool:
    """Whether the figures of this game have the cricche apart."""
    return "cricche" in game_of(key).figures


@asking.takes(cricche=asking.a_number)
def is_criccone(cricche: int) -> bool:
    """Whether a side whose cricche bring these points made a criccone: three or more (Barilli 2.2.3)."""
    return cricche > MOST_WITHOUT_CRICCONE


@asking.takes(explained=asking.an_object)
def sequenze_of(explained: Mapping[str, Any]) -> Sequenze | None:
    """The sequences of a side, from its explanation; None at a game that has none.

    The points alone do not tell: one long grande brings as much as three short sequences doubled.
    """
    made = explained.get("sequences")
    if not isinstance(made, Mapping) or "items" not in made:
        return None
    return Sequenze(len(listed(made, "items")), flag(made, "doubled"))
