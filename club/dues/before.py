"""Dues paid before the club wrote its receipts here: imported so, and taken back where it is not true."""

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubInputRefused
from club.locking import lock
from club.models import Due, MembershipYear, Person, User

#: What a due says that was not paid before this register.
NOT_PAID = {"paid_before": False, "paid_before_on": None, "paid_before_means": "", "paid_before_note": ""}


@transaction.atomic
def take_back(year: MembershipYear, person: Person, *, reason: str, by: User) -> None:
    """The due of that year is owed; twice is once. Refused without a reason."""
    club = lock(year.club_id)
    due = Due.objects.filter(year=year, person=person, paid_before=True)
    if not due.exists():
        return
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi come sai che non ha pagato."))
    due.update(**NOT_PAID)
    log.write(
        club,
        by,
        "due.not-paid",
        subject={"person": person.pk},
        after={"year": year.label},
        reason=reason.strip()[:300],
    )
