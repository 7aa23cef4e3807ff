"""Standings: the classifica and the sum behind each place; pure functions of settled results.

from tournaments.standings import ACCADEMIA, standings
"""

from tournaments.standings.byes import ByePolicy
from tournaments.standings.changes import Difference, Shift, Tie, difference
from tournaments.standings.criteria import ACCADEMIA, CRITERIA, Criterion
from tournaments.standings.facts import Decision, Facts, Given, Played, Seated, Settled, decisions
from tournaments.standings.ranking import Row, standings
from tournaments.standings.results import Penalty, Ranked, RankingError, Rest, Result
from tournaments.standings.tallies import TurnLine

__all__ = [
    "ACCADEMIA",
    "CRITERIA",
    "ByePolicy",
    "Criterion",
    "Decision",
    "Difference",
    "Facts",
    "Given",
    "Penalty",
    "Played",
    "Ranked",
    "RankingError",
    "Rest",
    "Result",
    "Row",
    "Seated",
    "Settled",
    "Shift",
    "Tie",
    "TurnLine",
    "decisions",
    "difference",
    "standings",
]
