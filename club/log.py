"""The append-only log of a club: its register, its dues, its roles."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from club.chaining import chain
from club.models import Club, ClubLogEntry, User

#: Who acts where nobody does: what the program does by itself, month by month.
NOBODY: Final = "Criccone"


def write(
    club: Club,
    by: User | str | None,
    act: str,
    *,
    subject: dict[str, Any] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
) -> ClubLogEntry:
    """The entry just appended. The caller holds the club's lock, so numbers have no gap.

    `by` is a name alone where nobody with an account acts. `subject`, `before` and `after` name
    people by their id and fields by their name: no private value.
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
class Said:
    """An act to be written with others: as `write` takes them."""

    act: str
    subject: dict[str, Any] = field(default_factory=dict)
    before: Any = None
    after: Any = None


def write_many(club: Club, by: User, acts: Iterable[Said]) -> int:
    """The number of the last of the entries just appended, one an act, in a few queries for thousands.

    The caller holds the club's lock.
    """
    last, at, entries = club.log.order_by("-number").first(), timezone.now(), []
    for said in acts:
        entry = ClubLogEntry(
            club=club,
            at=at,
            actor=by,
            actor_name=str(by)[:150],
            act=said.act,
            subject=said.subject,
            before=said.before,
            after=said.after,
        )
        chain(entry, last)
        entries.append(entry)
        last = entry
    ClubLogEntry.objects.bulk_create(entries, batch_size=500)
    return last.number if last else 0


def of_key(club: Club, key: UUID | None) -> ClubLogEntry | None:
    """The act already done under this key: a second sending finds what the first one did."""
    return club.log.filter(key=key).first() if key else None
