"""A club whose year runs from September: one year closed, the next opened, and the money of both right."""

from datetime import date
from uuid import uuid4

import pytest

from club.dues import members, payments, years
from club.dues.members import arrears
from club.errors import ClubError
from club.models import Club, Due, Means, MembershipYear, Person, User
from club.register import membership
from tests.club.dues.members import a_category, a_member
from tests.evening import a_club

pytestmark = pytest.mark.django_db

AUTUMN, SPRING, NEXT_AUTUMN = date(2025, 9, 20), date(2026, 3, 10), date(2026, 9, 15)


@pytest.fixture
def club() -> Club:
    made = a_club()
    Club.objects.filter(pk=made.pk).update(year_start=9)
    made.refresh_from_db()
    return made


def pay(year: MembershipYear, person: Person, on: date, by: User) -> str:
    receipt = payments.pay(year, person, means=Means.CASH, paid_on=on, key=uuid4(), today=on, by=by)
    return receipt.label


def renewed(year: MembershipYear, on: date, by: User) -> int:
    return members.renew(year, shown=members.plan(year, today=on).fingerprint, today=on, by=by)


def owing(club: Club, on: date) -> dict[str, list[str]]:
    return {each.person.last_name: [due.year.label for due in each.dues] for each in arrears(club, on)}


def test_one_year_is_closed_and_the_next_opened(club: Club, treasurer: User) -> None:
    rossi, neri, verdi = (a_member(club, name, by=treasurer) for name in ("Rossi", "Neri", "Verdi"))
    first = years.open_year(club, 2025, due_on=date(2025, 11, 28), by=treasurer)
    assert (first.label, first.starts_on, first.ends_on) == ("2025/2026", date(2025, 9, 1), date(2026, 8, 31))
    years.set_amounts(first, {a_category(club).pk: 2500}, by=treasurer)
    assert renewed(first, AUTUMN, treasurer) == 3
    # Receipts are numbered by the calendar year, of which a membership year has two.
    assert [pay(first, rossi, AUTUMN, treasurer), pay(first, neri, SPRING, treasurer)] == ["1/2025", "1/2026"]
    assert owing(club, date(2025, 11, 28)) == {}
    assert owing(club, date(2025, 11, 29)) == {"Neri": ["2025/2026"], "Verdi": ["2025/2026"]}
    assert owing(club, SPRING) == {"Verdi": ["2025/2026"]}

    years.close_year(first, today=NEXT_AUTUMN, by=treasurer)
    second = years.open_year(club, 2026, due_on=date(2026, 11, 28), by=treasurer)
    assert (second.label, second.starts_on) == ("2026/2027", date(2026, 9, 1))
    assert [amount.cents for amount in second.amounts.all()] == [2500]
    years.set_amounts(second, {a_category(club).pk: 3000}, by=treasurer)
    time = neri.memberships.get()
    membership.end(
        time.pk, club, version=time.version, on=date(2026, 9, 10), cause="resignation", today=NEXT_AUTUMN,
        by=treasurer,
    )  # fmt: skip
    assert renewed(second, NEXT_AUTUMN, treasurer) == 2
    assert renewed(second, NEXT_AUTUMN, treasurer) == 0
    with pytest.raises(ClubError, match="chiuso"):
        renewed(first, NEXT_AUTUMN, treasurer)
    # Who owes the year that is closed may still pay it, at what it cost then.
    assert [pay(first, verdi, NEXT_AUTUMN, treasurer), pay(second, rossi, NEXT_AUTUMN, treasurer)] == [
        "2/2026", "3/2026",
    ]  # fmt: skip
    assert [due.cents for due in Due.objects.order_by("year__starts_on", "person_id")] == [2500] * 3 + [
        3000
    ] * 2
    assert owing(club, date(2026, 11, 28)) == {}
    assert owing(club, date(2026, 11, 29)) == {"Verdi": ["2026/2027"]}
    assert owing(club, SPRING) == {"Verdi": ["2025/2026"]}, "the past is told as it was"
