"""What a turn of rest gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.results import Result
from tournaments.standings.scales import EVEN, OF_A_REST, Scale, VictoryTable


class ByePolicy(StrEnum):
    """The rule a tournament has for a rest."""

    WIN_AND_AVERAGE = "win-and-average"
    WIN = "win"
    FOURTEEN = "win-and-14"
    DRAW = "draw"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Score:
    """What a turn gives to one entry: match points, game points for and against, victory points."""

    match_points: int
    scored: int
    conceded: int
    victory_points: int


def rest_score(policy: ByePolicy, played: Sequence[Result], scale: Scale, table: VictoryTable) -> Score:
    """The score of a rest, from the matches played in that turn.

    `WIN_AND_AVERAGE`: a win by the average margin of the turn. Points scored are the average of the turn's
    higher scores, points conceded are those less the average margin; averages are rounded down, and a match
    ended level has a margin of 0; its victory points are those of that margin. At tables of more than two
    sides a rest is neither won nor lost: it has the average of all scores, rounded down.

    The others give no game points: `WIN`, and a turn in which no match was played, a win by 0 to 0 with the
    victory points of the smallest win; `FOURTEEN` a win with 14 victory points; `DRAW` a match ended level;
    `NOTHING` no points of any kind.
    """
    if policy is ByePolicy.NOTHING:
        return Score(scale.loss, 0, 0, 0)
    if policy is ByePolicy.DRAW:
        return Score(scale.draw, 0, 0, EVEN)
    if policy is ByePolicy.FOURTEEN:
        return Score(scale.win, 0, 0, OF_A_REST)
    if policy is ByePolicy.WIN or not played:
        return Score(scale.win, 0, 0, EVEN + 1)
    if any(len(result.sides) > 2 for result in played):
        return _average(played, scale)
    scored = sum(max(result.points) for result in played) // len(played)
    margin = sum(result.margin for result in played) // len(played)
    return Score(scale.win, scored, scored - margin, table.points(margin))


def _average(played: Sequence[Result], scale: Scale) -> Score:
    points = [scored for result in played for scored in result.points]
    average = sum(points) // len(points)
    return Score(scale.draw, average, average, EVEN)
