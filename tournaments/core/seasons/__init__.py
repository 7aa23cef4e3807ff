"""The season (classifica sociale): players or pairs ranked over many evenings, from their standings.

Pure functions: ``from tournaments.core.seasons import Evening, Result, Rules, ranked_season``.
"""

from tournaments.core.seasons.ranking import Evening, Result, Row, ranked_season
from tournaments.core.seasons.rules import (
    CRITERIA,
    USUAL_CRITERIA,
    USUAL_PLACE_POINTS,
    Counting,
    Criterion,
    Kept,
    Rules,
    SeasonImpossible,
    verify,
)

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
    "ranked_season",
    "verify",
]
