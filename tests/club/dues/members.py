"""A club with members, a year and its amounts, made by the verbs."""

from datetime import date
from uuid import uuid4

from club.dues import payments, years
from club.models import Category, Club, Means, MembershipYear, Person, Receipt, User
from club.register import membership, people

TODAY = date(2026, 3, 10)
DUE_ON = date(2026, 2, 28)


def a_category(club: Club, name: str = "ordinario") -> Category:
    return Category.objects.get_or_create(club=club, name=name)[0]


def a_member(club: Club, last_name: str, *, by: User, category: str = "ordinario") -> Person:
    """Somebody admitted on the tenth of January 2025."""
    person = people.add(club, last_name=last_name, first_name="Anna")
    day = date(2025, 1, 10)
    asked = membership.request(person, on=day, today=TODAY, by=by)
    chosen = a_category(club, category)
    membership.admit(club, [asked.pk], on=day, resolution="n. 1", category=chosen, today=TODAY, by=by)
    return person


def a_year(club: Club, *, by: User, first: int = 2026, cents: int | None = 2500) -> MembershipYear:
    """A year open, due at the end of February; `cents` is what an ordinario pays."""
    year = years.open_year(club, first, due_on=date(first, 2, 28), by=by)
    years.set_amounts(year, {a_category(club).pk: cents}, by=by)
    return year


def paid(year: MembershipYear, person: Person, *, by: User, on: date = TODAY, today: date = TODAY) -> Receipt:
    return payments.pay(year, person, means=Means.CASH, paid_on=on, key=uuid4(), today=today, by=by)
