"""Renewing all members for a year at once: previewed, written all or none, and only once."""

import hashlib
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.dues.members import Member, members_on
from club.dues.years import verify_open
from club.errors import ClubInputRefused, ClubOutdated
from club.history import log
from club.locking import lock
from club.models import Due, MembershipYear, User


@dataclass(frozen=True, slots=True)
class Renewal:
    """A member to be renewed; `cents` is None if the category or its amount is missing."""

    member: Member
    cents: int | None


@dataclass(frozen=True)
class Plan:
    """A bulk renewal, by member's number; `done` members have their due already."""

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
    Due.objects.bulk_create(
        Due(year=year, person=each.member.person, category=each.member.category, cents=each.cents or 0)
        for each in now.renewals
    )
    written = len(now.renewals)
    log.write(club, by, "year.renewed", subject={"year": year.label}, after={"dues": written})
    return written


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
