"""What makes a log append-only: each entry carries a hash over what it says and over the one before.

People have the right to be forgotten, a chain forgets nothing. Both hold so: when somebody is erased, the
name goes out of the entries that had it, and a new entry, in the chain as any other, tells which ones were
rewritten and what each hashes to now (`REWRITTEN`). The old hashes stay, and with them every link; an entry
that says something else than it did, and that no later entry vouches for, is broken.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

#: Made once: `json.dumps` would make one for each entry.
_in_json = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode

#: In `after` of an entry: by number, what each entry rewritten hashes to.
REWRITTEN: Final = "rewritten"


class Chained(Protocol):
    """An entry of a log, a club's or a tournament's."""

    number: int
    at: datetime
    actor_name: str
    act: str
    subject: Any
    before: Any
    after: Any
    reason: str
    key: UUID | None
    previous_hash: str
    hash: str


class Said(NamedTuple):
    """An entry as it is read to be verified: what it hashes, in that order, and its hash.

    Whoever looks at a log has all of it verified: ten thousand rows are read faster than as many models.
    """

    number: int
    at: datetime
    actor_name: str
    act: str
    subject: Any
    before: Any
    after: Any
    reason: str
    key: UUID | None
    previous_hash: str
    hash: str


def chain(entry: Chained, last: Chained | None) -> None:
    """Gives `entry` its number and its hashes, as the one that follows `last`."""
    entry.number = last.number + 1 if last else 1
    entry.previous_hash = last.hash if last else ""
    entry.hash = hash_of(entry)


def hash_of(entry: Chained | Said) -> str:
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
    return hashlib.sha256(_in_json(said).encode()).hexdigest()


def first_broken(entries: Iterable[Chained | Said]) -> int | None:
    """The number of the first entry that was altered, cut out or moved; None when the chain holds.

    An entry that lost a name is whole as long as a later one vouches for what it says now.
    """
    previous, expected = "", 1
    changed: dict[int, str] = {}
    for entry in entries:
        if (entry.number, entry.previous_hash) != (expected, previous):
            return min([*changed, entry.number])
        says = hash_of(entry)
        if says != entry.hash:
            changed[entry.number] = says
        else:
            _vouch(entry, changed)
        previous, expected = entry.hash, expected + 1
    return min(changed, default=None)


def _vouch(entry: Chained | Said, changed: dict[int, str]) -> None:
    told = entry.after.get(REWRITTEN) if isinstance(entry.after, dict) else None
    for number, digest in (told or {}).items():
        if changed.get(int(number)) == digest:
            del changed[int(number)]
