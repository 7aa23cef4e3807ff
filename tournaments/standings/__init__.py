"""Standings: the classifica and the sum behind each place; pure functions of settled results.

from tournaments.standings import ACCADEMIA, standings
"""

from tournaments.standings.byes import ByePolicy
from tournaments.standings.changes import Difference, Shift, Tie, difference
from tournaments.standings.course import GROUP, PLAIN, STAGE, Course
from tournaments.standings.criteria import CRITERIA, chosen, verify_order
from tournaments.standings.criterion import Criterion
from tournaments.standings.decisions import Decision, Given, decisions
from tournaments.standings.facts import Facts, Played, Seated
from tournaments.standings.gironi import of_gironi
from tournaments.standings.ranking import Row, standings
from tournaments.standings.results import Penalty, Ranked, RankingError, Rest, Result
from tournaments.standings.rules import (
    ACCADEMIA,
    BY_POINTS,
    BY_VICTORY_POINTS,
    PRESETS,
    Rules,
    rules_from,
)
from tournaments.standings.scales import THRESHOLDS, Scale, VictoryTable
from tournaments.standings.settled import Settled
from tournaments.standings.tallies import TurnLine

__all__ = [
    "ACCADEMIA",
    "BY_POINTS",
    "BY_VICTORY_POINTS",
    "CRITERIA",
    "GROUP",
    "PLAIN",
    "PRESETS",
    "STAGE",
    "THRESHOLDS",
    "ByePolicy",
    "Course",
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
    "Rules",
    "Scale",
    "Seated",
    "Settled",
    "Shift",
    "Tie",
    "TurnLine",
    "VictoryTable",
    "chosen",
    "decisions",
    "difference",
    "of_gironi",
    "rules_from",
    "standings",
    "verify_order",
]
