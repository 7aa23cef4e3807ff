"""Standings, and the sums behind each place, from settled results.

Pure functions: ``from tournaments.core.standings import ACCADEMIA, standings``.
"""

from tournaments.core.standings.criteria import CRITERIA, OF_BOARDS, verify_order
from tournaments.core.standings.knockout_order import GROUP, PLAIN, STAGE, Course, Settled
from tournaments.core.standings.ranking import LEFT, Row, standings, standings_by_group
from tournaments.core.standings.results import Penalty, Ranked, RankingError, Rest, Result
from tournaments.core.standings.rules import (
    ACCADEMIA,
    BY_POINTS,
    BY_VICTORY_POINTS,
    PRESETS,
    THRESHOLDS,
    ByePolicy,
    Rules,
    Scale,
    VictoryTable,
    rules_from,
)
from tournaments.core.standings.settled_rows import Decision, Facts, Played, RulingInForce, Seated, decisions
from tournaments.core.standings.stored_standings import Difference, Shift, Tie, difference
from tournaments.core.standings.tallies import TurnLine

__all__ = [
    "ACCADEMIA",
    "BY_POINTS",
    "BY_VICTORY_POINTS",
    "CRITERIA",
    "GROUP",
    "LEFT",
    "OF_BOARDS",
    "PLAIN",
    "PRESETS",
    "STAGE",
    "THRESHOLDS",
    "ByePolicy",
    "Course",
    "Decision",
    "Difference",
    "Facts",
    "Penalty",
    "Played",
    "Ranked",
    "RankingError",
    "Rest",
    "Result",
    "Row",
    "Rules",
    "RulingInForce",
    "Scale",
    "Seated",
    "Settled",
    "Shift",
    "Tie",
    "TurnLine",
    "VictoryTable",
    "decisions",
    "difference",
    "rules_from",
    "standings",
    "standings_by_group",
    "verify_order",
]
