"""The classifica reckoned again from FIELD's words: no line, no tally, one question at a time to the facts.

Slow and plain on purpose. Entries go by number; a `Scene` is an evening as the Giuria's papers tell it.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

Points = dict[int, int]


@dataclass
class Table:
    """Who sat at a table, each with the points of the side; who had the same side shares them."""

    turn: int
    sides: list[list[int]]
    points: list[int]
    lost: list[bool] | None = None
    cappotti: list[int] = field(default_factory=list)

    def side(self, who: int) -> int | None:
        return next((at for at, side in enumerate(self.sides) if who in side), None)

    def others(self, who: int) -> list[int]:
        mine = self.side(who)
        return [each for at, side in enumerate(self.sides) if at != mine for each in side]

    def against(self, who: int) -> int:
        """The most that another side has scored."""
        mine = self.side(who)
        return max(points for at, points in enumerate(self.points) if at != mine)

    def own(self, who: int) -> int:
        return self.points[self.side(who)]  # type: ignore[index]

    def outcome(self, who: int) -> str:
        if self.lost is not None:
            return "lost" if self.lost[self.side(who)] else "won"  # type: ignore[index]
        own, against = self.own(who), self.against(who)
        return "won" if own > against else "lost" if own < against else "level"


@dataclass
class Scene:
    """An evening on paper: tables, and who rested, forfeited or was punished, by turn."""

    tables: list[Table]
    rests: list[tuple[int, int]]
    forfeits: list[tuple[int, int]]
    points_off: list[tuple[int, int, int]]
    victory_points_off: list[tuple[int, int, int]]
    everybody: list[int]
    win: int
    thresholds: list[int]
    bye: str

    def of(self, turn: int) -> list[Table]:
        return [table for table in self.tables if table.turn == turn]

    def played(self, who: int) -> list[Table]:
        return [table for table in self.tables if table.side(who) is not None]

    def worth(self, outcome: str) -> int:
        return {"won": self.win, "level": 1, "lost": 0}[outcome]

    def victory(self, margin: int) -> int:
        """From 10–10 up to 20–0: a step for every threshold that is not above the margin."""
        step = len([threshold for threshold in self.thresholds if threshold <= abs(margin)])
        return 10 + (step if margin > 0 else -step)

    # --- A rest ---------------------------------------------------------------------------------------

    def rest(self, turn: int) -> dict[str, int]:
        """What a rest in that turn gives, of each figure."""
        tables = self.of(turn)
        flat = {
            "win": (self.win, 11), "win-and-14": (self.win, 14), "draw": (1, 10), "nothing": (0, 0),
        }  # fmt: skip
        if self.bye in flat or not tables:
            match_points, victory = flat.get(self.bye, (self.win, 11))
            return {"mp": match_points, "for": 0, "against": 0, "vp": victory}
        if any(len(table.sides) > 2 for table in tables):
            all_points = [points for table in tables for points in table.points]
            mean = floor(Fraction(sum(all_points), len(all_points)))
            return {"mp": 1, "for": mean, "against": mean, "vp": 10}
        tops = floor(Fraction(sum(max(table.points) for table in tables), len(tables)))
        gap = floor(Fraction(sum(max(table.points) - min(table.points) for table in tables), len(tables)))
        return {"mp": self.win, "for": tops, "against": tops - gap, "vp": self.victory(gap)}

    def resting(self, who: int) -> list[int]:
        return [turn for turn, number in self.rests if number == who]

    def absent(self, who: int) -> list[int]:
        return [turn for turn, number in self.forfeits if number == who]

    # --- The figures ----------------------------------------------------------------------------------

    def match_points(self, who: int) -> int:
        return sum(self.worth(table.outcome(who)) for table in self.played(who)) + sum(
            self.rest(turn)["mp"] for turn in self.resting(who)
        )

    def victory_points(self, who: int) -> int:
        total = sum(self.rest(turn)["vp"] for turn in self.resting(who))
        for table in self.played(who):
            each = [self.victory(table.own(who) - points) for at, points in enumerate(table.points)
                    if at != table.side(who)]  # fmt: skip
            total += floor(Fraction(sum(each), len(each)))
        return total - sum(points for _turn, number, points in self.victory_points_off if number == who)

    def total_points(self, who: int) -> int:
        total = sum(table.own(who) for table in self.played(who))
        total += sum(self.rest(turn)["for"] for turn in self.resting(who))
        for turn in self.absent(who):
            total += self._nobody_there(turn)
        return total - self._points_off(who)

    points_scored = total_points

    def _conceded(self, who: int) -> int:
        return sum(table.against(who) for table in self.played(who)) + sum(
            self.rest(turn)["against"] for turn in self.resting(who)
        )

    def _lost_most(self, turn: int) -> int:
        """By how much at a table of that turn."""
        tables = self.of(turn)
        return max((max(table.points) - min(table.points) for table in tables), default=0)

    def _nobody_there(self, turn: int) -> int:
        """What was scored in a turn lost a tavolino."""
        return min([0, *(points for table in self.of(turn) for points in table.points)])

    def point_difference(self, who: int) -> int:
        played = sum(table.own(who) - table.against(who) for table in self.played(who))
        rested = sum(self.rest(turn)["for"] - self.rest(turn)["against"] for turn in self.resting(who))
        absent = sum(self._lost_most(turn) for turn in self.absent(who))
        return played + rested - absent - self._points_off(who)

    def _points_off(self, who: int) -> int:
        return sum(points for _turn, number, points in self.points_off if number == who)

    def points_conceded(self, who: int) -> int:
        total = self._conceded(who)
        for turn in self.absent(who):
            total += max(self._all_conceded(turn), default=0)
        if self.bye != "win-and-average":
            for turn in self.resting(who):
                there = self._all_conceded(turn)
                total += floor(Fraction(sum(there), len(there))) if there else 0
        return -total

    def _all_conceded(self, turn: int) -> list[int]:
        return [table.against(side[0]) for table in self.of(turn) for side in table.sides]

    def cappotti(self, who: int) -> int:
        return sum(table.cappotti[table.side(who)] for table in self.played(who) if table.cappotti)  # type: ignore[index]

    def opponents_strength(self, who: int) -> int:
        total = self.match_points(who) * len(self.resting(who))
        for table in self.played(who):
            met = [self.match_points(other) for other in table.others(who)]
            total += floor(Fraction(sum(met), len(met)))
        return total

    # --- Against one another ----------------------------------------------------------------------------

    def mini_table(self, group: list[int]) -> Points:
        met = {who: {other for table in self.played(who) for other in table.others(who)} for who in group}
        if any(other not in met[who] for who in group for other in group if other != who):
            return dict.fromkeys(group, 0)
        own = {}
        for who in group:
            tables = [table for table in self.played(who) if set(table.others(who)) & set(group)]
            own[who] = (
                sum(self.worth(table.outcome(who)) for table in tables),
                sum(table.own(who) - table.against(who) for table in tables),
            )
        return {who: len([other for other in group if own[other] < own[who]]) for who in group}

    def head_to_head(self, group: list[int]) -> Points:
        return self.mini_table(group) if len(group) == 2 else dict.fromkeys(group, 0)


def places(scene: Scene, criteria: list[str], lots: Points) -> dict[int, tuple[int, bool]]:
    """The place of each, and whether it is shared: groups cut again and again, the best first."""
    groups = [list(scene.everybody)]
    for criterion in criteria:
        cut: list[list[int]] = []
        for group in groups:
            worth = _worth(scene, criterion, group, lots)
            for value in sorted(set(worth.values()), reverse=True):
                cut.append([who for who in group if worth[who] == value])
        groups = cut
    found: dict[int, tuple[int, bool]] = {}
    for group in groups:
        place = len(found) + 1
        found |= {who: (place, len(group) > 1) for who in group}
    return found


def _worth(scene: Scene, criterion: str, group: list[int], lots: Points) -> Points:
    if criterion == "lots":
        return {who: lots[who] for who in group}
    if criterion == "shared_place":
        return dict.fromkeys(group, 0)
    asked: Any = getattr(scene, criterion)
    return asked(group) if criterion in ("mini_table", "head_to_head") else {who: asked(who) for who in group}
