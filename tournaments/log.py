"""The append-only log of a tournament, in which a hash chains each entry to the one before."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from club.history.hash_chain import chain
from tournaments.actors import Actor
from tournaments.models import LogEntry, Tournament


def write(
    tournament: Tournament,
    by: Actor,
    act: str,
    *,
    subject: Mapping[str, object] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
) -> LogEntry:
    """The entry just appended. The caller holds the tournament's lock, so that numbers have no gap."""
    entry = LogEntry(
        tournament=tournament,
        at=timezone.now(),
        actor=by.user,
        actor_name=by.name,
        act=act,
        subject=subject or {},
        before=before,
        after=after,
        reason=reason,
        key=key,
    )
    chain(entry, tournament.log.only("tournament", "number", "hash").order_by("-number").first())
    entry.save(force_insert=True)
    return entry
