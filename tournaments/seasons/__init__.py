"""Seasons: created and changed, ranked from their evenings, ended by a final."""

from tournaments.seasons.final_and_seeds import make_final, qualified, seasons_to_seed_from, seed_from_season
from tournaments.seasons.season_service import change, create, delete, deleted_seasons, evening_weights
from tournaments.seasons.season_standings import (
    CountedEvening,
    season_of,
    season_page_version,
    season_standings,
)

__all__ = [
    "CountedEvening",
    "change",
    "create",
    "delete",
    "deleted_seasons",
    "evening_weights",
    "make_final",
    "qualified",
    "season_of",
    "season_page_version",
    "season_standings",
    "seasons_to_seed_from",
    "seed_from_season",
]
