"""Dues are paid once, whole, by a numbered receipt."""

from datetime import date
from uuid import uuid4

import pytest

from club import receipts
from club.dues import payments, years
from club.errors import ClubError, ClubInputRefused
from club.history.hash_chain import first_broken
from club.models import Club, Due, Means, Receipt, RoleKind, User
from club.register import people
from tests.club.dues.members import DUE_ON, TODAY, a_category, a_member, a_year, paid
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db


def test_a_payment_is_a_receipt_with_the_next_number_and_the_due_is_settled(
    club: Club, treasurer: User
) -> None:
    year = a_year(club, by=treasurer)
    first = paid(year, a_member(club, "Rossi", by=treasurer), by=treasurer)
    second = paid(year, a_member(club, "Bianchi", by=treasurer), by=treasurer)
    assert [(each.number, each.year, each.cents) for each in (first, second)] == [
        (1, 2026, 2500),
        (2, 2026, 2500),
    ]
    assert first.cause == "Quota associativa anno 2026, categoria ordinario"
    assert all(due.is_settled for due in Due.objects.all())
    assert first_broken(club.log.all()) is None


def test_a_double_click_is_one_receipt(club: Club, treasurer: User) -> None:
    year, key = a_year(club, by=treasurer), uuid4()
    person = a_member(club, "Rossi", by=treasurer)
    click = {"means": Means.CASH, "paid_on": TODAY, "key": key, "today": TODAY, "by": treasurer}
    assert payments.pay(year, person, **click) == payments.pay(year, person, **click)
    assert Receipt.objects.count() == 1
    other = a_member(club, "Bianchi", by=treasurer)
    with pytest.raises(ClubInputRefused) as refusal:
        payments.pay(year, other, **click)
    assert refusal.value.code == "key-used"


def test_a_year_already_paid_is_refused_and_the_receipt_is_named(club: Club, treasurer: User) -> None:
    year = a_year(club, by=treasurer)
    person = a_member(club, "Rossi", by=treasurer)
    paid(year, person, by=treasurer, on=date(2026, 3, 2))
    with pytest.raises(ClubError) as refusal:
        paid(year, person, by=treasurer)
    assert str(refusal.value) == "Rossi Anna ha già pagato la quota 2026 il 2/3/2026: ricevuta 1/2026."
    assert Receipt.objects.count() == 1


def test_refusals_say_what_to_do_and_write_nothing(club: Club, treasurer: User) -> None:
    year = a_year(club, by=treasurer, cents=0)
    honorary = a_member(club, "Rossi", by=treasurer)
    founder = a_member(club, "Fondatori", by=treasurer, category="fondatore")
    guest = people.add(club, last_name="Ospite", first_name="Ugo")
    theirs = people.add(a_club("Un altro circolo"), last_name="Verdi", first_name="Ida")
    expected = {
        honorary: "nothing-to-pay",
        founder: "no-amount",
        guest: "not-a-member",
        theirs: "unknown-person",
    }
    for person, code in expected.items():
        with pytest.raises(ClubError) as refusal:
            paid(year, person, by=treasurer)
        assert refusal.value.code == code
    with pytest.raises(ClubInputRefused, match="11/3/2026"):
        paid(year, honorary, by=treasurer, on=date(2026, 3, 11))
    assert not Receipt.objects.exists()
    assert not Due.objects.exists()


def test_of_a_closed_year_who_is_in_arrears_may_pay_and_nobody_else_is_renewed(
    club: Club, treasurer: User
) -> None:
    year = a_year(club, by=treasurer)
    late, never = (a_member(club, name, by=treasurer) for name in ("Rossi", "Bianchi"))
    Due.objects.create(year=year, person=late, category=a_category(club), cents=2500)
    years.close_year(year, today=TODAY, by=treasurer)
    assert paid(year, late, by=treasurer).cents == 2500
    with pytest.raises(ClubError) as refusal:
        paid(year, never, by=treasurer)
    assert refusal.value.code == "year-closed"


def test_the_amount_of_the_day_of_the_renewal_stays(club: Club, treasurer: User) -> None:
    year = a_year(club, by=treasurer)
    person = a_member(club, "Rossi", by=treasurer)
    Due.objects.create(year=year, person=person, category=a_category(club), cents=2500)
    years.set_amounts(year, {a_category(club).pk: 4000}, by=treasurer)
    assert paid(year, person, by=treasurer).cents == 2500


def test_numbers_begin_again_with_the_calendar_year_and_each_club_has_its_own(
    club: Club, treasurer: User
) -> None:
    year = a_year(club, by=treasurer)
    people_ = [a_member(club, name, by=treasurer) for name in ("Rossi", "Bianchi", "Verdi")]
    given = [
        paid(year, person, by=treasurer, today=today).label
        for person, today in zip(people_, (TODAY, TODAY, date(2027, 1, 2)), strict=True)
    ]
    other = a_club("Un altro circolo")
    theirs = an_officer(other, RoleKind.TREASURER)
    given.append(paid(a_year(other, by=theirs), a_member(other, "Neri", by=theirs), by=theirs).label)
    assert given == ["1/2026", "2/2026", "1/2027", "1/2026"]


