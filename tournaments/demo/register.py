"""Members, dues and rulings of the demo's club: the pages of secretary, treasurer and referee have something
to try."""

from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from club.dues import members, payments, years
from club.models import Category, Club, Means, User
from club.register import membership
from tournaments.results.catalogue import adopt_base_catalogue

MEMBERS: Final = 12
CENTS: Final = 2500


@transaction.atomic
def fill(club: Club, *, by: User, today: date) -> None:
    """Twelve members, admitted in January, and their dues, every other one paid today. Nothing where the club
    has categories already."""
    if club.categories.exists():
        return
    adopt_base_catalogue(club)
    category = Category.objects.create(club=club, name=_("ordinario"))
    people = club.people.order_by("last_name", "first_name")[:MEMBERS]
    admitted = min(date(today.year, 1, 10), today)
    asked = [membership.request(person, on=admitted, today=today, by=by).pk for person in people]
    membership.admit(club, asked, on=admitted, resolution=_("n. 1"), category=category, today=today, by=by)
    year = years.open_year(club, today.year, due_on=date(today.year, 2, 28), by=by)
    years.set_amounts(year, {category.pk: CENTS}, by=by)
    members.renew(year, shown=members.plan(year, today=today).fingerprint, today=today, by=by)
    for number, person in enumerate(people[::2]):
        key = UUID(int=number + 1, version=4)
        payments.pay(year, person, means=Means.CASH, paid_on=today, key=key, today=today, by=by)
