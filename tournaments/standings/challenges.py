"""The running score of a challenge, by the entries that began in each team."""

from collections.abc import Iterable, Sequence

from tournaments.core.draws import DrawImpossible, DrawInput
from tournaments.core.draws.challenge import Teams, teams_of
from tournaments.core.standings.challenge_score import ChallengeScore, challenge_score
from tournaments.core.standings.rules import Rules
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import Round, RoundState, Tournament


def started_teams(tournament: Tournament) -> Teams:
    """The numbers of the entries that began in each team, best seed first; empty before the first tables are
    announced. One query."""
    return teams_that_began([tournament]).get(tournament.pk, ((), ()))


def teams_that_began(tournaments: Iterable[Tournament]) -> dict[int, Teams]:
    """The `started_teams` of each challenge that has begun, by the tournament's id. One query."""
    first = Round.objects.filter(tournament__in=tournaments, number=1).exclude(state=RoundState.DRAFT)
    began: dict[int, Teams] = {}
    for pk, stored in first.values_list("tournament", "draw_input"):
        try:
            began[pk] = teams_of(DrawInput.from_json(stored)) if stored else ((), ())
        except DrawImpossible:  # a round drawn before the evening became a challenge
            began[pk] = (), ()
    return began


def score_of(tournament: Tournament, rows: Sequence[StoredRow], rules: Rules) -> ChallengeScore | None:
    """The score by these standings; None in other formats, and before the first tables are announced.

    One query, none in other formats.
    """
    if not tournament.is_challenge:
        return None
    teams = started_teams(tournament)
    return challenge_score(rows, teams, rules) if all(teams) else None
