"""A club with members who may vote in an assembly, made by the verbs."""

from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from club.assemblies import calling
from club.models import Assembly, Club, Particulars, Person, Quorum, User
from club.privacy import guardians
from club.register import membership, people
from tests.club.dues.members import a_category

DAY = date(2026, 11, 20)


def a_voter(
    club: Club,
    name: str,
    by: User,
    *,
    admitted: date = date(2025, 1, 10),
    born: date | None = None,
    guardian: str = "",
    **data: str,
) -> Person:
    """A member admitted on that day."""
    person = people.add(club, last_name=name, first_name="Anna")
    Particulars.objects.create(person=person, born_on=born, **data)
    if guardian:
        guardians.write_guardian(
            person.pk, club, name=guardian, relation="parent", email="", phone="051 1", by=by
        )
    asked = membership.request(person, on=admitted, today=DAY, by=by)
    membership.admit(
        club, [asked.pk], on=admitted, resolution="n. 1", category=a_category(club), today=DAY, by=by
    )
    return person


def values(**changed: Any) -> dict[str, Any]:
    """An assembly on the evening of `DAY`, with its second call an hour later."""

    def at(hour: int) -> datetime:
        return timezone.make_aware(datetime(2026, 11, 20, hour, 0))  # noqa: DTZ001

    return {
        "title": "Assemblea ordinaria dei soci",
        "place": "Sala Tassinari, Bologna",
        "first_call_at": at(20),
        "second_call_at": at(21),
        "agenda": "Approvazione del rendiconto\nElezione del consiglio",
        "first_quorum": Quorum.MAJORITY,
        "second_quorum": Quorum.ANY,
        **changed,
    }


def an_assembly(club: Club, by: User, *, key: UUID | None = None, **changed: Any) -> Assembly:
    return calling.add(club, values(**changed), key=key or uuid4(), by=by)
