"""The results and the progress of a demo evening, for a terminal or a program."""

import time
from typing import TextIO

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.models import Tournament
from tournaments.presenters.challenges import ShownChallenge
from tournaments.presenters.standings import StandingsRow, shown_standings, standings_after
from tournaments.presenters.tables import ShownRound, ShownTable, shown_round

# The command runs on the organiser's own machine, so it sees everything.
FULL = {"full_names": True, "drafts": True, "closed_boards": True}


def as_text(tournament: Tournament) -> str:
    """The standings, a line for each pair: place, match points, difference, points scored, names.

    In a challenge the score of the two teams comes first. Empty before the first settled round.
    """
    standings = standings_after(tournament, FULL)
    if standings is None:
        return ""
    shown = shown_standings(standings)
    points, difference, scored, pair = _("PP"), _("diff."), _("fatti"), _("coppia")
    head = f"{'':>4}  {points:>3}  {difference:>7}  {scored:>7}  {pair}"
    return "\n".join([*_score_lines(shown.challenge), head, *(_standings_line(row) for row in shown.rows)])


def _score_lines(challenge: ShownChallenge | None) -> list[str]:
    """The score of the two teams of a challenge; none in other formats."""
    if challenge is None:
        return []
    width = max(len(team.name) for team in challenge.teams)
    teams = [f"{team.name:<{width}}  {team.leading:>3}  {team.tables}" for team in challenge.teams]
    return [*teams, challenge.sentence, ""]


def as_json(tournament: Tournament) -> dict[str, object]:
    """Every round's tables with their deals, and the standings: equal for two evenings played alike.

    Times, codes and versions are left out, because they are the installation's own.
    """
    rounds = queries.with_tables(tournament.rounds.all()).order_by("number")
    snapshot = queries.snapshot(tournament)
    return {
        "rounds": [_round(shown_round(round_, FULL)) for round_ in rounds],
        "standings": snapshot.rows if snapshot else [],
    }


def _standings_line(row: StandingsRow) -> str:
    place = f"{row.place}{'=' if row.tied else '.'}"
    return (
        f"{place:>4}  {row.match_points:>3}  {row.difference:>+7}  {row.scored:>7}  {row.name} ({row.number})"
    )


def _round(shown: ShownRound) -> dict[str, object]:
    return {
        "turn": shown.number,
        "seed": shown.seed,
        "rests": [rest.number for rest in shown.rests],
        "tables": [_table(table) for table in shown.tables],
    }


def _table(shown: ShownTable) -> dict[str, object]:
    deals = [
        {"number": deal.number, "way": deal.way, "entered": deal.entered, "figures": deal.figures}
        for deal in shown.deals
    ]
    seats = {seat.position: (seat.entry, seat.name) for seat in shown.seats}
    return {"table": shown.table, "seats": seats, "dealers": shown.dealers, "deals": deals}


# The shortest time between two lines where the output is a file.
LINE_EVERY_SECONDS = 2.0


class Progress:
    """The last step, shown in one line that changes in place."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.in_place = stream.isatty()
        self.written_at = 0.0
        self.stage = ""

    def tell(self, step: str) -> None:
        if self.in_place:
            self.stream.write(f"\r\033[K{step}")
        elif self._is_due(step):
            self.stage, self.written_at = step.partition(":")[0], time.monotonic()
            self.stream.write(f"{step}\n")
        self.stream.flush()

    def end(self) -> None:
        """Clears the line before other output."""
        if self.in_place:
            self.stream.write("\r\033[K")
            self.stream.flush()

    def _is_due(self, step: str) -> bool:
        """Whether a new stage has begun ("turno 2 di 4: …") or the last line is some seconds old."""
        return step.partition(":")[0] != self.stage or time.monotonic() - self.written_at > LINE_EVERY_SECONDS
