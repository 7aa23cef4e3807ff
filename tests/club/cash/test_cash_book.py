"""The lines of a cash book: written once, in order, taken back by counter-entries, counted at the end."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from club import cash_book
from club.cash_book import Money
from club.errors import ClubError, ClubInputRefused
from club.history import log_wording
from club.history.hash_chain import first_broken
from club.models import CashBook, CashCount, CashKind, CashMovement, Club, Means, User
from club.register.duplicates import merge
from tests.club.cash.drawer import written
from tests.club.dues.members import TODAY, a_member

pytestmark = pytest.mark.django_db


def cancel(book: CashBook, number: int, by: User, reason: str = "importo sbagliato") -> CashMovement:
    return cash_book.cancel(book.pk, number, reason=reason, key=uuid4(), today=TODAY, by=by)


def test_what_comes_in_and_goes_out_makes_the_balance(book: CashBook, by: User) -> None:
    written(book, CashKind.OPENING, 5000, by=by)
    written(book, CashKind.OTHER_IN, 1250, by=by)
    written(book, CashKind.OTHER_IN, 3000, means=Means.TRANSFER, by=by)
    prize = written(book, CashKind.PRIZE, 2000, by=by)
    assert (prize.number, prize.cents) == (4, -2000)
    assert cash_book.balance(book) == cash_book.Balance(cash=4250, transfer=3000)
    assert cash_book.balance(book).total == 7250


def test_a_line_sent_twice_is_one_and_its_key_serves_for_no_other(book: CashBook, by: User) -> None:
    key, money = uuid4(), Money(CashKind.OPENING, 5000)
    first = cash_book.write(book.pk, money, key=key, by=by)
    assert cash_book.write(book.pk, money, key=key, by=by) == first
    with pytest.raises(ClubInputRefused) as refusal:
        cash_book.write(book.pk, Money(CashKind.OPENING, 5001), key=key, by=by)
    assert refusal.value.code == "key-used"
    assert book.movements.count() == 1


@pytest.mark.parametrize(
    ("money", "code"),
    [
        (Money(CashKind.OTHER_IN, 0, cause="bar"), "amount-unlikely"),
        (Money(CashKind.OTHER_IN, 10_000_001, cause="bar"), "amount-unlikely"),
        (Money(CashKind.FEE, 0), "amount-unlikely"),
        (Money(CashKind.OTHER_IN, 100, cause="  "), "cause-missing"),
        (Money(CashKind.PRIZE, 100), "cause-missing"),
        (Money(CashKind.PRIZE, 501, cause="coppa"), "not-enough-cash"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    book: CashBook, by: User, money: Money, code: str
) -> None:
    written(book, CashKind.OPENING, 500, by=by)
    with pytest.raises(ClubError) as refusal:
        cash_book.write(book.pk, money, key=uuid4(), by=by)
    assert refusal.value.code == code
    assert book.movements.count() == 1


def test_money_by_transfer_may_go_out_of_an_empty_drawer(book: CashBook, by: User) -> None:
    written(book, CashKind.OTHER_OUT, 4000, means=Means.TRANSFER, by=by)
    assert cash_book.balance(book) == cash_book.Balance(cash=0, transfer=-4000)


def test_a_wrong_line_is_taken_back_by_another_with_the_reason(book: CashBook, by: User) -> None:
    wrong, key = written(book, CashKind.OTHER_IN, 10000, by=by), uuid4()
    asked = {"reason": "erano dieci euro", "key": key, "today": TODAY, "by": by}
    counter = cash_book.cancel(book.pk, 1, **asked)
    assert cash_book.cancel(book.pk, 1, **asked) == counter
    assert (counter.number, counter.cents, counter.cancels) == (2, -10000, wrong)
    assert cash_book.balance(book).cash == 0
    for number, reason, code in [
        (1, "di nuovo", "already-cancelled"),
        (2, "no", "counter-entry"),
        (3, "no", "unknown-movement"),
    ]:
        with pytest.raises(ClubError) as refusal:
            cancel(book, number, by, reason)
        assert refusal.value.code == code
    written(book, CashKind.OTHER_IN, 1000, by=by)
    with pytest.raises(ClubInputRefused, match="perché"):
        cancel(book, 3, by, "  ")


def test_the_drawer_is_counted_and_the_book_is_closed(book: CashBook, by: User) -> None:
    written(book, CashKind.OPENING, 5000, by=by)
    key = uuid4()
    count = cash_book.count(book.pk, 5000, note="", key=key, by=by)
    assert cash_book.count(book.pk, 5000, note="", key=key, by=by) == count
    assert count.difference_cents == 0
    for act in (
        lambda: written(book, CashKind.OTHER_IN, 100, by=by),
        lambda: cancel(book, 1, by),
        lambda: cash_book.count(book.pk, 5000, note="", key=uuid4(), by=by),
    ):
        with pytest.raises(ClubError) as refusal:
            act()
        assert refusal.value.code == "cash-closed"


def test_a_difference_is_kept_with_its_reason_and_the_book_reopened_is_counted_again(
    book: CashBook, by: User
) -> None:
    written(book, CashKind.OPENING, 5000, by=by)
    with pytest.raises(ClubInputRefused) as refusal:
        cash_book.count(book.pk, 4900, note=" ", key=uuid4(), by=by)
    assert refusal.value.code == "difference-unexplained"
    assert cash_book.count(book.pk, 4900, note="resto sbagliato", key=uuid4(), by=by).difference_cents == -100
    with pytest.raises(ClubInputRefused):
        cash_book.reopen(book.pk, reason="", by=by)
    assert cash_book.reopen(book.pk, reason="trovata una moneta", by=by).is_open
    cash_book.reopen(book.pk, reason="trovata una moneta", by=by)
    assert cash_book.count(book.pk, 5000, note="", key=uuid4(), by=by).number == 2
    assert CashCount.objects.count() == 2


def test_the_log_tells_it_all_in_words_and_holds(club: Club, book: CashBook, by: User) -> None:
    written(book, CashKind.OPENING, 5000, by=by)
    cancel(book, 1, by)
    cash_book.count(book.pk, 0, note="", key=uuid4(), by=by)
    cash_book.reopen(book.pk, reason="un altro premio", by=by)
    lines = log_wording.log_lines(club.log.filter(subject__cash=book.pk))
    assert [line.sentence for line in lines] == [
        "ha scritto una riga di cassa",
        "ha annullato una riga di cassa",
        "ha contato e chiuso la cassa",
        "ha riaperto la cassa",
    ]
    assert [(change.name, change.after) for change in lines[0].changes] == [
        ("che cosa", "fondo cassa"), ("importo", "50,00 €"), ("modo", "contanti"),
    ]  # fmt: skip
    assert first_broken(club.log.all()) is None


KEPT = [field.name for field in CashMovement._meta.concrete_fields if field.name not in ("person", "by")]


def test_no_field_of_a_line_or_a_count_can_be_edited_by_any_query(book: CashBook, by: User) -> None:
    written(book, CashKind.OPENING, 5000, by=by)
    cash_book.count(book.pk, 5000, note="", key=uuid4(), by=by)
    counted = [field.name for field in CashCount._meta.concrete_fields if field.name != "by"]
    for model, names in ((CashMovement, KEPT), (CashCount, counted)):
        for name in names:
            with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
                model.objects.update(**{name: F(name)})
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            model.objects.all()._raw_delete("default")


def test_of_two_people_found_to_be_one_the_lines_go_with_the_one_kept(
    club: Club, book: CashBook, by: User
) -> None:
    gone, kept = (a_member(club, name, by=by) for name in ("Rosi", "Rossi"))
    line = written(book, CashKind.OTHER_IN, 100, by=by, person=gone)
    gone.memberships.update(ended_on=TODAY, end_cause="resignation")
    merge(club, kept=kept.pk, gone=gone.pk, reason="scritta due volte", today=TODAY, by=by)
    line.refresh_from_db()
    assert line.person == kept


def test_the_database_refuses_a_line_that_goes_the_wrong_way(book: CashBook, by: User) -> None:
    shared = {"book": book, "number": 1, "at": "2026-03-10T20:00Z", "by_name": "x", "key": uuid4()}
    for wrong in (
        {"kind": "prize", "cents": 100},
        {"kind": "in", "cents": -100},
        {"kind": "fee", "cents": 0},
        {"kind": "dues", "cents": 100},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            CashMovement.objects.create(**shared, **wrong)