def test_a_cancelled_receipt_has_a_counter_entry_with_its_own_number_and_the_due_is_owed_again(
    club: Club, treasurer: User
) -> None:
    year = a_year(club, by=treasurer)
    person = a_member(club, "Rossi", by=treasurer)
    wrong, key = paid(year, person, by=treasurer), uuid4()
    asked = {"reason": "era di un altro", "key": key, "today": TODAY, "by": treasurer}
    counter = receipts.cancel(club, 2026, 1, **asked)
    assert receipts.cancel(club, 2026, 1, **asked) == counter
    assert (counter.label, counter.cents, counter.cancels) == ("2/2026", -2500, wrong)
    assert not Due.objects.get().is_settled
    assert paid(year, person, by=treasurer).label == "3/2026"


@pytest.mark.parametrize(
    ("number", "reason", "code"),
    [
        (1, "", "reason-missing"), (2, "sbagliata", "already-cancelled"),
        (3, "sbagliata", "counter-entry"), (9, "sbagliata", "unknown-receipt"),
    ],
)  # fmt: skip
def test_what_cannot_be_cancelled_is_refused(
    club: Club, treasurer: User, number: int, reason: str, code: str
) -> None:
    year = a_year(club, by=treasurer)
    for name in ("Rossi", "Bianchi"):
        paid(year, a_member(club, name, by=treasurer), by=treasurer)
    receipts.cancel(club, 2026, 2, reason="errore", key=uuid4(), today=TODAY, by=treasurer)
    with pytest.raises(ClubError) as refusal:
        receipts.cancel(club, 2026, number, reason=reason, key=uuid4(), today=TODAY, by=treasurer)
    assert refusal.value.code == code
    assert Receipt.objects.count() == 3


def test_the_log_names_the_receipt_and_no_name(club: Club, treasurer: User) -> None:
    receipt = paid(a_year(club, by=treasurer), a_member(club, "Rossi", by=treasurer), by=treasurer)
    told = club.log.get(act="receipt.issued")
    assert told.subject == {"person": receipt.person_id, "receipt": "1/2026"}
    assert "Rossi" not in str((told.subject, told.before, told.after))


def test_years_run_as_the_club_says_and_bring_the_amounts_on(club: Club, treasurer: User) -> None:
    first = a_year(club, by=treasurer)
    assert (first.label, first.ends_on) == ("2026", date(2026, 12, 31))
    assert years.open_year(club, 2026, due_on=DUE_ON, by=treasurer) == first
    Club.objects.filter(pk=club.pk).update(year_start=9)
    with pytest.raises(ClubError) as refusal:
        years.open_year(club, 2026, due_on=date(2026, 10, 31), by=treasurer)
    assert refusal.value.code == "years-overlap"
    following = years.open_year(club, 2027, due_on=date(2027, 10, 31), by=treasurer)
    assert (following.label, following.starts_on, following.ends_on) == (
        "2027/2028", date(2027, 9, 1), date(2028, 8, 31),
    )  # fmt: skip
    assert [amount.cents for amount in following.amounts.all()] == [2500]


def test_a_closed_year_keeps_its_amounts_until_it_is_opened_again(club: Club, treasurer: User) -> None:
    year = a_year(club, by=treasurer)
    years.close_year(year, today=TODAY, by=treasurer)
    years.close_year(year, today=date(2026, 4, 1), by=treasurer)
    with pytest.raises(ClubError, match="chiuso"):
        years.set_amounts(year, {a_category(club).pk: 1}, by=treasurer)
    years.reopen_year(year, by=treasurer)
    years.set_amounts(year, {a_category(club).pk: 1}, by=treasurer)
    acts = [entry.act for entry in club.log.all() if entry.act.startswith("year.")]
    assert acts == ["year.opened", "year.amounts", "year.closed", "year.reopened", "year.amounts"]


@pytest.mark.parametrize("other", [{"cents": 1500}, {"means": Means.CARD}, {"paid_on": date(2026, 3, 1)}])
def test_a_second_payment_from_a_page_gone_back_to_is_refused_not_lost(
    club: Club, treasurer: User, other: dict[str, object]
) -> None:
    year, person = a_year(club, by=treasurer), a_member(club, "Rossi", by=treasurer)
    first = {"means": Means.CASH, "paid_on": TODAY, "key": uuid4(), "today": TODAY, "by": treasurer}
    first["cents"] = 1000
    payments.pay(year, person, **first)
    with pytest.raises(ClubInputRefused) as refusal:
        payments.pay(year, person, **{**first, **other})
    assert refusal.value.code == "key-used"
    assert Receipt.objects.count() == 1


@pytest.mark.parametrize(
    ("days", "code"),
    [
        ({"paid_on": date(1825, 1, 1)}, "long-ago"),
        ({"paid_on": TODAY, "value_on": date(1825, 1, 1)}, "value-far"),
        ({"paid_on": TODAY, "value_on": date(2062, 3, 1)}, "value-far"),
    ],
)
def test_a_day_with_a_wrong_year_is_refused(
    club: Club, treasurer: User, days: dict[str, date], code: str
) -> None:
    year, person = a_year(club, by=treasurer), a_member(club, "Rossi", by=treasurer)
    with pytest.raises(ClubInputRefused) as refusal:
        payments.pay(year, person, means=Means.CASH, key=uuid4(), today=TODAY, by=treasurer, **days)
    assert refusal.value.code == code
    assert not Receipt.objects.exists()
