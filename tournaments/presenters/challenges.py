"""The running score of a challenge as pages, paper, files and API show it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.core.standings.challenge_score import ChallengeScore, TeamScore, leading_figure
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import Tournament
from tournaments.presenters.tournaments import ShownEntry
from tournaments.text.challenge_wording import figure_words, lead_words, tables_words


@dataclass(frozen=True)
class ShownFigures:
    """The tables of a team, its match points, its points and its victory points (0 if they do not count)."""

    won: int
    drawn: int
    lost: int
    match_points: int
    points: int
    victory_points: int


@dataclass(frozen=True)
class ShownTeamRound(ShownFigures):
    """The figures of a team in one round."""

    turn: int


@dataclass(frozen=True)
class ShownTeamEntry:
    """An entry of a team with its figures so far; the difference counts the tables that it played."""

    number: int
    name: str
    won: int
    drawn: int
    lost: int
    difference: int
    withdrawn: bool


@dataclass(frozen=True)
class ShownTeam(ShownFigures):
    """A team with its score in total, in every round, and for each of its entries."""

    team: int
    name: str
    is_leading: bool
    #: The figure that decides: match points, victory points or points.
    leading: int
    tables: str
    rounds: list[ShownTeamRound]
    entries: list[ShownTeamEntry]


@dataclass(frozen=True)
class ShownChallenge:
    """The score of the two teams; `leader` is 1 or 2, None where they are level."""

    teams: list[ShownTeam]
    leader: int | None
    #: The criterion by which the leader leads; empty where they are level.
    decided_by: str
    #: The first team's points less the second's.
    difference: int
    sentence: str
    #: The name of the figure that decides, in words.
    figure: str
    #: The round being played whose results are closed to the reader, and so not counted; else None.
    waits_for: int | None = None

    @property
    def is_unknown(self) -> bool:
        """Whether the score waits for its first round: no figure of it is known yet."""
        return self.waits_for is not None and not self.teams[0].rounds

    @property
    def is_by_points(self) -> bool:
        """Whether the figure that decides is the points themselves."""
        return self.figure == figure_words("points")

    @property
    def both(self) -> list[tuple[ShownTeamRound, ShownTeamRound]]:
        """The figures of the two teams, round by round."""
        first, second = self.teams
        return list(zip(first.rounds, second.rounds, strict=True))


def shown_challenge(
    tournament: Tournament,
    score: ChallengeScore,
    rows: Sequence[StoredRow],
    entries: Iterable[ShownEntry],
    criteria: Iterable[str],
    *,
    is_final: bool,
    waits_for: int | None = None,
) -> ShownChallenge:
    """The score with the teams' names; `rows` and `criteria` are those of the standings it comes from.
    `waits_for` is a round whose results are closed to the reader. No query."""
    by_number = {entry.number: entry for entry in entries}
    leading = leading_figure(criteria)
    return ShownChallenge(
        teams=[
            ShownTeam(
                team=at + 1,
                name=name,
                is_leading=score.leader == at + 1,
                leading=getattr(score.teams[at], leading),
                tables=tables_words(score.teams[at].won, score.teams[at].drawn, score.teams[at].lost),
                rounds=[
                    ShownTeamRound(turn=turn, **_figures(scores[at])) for turn, scores in score.rounds.items()
                ],
                entries=_entries(by_number, rows, at + 1),
                **_figures(score.teams[at]),
            )
            for at, name in enumerate(tournament.teams)
        ],
        leader=score.leader,
        decided_by=score.decided_by,
        difference=score.difference,
        sentence=lead_words(tournament.teams, score, is_final=is_final, waits_for=waits_for),
        figure=figure_words(leading),
        waits_for=waits_for,
    )


def _figures(score: TeamScore) -> dict[str, int]:
    return {name: getattr(score, name) for name in ShownFigures.__dataclass_fields__}


def _difference(row: StoredRow) -> int:
    """The difference of points at the tables: without byes, which count for no team."""
    return sum(line["scored"] - line["conceded"] for line in row["per_turn"] if line["table"] is not None)


def _entries(by_number: dict[int, ShownEntry], rows: Sequence[StoredRow], team: int) -> list[ShownTeamEntry]:
    """The team's entries in the order of the standings, then those without a row."""
    by_row = {row["number"]: row for row in rows}
    numbers = [*by_row, *(number for number in by_number if number not in by_row)]
    return [
        ShownTeamEntry(
            number=number,
            name=by_number[number].name,
            won=row["won"] if row else 0,
            drawn=row["drawn"] if row else 0,
            lost=row["lost"] if row else 0,
            difference=_difference(row) if row else 0,
            withdrawn=by_number[number].withdrawn,
        )
        for number in numbers
        if by_number[number].team == team
        for row in (by_row.get(number),)
    ]
