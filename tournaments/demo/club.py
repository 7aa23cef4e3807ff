"""The demo's club: alone in its data, with members, dues and rulings for the pages of its officers."""

from datetime import date
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from club.accounts.first_club import TRIAL
from club.dues import members, payments, years
from club.errors import ClubError
from club.models import Category, Club, Means, Role, RoleKind, SampleClub, User
from club.register import membership
from tournaments.demo.people import address
from tournaments.results.catalogue import adopt_base_catalogue

MEMBERS: Final = 12
CENTS: Final = 2500


def refuse_another_club(slug: str) -> None:
    """Raises ClubError ``another-club`` if the database holds a club other than the demo's.

    `slug` is the demo's short address. A real club's visitors would see the demo beside it. The database may
    be empty, or of an older version.
    """
    tables = connection.introspection.table_names()
    if Club._meta.db_table not in tables:
        return
    others = Club.objects.exclude(slug__in=(slug, TRIAL))
    if SampleClub._meta.db_table in tables:
        others = others.exclude(pk__in=SampleClub.objects.values("club"))
    if others.exists() or _is_taken(slug):
        raise ClubError(
            "another-club",
            _(
                "In %(folder)s c'è già un circolo vero: per la prova scegli un'altra cartella"
                " con CRICCONE_DATA, o nessuna."
            )
            % {"folder": settings.DATA_DIR},
        )


def _is_taken(slug: str) -> bool:
    """Whether a real club has the demo's short address: it has roles, and its owner is not the demo's."""
    roles = Role.objects.filter(club__slug=slug)
    return roles.exists() and not roles.filter(user__email=address(RoleKind.OWNER, slug)).exists()


@transaction.atomic
def fill_register(club: Club, *, by: User, today: date) -> None:
    """Admits twelve members in January and sets their dues, of which every second one is paid today.

    Does nothing where the club has categories already.
    """
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
