"""What a match is worth besides its points: match points by a scale, victory points by the club's table."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.results import RankingError

#: Both sides of a match ended level have these, of twice as many (FIELD, "10–10 up to 20–0").
EVEN = 10
MOST_STEPS = 10
#: Above any margin that a match can have.
LARGEST_THRESHOLD = 10_000
#: FIELD: "burraco gives 14 of 20 VP" for a rest.
OF_A_REST = 14

#: The usual table (ours): tenths of the margins of 5,000 matches of four smazzate played out by the engine.
THRESHOLDS = (70, 140, 200, 280, 350, 430, 530, 640, 790, 1000)


class Scale(StrEnum):
    """Match points of a match won, ended level and lost."""

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
    """Victory points by margin: 10–10 below the first threshold, and one more to the winner, one less to the
    loser, for each threshold that the margin reaches.

    Raises `RankingError` for none or more than ten, and for thresholds that do not grow.
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
        """To who ended with this difference, below nought where the other side was ahead."""
        reached = bisect_right(self.thresholds, abs(difference))
        return EVEN + reached if difference > 0 else EVEN - reached

    def of_side(self, points: Sequence[int], side: int) -> int:
        """To that side of a match; of more than two, the average of what it has against each other side,
        rounded down."""
        mine = points[side]
        if len(points) == 2:
            return self.points(mine - points[1 - side])
        against = [self.points(mine - theirs) for other, theirs in enumerate(points) if other != side]
        return sum(against) // len(against)
