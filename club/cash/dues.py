"""A member's dues taken at the desk of an evening: one payment, one receipt, one line of the cash book."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction

from club.cash.book import held, verify_open
from club.cash.movements import Money, append, key_used
from club.dues import payments, renewals
from club.models import CashKind, CashMovement, Club, Due, Means, MembershipYear, Person, User


@dataclass(frozen=True, slots=True)
class Owing:
    """What one person may pay now for a year."""

    person: Person
    year: MembershipYear
    cents: int


def owing(club: Club, people: Iterable[int], today: date) -> list[Owing]:
    """The dues not paid of these people, by name: those written, and those of an open year to be renewed."""
    ids = set(people)
    if not ids:
        return []
    written = Due.objects.filter(
        person__in=ids, year__club=club, receipt=None, paid_before=False, cents__gt=0
    )
    found = [Owing(due.person, due.year, due.cents) for due in written.select_related("person", "year")]
    for year in club.years.filter(closed_on=None, starts_on__lte=today, ends_on__gte=today):
        planned = renewals.plan(year, today=today).renewals
        found += [Owing(each.member.person, year, each.cents) for each in planned
                  if each.cents and each.member.person.pk in ids]  # fmt: skip
    return sorted(found, key=lambda each: (each.person.full_name, each.person.pk, each.year.starts_on))


@transaction.atomic
def take(
    book_id: int, year: MembershipYear, person: Person, *, means: Means, key: UUID, today: date, by: User
) -> CashMovement:
    """The line of the book, its receipt made; with the key of before, the line of before.

    Refused as `payments.pay` refuses, and in a closed book.
    """
    book = held(book_id)
    sent = book.movements.filter(key=key).first()
    if sent is None:
        verify_open(book)
    elif sent.receipt_id is None or sent.cancels_id is not None:
        raise key_used()
    receipt = payments.pay(year, person, means=means, paid_on=today, key=key, today=today, by=by)
    if sent:
        return sent
    money = Money(CashKind.DUES, receipt.cents, means, receipt.cause, person, receipt)
    return append(book, money, key=key, by=by)
