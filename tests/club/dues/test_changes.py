"""A due changes until it is paid: instalments, another amount or category, exempt, cancelled, and back."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from club import receipts
from club.dues import changes, members, payments, years
from club.dues.members import arrears
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history.hash_chain import first_broken
from club.models import Club, Due, Means, MembershipYear, Person, Receipt, User
from club.register import membership, people
from tests.club.dues.members import DUE_ON, TODAY, a_category, a_member, a_year

pytestmark = pytest.mark.django_db

State = Due.State


@pytest.fixture
def year(club: Club, treasurer: User) -> MembershipYear:
    return a_year(club, by=treasurer, cents=4000)


@pytest.fixture
def person(club: Club, treasurer: User) -> Person:
    return a_member(club, "Rossi", by=treasurer)


@pytest.fixture
def due(year: MembershipYear, person: Person, treasurer: User) -> Due:
    return payments.renew_one(year, person, today=TODAY, by=treasurer)


def take(due: Due, cents: int | None, by: User, *, may_exceed: bool = False) -> Receipt:
    return payments.pay(
        due.year, due.person, cents=cents, may_exceed=may_exceed, means=Means.CARD, paid_on=TODAY,
        key=uuid4(), today=TODAY, by=by,
    )  # fmt: skip


def now(due: Due) -> tuple[Due.State, int, int]:
    """State, cents owed, cents paid."""
    fresh = Due.objects.with_paid().get(pk=due.pk)
    return fresh.state, fresh.owed_cents, fresh.paid_cents


def test_instalments_each_have_a_receipt_and_the_last_one_settles_the_due(due: Due, treasurer: User) -> None:
    first = take(due, 1500, treasurer)
    assert now(due) == (State.PART, 2500, 1500)
    assert first.cause == "Versamento sulla quota associativa anno 2026, categoria ordinario"
    last = take(due, None, treasurer)
    assert (last.cents, now(due)) == (2500, (State.PAID, 0, 4000))
    assert Due.objects.get(pk=due.pk).receipt == last


def test_arrears_are_what_is_left_of_the_day(club: Club, due: Due, treasurer: User) -> None:
    receipt = take(due, 1500, treasurer)
    day = DUE_ON + timedelta(days=1)
    assert [each.cents for each in arrears(club, day)] == [4000]
    assert [each.cents for each in arrears(club, TODAY)] == [2500]
    receipts.cancel(
        club, receipt.year, receipt.number, reason="errore", key=uuid4(), today=TODAY, by=treasurer
    )
    assert [each.cents for each in arrears(club, TODAY)] == [4000]


def test_more_than_is_owed_is_taken_only_when_confirmed(due: Due, treasurer: User) -> None:
    with pytest.raises(ClubInputRefused, match="Restano da pagare 40,00") as refusal:
        take(due, 40000, treasurer)
    assert refusal.value.code == "more-than-owed"
    take(due, 4500, treasurer, may_exceed=True)
    assert now(due) == (State.PAID, 0, 4500)
    assert Due.objects.get(pk=due.pk).overpaid_cents == 500


def test_a_cancelled_instalment_is_owed_again_and_the_other_stays(
    club: Club, due: Due, treasurer: User
) -> None:
    first, _second = take(due, 1500, treasurer), take(due, None, treasurer)
    receipts.cancel(club, first.year, first.number, reason="errore", key=uuid4(), today=TODAY, by=treasurer)
    assert now(due) == (State.PART, 1500, 2500)
    take(due, None, treasurer)
    assert now(due) == (State.PAID, 0, 4000)


def test_a_reduction_keeps_the_whole_amount_readable_and_is_logged(
    club: Club, due: Due, treasurer: User
) -> None:
    changed = changes.change_amount(due.pk, 2000, reason="studente", shown=4000, by=treasurer)
    assert (changed.cents, changed.full_cents, changed.reason) == (2000, 4000, "studente")
    entry = club.log.get(act="due.changed")
    assert (entry.before["cents"], entry.after["cents"], entry.reason) == (4000, 2000, "studente")
    changes.restore(due.pk, by=treasurer)
    due.refresh_from_db()
    assert (due.cents, due.full_cents, due.reason) == (4000, None, "")
    assert first_broken(club.log.all()) is None


def test_a_reduction_to_what_was_paid_settles_the_due(due: Due, treasurer: User) -> None:
    take(due, 1500, treasurer)
    with pytest.raises(ClubError) as refusal:
        changes.change_amount(due.pk, 1000, reason="sconto", shown=4000, by=treasurer)
    assert refusal.value.code == "below-paid"
    changes.change_amount(due.pk, 1500, reason="sconto", shown=4000, by=treasurer)
    assert now(due) == (State.PAID, 0, 1500)


def test_an_exemption_has_a_resolution_and_owes_nothing(club: Club, due: Due, treasurer: User) -> None:
    said = {"today": TODAY, "shown": 4000, "by": treasurer}
    with pytest.raises(ClubInputRefused, match="deve ancora venire"):
        changes.exempt(due.pk, resolved_on=date(2026, 5, 1), reason="ottant'anni", **said)
    changes.exempt(due.pk, resolved_on=date(2026, 1, 12), reason="ottant'anni", **said)
    assert now(due) == (State.EXEMPT, 0, 0)
    assert arrears(club, TODAY) == []
    with pytest.raises(ClubError) as refusal:
        take(due, 4000, treasurer)
    assert refusal.value.code == "nothing-to-pay"


def test_another_category_brings_its_amount(club: Club, due: Due, treasurer: User) -> None:
    supporter = a_category(club, "onorario")
    with pytest.raises(ClubInputRefused) as refusal:
        changes.change_category(due.pk, supporter, shown=4000, by=treasurer)
    assert refusal.value.code == "no-amount"
    years.set_amounts(due.year, {supporter.pk: 1000}, by=treasurer)
    changed = changes.change_category(due.pk, supporter, shown=4000, by=treasurer)
    assert (changed.category, changed.cents, changed.full_cents) == (supporter, 1000, None)


def test_a_cancelled_due_is_owed_by_nobody_and_can_be_restored(club: Club, due: Due, treasurer: User) -> None:
    changes.cancel(due.pk, reason="rinnovo sbagliato", today=TODAY, shown=4000, by=treasurer)
    assert now(due) == (State.CANCELLED, 0, 0)
    assert members.plan(due.year, today=TODAY).renewals == ()
    with pytest.raises(ClubError) as refusal:
        take(due, None, treasurer)
    assert refusal.value.code == "due-cancelled"
    changes.restore(due.pk, by=treasurer)
    assert now(due) == (State.UNPAID, 4000, 0)


def test_a_due_paid_in_part_is_not_cancelled(due: Due, treasurer: User) -> None:
    take(due, 100, treasurer)
    with pytest.raises(ClubError) as refusal:
        changes.cancel(due.pk, reason="errore", today=TODAY, shown=4000, by=treasurer)
    assert refusal.value.code == "due-part-paid"


@pytest.mark.parametrize(
    ("shown", "reason", "code"), [(3000, "sconto", "due-changed"), (4000, " ", "reason-missing")]
)
def test_a_stale_page_and_a_missing_reason_change_nothing(
    due: Due, treasurer: User, shown: int, reason: str, code: str
) -> None:
    with pytest.raises(ClubError) as refusal:
        changes.change_amount(due.pk, 1000, reason=reason, shown=shown, by=treasurer)
    assert refusal.value.code == code
    assert isinstance(refusal.value, ClubOutdated) == (code == "due-changed")
    due.refresh_from_db()
    assert due.cents == 4000


def test_a_paid_due_and_a_closed_year_are_not_changed(due: Due, treasurer: User) -> None:
    take(due, None, treasurer)
    with pytest.raises(ClubError) as refusal:
        changes.change_amount(due.pk, 1000, reason="sconto", shown=4000, by=treasurer)
    assert refusal.value.code == "already-paid"
    years.close_year(due.year, today=TODAY, by=treasurer)
    with pytest.raises(ClubError) as refusal:
        changes.restore(due.pk, by=treasurer)
    assert refusal.value.code == "year-closed"


def test_a_member_admitted_after_the_term_has_the_clubs_days_to_pay(
    club: Club, year: MembershipYear, treasurer: User
) -> None:
    late = people.add(club, last_name="Tardi", first_name="Ugo")
    asked = membership.request(late, on=TODAY, today=TODAY, by=treasurer)
    membership.admit(
        club, [asked.pk], on=TODAY, resolution="n. 2", category=a_category(club), today=TODAY, by=treasurer
    )
    due = payments.renew_one(year, late, today=TODAY, by=treasurer)
    assert due.due_on == TODAY + timedelta(days=30)
    assert arrears(club, TODAY + timedelta(days=30)) == []
    assert len(arrears(club, TODAY + timedelta(days=31))) == 1


def test_a_renewal_of_all_is_undone_whole_while_nobody_paid(
    club: Club, year: MembershipYear, treasurer: User
) -> None:
    first, _second = (a_member(club, name, by=treasurer) for name in ("Rossi", "Bianchi"))
    for wanted in (2, 0):
        members.renew(year, shown=members.plan(year, today=TODAY).fingerprint, today=TODAY, by=treasurer)
        (done,) = members.done_renewals(year)
        assert (done.dues, done.paid) == (2, 0)
        if wanted:
            assert members.undo_renewal(year, done.key, by=treasurer) == 2
            assert members.undo_renewal(year, done.key, by=treasurer) == 0
    assert club.log.filter(act="year.renewal-undone").get().before == {"dues": 2}
    payments.pay(
        year, first, means=Means.CASH, paid_on=TODAY, key=uuid4(), today=TODAY, by=treasurer, cents=1
    )
    (done,) = members.done_renewals(year)
    assert done.paid == 1
    with pytest.raises(ClubError, match="Rossi Anna ha già pagato"):
        members.undo_renewal(year, done.key, by=treasurer)
    assert year.dues.count() == 2


def test_new_amounts_reach_unpaid_dues_only_when_the_preview_is_confirmed(
    club: Club, year: MembershipYear, treasurer: User
) -> None:
    dues = [
        payments.renew_one(year, a_member(club, name, by=treasurer), today=TODAY, by=treasurer)
        for name in ("Rossi", "Bianchi", "Verdi", "Neri")
    ]
    take(dues[0], None, treasurer)
    take(dues[1], 500, treasurer)
    changes.change_amount(dues[2].pk, 2000, reason="studente", shown=4000, by=treasurer)
    new = {a_category(club).pk: 5000}
    (change,) = years.amount_changes(year, new)
    assert (change.category.name, change.cents, change.unpaid, change.others) == ("ordinario", 5000, 1, 2)
    with pytest.raises(ClubOutdated):
        years.set_amounts(year, new, by=treasurer, shown="what was shown before")
    assert year.amounts.get(category=a_category(club)).cents == 4000
    shown = years.fingerprint(years.amount_changes(year, new))
    assert years.set_amounts(year, new, by=treasurer, shown=shown) == 1
    amounts = [Due.objects.get(pk=due.pk).cents for due in dues]
    assert amounts == [4000, 4000, 2000, 5000]


@pytest.mark.parametrize("month", range(1, 13))
def test_a_year_begins_in_any_month(club: Club, treasurer: User, month: int) -> None:
    Club.objects.filter(pk=club.pk).update(year_start=month)
    starts_on = date(2026, month, 1)
    year = years.open_year(club, 2026, due_on=years.usual_term(starts_on), by=treasurer)
    assert (year.starts_on, year.ends_on + timedelta(days=1)) == (starts_on, date(2027, month, 1))
    assert year.label == ("2026" if month == 1 else "2026/2027")


def test_a_resolution_of_two_centuries_ago_is_a_typing_error(due: Due, treasurer: User) -> None:
    said = {"reason": "delibera", "today": TODAY, "shown": due.cents, "by": treasurer}
    with pytest.raises(ClubInputRefused) as refusal:
        changes.exempt(due.pk, resolved_on=date(1825, 1, 12), **said)
    assert refusal.value.code == "long-ago"


def test_amounts_that_somebody_else_changed_meanwhile_are_not_overwritten(
    club: Club, treasurer: User, client: Client
) -> None:
    year = a_year(club, by=treasurer)
    client.force_login(treasurer)
    where = f"/circoli/{club.slug}/quote/{year.pk}/"
    for page in (where, f"{where}rinnovi/"):
        fields = {
            name: field.initial or "" for name, field in client.get(page).context["form"].fields.items()
        }
        stale = {**fields, "amounts": "yes", f"category-{a_category(club).pk}": "31"}
        years.set_amounts(year, {a_category(club).pk: 2600}, by=treasurer)
        answer = client.post(page, stale)
        assert answer.status_code == 409
        assert "nel frattempo" in answer.content.decode()
        assert year.amounts.get().cents == 2600
        years.set_amounts(year, {a_category(club).pk: 2500}, by=treasurer)
        assert client.post(page, stale).status_code == 302
        assert year.amounts.get().cents == 3100
        years.set_amounts(year, {a_category(club).pk: 2500}, by=treasurer)
