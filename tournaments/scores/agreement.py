"""Whether both sides of a table agree on a smazzata: asked when one writes it, answered by the other."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from tournaments import log
from tournaments.actors import Actor
from tournaments.models import Deal, Match, Tournament

CONFIRMED, CONTESTED = Deal.Agreement.CONFIRMED, Deal.Agreement.CONTESTED
ANSWER = ("agreement", "answered_by_name", "answered_at", "answered_version", "contest_reason")


def ask_the_others(deal: Deal, by: Actor) -> None:
    """What a side writes waits for the other's word; an officer's word is enough. The caller saves."""
    waits = bool(by.side) and deal.match.round.tournament.confirmation
    deal.entered_side = by.side
    deal.agreement = Deal.Agreement.WAITING if waits else CONFIRMED
    deal.answered_by_name, deal.answered_at, deal.answered_version, deal.contest_reason = "", None, None, ""


def answer(
    tournament: Tournament,
    match: Match,
    deal: Deal,
    agreement: Deal.Agreement,
    *,
    by: Actor,
    key: UUID | None = None,
    reason: str = "",
    act: str = "",
    wrote: Mapping[str, Any] | None = None,
) -> None:
    """Stores and logs one side's word on a smazzata, or an officer's; the caller holds the lock.

    `wrote` is what the side has written itself, where that was its word.
    """
    before = deal.agreement
    deal.agreement = agreement
    deal.answered_by_name, deal.answered_at, deal.answered_version = by.name, timezone.now(), deal.version
    deal.contest_reason = reason if agreement == CONTESTED else ""
    said = log.write(
        tournament,
        by,
        act or f"deal.{agreement.value}",
        subject=match.deal_subject(deal.number),
        before={"agreement": str(before)},
        after={"agreement": agreement.value, **(wrote or {})},
        reason=reason,
        key=key,
    )
    deal.version = said.number
    deal.save(update_fields=[*ANSWER, "version"])
