"""The log of officers' access to private data; the person concerned may ask to see their rows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from club.models import Club, Look, Person, User

#: More people than any club has: one query writes a whole page.
BATCH_SIZE = 5000


def record(club: Club, by: User, people: Iterable[Person], page: Look.Page) -> None:
    """Records that `by` was shown the private data of these people. One query."""
    record_ids(club, by, (person.pk for person in people), page)


def record_ids(club: Club, by: User, people: Iterable[int | None], page: Look.Page) -> None:
    """Like `record`, for ids of people. None (a person outside the register) is left out.

    One query, none for an empty list.
    """
    at, name = timezone.now(), str(by)[:150]
    Look.objects.bulk_create(
        (
            Look(club=club, person_id=person, officer=by, officer_name=name, page=page, at=at)
            for person in dict.fromkeys(people)
            if person is not None
        ),
        batch_size=BATCH_SIZE,
    )


def record_list(club: Club, by: User, people: Iterable[int | None], page: Look.Page) -> None:
    """Like `record`, but at most once a day for each person, for a list that is opened often.

    Two queries, none for an empty list.
    """
    shown = dict.fromkeys(person for person in people if person is not None)
    if not shown:
        return
    seen = Look.objects.filter(club=club, officer=by, page=page, at__gte=_this_morning())
    recorded = set(seen.order_by().values_list("person_id", flat=True))
    record_ids(club, by, (person for person in shown if person not in recorded), page)


def record_written(club: Club, by: User, written: Mapping[str, int | None], page: Look.Page) -> None:
    """Records access to texts by people who may not be in the register; `written` maps each text to its
    person, if known.

    Records each text at most once a day. Two queries, none for an empty mapping.
    """
    if not written:
        return
    at, name = timezone.now(), str(by)[:150]
    seen = Look.objects.filter(club=club, officer=by, page=page, at__gte=_this_morning())
    recorded = set(seen.order_by().values_list("whose", flat=True))
    Look.objects.bulk_create(
        (
            Look(club=club, person_id=person, whose=whose, officer=by, officer_name=name, page=page, at=at)
            for whose, person in written.items()
            if whose not in recorded
        ),
        batch_size=BATCH_SIZE,
    )


def assign_to_person(person: Person, mark: str) -> None:
    """Assigns the earlier records of a new person's texts to the person. One query.

    The `whose` of these records ends in `mark`.
    """
    Look.objects.filter(club=person.club_id, person=None, whose__endswith=mark).update(person=person)


def _this_morning() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True)
class PageOpening:
    """One opening of a page: the time, the officer, the page, and the names of the people it showed."""

    at: datetime
    officer: str
    page: str
    names: list[str]


def page_openings(**filters: Any) -> "QuerySet[Any, Any]":
    """The records grouped by opening, the newest first."""
    rows = Look.objects.filter(**filters).order_by("-at", "officer_name", "page")
    return rows.values("at", "officer_name", "page").annotate(people=Count("pk"))


def with_names(club: Club, rows: Iterable[Mapping[str, Any]]) -> list[PageOpening]:
    """The openings with the names of the people shown. One query."""
    rows = list(rows)
    people: defaultdict[tuple[Any, ...], list[str]] = defaultdict(list)
    shown = Look.objects.filter(club=club, at__in={row["at"] for row in rows}).select_related("person")
    for look in shown.order_by("person__last_name", "person__first_name", "whose"):
        named = look.person.full_name if look.person else look.whose
        people[look.at, look.officer_name, look.page].append(named)
    return [
        PageOpening(
            row["at"],
            row["officer_name"],
            str(Look.Page(row["page"]).label),
            people[row["at"], row["officer_name"], row["page"]],
        )
        for row in rows
    ]
