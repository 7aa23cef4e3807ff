"""Joins the rows of two merged people that one person may have only once.

These are memberships of the same time, the dues of a year, and the letters of a sending.
"""

from datetime import date
from uuid import uuid4

from club.models import Due, MemberLetter, Membership, Person, Receipt
from club.register import mistakes

PAID_BEFORE = ("paid_before", "paid_before_on", "paid_before_means", "paid_before_note")


def join_memberships(stays: Person, goes: Person, today: date) -> dict[str, int]:
    """Takes out the memberships within another's time, which were written twice, and counts them.

    The membership that began first stays. A request is deleted if there is an open membership.
    """
    ours = list(
        Membership.objects.filter(person__in=(stays, goes), is_mistake=False).order_by("requested_on", "pk")
    )
    kept: list[Membership] = []
    twice: list[Membership] = []
    for one in sorted((each for each in ours if each.admitted_on), key=_start):
        is_within = any(_end(one) <= _end(other) for other in kept)
        (twice if is_within else kept).append(one)
    waiting = [one for one in ours if one.is_request]
    is_open = any(one.ended_on is None for one in kept)
    twice += waiting if is_open else waiting[1:]
    for one in twice:
        mistakes.take_out(one, today)
    return {"written_twice": len(twice)}


def _start(membership: Membership) -> tuple[date, int, int]:
    """The order by first day; the longer of two that begin together comes first."""
    return membership.admitted_on or date.max, -_end(membership).toordinal(), membership.pk


def _end(membership: Membership) -> date:
    return membership.ended_on or date.max


def join_dues(stays: Person, goes: Person) -> dict[str, int]:
    """Leaves one due of each year, a paid one if there is one, with the payments of both.

    Returns how many dues without payments were deleted, and how many were joined with their payments.
    """
    of_year: dict[int, list[Due]] = {}
    for due in Due.objects.filter(person__in=(stays, goes)).order_by("year", "pk"):
        of_year.setdefault(due.year_id, []).append(due)
    deleted = joined = 0
    for dues in of_year.values():
        if len(dues) == 2:
            first, second = sorted(dues, key=lambda due: _worth(due, stays), reverse=True)
            is_joined = _join(first, second)
            joined += is_joined
            deleted += not is_joined
    return {"dues_gone": deleted, "dues_joined": joined}


def _worth(due: Due, stays: Person) -> tuple[bool, ...]:
    """The reasons for which a due stays, the weightiest first."""
    has_receipts = due.receipts.exists()
    return (
        due.receipt_id is not None,
        has_receipts,
        due.is_paid,
        due.cancelled_on is None,
        due.person == stays,
    )


def _join(due: Due, other: Due) -> bool:
    """Deletes the other due, and returns whether it had payments, which are now on `due`."""
    moved = Receipt.objects.filter(due=other).update(due=due)
    was_paid_before = other.paid_before
    if was_paid_before and not due.paid_before:
        for name in PAID_BEFORE:
            setattr(due, name, getattr(other, name))
        due.receipt = None
        due.save(update_fields=[*PAID_BEFORE, "receipt"])
    other.delete()
    if moved or was_paid_before:
        due.find_receipt()
    return bool(moved or was_paid_before)


def keep_one_attendance(stays: Person, goes: Person) -> None:
    """Leaves one attendance at each assembly where both are written: that in person, if one is.

    The figures of an assembly whose minutes are approved stay as they were counted.
    """
    by_assembly = {row.assembly_id: row for row in stays.attendances.all()}
    for row in goes.attendances.filter(assembly__in=by_assembly).order_by("pk"):
        other = by_assembly[row.assembly_id]
        (row if other.holder_id is None else other).delete()


def keep_letters_of_both(stays: Person, goes: Person) -> None:
    """Gives new keys to the letters of `goes` from a sending that wrote to both, so that both stay."""
    twice = MemberLetter.objects.filter(person=goes, key__in=stays.letters.values("key"))
    for letter in list(twice.order_by("pk")):
        letter.key = uuid4()
        letter.save(update_fields=["key"])
