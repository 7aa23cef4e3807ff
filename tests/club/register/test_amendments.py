"""Dates written wrong are corrected with a reason, and stay in order."""

from datetime import date
from typing import Any

import pytest

from club.errors import ClubInputRefused, ClubOutdated
from club.models import Category, Club, Membership, User
from club.register import membership
from club.register.amendments import Dates, amend
from tests.club.register.book import FEBRUARY, JANUARY, MARCH, MAY, TODAY, a_member, a_request, named

RIGHT: dict[str, Any] = {"requested_on": JANUARY, "admitted_on": FEBRUARY, "resolution": "n. 1"}


def amended(one: Membership, by: User, *, reason: str = "letto male", **said: Any) -> Membership:
    dates = Dates(**{**RIGHT, **said})
    return amend(one.pk, one.club, dates, version=one.version, reason=reason, today=TODAY, by=by)


def test_the_admission_is_corrected_with_its_first_category(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = amended(
        a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary),
        secretary,
        admitted_on=MARCH,
        resolution="n. 2",
    )
    assert (one.admitted_on, one.resolution) == (MARCH, "n. 2")
    assert [spell.since for spell in one.spells.all()] == [MARCH]
    said = club.log.order_by("-number")[0]
    assert (said.act, said.reason) == ("membership.amended", "letto male")
    assert said.before["admitted_on"] == FEBRUARY.isoformat()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"reason": " "}, "reason-missing"),
        ({"requested_on": MARCH}, "out-of-order"),
        ({"admitted_on": date(2027, 1, 1)}, "in-the-future"),
        ({"resolution": ""}, "resolution-missing"),
        ({"admitted_on": None, "resolution": ""}, "other-state"),
        ({"ended_on": MARCH, "end_cause": "lapse"}, "other-state"),
        ({"end_cause": "lapse"}, "unknown-cause"),
    ],
)
def test_dates_that_cannot_be_are_refused(
    club: Club, secretary: User, ordinary: Category, said: dict[str, Any], code: str
) -> None:
    one = a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary)
    with pytest.raises(ClubInputRefused) as refusal:
        amended(one, secretary, **said)
    assert refusal.value.code == code
    assert not club.log.filter(act="membership.amended").exists()


def test_an_admission_does_not_pass_a_later_category(club: Club, secretary: User, ordinary: Category) -> None:
    one = a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary)
    other = Category.objects.create(club=club, name="onorario")
    one = membership.change_category(
        one.pk, club, version=one.version, category=other, since=MARCH, today=TODAY, by=secretary
    )
    with pytest.raises(ClubInputRefused) as refusal:
        amended(one, secretary, admitted_on=MARCH)
    assert refusal.value.code == "category-before-admission"


def test_two_times_of_a_person_do_not_overlap(club: Club, secretary: User, ordinary: Category) -> None:
    person = named(club, secretary, "Rossi Mario")
    one = a_member(person, secretary, ordinary)
    one = membership.end(
        one.pk, club, version=one.version, on=MARCH, cause="lapse", today=TODAY, by=secretary
    )
    a_request(person, secretary, on=MARCH)
    with pytest.raises(ClubInputRefused) as refusal:
        amended(one, secretary, ended_on=MAY, end_cause="lapse")
    assert refusal.value.code == "overlapping"
    assert amended(one, secretary, ended_on=FEBRUARY, end_cause="death").end_cause == "death"


def test_an_old_page_amends_nothing(club: Club, secretary: User, ordinary: Category) -> None:
    one = a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary)
    one.version -= 1
    with pytest.raises(ClubOutdated):
        amended(one, secretary)
