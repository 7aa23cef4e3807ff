"""A smazzata's points once the referee has ruled on it."""

from collections.abc import Mapping
from typing import Any

import scoring
from tournaments.models import OF_DEALS, Deal, Match, Ruling
from tournaments.scores.counting import points_of
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import facts_in, owners


def effective(match: Match, deal: Deal, place: DealPlace, *, without: Ruling | None = None) -> dict[str, int]:
    """Each side's points of the smazzata, rulings in force applied but for one; one query.

    Raises ScoringError when a ruling needs figures that were not written.
    """
    return points_of(place, deal.entered, ruled_figures(match, deal, place, without=without))


def ruled_figures(
    match: Match, deal: Deal, place: DealPlace, *, without: Ruling | None = None
) -> dict[str, Any]:
    """Each side's figures, rulings in force applied; one query. Raises ScoringError as `effective` does."""
    figures: dict[str, Any] = {side: dict(deal.counted[side]) for side in place.sides}
    for ruling in rulings_of(match, deal.number):
        if ruling != without:
            apply_to(figures, place, deal.entered, ruling.side, ruling.effect)
    return figures


def apply_to(
    figures: dict[str, Any], place: DealPlace, entered: Mapping[str, Any], side: str, effect: str
) -> scoring.Ruling:
    """What the effect makes of the side's figures, and of theirs who share its pile; changes `figures`."""
    ruled = scoring.rule(place.game.key, figures, side, effect)
    camps = owners(place, facts_in(place, entered))
    for each in place.sides:
        if camps[each] == camps[side]:
            figures[each] = dict(ruled.after)
    return ruled


def rulings_of(match: Match, number: int) -> list[Ruling]:
    """The rulings in force on that smazzata, the oldest first."""
    return list(
        match.rulings.filter(deal_number=number, effect__in=OF_DEALS, revoked_at__isnull=True).order_by("id")
    )
