"""The hash chain that makes a log append-only: each entry's hash covers its content and the entry before.

Erasing a person must still be possible. It rewrites the entries that contain the name, and appends an entry
that lists them with their new hashes (`REWRITTEN`). The old hashes stay, and so do all links. An entry is
broken if its content does not match its hash and no later entry lists the new hash.
"""

import hashlib
import json
from collections.abc import Container, Iterable, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from club.models.club import ChainedEntry

#: One encoder for all entries: `json.dumps` would make one for each.
_in_json = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode

#: The key in an entry's `after` that maps the numbers of rewritten entries to their new hashes.
REWRITTEN: Final = "rewritten"


class EntryRow(NamedTuple):
    """The hashed fields of an entry, in order, and its hash.

    A page that shows a log verifies all of it, and ten thousand tuples load faster than ten thousand models.
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
    #: Only entries of tournaments have digests, and not in databases older than they are.
    digests: Any = None

    @classmethod
    def columns(cls, there: Container[str]) -> list[str]:
        """The columns to read from a log whose table has those `there`, in the order of this row's fields."""
        return [name for name in cls._fields if name in there]


class LogReading:
    """Iterates over a log once, and keeps the number and the hash of the last entry."""

    def __init__(self, entries: Iterable[EntryRow]) -> None:
        self._entries, self.number, self.hash = iter(entries), 0, ""

    def __iter__(self) -> Iterator[EntryRow]:
        for entry in self._entries:
            self.number, self.hash = entry.number, entry.hash
            yield entry


def chain(entry: ChainedEntry, last: ChainedEntry | None) -> None:
    """Sets the number and the hashes of `entry`, which follows `last`."""
    entry.number = last.number + 1 if last else 1
    entry.previous_hash = last.hash if last else ""
    entry.hash = hash_of(entry)


def hash_of(entry: ChainedEntry | EntryRow) -> str:
    """SHA-256 over the entry's content and the hash before it; no database id is included."""
    content = [
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
        # Entries without digests are hashed as before there were any.
        *([entry.digests] if entry.digests else []),
    ]
    return hashlib.sha256(_in_json(content).encode()).hexdigest()


def first_broken(entries: Iterable[ChainedEntry | EntryRow]) -> int | None:
    """The number of the first entry that was altered, removed or moved; None if the chain holds.

    A rewritten entry is intact if a later one lists its new hash.
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


def _vouch(entry: ChainedEntry | EntryRow, changed: dict[int, str]) -> None:
    digests = entry.after.get(REWRITTEN) if isinstance(entry.after, dict) else None
    for number, digest in (digests or {}).items():
        if changed.get(int(number)) == digest:
            del changed[int(number)]
