"""What a turn of rest gives."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.results import Result

WIN, DRAW, LOSS = 2, 1, 0


class ByePolicy(StrEnum):
    """The rule a tournament has for a rest."""

    WIN_AND_AVERAGE = "win-and-average"
    WIN = "win"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Score:
    """What a turn gives to one entry: match points, and game points for and against."""

    match_points: int
    scored: int
    conceded: int


def rest_score(policy: ByePolicy, turn_results: Iterable[Result]) -> Score:
    """The score of a rest, from the matches played in that turn.

    `WIN_AND_AVERAGE`: a win by the average margin of the turn. Points scored are the average of the turn's
    higher scores, points conceded are those less the average margin; averages are rounded down, and a match
    ended level has a margin of 0. `WIN`, and a turn in which no match was played: a win by 0 to 0.
    `NOTHING`: no points of any kind. At tables of more than two sides a rest is neither won nor lost: it has
    the average of all scores, rounded down.
    """
    if policy is ByePolicy.NOTHING:
        return Score(LOSS, 0, 0)
    played = list(turn_results)
    if policy is ByePolicy.WIN or not played:
        return Score(WIN, 0, 0)
    if any(len(result.sides) > 2 for result in played):
        return _average(played)
    scored = sum(max(result.points) for result in played) // len(played)
    margin = sum(result.margin for result in played) // len(played)
    return Score(WIN, scored, scored - margin)


def _average(played: list[Result]) -> Score:
    points = [scored for result in played for scored in result.points]
    average = sum(points) // len(points)
    return Score(DRAW, average, average)
