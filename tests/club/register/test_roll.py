"""The register of any past day, against a plain reading of each person's times."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from club.register.lists import Line, Spell, Time, category_on, is_member_on, lines_on

START = date(2026, 1, 1)
DAYS = st.integers(0, 60).map(lambda days: START + timedelta(days=days))


@st.composite
def times(draw: st.DrawFn) -> Time:
    requested, admitted, ended = sorted(draw(st.tuples(DAYS, DAYS, DAYS)))
    is_admitted, is_over = draw(st.booleans()), draw(st.booleans())
    spells = tuple(Spell(at, day) for at, day in enumerate(sorted(draw(st.sets(DAYS, max_size=4)))))
    return Time(
        person=draw(st.integers(1, 50)),
        requested_on=requested,
        admitted_on=admitted if is_admitted else None,
        ended_on=ended if is_over else None,
        spells=spells,
    )


@given(st.lists(times(), max_size=12, unique_by=lambda time: time.person), DAYS)
def test_the_register_of_a_day_has_those_admitted_by_then_and_not_yet_gone(
    given_times: list[Time], day: date
) -> None:
    numbers = {time.person: 100 - time.person for time in given_times}
    told = lines_on(day, given_times, numbers)
    there = set()
    for time in given_times:
        # Day by day, as a clerk would tick them off.
        state = "out"
        for back in range(62):
            today = START + timedelta(days=back)
            if today > day:
                break
            if today == time.admitted_on:
                state = "in"
            if today == time.ended_on:
                state = "out"
        if state == "in":
            there.add(time.person)
    assert {line.person for line in told} == there
    assert [line.number for line in told] == sorted(numbers[person] for person in there)


def test_the_day_of_admission_counts_and_the_day_of_the_end_does_not() -> None:
    time = Time(1, START, START + timedelta(days=2), START + timedelta(days=5))
    days = [is_member_on(START + timedelta(days=at), time) for at in range(7)]
    assert days == [False, False, True, True, True, False, False]


def test_a_category_lasts_until_the_next() -> None:
    spells = (Spell(8, START + timedelta(days=9)), Spell(7, START))
    assert [category_on(START + timedelta(days=at), spells) for at in (-1, 0, 8, 9, 30)] == [None, 7, 7, 8, 8]


def test_a_line_tells_number_day_and_category() -> None:
    time = Time(5, START, START, None, (Spell(7, START),))
    assert lines_on(START, [time], {5: 12}) == [Line(12, 5, START, 7)]
