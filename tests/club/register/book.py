"""A club that keeps its register, its secretary, and people as the verbs write them."""

from datetime import date
from typing import Any

from club.models import Category, Club, Membership, Person, User
from club.register import membership, people
from club.register.person_data import PersonData

TODAY = date(2026, 6, 1)
JANUARY, FEBRUARY, MARCH, MAY = date(2026, 1, 10), date(2026, 2, 12), date(2026, 3, 1), date(2026, 5, 1)
#: Rossi Mario, born in Bologna on the first of January 1980.
MARIO: dict[str, Any] = {
    "last_name": "Rossi",
    "first_name": "Mario",
    "born_on": date(1980, 1, 1),
    "born_in": "Bologna",
    "born_province": "BO",
    "fiscal_code": "RSSMRA80A01A944I",
}


def a_person(club: Club, by: User, **said: Any) -> Person:
    """Rossi Mario, or as said otherwise."""
    return people.register_person(club, PersonData(**{**MARIO, **said}), today=TODAY, by=by)


def named(club: Club, by: User, name: str) -> Person:
    """Somebody of whom only the name is known."""
    last, first = name.split()
    return people.register_person(club, PersonData(last_name=last, first_name=first), today=TODAY, by=by)


def a_request(person: Person, by: User, on: date = JANUARY) -> Membership:
    return membership.request(person, on=on, today=TODAY, by=by)


def a_member(person: Person, by: User, category: Category, on: date = FEBRUARY) -> Membership:
    asked = a_request(person, by, on=min(JANUARY, on))
    return membership.admit(
        person.club, [asked.pk], on=on, resolution="n. 1", category=category, today=TODAY, by=by
    )[0]
