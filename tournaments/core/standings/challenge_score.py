"""The running score of a challenge of two teams, from the rows of the standings and the round's schedule.

A table that both teams played counts as it ended. If an entry does not play a planned table because it
forfeited, was expelled or withdrew, the other team wins the table. It gets the points that the forfeit costs,
none for a withdrawal, and at least the victory points of the smallest win; the team of the missing entry gets
no victory points. Byes of the larger team count for nobody. Points that the referee takes from an entry are
taken from its team.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.core.draws.challenge import Teams, challenge_round
from tournaments.core.standings.rules import EVEN, Rules
from tournaments.core.standings.stored_standings import StoredLine, StoredRow


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The score of a team in one round, or in all: tables won, level and lost, match points, game points."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    match_points: int = 0
    points: int = 0
    #: 0 where the ranking does not count them.
    victory_points: int = 0

    @property
    def tables(self) -> int:
        """The tables that have been played, or that one of the two has lost without playing."""
        return self.won + self.drawn + self.lost

    def __add__(self, other: "TeamScore") -> "TeamScore":
        return TeamScore(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


Scores = tuple[TeamScore, TeamScore]


@dataclass(frozen=True, slots=True)
class ChallengeScore:
    """The scores of the first and of the second team: in each round by its number, and in all.

    ``leader`` is 1 or 2, None where the two are level; ``decided_by`` is the criterion that tells them apart.
    """

    rounds: Mapping[int, Scores]
    teams: Scores
    leader: int | None
    decided_by: str

    @property
    def difference(self) -> int:
        """The first team's points less the second's."""
        return self.teams[0].points - self.teams[1].points


#: The criteria by which a team can lead; the others compare single entries.
DECIDING = {
    "match_points": "match_points",
    "victory_points": "victory_points",
    "point_difference": "points",
    "points_scored": "points",
    "total_points": "points",
    "points_conceded": "points",
}


def leading_figure(criteria: Iterable[str]) -> str:
    """The figure of a `TeamScore` that is compared first."""
    return next((DECIDING[criterion] for criterion in criteria if criterion in DECIDING), "match_points")


def challenge_score(rows: Iterable[StoredRow], teams: Teams, rules: Rules) -> ChallengeScore:
    """The score of the two teams; ``teams`` are the numbers of the entries that began, as for
    `challenge_round`.

    A team leads by the first of the criteria in which the two differ; points are always compared last.
    """
    lines: dict[int, dict[int, StoredLine]] = {}
    penalties: dict[int, dict[int, StoredLine]] = {}
    for row in rows:
        for line in row["per_turn"]:
            where = penalties if line.get("penalty") else lines
            where.setdefault(line["turn"], {})[row["number"]] = line
    rounds = {
        turn: _round_scores(lines.get(turn, {}), penalties.get(turn, {}), teams, turn, rules)
        for turn in sorted({*lines, *penalties})
    }
    first = sum((scores[0] for scores in rounds.values()), TeamScore())
    second = sum((scores[1] for scores in rounds.values()), TeamScore())
    for criterion in (*rules.criteria, "match_points", "point_difference"):
        name = DECIDING.get(criterion)
        one, other = (getattr(score, name) if name else 0 for score in (first, second))
        if one != other:
            return ChallengeScore(rounds, (first, second), 1 if one > other else 2, criterion)
    return ChallengeScore(rounds, (first, second), None, "")


def _round_scores(
    lines: Mapping[int, StoredLine],
    penalties: Mapping[int, StoredLine],
    teams: Teams,
    turn: int,
    rules: Rules,
) -> Scores:
    scores = [TeamScore(), TeamScore()]
    for number in teams[0]:
        line = lines.get(number)
        if line is not None and set(line["opponents"]) & set(teams[1]):
            _add_table(scores, (line["scored"], line["conceded"]), rules)
    meets = challenge_round(teams, turn).meets
    opponent_of = {one: other for meet in meets for one, other in (meet, meet[::-1])}
    for at, numbers in enumerate(teams):
        for number in numbers:
            _add_unplayed(scores, at, lines.get(number), lines.get(opponent_of.get(number, 0)), rules)
        lost = [line for number, line in penalties.items() if number in numbers]
        scores[at] += TeamScore(
            points=sum(line["scored"] for line in lost),
            victory_points=sum(line.get("victory_points", 0) for line in lost),
        )
    return scores[0], scores[1]


def _add_unplayed(
    scores: list[TeamScore], at: int, line: StoredLine | None, opponent: StoredLine | None, rules: Rules
) -> None:
    """Adds the table that an entry of team ``at`` has lost without playing, if it has; ``opponent`` is the
    line of the entry that it was to meet."""
    if line is None:
        if opponent is not None and opponent["rested"]:  # it has left, and the other has a bye
            _add_table(scores, (0, 0), rules, lost=at)
    elif line.get("forfeited"):
        if opponent is not None and opponent.get("forfeited"):
            scores[at] += TeamScore(lost=1, match_points=rules.scale.loss)
        else:
            points = (line["scored"], line["conceded"])
            _add_table(scores, points if at == 0 else points[::-1], rules, lost=at)


def _add_table(
    scores: list[TeamScore], points: tuple[int, int], rules: Rules, lost: int | None = None
) -> None:
    """Adds a table with the points of the two teams; ``lost`` is the team that forfeited, 0 or 1."""
    scale = rules.scale
    for at in (0, 1):
        own, theirs = points[at], points[1 - at]
        wins = lost == 1 - at if lost is not None else own > theirs
        loses = lost == at if lost is not None else own < theirs
        scores[at] += TeamScore(
            won=int(wins),
            drawn=int(not wins and not loses),
            lost=int(loses),
            match_points=scale.win if wins else scale.loss if loses else scale.draw,
            points=own,
            victory_points=_victory_points(own - theirs, rules, lost=lost if lost is None else loses),
        )


def _victory_points(difference: int, rules: Rules, *, lost: bool | None) -> int:
    """The victory points of a team at a table; `lost` says whether it lost a table that was not played."""
    if not rules.counts_victory_points or lost:
        return 0
    points = rules.table.points(difference)
    return points if lost is None else max(points, EVEN + 1)
