"""The append-only log of a tournament, each entry chained to the one before by a hash."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone

from tournaments.actors import Actor
from tournaments.models import LogEntry, Tournament


def write(
    tournament: Tournament,
    by: Actor,
    act: str,
    *,
    subject: dict[str, Any] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
) -> LogEntry:
    """The entry just appended. The caller holds the tournament's lock, so numbers have no gap."""
    last = tournament.log.order_by("-number").first()
    entry = LogEntry(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        actor=by.user,
        actor_name=by.name,
        act=act,
        subject=subject or {},
        before=before,
        after=after,
        reason=reason,
        key=key,
        previous_hash=last.hash if last else "",
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    return entry


def hash_of(entry: LogEntry) -> str:
    """SHA-256 over what the entry says and the hash before it; no database id is in it."""
    said = [
        entry.number,
        entry.at.isoformat(timespec="microseconds"),
        entry.actor_name,
        entry.act,
        entry.subject,
        entry.before,
        entry.after,
        entry.reason,
        str(entry.key or ""),
        entry.previous_hash,
    ]
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken(entries: Iterable[LogEntry]) -> int | None:
    """The number of the first entry that was altered, cut out or moved; None when the chain holds."""
    previous, expected = "", 1
    for entry in entries:
        if (entry.number, entry.previous_hash, entry.hash) != (expected, previous, hash_of(entry)):
            return entry.number
        previous, expected = entry.hash, expected + 1
    return None
