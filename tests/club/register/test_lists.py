"""The register of any day read from its rows, and lists of one kind of people."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club import selection
from club.models import Card, Category, Club, User
from club.register import lists, membership, people
from club.register.lists import State, Time
from club.selection import Filters, Kind
from tests.club.register.book import FEBRUARY, JANUARY, MARCH, MAY, TODAY, a_member, a_request, named
from tests.evening import a_club, an_officer

DAYS = st.dates(date(2026, 1, 1), date(2026, 1, 20))


@pytest.fixture
def everybody(club: Club, secretary: User, ordinary: Category) -> Club:
    """A member, one who left in March, one who asked, a guest, a card-holder; and another club's member."""
    a_member(named(club, secretary, "Abati Anna"), secretary, ordinary)
    left = a_member(named(club, secretary, "Bassi Bruno"), secretary, ordinary)
    membership.end(left.pk, club, version=left.version, on=MARCH, cause="lapse", today=TODAY, by=secretary)
    a_request(named(club, secretary, "Conti Carlo"), secretary, on=FEBRUARY)
    people.add(club, last_name="Dini", first_name="Dora", is_guest=True)
    holder = named(club, secretary, "Elmi Enea")
    for number, revoked_on in (("T1", None), ("T2", JANUARY)):
        Card.objects.create(
            club=club,
            person=holder,
            number=number,
            valid_from=JANUARY,
            valid_until=MAY,
            revoked_on=revoked_on,
        )
    other = a_club("Un altro circolo")
    category = Category.objects.create(club=other, name="ordinario")
    boss = an_officer(other)
    a_member(named(other, boss, "Zani Zeno"), boss, category)
    return club


def names(club: Club, kind: Kind, day: date, letters: str = "") -> list[str]:
    book = lists.load_book(club)
    ids = selection.person_ids(club, Filters(kind=kind, letters=letters), day, book)
    found = selection.list_rows(club, ids, day, book)
    return [row.person.last_name for row in found]


@pytest.mark.parametrize(
    ("kind", "day", "found"),
    [
        (Kind.MEMBERS, TODAY, ["Abati"]),
        (Kind.MEMBERS, MARCH, ["Abati"]),
        (Kind.MEMBERS, MARCH - timedelta(days=1), ["Abati", "Bassi"]),
        (Kind.MEMBERS, JANUARY, []),
        (Kind.REQUESTS, JANUARY, ["Abati", "Bassi"]),
        (Kind.REQUESTS, TODAY, ["Conti"]),
        (Kind.ENDED, TODAY, ["Bassi"]),
        (Kind.ENDED, FEBRUARY, []),
        (Kind.GUESTS, TODAY, ["Dini"]),
        (Kind.CARDS, MAY, ["Elmi"]),
        (Kind.CARDS, TODAY, []),
        (Kind.ALL, TODAY, ["Abati", "Bassi", "Conti", "Dini", "Elmi"]),
    ],
)
def test_each_kind_is_listed_as_it_was_that_day(
    everybody: Club, kind: Kind, day: date, found: list[str]
) -> None:
    assert names(everybody, kind, day) == found


def test_a_few_letters_choose_among_them(everybody: Club) -> None:
    assert names(everybody, Kind.ALL, TODAY, "con") == ["Conti"]
    assert names(everybody, Kind.MEMBERS, TODAY, "con") == []


def test_a_line_says_number_category_and_card(everybody: Club) -> None:
    book = lists.load_book(everybody)
    ids = selection.person_ids(everybody, Filters(kind=Kind.ALL), MAY, book)
    lines = {row.person.last_name: row for row in selection.list_rows(everybody, ids, MAY, book)}
    assert (lines["Abati"].number, lines["Abati"].category) == (1, "ordinario")
    assert (lines["Elmi"].number, lines["Elmi"].card) == (None, "T1")


def test_one_persons_book_is_that_part_of_the_whole(everybody: Club) -> None:
    one = everybody.people.get(last_name="Bassi")
    whole, part = lists.load_book(everybody), lists.load_book(everybody, only=one)
    assert part.times == {one.pk: whole.times[one.pk]}
    assert part.numbers == {one.pk: whole.numbers[one.pk]}


@st.composite
def histories(draw: st.DrawFn) -> list[Time]:
    """One person's times as a member, one after the other, the last perhaps open."""
    days = sorted(draw(st.lists(DAYS, min_size=1, max_size=9)))
    times = []
    while days:
        requested_on = days.pop(0)
        admitted_on = days.pop(0) if days and draw(st.booleans()) else None
        ended_on = days.pop(0) if days else None
        times.append(Time(1, requested_on, admitted_on, ended_on))
    return times


@given(histories(), DAYS)
def test_a_person_is_a_member_just_when_the_register_has_the_line(times: list[Time], day: date) -> None:
    is_listed = bool(lists.lines_on(day, times, {1: 7}))
    assert (lists.standing_on(day, times).state is State.MEMBER) == is_listed


@given(histories(), DAYS)
def test_what_has_not_happened_yet_changes_nothing(times: list[Time], day: date) -> None:
    known = [
        Time(
            1,
            time.requested_on,
            time.admitted_on if time.admitted_on and time.admitted_on <= day else None,
            time.ended_on if time.ended_on and time.ended_on <= day else None,
        )
        for time in times
        if time.requested_on <= day
    ]
    assert lists.standing_on(day, times) == lists.standing_on(day, known)
