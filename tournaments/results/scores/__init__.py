"""Entering and correcting the deals of a table."""

from tournaments.results.scores.agreement import (
    accept,
    awaits_answer,
    confirm,
    contest,
    may_still_contest,
)
from tournaments.results.scores.counting import (
    check_figures,
    count_deal,
    explain,
    points_of,
    suggestions_at_table,
)
from tournaments.results.scores.deal_schema import DealPlace, normalised, place_of
from tournaments.results.scores.deal_wording import SideCount, players_by_name, refusal_sentence, side_counts
from tournaments.results.scores.entering import DealOfSheet, draft, enter, enter_sheet, erase
from tournaments.results.scores.table_checks import is_accepted
from tournaments.results.scores.time_over import end_match

__all__ = [
    "DealOfSheet",
    "DealPlace",
    "SideCount",
    "accept",
    "awaits_answer",
    "check_figures",
    "confirm",
    "contest",
    "count_deal",
    "draft",
    "end_match",
    "enter",
    "enter_sheet",
    "erase",
    "explain",
    "is_accepted",
    "may_still_contest",
    "normalised",
    "place_of",
    "players_by_name",
    "points_of",
    "refusal_sentence",
    "side_counts",
    "suggestions_at_table",
]
