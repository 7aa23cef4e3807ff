"""The append-only log of a club's acts, and the lock on the club during an act."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from club import log_context
from club.history.hash_chain import Head, chain
from club.models import Club, ClubLogEntry, FormerKey, Person, User


def lock(club_id: int) -> Club:
    """The club, freshly read and locked until the transaction ends; raises outside a transaction.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    club = Club.objects.select_for_update().get(pk=club_id)
    log_context.note_club(club.slug)
    return club


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


# Keys of rows in the log of a club that was moved here: old entries name rows by their former keys. The
# club's row says whether it was moved, so these functions run no query for other clubs.

PEOPLE: Final = Person._meta.label_lower


def mentions(club: Club, model: type[Model], key: int, *words: str) -> Q:
    """A condition for the entries of the club's log that name this row under one of `words` in their subject.

    Two more queries for a club that was moved here.
    """
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    condition = _subject_names(words, key) & Q(number__gt=ends[-1]) if ends else _subject_names(words, key)
    if ends:
        rows = FormerKey.objects.filter(club=club, kind=kind, new=key)
        for until, old in rows.values_list("until", "old"):
            earlier = ends[ends.index(until) - 1] if until != ends[0] else 0
            condition |= _subject_names(words, old) & Q(number__gt=earlier, number__lte=until)
    return condition


def about_person(club: Club, person: Person) -> QuerySet[ClubLogEntry]:
    """The entries about the person in the club's log, the newest first."""
    return club.log.filter(mentions(club, Person, person.pk, "person", "other")).order_by("-number")


def current_key_lookup(club: Club, model: type[Model]) -> Callable[[int, Any], Any]:
    """A function from an entry's number and a key in it to the row's present key.

    It returns 0 for a row that no longer exists.
    """
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    if not ends:
        return lambda _number, key: key
    rows = FormerKey.objects.filter(club=club, kind=kind).values_list("until", "old", "new")
    successors = {(until, old): new for until, old, new in rows}

    def current_key(number: int, key: Any) -> Any:
        at = bisect_left(ends, number)
        return key if at == len(ends) else successors.get((ends[at], key), 0)

    return current_key


def moves_since(club: Club) -> Callable[[int], int]:
    """A function from the number of an entry to the number of moves since; 0 for an entry written here."""
    ends = _ends(club, PEOPLE)
    return lambda number: len(ends) - bisect_left(ends, number)


def keys_by_move(club: Club, person: int) -> dict[int, set[int]]:
    """The keys under which the log names a person, by the moves since. Two queries for a moved club."""
    ends, keys = _ends(club, PEOPLE), {0: {person}}
    rows = FormerKey.objects.filter(club=club, kind=PEOPLE, new=person) if ends else ()
    for row in rows:
        keys.setdefault(len(ends) - ends.index(row.until), set()).add(row.old)
    return keys


def redirect(club: Club, person: int, other: int) -> None:
    """Makes the former keys of `person` lead to `other` from now on; 0 means nobody."""
    FormerKey.objects.filter(club=club, kind=PEOPLE, new=person).update(new=other)


def _ends(club: Club, kind: str) -> list[int]:
    """The last entry before each move, the oldest first."""
    if club.former_keys_until is None:
        return []
    rows = FormerKey.objects.filter(club=club, kind=kind).order_by("until")
    return list(rows.values_list("until", flat=True).distinct())


def _subject_names(words: tuple[str, ...], key: int) -> Q:
    condition = Q()
    for word in words:
        condition |= Q(**{f"subject__{word}": key})
    return condition
