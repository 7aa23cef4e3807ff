"""Who is a member on a day, with number and category, as dues need it."""

from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, QuerySet, Subquery

from club.models import Category, Club, Due, MemberNumber, Membership, Person
from club.register.roll import Spell, Time, on


@dataclass(frozen=True, slots=True)
class Member:
    """A member on a day; no category before the first one begins."""

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
    numbers = dict(
        MemberNumber.objects.filter(club=club, is_disused=False).values_list("person_id", "number")
    )
    categories = {category.pk: category for category in club.categories.all()}
    return [
        Member(line.number, people[line.person], categories.get(line.category or 0))
        for line in on(day, times, numbers)
    ]


def numbered(dues: QuerySet[Due]) -> QuerySet[Due]:
    """The dues, each with its member's number as `member_number`: it tells two of the same name apart."""
    numbers = MemberNumber.objects.filter(person=OuterRef("person"), is_disused=False)
    return dues.annotate(member_number=Subquery(numbers.values("number")[:1]))


def member_on(club: Club, person: Person, day: date) -> Member | None:
    """The person as a member on `day`; None for who is none."""
    return next((member for member in members_on(club, day) if member.person.pk == person.pk), None)
