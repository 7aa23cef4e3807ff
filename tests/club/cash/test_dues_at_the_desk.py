"""A due paid at the desk is one payment: in the dues, on a receipt, in the cash."""

from uuid import uuid4

import pytest

from club import cash_book
from club.errors import ClubError
from club.models import (
    CashBook,
    CashKind,
    CashMovement,
    Club,
    Due,
    Means,
    MembershipYear,
    Receipt,
    User,
)
from tests.club.cash.drawer import written
from tests.club.dues.members import TODAY, a_member, a_year, paid

pytestmark = pytest.mark.django_db


@pytest.fixture
def year(club: Club, by: User) -> MembershipYear:
    return a_year(club, by=by)


def taken(book: CashBook, year: MembershipYear, by: User, name: str = "Rossi") -> CashMovement:
    person = a_member(year.club, name, by=by)
    return cash_book.take_dues(book.pk, year, person, means=Means.CASH, key=uuid4(), today=TODAY, by=by)


def test_it_goes_in_the_dues_on_a_receipt_and_in_the_cash_and_two_clicks_are_one(
    club: Club, book: CashBook, year: MembershipYear, by: User
) -> None:
    person, key = a_member(club, "Rossi", by=by), uuid4()
    click = {"means": Means.CASH, "key": key, "today": TODAY, "by": by}
    line = cash_book.take_dues(book.pk, year, person, **click)
    assert cash_book.take_dues(book.pk, year, person, **click) == line
    assert (line.kind, line.cents, line.person, line.receipt) == (
        CashKind.DUES, 2500, person, Receipt.objects.get(),
    )  # fmt: skip
    assert Due.objects.get().receipt == line.receipt
    assert cash_book.balance(book).cash == 2500


def test_a_key_of_another_line_makes_no_receipt(
    club: Club, book: CashBook, year: MembershipYear, by: User
) -> None:
    other, person = written(book, CashKind.OPENING, 100, by=by), a_member(club, "Rossi", by=by)
    with pytest.raises(ClubError) as refusal:
        cash_book.take_dues(book.pk, year, person, means=Means.CASH, key=other.key, today=TODAY, by=by)
    assert refusal.value.code == "key-used"
    assert not Receipt.objects.exists()


def test_in_a_closed_cash_nothing_is_taken(
    club: Club, book: CashBook, year: MembershipYear, by: User
) -> None:
    cash_book.count(book.pk, 0, note="", key=uuid4(), by=by)
    with pytest.raises(ClubError) as refusal:
        taken(book, year, by)
    assert refusal.value.code == "cash-closed"
    assert not Receipt.objects.exists()


def test_the_line_and_its_receipt_are_cancelled_together_from_either_side(
    club: Club, book: CashBook, year: MembershipYear, by: User
) -> None:
    asked = {"reason": "era di un altro", "today": TODAY, "by": by}
    line = taken(book, year, by)
    cash_book.cancel(book.pk, line.number, key=uuid4(), **asked)
    assert list(Receipt.objects.order_by("number").values_list("cents", flat=True)) == [2500, -2500]
    again = taken(book, year, by, "Bianchi")
    key = uuid4()
    for _click in range(2):
        cash_book.cancel_receipt(club, 2026, again.receipt.number, key=key, **asked)  # type: ignore[union-attr]
    assert book.movements.get(cancels=again).cents == -2500
    assert cash_book.balance(book).cash == 0
    assert not Due.objects.exclude(receipt=None).exists()


def test_a_receipt_cancelled_after_the_count_corrects_the_book_and_leaves_the_count(
    club: Club, book: CashBook, year: MembershipYear, by: User
) -> None:
    line = taken(book, year, by)
    cash_book.count(book.pk, 2500, note="", key=uuid4(), by=by)
    asked = {"reason": "restituita", "today": TODAY, "by": by}
    cash_book.cancel_receipt(club, 2026, 1, key=uuid4(), **asked)
    book.refresh_from_db()
    assert not book.is_open
    assert (cash_book.balance(book).cash, book.counts.get().counted_cents) == (0, 2500)
    cash_book.reopen(book.pk, reason="rimborso di stasera", by=by)
    with pytest.raises(ClubError) as refusal:
        cash_book.cancel(book.pk, line.number, key=uuid4(), **asked)
    assert (refusal.value.code, Receipt.objects.count()) == ("already-cancelled", 2)


def test_who_owes_is_who_has_a_due_or_is_to_be_renewed(club: Club, year: MembershipYear, by: User) -> None:
    late, unrenewed, settled = (a_member(club, name, by=by) for name in ("Rossi", "Bianchi", "Verdi"))
    Due.objects.create(year=year, person=late, category=club.categories.get(), cents=2000)
    paid(year, settled, by=by)
    people = [late.pk, unrenewed.pk, settled.pk]
    told = [(each.person, each.cents) for each in cash_book.unpaid_dues(club, people, TODAY)]
    assert told == [(unrenewed, 2500), (late, 2000)]
    assert cash_book.unpaid_dues(club, [settled.pk], TODAY) == cash_book.unpaid_dues(club, [], TODAY) == []
