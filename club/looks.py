"""Officers' looks at private data: each leaves a row, which the person may ask to see."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from club.models import Club, Look, Person, User

#: More than any club has members: a page of them all is one query.
A_BATCH = 5000


def note(club: Club, by: User, people: Iterable[Person], page: Look.Page) -> None:
    """Writes that `by` has just been shown the private data of these people. One query."""
    note_ids(club, by, (person.pk for person in people), page)


def note_ids(club: Club, by: User, people: Iterable[int], page: Look.Page) -> None:
    """The same by their ids. One query, none for nobody."""
    at, name = timezone.now(), str(by)[:150]
    Look.objects.bulk_create(
        (
            Look(club=club, person_id=person, officer=by, officer_name=name, page=page, at=at)
            for person in dict.fromkeys(people)
        ),
        batch_size=A_BATCH,
    )


def note_list(club: Club, by: User, people: Iterable[int | None], page: Look.Page) -> None:
    """The same for a list, once a day: who works through it all evening has looked once.

    Two queries, none for nobody.
    """
    shown = dict.fromkeys(person for person in people if person is not None)
    if not shown:
        return
    seen = Look.objects.filter(club=club, officer=by, page=page, at__gte=_this_morning())
    known = set(seen.order_by().values_list("person_id", flat=True))
    note_ids(club, by, (person for person in shown if person not in known), page)


def note_written(club: Club, by: User, written: Mapping[str, int | None], page: Look.Page) -> None:
    """The same for what people wrote who may be nobody of the register: whose it is, and who of it if known.

    Each once a day. Two queries, none for nothing.
    """
    if not written:
        return
    at, name = timezone.now(), str(by)[:150]
    seen = Look.objects.filter(club=club, officer=by, page=page, at__gte=_this_morning())
    known = set(seen.order_by().values_list("whose", flat=True))
    Look.objects.bulk_create(
        (
            Look(club=club, person_id=person, whose=whose, officer=by, officer_name=name, page=page, at=at)
            for whose, person in written.items()
            if whose not in known
        ),
        batch_size=A_BATCH,
    )


def belong_to(person: Person, mark: str) -> None:
    """Gives the person the looks at what they wrote before anybody knew who they were. One query.

    `mark` is what `whose` ends with.
    """
    Look.objects.filter(club=person.club_id, person=None, whose__endswith=mark).update(person=person)


def _this_morning() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True)
class Opened:
    """One page opened once: by whom, when, which, and whose data were on it."""

    at: datetime
    officer: str
    page: str
    names: list[str]


def opened(**of: Any) -> "QuerySet[Any, Any]":
    """The looks, those of one opening as one row, the newest first."""
    rows = Look.objects.filter(**of).order_by("-at", "officer_name", "page")
    return rows.values("at", "officer_name", "page").annotate(people=Count("pk"))


def told(club: Club, rows: Iterable[Mapping[str, Any]]) -> list[Opened]:
    """Those rows with the names. One query."""
    rows = list(rows)
    people: defaultdict[tuple[Any, ...], list[str]] = defaultdict(list)
    shown = Look.objects.filter(club=club, at__in={row["at"] for row in rows}).select_related("person")
    for look in shown.order_by("person__last_name", "person__first_name", "whose"):
        named = look.person.full_name if look.person else look.whose
        people[look.at, look.officer_name, look.page].append(named)
    return [
        Opened(
            row["at"],
            row["officer_name"],
            str(Look.Page(row["page"]).label),
            people[row["at"], row["officer_name"], row["page"]],
        )
        for row in rows
    ]
