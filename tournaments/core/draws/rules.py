"""The numbered versions of the rules of drawing: a draw is made again by the version that made it.

| rules | what earlier rules drew differently |
| --- | --- |
| 1 | unknown: no earlier rules are kept |
| 2 | rotation: there was no whist table for nine players, nor for an evening one round shorter than a whist table, and fixed tables were considered only after the foursomes were made; tables of three and more: where lots left a cost above the lower bound, a search from the top of the line followed, up to 24 players |
| 3 | tables of three and more: a search for optimal tables followed; it no longer exists, and its results cannot be made again (`larger_of_search`) |
| 4 | all that are drawn round by round: byes were chosen as if no entrant had missed a round (`Entrant.missed`) |

Every stored draw has the number of its rules (`movements.Movement`). Draws that were stored before there were
numbers are `UNNUMBERED`: any version may have made them.

When a change of code draws something else from the same input, raise `RULES`, keep the old way here, and store
draws of the new number for the tests, which fail otherwise.
"""  # noqa: E501 - a row of the table is a line

from collections.abc import Sequence
from dataclasses import replace

from tournaments.core.draws.grouping import Costs
from tournaments.core.draws.inputs import DrawInput, penalties
from tournaments.core.draws.larger import Playing, draw_larger, seated
from tournaments.core.draws.rotation import FIELD, Foursome, draw_rotation, followed_whist, whist_turns
from tournaments.core.draws.tables import Draw

RULES = 4
UNNUMBERED = 0

#: The last rules of a rotation whose foursomes ignore fixed tables.
LAST_IGNORING_FIXED_TABLES = 1
#: The last rules that searched for optimal tables of three and more.
LAST_SEARCHING = 2
#: The last rules that chose byes without regard to missed rounds.
LAST_IGNORING_MISSED = 3


def rotation_of_rules_1(given: DrawInput, turns: int) -> Draw:
    """The draw of a rotation by rules 1: a whist table only for evenings of exactly its length, and none for
    nine players; foursomes ignore fixed tables."""
    return draw_rotation(given, _whole_whist(given, turns), sees_fixed=False)


def without_missed(given: DrawInput) -> DrawInput:
    """The input as rules 3 and earlier saw it: no entrant has missed a round."""
    return replace(given, entrants=tuple(replace(entrant, missed=0) for entrant in given.entrants))


def larger_of_rules_2(given: DrawInput) -> Draw:
    """The tables found by trades and kicks of a single exchange.

    Under rules 2 a search for optimal tables followed, which no longer exists: see `larger_of_search`.
    """
    return draw_larger(given, exchanges=1)


def larger_of_search(given: DrawInput, groups: Sequence[Sequence[int]]) -> Draw | None:
    """The draw whose tables are those groups of ids, if the search of rules 1 and 2 may have found them; else
    None.

    The search replaced the tables of `larger_of_rules_2` only by cheaper ones, so dearer groups cannot be
    its result. All other parts of the draw are made again.
    """
    playing = Playing.from_input(given)
    position = {entrant.id: at for at, entrant in enumerate(playing.line.entrants)}
    if sorted(id_ for group in groups for id_ in group) != sorted(position):
        return None
    costs = Costs.from_penalties(playing.sizes, penalties(given, playing.line))
    searched = [sorted(position[id_] for id_ in group) for group in groups]
    traded = [[position[id_] for id_ in table.entrants] for table in larger_of_rules_2(given).tables]
    if sorted(map(len, searched)) != sorted(playing.sizes) or costs.whole(searched) >= costs.whole(traded):
        return None
    return seated(given, playing, searched)


def _whole_whist(given: DrawInput, turns: int) -> tuple[Foursome, ...]:
    players = len(given.entrants)
    return () if players == FIELD or turns < whist_turns(players) else followed_whist(given)
