"""Memberships written by mistake: they end without a cause, and no list or count of the register has them.

Such a membership is no longer admitted, so that all that reads admissions leaves it out. The log keeps its
dates, so that the act can be undone. Its number is never used again.
"""

from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, ClubLogEntry, Due, MemberNumber, Membership, Person, User
from club.register.membership import membership_by_version, save_changes

ACT = "membership.mistaken"
DATES = ("requested_on", "admitted_on", "ended_on")
KEPT = (*DATES, "resolution", "end_cause")


@transaction.atomic
def mark(membership_id: int, club: Club, *, version: int, reason: str, today: date, by: User) -> Membership:
    """Marks an admitted membership as written by mistake.

    The person's number is no longer used, and dues for which nothing was paid go, unless another membership
    of the person stays.
    """
    club = lock(club.pk)
    membership = membership_by_version(club, membership_id, version)
    if membership.admitted_on is None:
        raise ClubError(
            "not-admitted", _("La richiesta non ha ancora avuto risposta: ammetti o non ammettere, prima.")
        )
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi come sai che l'iscrizione è scritta per errore."))
    before = {name: _plain(getattr(membership, name)) for name in KEPT}
    take_out(membership, today)
    person, number, dues = membership.person_id, None, 0
    if not Membership.objects.filter(person=person, admitted_on__isnull=False).exists():
        number = MemberNumber.objects.filter(person=person, is_disused=False).first()
        MemberNumber.objects.filter(person=person).update(is_disused=True)
        dues = unpaid_dues(membership.person).delete()[0]
    log.write(
        club,
        by,
        "membership.mistaken",
        subject={"person": person, **({"number": number.number} if number else {})},
        before=before,
        after={"ended_on": _plain(membership.ended_on), **({"dues_gone": dues} if dues else {})},
        reason=reason.strip()[:300],
    )
    return membership


def take_out(membership: Membership, today: date) -> None:
    """Saves that the membership was written by mistake. The caller holds the lock and writes the log."""
    membership.is_mistake = True
    membership.ended_on = membership.ended_on or today
    membership.admitted_on, membership.resolution, membership.end_cause = None, "", ""
    membership.version += 1
    membership.save(
        update_fields=["is_mistake", "ended_on", "admitted_on", "resolution", "end_cause", "version"]
    )


def unpaid_dues(person: Person) -> QuerySet[Due]:
    """The person's dues for which nothing was ever paid, by a receipt or before this register."""
    return Due.objects.filter(person=person, receipts=None, paid_before=False)


@transaction.atomic
def undo(membership_id: int, club: Club, *, version: int, reason: str, by: User) -> Membership:
    """Gives the membership back its dates and its number, from the log; the dues are renewed anew."""
    club = lock(club.pk)
    membership = membership_by_version(club, membership_id, version)
    if not membership.is_mistake:
        raise ClubError("not-a-mistake", _("Questa iscrizione vale: non c'è nulla da annullare."))
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché l'iscrizione era giusta."))
    entry = _entry(club, membership)
    before: dict[str, str] = entry.before or {}
    dates = {name: date.fromisoformat(day) if (day := before[name]) else None for name in DATES}
    if (
        dates["ended_on"] is None
        and Membership.objects.filter(person=membership.person_id, ended_on=None).exists()
    ):
        raise ClubError("already-member", _("La persona ha già un'iscrizione nuova: annulla prima quella."))
    numbers = MemberNumber.objects.filter(person=membership.person_id)
    if not numbers.filter(is_disused=False).exists():
        numbers.filter(number=entry.subject.get("number")).update(is_disused=False)
    return save_changes(
        club, membership, by, act="membership.mistake-undone", reason=reason, is_mistake=False,
        admitted_on=dates["admitted_on"], ended_on=dates["ended_on"],
        resolution=before["resolution"], end_cause=before["end_cause"],
    )  # fmt: skip


def _entry(club: Club, membership: Membership) -> ClubLogEntry:
    """The last entry of the log that marked this membership; refused if there is none any more."""
    entries = club.log.filter(log.mentions(club, Person, membership.person_id, "person"), act=ACT)
    asked_on = membership.requested_on.isoformat()
    for entry in entries.order_by("-number"):
        if entry.before and entry.before.get("requested_on") == asked_on:
            return entry
    raise ClubError(
        "dates-unknown",
        _("Il registro non ha più le date di questa iscrizione: scrivi una richiesta nuova."),
    )


def _plain(day: date | str | None) -> str | None:
    return day.isoformat() if isinstance(day, date) else day
