"""The season (classifica sociale): who comes first over many evenings; pure functions of their classifiche.

from tournaments.seasons import Evening, Result, Rules, classifica
"""

from tournaments.seasons.criteria import CRITERIA, USUAL_CRITERIA, Criterion, Kept
from tournaments.seasons.evenings import Evening, Result
from tournaments.seasons.ranking import Row, classifica
from tournaments.seasons.rules import USUAL_PLACE_POINTS, Counting, Rules, SeasonImpossible, verify

__all__ = [
    "CRITERIA",
    "USUAL_CRITERIA",
    "USUAL_PLACE_POINTS",
    "Counting",
    "Criterion",
    "Evening",
    "Kept",
    "Result",
    "Row",
    "Rules",
    "SeasonImpossible",
    "classifica",
    "verify",
]
