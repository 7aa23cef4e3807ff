"""A smazzata's points once the referee has ruled on it."""

from collections.abc import Mapping
from typing import Any

import scoring
from tournaments.models import OF_DEALS, Match, Ruling


def effective(
    match: Match, number: int, counted: Mapping[str, Any], *, without: Ruling | None = None
) -> dict[str, int]:
    """Each side's points of the smazzata, rulings in force applied but for one; one query.

    Raises ScoringError when a ruling needs figures that were not written.
    """
    figures: dict[str, Any] = {side: dict(counted[side]) for side in ("A", "B")}
    for ruling in rulings_of(match, number):
        if ruling == without:
            continue
        ruled = scoring.rule(match.round.tournament.game, figures, ruling.side, ruling.effect)
        figures[ruling.side] = dict(ruled.after)
    return {side: int(figures[side]["total"]) for side in figures}


def rulings_of(match: Match, number: int) -> list[Ruling]:
    """The rulings in force on that smazzata, the oldest first."""
    return list(
        match.rulings.filter(deal_number=number, effect__in=OF_DEALS, revoked_at__isnull=True).order_by("id")
    )
