"""The ranking of a tournament: its criteria in order, and what a match and a bye are worth."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.core.standings.results import RankingError, Result

#: Each side's points in a level match, half of the total (FIELD, "10–10 up to 20–0").
EVEN = 10
MOST_STEPS = 10
#: More than any margin that a match can have.
LARGEST_THRESHOLD = 10_000
#: FIELD: "burraco gives 14 of 20 VP" for a bye.
BYE_VICTORY_POINTS = 14

#: The default table (ours): quantiles of the margins of 5,000 matches of four deals played by the engine.
THRESHOLDS = (70, 140, 200, 280, 350, 430, 530, 640, 790, 1000)


class Scale(StrEnum):
    """The match points of a match won, level and lost."""

    TWO = "2-1-0"
    THREE = "3-1-0"

    @property
    def win(self) -> int:
        return 2 if self is Scale.TWO else 3

    @property
    def draw(self) -> int:
        return 1

    @property
    def loss(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class VictoryTable:
    """Victory points by margin: 10–10 below the first threshold; each threshold that the margin reaches moves
    one point from the loser to the winner.

    Raises `RankingError` for none or more than ten thresholds, and for those out of range or not growing.
    """

    thresholds: tuple[int, ...] = THRESHOLDS

    def __post_init__(self) -> None:
        if not 1 <= len(self.thresholds) <= MOST_STEPS:
            raise RankingError("thresholds-count", most=MOST_STEPS)
        if self.thresholds[0] < 1 or self.thresholds[-1] > LARGEST_THRESHOLD:
            raise RankingError("thresholds-range", most=LARGEST_THRESHOLD)
        for before, after in zip(self.thresholds, self.thresholds[1:], strict=False):
            if after <= before:
                raise RankingError("thresholds-order", before=before, after=after)

    @property
    def steps(self) -> list[tuple[int, int | None, int, int]]:
        """Each line of the table: margins from, to (None without end), points of winner and of loser."""
        starts = (0, *self.thresholds)
        ends = (*(threshold - 1 for threshold in self.thresholds), None)
        return [
            (start, end, EVEN + step, EVEN - step)
            for step, (start, end) in enumerate(zip(starts, ends, strict=True))
        ]

    def points(self, difference: int) -> int:
        """The victory points of a side with this difference, negative if the other side was ahead."""
        reached = bisect_right(self.thresholds, abs(difference))
        return EVEN + reached if difference > 0 else EVEN - reached

    def of_side(self, points: Sequence[int], side: int) -> int:
        """The victory points of that side; with more than two sides, the average against each other side,
        rounded down.
        """
        mine = points[side]
        if len(points) == 2:
            return self.points(mine - points[1 - side])
        against = [self.points(mine - theirs) for other, theirs in enumerate(points) if other != side]
        return sum(against) // len(against)


class ByePolicy(StrEnum):
    """The score that a tournament gives for a bye."""

    WIN_AND_AVERAGE = "win-and-average"
    WIN = "win"
    FOURTEEN = "win-and-14"
    DRAW = "draw"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a round for one entry: match points, game points for and against, victory points."""

    match_points: int
    scored: int
    conceded: int
    victory_points: int


def rest_score(policy: ByePolicy, played: Sequence[Result], scale: Scale, table: VictoryTable) -> Score:
    """The score of a bye, from the matches played in that round.

    `WIN_AND_AVERAGE`: a win by the average margin of the round. Points scored are the average of the higher
    scores, points conceded are those less the average margin; averages are rounded down, and a level match
    has a margin of 0. Victory points are those of that margin. At tables of more than two sides a bye is
    neither won nor lost: it has the average of all scores, rounded down.

    The other policies give no game points. `WIN` is 0 to 0 with the victory points of the smallest win, and
    so is `WIN_AND_AVERAGE` in a round without matches; `FOURTEEN` is a win with 14 victory points; `DRAW` is
    a level match; `NOTHING` gives no points of any kind.
    """
    if policy is ByePolicy.NOTHING:
        return Score(scale.loss, 0, 0, 0)
    if policy is ByePolicy.DRAW:
        return Score(scale.draw, 0, 0, EVEN)
    if policy is ByePolicy.FOURTEEN:
        return Score(scale.win, 0, 0, BYE_VICTORY_POINTS)
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


#: The Accademia's order (FIELD): the mini-table acts as the head-to-head of more than two.
ACCADEMIA = (
    "match_points",
    "point_difference",
    "points_scored",
    "head_to_head",
    "mini_table",
    "lots",
)
BY_POINTS = ("total_points", "match_points", "head_to_head", "mini_table", "lots")
BY_VICTORY_POINTS = (
    "victory_points",
    "point_difference",
    "total_points",
    "head_to_head",
    "mini_table",
    "lots",
)
#: The orders offered to a club.
PRESETS = {"accademia": ACCADEMIA, "points": BY_POINTS, "victory-points": BY_VICTORY_POINTS}


@dataclass(frozen=True, slots=True)
class Rules:
    """The ranking as data; the defaults are the Accademia's."""

    criteria: Sequence[str] = ACCADEMIA
    scale: Scale = Scale.TWO
    table: VictoryTable = field(default_factory=VictoryTable)
    bye: ByePolicy = ByePolicy.WIN_AND_AVERAGE
    #: Whether a forfeit has the worst difference of the round, so that nobody gains by not playing. Off in
    #: tournaments begun before this rule: there the difference is 0.
    forfeits_lose_most: bool = True
    #: Whether entries that withdrew, then those that were expelled, come below all who finished. Off in
    #: tournaments begun before this rule, and where the club keeps them in place.
    leavers_last: bool = True

    @property
    def counts_victory_points(self) -> bool:
        """Whether victory points decide anything: if not, nobody has any."""
        return "victory_points" in self.criteria

    @property
    def compares_boards(self) -> bool:
        """Whether the tables that played the same cards are compared: if not, boards decide nothing."""
        return "board_difference" in self.criteria or "board_victory_points" in self.criteria

    @property
    def uses_victory_table(self) -> bool:
        """Whether the table of victory points decides anything."""
        return self.counts_victory_points or "board_victory_points" in self.criteria

    @property
    def counts_strength(self) -> bool:
        """Whether the opponents' points decide anything."""
        return "opponents_strength" in self.criteria

    def as_json(self) -> dict[str, object]:
        """The rules as JSON, stored beside the standings; newer rules are written only if they are on."""
        later = {name: True for name in ("forfeits_lose_most", "leavers_last") if getattr(self, name) is True}
        return {
            "criteria": list(self.criteria),
            "scale": str(self.scale),
            "thresholds": list(self.table.thresholds),
            "bye": str(self.bye),
            **later,
        }


def rules_from(data: dict[str, object]) -> Rules:
    """The rules that `as_json` wrote. Raises `RankingError` for invalid thresholds."""
    criteria, thresholds = data["criteria"], data["thresholds"]
    if not isinstance(criteria, list) or not isinstance(thresholds, list):
        raise TypeError("criteria and thresholds are lists")
    return Rules(
        tuple(criteria),
        Scale(str(data["scale"])),
        VictoryTable(tuple(thresholds)),
        ByePolicy(str(data["bye"])),
        bool(data.get("forfeits_lose_most")),
        bool(data.get("leavers_last")),
    )
