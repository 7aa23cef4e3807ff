"""How a tournament ranks: which criteria in which order, what a match and a rest are worth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.standings.byes import ByePolicy
from tournaments.standings.scales import Scale, VictoryTable

#: The Accademia's order (FIELD): the mini-table is the head-to-head of more than two.
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
#: What a club may choose without knowing more.
PRESETS = {"accademia": ACCADEMIA, "points": BY_POINTS, "victory-points": BY_VICTORY_POINTS}


@dataclass(frozen=True, slots=True)
class Rules:
    """The ranking as data; by itself the Accademia's."""

    criteria: Sequence[str] = ACCADEMIA
    scale: Scale = Scale.TWO
    table: VictoryTable = field(default_factory=VictoryTable)
    bye: ByePolicy = ByePolicy.WIN_AND_AVERAGE
    #: Whether who lost a tavolino has the worst difference of the turn, so that nobody gains by not playing.
    #: Not so in tournaments begun before there was this rule: there the difference is nought.
    forfeits_lose_most: bool = True

    @property
    def counts_victory_points(self) -> bool:
        """Whether they decide anything: where they do not, nobody has any."""
        return "victory_points" in self.criteria

    @property
    def counts_strength(self) -> bool:
        """Whether the opponents' points decide anything."""
        return "opponents_strength" in self.criteria

    def as_json(self) -> dict[str, object]:
        """What the classifica depends on besides the results, to be kept beside it; a rule that came later is
        left out where it does not hold, as it is in what was kept before."""
        later = {"forfeits_lose_most": True} if self.forfeits_lose_most else {}
        return {
            "criteria": list(self.criteria),
            "scale": str(self.scale),
            "thresholds": list(self.table.thresholds),
            "bye": str(self.bye),
            **later,
        }


def rules_from(said: dict[str, object]) -> Rules:
    """The rules that `as_json` wrote. Raises `RankingError` for thresholds that are none."""
    criteria, thresholds = said["criteria"], said["thresholds"]
    if not isinstance(criteria, list) or not isinstance(thresholds, list):
        raise TypeError("criteria and thresholds are lists")
    return Rules(
        tuple(criteria),
        Scale(str(said["scale"])),
        VictoryTable(tuple(thresholds)),
        ByePolicy(str(said["bye"])),
        bool(said.get("forfeits_lose_most")),
    )
