"""What the database itself refuses in the register, whoever writes it."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from club.models import Card, Category, CategorySpell, Club, MemberNumber, Membership, Person
from club.register import people

pytestmark = pytest.mark.django_db

JANUARY, MARCH, MAY = date(2026, 1, 10), date(2026, 3, 1), date(2026, 5, 1)


@pytest.fixture
def person(club: Club) -> Person:
    return people.add(club, last_name="Rossi", first_name="Mario")


def membership(person: Person, **dates: Any) -> Membership:
    return Membership.objects.create(club=person.club, person=person, **{"requested_on": MARCH, **dates})


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param({"admitted_on": JANUARY}, id="admitted before the request"),
        pytest.param({"admitted_on": MARCH, "ended_on": JANUARY, "end_cause": "lapse"}, id="ended before"),
        pytest.param({"admitted_on": MARCH, "ended_on": MAY}, id="ended without a cause"),
        pytest.param({"admitted_on": MARCH, "end_cause": "lapse"}, id="a cause without an end"),
        pytest.param({"admitted_on": MARCH, "ended_on": MAY, "end_cause": "holiday"}, id="unknown cause"),
        pytest.param({"ended_on": MAY, "end_cause": "lapse"}, id="never admitted, yet with a cause"),
    ],
)
def test_dates_that_cannot_be_are_refused(person: Person, dates: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        membership(person, **dates)


@pytest.mark.parametrize(
    "dates",
    [
        pytest.param({}, id="asked for"),
        pytest.param({"ended_on": MAY}, id="refused"),
        pytest.param({"admitted_on": MARCH}, id="admitted"),
        pytest.param({"admitted_on": MARCH, "ended_on": MAY, "end_cause": "death"}, id="ended"),
    ],
)
def test_dates_that_can_be_are_kept(person: Person, dates: dict[str, Any]) -> None:
    kept = membership(person, **dates)
    assert kept.is_request == (not dates)


def test_a_person_is_a_member_once_at_a_time(person: Person) -> None:
    membership(person, admitted_on=MARCH, ended_on=MAY, end_cause="resignation")
    membership(person, requested_on=MAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        membership(person, requested_on=MAY)


def test_a_number_is_of_one_person_and_a_person_uses_one_number(club: Club, person: Person) -> None:
    other = people.add(club, last_name="Bianchi", first_name="Bruno")
    MemberNumber.objects.create(club=club, number=1, person=person)
    for number, whose in ((1, other), (2, person), (0, other)):
        with pytest.raises(IntegrityError), transaction.atomic():
            MemberNumber.objects.create(club=club, number=number, person=whose)
    MemberNumber.objects.create(club=club, number=2, person=person, is_disused=True)


def test_a_category_begins_once_a_day(club: Club, person: Person) -> None:
    one, other = (Category.objects.create(club=club, name=name) for name in ("ordinario", "onorario"))
    kept = membership(person, admitted_on=MARCH)
    CategorySpell.objects.create(membership=kept, category=one, since=MARCH)
    with pytest.raises(IntegrityError), transaction.atomic():
        CategorySpell.objects.create(membership=kept, category=other, since=MARCH)


def test_a_card_ends_after_it_begins_and_its_number_is_of_one(club: Club, person: Person) -> None:
    Card.objects.create(club=club, person=person, number="A1", valid_from=MARCH, valid_until=MAY)
    for dates in ({"valid_from": MARCH, "valid_until": MAY}, {"valid_from": MAY, "valid_until": MARCH}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Card.objects.create(club=club, person=person, number="A1", **dates)
