"""The members of a day with number and category, their renewal for a year, and the members in arrears."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.dues.years import verify_open
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import (
    Category,
    CategorySpell,
    Club,
    Due,
    MemberNumber,
    Membership,
    MembershipYear,
    Person,
    Receipt,
    User,
)
from club.register.lists import Spell, Time, lines_on


@dataclass(frozen=True, slots=True)
class Member:
    """A member on a day; without a category before the first one begins."""

    number: int
    person: Person
    category: Category | None
    admitted_on: date


def members_on(club: Club, day: date) -> list[Member]:
    """The members at the end of `day`, by number. Four queries."""
    memberships = Membership.objects.filter(club=club, admitted_on__lte=day).select_related("person")
    spells: dict[int, list[Spell]] = {}
    rows = CategorySpell.objects.filter(membership__club=club)
    for membership, category, since in rows.values_list("membership_id", "category_id", "since"):
        spells.setdefault(membership, []).append(Spell(category, since))
    times = [
        Time(
            each.person_id, each.requested_on, each.admitted_on, each.ended_on, tuple(spells.get(each.pk, ()))
        )
        for each in memberships
    ]
    people = {each.person_id: each.person for each in memberships}
    numbers = member_numbers(club)
    categories = {category.pk: category for category in club.categories.all()}
    return [
        Member(line.number, people[line.person], categories.get(line.category or 0), line.admitted_on)
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
        return sum(due.cents - due.paid_cents for due in self.dues)


def arrears(club: Club, day: date, *, person: Person | None = None) -> list[Arrears]:
    """The members of that day with overdue dues, by name; with `person`, only theirs. One query.

    A payment counts from its day until the day its receipt was cancelled. A payment from before this register
    may have no known day: it always counts. `Due.paid_cents` is that of the day.
    """
    paid = (
        Receipt.objects.filter(Q(cents__gt=0) | Q(issued_on__lte=day), due=OuterRef("pk"), paid_on__lte=day)
        .order_by()
        .values("due")
        .annotate(sum=Sum("cents"))
        .values("sum")
    )
    members = Membership.objects.filter(person=OuterRef("person"), admitted_on__lte=day).filter(
        Q(ended_on=None) | Q(ended_on__gt=day)
    )
    paid_before = Q(paid_before=True) & (Q(paid_before_on=None) | Q(paid_before_on__lte=day))
    owed = (
        with_member_numbers(Due.objects.filter(Exists(members)).exclude(paid_before))
        .annotate(paid_sum=Coalesce(Subquery(paid), 0), term=Coalesce("due_on", "year__due_on"))
        .filter(year__club=club, term__lt=day, cents__gt=F("paid_sum"))
        .select_related("person", "year", "category")
        .order_by("person__last_name", "person__first_name", "person_id", "year__starts_on")
    )
    if person is not None:
        owed = owed.filter(person=person)
    dues_of: dict[int, list[Due]] = {}
    for due in owed:
        dues_of.setdefault(due.person_id, []).append(due)
    return [Arrears(dues[0].person, tuple(dues)) for dues in dues_of.values()]


@dataclass(frozen=True, slots=True)
class Renewal:
    """A member to be renewed; `cents` is None if the category or its amount is missing."""

    member: Member
    cents: int | None


@dataclass(frozen=True)
class Plan:
    """A renewal of all members, by number; the `done` members have their due already."""

    renewals: tuple[Renewal, ...]
    done: int

    @property
    def undecided(self) -> tuple[Renewal, ...]:
        """The members without a known amount: while there is one, nothing is written."""
        return tuple(each for each in self.renewals if each.cents is None)

    @property
    def cents(self) -> int:
        return sum(each.cents or 0 for each in self.renewals)

    @property
    def by_category(self) -> list[tuple[Category, int, int]]:
        """Each category with its members to be renewed, and the cents they owe together."""
        sums: dict[Category, tuple[int, int]] = {}
        for each in self.renewals:
            if each.member.category:
                count, cents = sums.get(each.member.category, (0, 0))
                sums[each.member.category] = count + 1, cents + (each.cents or 0)
        return [
            (category, *sums[category]) for category in sorted(sums, key=lambda one: (one.position, one.pk))
        ]

    @property
    def fingerprint(self) -> str:
        """A digest that changes with the plan, so that only the previewed plan is written."""
        content = [(each.member.person.pk, each.member.category, each.cents) for each in self.renewals]
        return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


def register_day(year: MembershipYear, today: date) -> date:
    """The day for which the register is read: today, or the day of the year nearest to it."""
    return min(max(today, year.starts_on), year.ends_on)


def plan(year: MembershipYear, *, today: date) -> Plan:
    """The members of the year without a due, each with the amount owed. Six queries."""
    amounts = dict(year.amounts.values_list("category_id", "cents"))
    done = set(year.dues.values_list("person_id", flat=True))
    members = members_on(year.club, register_day(year, today))
    renewals = tuple(
        Renewal(member, amounts.get(member.category.pk) if member.category else None)
        for member in members
        if member.person.pk not in done
    )
    return Plan(renewals, len(members) - len(renewals))


@transaction.atomic
def renew(year: MembershipYear, *, shown: str, today: date, by: User) -> int:
    """Writes all dues of the plan whose fingerprint is `shown`, or none, and returns their number.

    Repeated, it writes nothing and returns 0. Refused if the plan changed since it was shown, or if an amount
    is unknown.
    """
    club = lock(year.club_id)
    year = verify_open(MembershipYear.objects.select_related("club").get(pk=year.pk))
    now = plan(year, today=today)
    if not now.renewals:
        return 0
    if now.fingerprint != shown:
        raise ClubOutdated(
            "plan-changed",
            _("Nel frattempo i soci o le quote sono cambiati: guarda l'elenco com'è ora e conferma."),
            current=now.fingerprint,
        )
    _verify_decided(now)
    renewal = uuid4()
    Due.objects.bulk_create(
        Due(
            year=year,
            person=each.member.person,
            category=each.member.category,
            cents=each.cents or 0,
            due_on=own_term(year, each.member),
            renewal=renewal,
        )
        for each in now.renewals
    )
    written = len(now.renewals)
    log.write(club, by, "year.renewed", subject={"year": year.label}, after={"dues": written}, key=renewal)
    return written


def own_term(year: MembershipYear, member: Member) -> date | None:
    """The last day to pay for a member admitted too late for the year's term; None for the year's term."""
    term = member.admitted_on + timedelta(days=year.club.days_to_pay)
    return term if term > year.due_on else None


@dataclass(frozen=True)
class DoneRenewal:
    """A renewal of all members; with `paid` dues it can no longer be undone."""

    key: UUID
    at: datetime
    by: str
    dues: int
    paid: int


def done_renewals(year: MembershipYear) -> list[DoneRenewal]:
    """The renewals of the year that still have dues, the newest first. Two queries."""
    paid = Q(paid_before=True) | Q(Exists(Receipt.objects.filter(due=OuterRef("pk"))))
    counts = {
        key: (dues, touched)
        for key, dues, touched in year.dues.exclude(renewal=None)
        .order_by()
        .values("renewal")
        .annotate(dues=Count("pk"), touched=Count("pk", filter=paid))
        .values_list("renewal", "dues", "touched")
    }
    entries = year.club.log.filter(act="year.renewed", key__in=counts).order_by("-number")
    return [
        DoneRenewal(entry.key, entry.at, entry.actor_name, *counts[entry.key])
        for entry in entries
        if entry.key is not None
    ]


@transaction.atomic
def undo_renewal(year: MembershipYear, renewal: UUID, *, by: User) -> int:
    """Deletes all dues of a renewal and returns their number; repeated, it returns 0.

    Refused in a closed year, and once a payment was taken for any of them, even a cancelled one.
    """
    club = lock(year.club_id)
    year = verify_open(MembershipYear.objects.get(pk=year.pk))
    dues = year.dues.filter(renewal=renewal)
    paid = dues.filter(Q(paid_before=True) | Q(receipts__isnull=False)).select_related("person").first()
    if paid:
        raise ClubError(
            "renewal-paid",
            _("Il rinnovo non si annulla più: %(name)s ha già pagato. Le altre si annullano una per una.")
            % {"name": paid.person.full_name},
        )
    undone, _by_model = dues.delete()
    if undone:
        log.write(club, by, "year.renewal-undone", subject={"year": year.label}, before={"dues": undone})
    return undone


def _verify_decided(plan: Plan) -> None:
    names = [each.member.person.full_name for each in plan.undecided]
    if names:
        raise ClubInputRefused(
            "no-amount",
            ngettext(
                "Manca la categoria o la quota di %(names)s: completala, poi rinnova.",
                "Manca la categoria o la quota di %(names)s: completale, poi rinnova.",
                len(names),
            )
            % {"names": ", ".join(names[:5]) + ("…" if len(names) > 5 else "")},
        )
