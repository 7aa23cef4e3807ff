"""The members of a day with number and category, and the members in arrears."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from club.models import Category, Club, Due, MemberNumber, Membership, Person, Receipt
from club.register.roll import Spell, Time, lines_on


@dataclass(frozen=True, slots=True)
class Member:
    """A member on a day; without a category before the first one begins."""

    number: int
    person: Person
    category: Category | None


def members_on(club: Club, day: date) -> list[Member]:
    """The members at the end of `day`, by number. Four queries."""
    memberships = (
        Membership.objects.filter(club=club, admitted_on__lte=day)
        .select_related("person")
        .prefetch_related("spells")
    )
    times = [
        Time(
            each.person_id,
            each.requested_on,
            each.admitted_on,
            each.ended_on,
            tuple(Spell(spell.category_id, spell.since) for spell in each.spells.all()),
        )
        for each in memberships
    ]
    people = {each.person_id: each.person for each in memberships}
    numbers = member_numbers(club)
    categories = {category.pk: category for category in club.categories.all()}
    return [
        Member(line.number, people[line.person], categories.get(line.category or 0))
        for line in lines_on(day, times, numbers)
    ]


def member_numbers(club: Club) -> dict[int, int]:
    """The numbers in use, by the person's id. One query."""
    return dict(MemberNumber.objects.filter(club=club, is_disused=False).values_list("person_id", "number"))


def with_member_numbers(dues: QuerySet[Due]) -> QuerySet[Due]:
    """The dues, each with the member's number as `member_number`, which distinguishes namesakes."""
    numbers = MemberNumber.objects.filter(person=OuterRef("person"), is_disused=False)
    return dues.annotate(member_number=Subquery(numbers.values("number")[:1]))


def member_on(club: Club, person: Person, day: date) -> Member | None:
    """The person as a member on `day`; None for a non-member."""
    return next((member for member in members_on(club, day) if member.person.pk == person.pk), None)


@dataclass(frozen=True)
class Arrears:
    """The overdue dues of one person, the oldest year first."""

    person: Person
    dues: tuple[Due, ...]

    @property
    def cents(self) -> int:
        return sum(due.cents for due in self.dues)


def arrears(club: Club, day: date, *, person: Person | None = None) -> list[Arrears]:
    """The members of that day with overdue dues, by name; with `person`, only theirs. One query.

    A payment counts from its day until the day its receipt was cancelled; one from before this register,
    without a known day, counts always.
    """
    # Counter-entries are excluded by their sign: excluding them by the cancelled receipt would make SQLite
    # scan all receipts for each due.
    paid = Receipt.objects.filter(due=OuterRef("pk"), cents__gt=0, paid_on__lte=day).filter(
        Q(cancelled_by=None) | Q(cancelled_by__issued_on__gt=day)
    )
    members = Membership.objects.filter(person=OuterRef("person"), admitted_on__lte=day).filter(
        Q(ended_on=None) | Q(ended_on__gt=day)
    )
    paid_before = Q(paid_before=True) & (Q(paid_before_on=None) | Q(paid_before_on__lte=day))
    owed = (
        with_member_numbers(Due.objects.filter(Exists(members), ~Exists(paid)).exclude(paid_before))
        .filter(year__club=club, year__due_on__lt=day, cents__gt=0)
        .select_related("person", "year", "category")
        .order_by("person__last_name", "person__first_name", "person_id", "year__starts_on")
    )
    if person is not None:
        owed = owed.filter(person=person)
    dues_of: dict[int, list[Due]] = {}
    for due in owed:
        dues_of.setdefault(due.person_id, []).append(due)
    return [Arrears(dues[0].person, tuple(dues)) for dues in dues_of.values()]
