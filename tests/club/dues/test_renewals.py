"""Renewals of a year in bulk: shown before, all or nothing, once. And who is in arrears on a day."""

from datetime import date
from uuid import uuid4

import pytest

from club import receipts
from club.dues import members, years
from club.dues.members import arrears
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.models import Club, Due, Membership, MembershipYear, RoleKind, User
from tests.club.dues.members import TODAY, a_category, a_member, a_year, paid
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db


def renewed(year: MembershipYear, by: User, today: date = TODAY) -> int:
    return members.renew(year, shown=members.plan(year, today=today).fingerprint, today=today, by=by)


def owing(club: Club, day: date) -> list[tuple[str, int, list[str]]]:
    return [
        (each.person.last_name, each.cents, [due.year.label for due in each.dues])
        for each in arrears(club, day)
    ]


def test_all_the_members_are_renewed_at_the_amount_of_their_category_and_only_once(
    club: Club, treasurer: User
) -> None:
    for name, category in (("Rossi", "ordinario"), ("Bianchi", "onorario"), ("Verdi", "ordinario")):
        a_member(club, name, by=treasurer, category=category)
    left = a_member(club, "Andati", by=treasurer)
    Membership.objects.filter(person=left).update(ended_on=date(2026, 1, 31), end_cause="resignation")
    theirs = a_club("Un altro circolo")
    a_member(theirs, "Neri", by=an_officer(theirs, RoleKind.TREASURER))
    year = a_year(club, by=treasurer)
    years.set_amounts(year, {a_category(club, "onorario").pk: 0}, by=treasurer)

    assert members.plan(year, today=TODAY).cents == 5000
    assert (renewed(year, treasurer), renewed(year, treasurer)) == (3, 0)
    assert list(year.dues.values_list("person__last_name", "cents")) == [
        ("Bianchi", 0),
        ("Rossi", 2500),
        ("Verdi", 2500),
    ]
    assert club.log.filter(act="year.renewed").get().after == {"dues": 3}


def test_one_without_an_amount_stops_them_all_and_is_named(club: Club, treasurer: User) -> None:
    a_member(club, "Rossi", by=treasurer)
    a_member(club, "Fondatori", by=treasurer, category="fondatore")
    year = a_year(club, by=treasurer)
    with pytest.raises(ClubInputRefused, match="Fondatori Anna") as refusal:
        renewed(year, treasurer)
    assert refusal.value.code == "no-amount"
    assert not Due.objects.exists()


def test_what_was_not_shown_is_not_written(club: Club, treasurer: User) -> None:
    a_member(club, "Rossi", by=treasurer)
    year = a_year(club, by=treasurer)
    shown = members.plan(year, today=TODAY).fingerprint
    years.set_amounts(year, {a_category(club).pk: 9900}, by=treasurer)
    with pytest.raises(ClubOutdated):
        members.renew(year, shown=shown, today=TODAY, by=treasurer)
    assert not Due.objects.exists()


def test_a_closed_year_renews_nobody(club: Club, treasurer: User) -> None:
    a_member(club, "Rossi", by=treasurer)
    year = a_year(club, by=treasurer)
    years.close_year(year, today=TODAY, by=treasurer)
    with pytest.raises(ClubError) as refusal:
        renewed(year, treasurer)
    assert refusal.value.code == "year-closed"


def test_a_plan_costs_the_same_for_two_members_and_for_twenty(
    club: Club, treasurer: User, django_assert_num_queries: object
) -> None:
    year = MembershipYear.objects.select_related("club").get(pk=a_year(club, by=treasurer).pk)
    for wanted in (2, 20):
        for number in range(wanted - Membership.objects.count()):
            a_member(club, f"Socio{wanted}{number}", by=treasurer)
        with django_assert_num_queries(6):  # type: ignore[operator]
            assert len(members.plan(year, today=TODAY).renewals) == wanted


def test_arrears_are_those_of_the_day_asked(club: Club, treasurer: User) -> None:
    late, prompt = (a_member(club, name, by=treasurer) for name in ("Rossi", "Bianchi"))
    for first in (2025, 2026):
        renewed(a_year(club, by=treasurer, first=first), treasurer)
    earlier, year = club.years.order_by("starts_on")
    for each in (earlier, year):
        paid(each, prompt, by=treasurer, on=date(2026, 2, 1))
    paid(earlier, late, by=treasurer, on=date(2026, 3, 5))

    both = [("Bianchi", 2500, ["2025"]), ("Rossi", 2500, ["2025"])]
    assert owing(club, date(2025, 2, 28)) == []
    assert owing(club, date(2025, 3, 1)) == both
    assert owing(club, date(2026, 2, 1)) == both[1:]
    assert owing(club, date(2026, 3, 4)) == [("Rossi", 5000, ["2025", "2026"])]
    assert owing(club, date(2026, 3, 5)) == [("Rossi", 2500, ["2026"])]
    Membership.objects.filter(person=late).update(ended_on=date(2026, 3, 8), end_cause="lapse")
    assert owing(club, date(2026, 3, 8)) == []


def test_a_cancelled_receipt_counts_until_the_day_of_its_counter_entry(club: Club, treasurer: User) -> None:
    person, year = a_member(club, "Rossi", by=treasurer), a_year(club, by=treasurer)
    receipt = paid(year, person, by=treasurer, on=date(2026, 3, 1), today=date(2026, 3, 1))
    asked = {"reason": "assegno a vuoto", "key": uuid4(), "today": TODAY, "by": treasurer}
    receipts.cancel(club, receipt.year, receipt.number, **asked)
    assert owing(club, date(2026, 3, 9)) == []
    assert owing(club, TODAY) == [("Rossi", 2500, ["2026"])]


def test_arrears_are_one_query(club: Club, treasurer: User, django_assert_num_queries: object) -> None:
    for number in range(5):
        a_member(club, f"Socio{number}", by=treasurer)
    renewed(a_year(club, by=treasurer), treasurer)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert len(owing(club, TODAY)) == 5
