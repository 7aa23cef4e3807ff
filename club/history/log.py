"""The append-only log of a club: acts on its register, dues and roles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from club.history.hash_chain import chain
from club.history.heads import Head
from club.models import Club, ClubLogEntry, User

#: The actor of acts of the program itself, such as the monthly deletion of old data.
NOBODY: Final = "Criccone"


def write(
    club: Club,
    by: User | str | None,
    act: str,
    *,
    subject: Mapping[str, object] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
) -> ClubLogEntry:
    """Appends an entry and returns it. The caller holds the club's lock, so that numbers have no gap.

    `by` is a plain name when no account acts. `subject`, `before` and `after` hold ids of people and names of
    fields: no private value.
    """
    entry = ClubLogEntry(
        club=club,
        at=timezone.now(),
        actor=by if isinstance(by, User) else None,
        actor_name=str(by)[:150] if by else NOBODY,
        act=act,
        subject=subject or {},
        before=before,
        after=after,
        reason=reason,
        key=key,
    )
    chain(entry, club.log.order_by("-number").first())
    entry.save(force_insert=True)
    return entry


@dataclass(frozen=True)
class Act:
    """An act for `write_many`, with the arguments of `write`."""

    act: str
    subject: Mapping[str, object] = field(default_factory=dict)
    before: Any = None
    after: Any = None


def write_many(club: Club, by: User, acts: Iterable[Act]) -> int:
    """Appends one entry for each act and returns the last number, in a few queries for thousands of acts.

    The caller holds the club's lock.
    """
    last, at, entries = club.log.order_by("-number").first(), timezone.now(), []
    for act in acts:
        entry = ClubLogEntry(
            club=club,
            at=at,
            actor=by,
            actor_name=str(by)[:150],
            act=act.act,
            subject=act.subject,
            before=act.before,
            after=act.after,
        )
        chain(entry, last)
        entries.append(entry)
        last = entry
    ClubLogEntry.objects.bulk_create(entries, batch_size=500)
    return last.number if last else 0


def entry_by_key(club: Club, key: UUID | None) -> ClubLogEntry | None:
    """The entry written under this key, if any, so that a request sent twice has no second effect."""
    return club.log.filter(key=key).first() if key else None


def head(club: Club) -> Head:
    """The head of the club's log as it is now. One query."""
    last = club.log.order_by("-number").values_list("number", "hash").first()
    return Head(f"club/{club.slug}", *(last or (0, "")))
