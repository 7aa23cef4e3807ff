"""Who was in arrears on a day (morosi): dues past their term, not paid by then."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from club.dues.members import numbered
from club.models import Club, Due, Membership, Person, Receipt


@dataclass(frozen=True)
class Arrears:
    """What one person owes, the oldest year first."""

    person: Person
    dues: tuple[Due, ...]

    @property
    def cents(self) -> int:
        return sum(due.cents for due in self.dues)


def arrears(club: Club, day: date, *, of: Person | None = None) -> list[Arrears]:
    """The members of that day who owed something past its term, by name; `of` one person alone. One query.

    A payment counts from the day it was made, and not from the day its receipt was cancelled on; one of
    before this register of which no day is known counts always.
    """
    # No counter-entry, which is below nought: asked for by what it cancels, SQLite would read all that cancel
    # nothing, for each of the dues.
    paid = Receipt.objects.filter(due=OuterRef("pk"), cents__gt=0, paid_on__lte=day).filter(
        Q(cancelled_by=None) | Q(cancelled_by__issued_on__gt=day)
    )
    members = Membership.objects.filter(person=OuterRef("person"), admitted_on__lte=day).filter(
        Q(ended_on=None) | Q(ended_on__gt=day)
    )
    paid_before = Q(paid_before=True) & (Q(paid_before_on=None) | Q(paid_before_on__lte=day))
    owed = (
        numbered(Due.objects.filter(Exists(members), ~Exists(paid)).exclude(paid_before))
        .filter(year__club=club, year__due_on__lt=day, cents__gt=0)
        .select_related("person", "year", "category")
        .order_by("person__last_name", "person__first_name", "person_id", "year__starts_on")
    )
    if of is not None:
        owed = owed.filter(person=of)
    found: dict[int, list[Due]] = {}
    for due in owed:
        found.setdefault(due.person_id, []).append(due)
    return [Arrears(dues[0].person, tuple(dues)) for dues in found.values()]
