"""The rule by which backups stay."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from club.backups.places import kept

NOW = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)


def _ages(minutes: list[int]) -> list[int]:
    """The ages in minutes that stay, of these."""
    stay = kept([NOW - timedelta(minutes=each) for each in minutes], NOW)
    return sorted(int((NOW - each).total_seconds()) // 60 for each in stay)


def test_all_of_the_last_hour_stay():
    assert _ages([0, 5, 10, 55, 60]) == [0, 5, 10, 55, 60]


def test_the_last_one_of_each_hour_stays_for_a_day():
    assert _ages([0, 65, 70, 115, 121, 179]) == [0, 65, 121]


def test_the_last_one_of_each_day_stays_for_a_month():
    day = 24 * 60
    ages = [0, 2 * day, 2 * day + 30, 3 * day, 29 * day, 30 * day]
    assert _ages(ages) == [0, 2 * day, 3 * day, 29 * day, 30 * day]


def test_the_last_one_of_each_month_stays_for_a_year():
    day = 24 * 60
    # NOW is the 22nd of November; 60 and 70 days before are both in September.
    assert _ages([0, 60 * day, 70 * day, 100 * day, 366 * day]) == [0, 60 * day, 100 * day]


def test_the_newest_stays_however_old_it_is():
    assert _ages([900 * 24 * 60, 901 * 24 * 60]) == [900 * 24 * 60]


@given(st.lists(st.integers(0, 500 * 24 * 60), min_size=1))
def test_what_stays_stays_when_asked_again(minutes: list[int]):
    once = _ages(minutes)
    assert _ages(once) == once
    assert min(minutes) in once
    assert len(once) <= 61 + 25 + 31 + 13
