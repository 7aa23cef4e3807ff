"""Whether evenings overlap, and how many are in a room at one time."""

from datetime import date, time

import pytest

from tournaments.core.hours import Hours, most_at_once

DAY = date(2026, 11, 28)
MATCH = Hours(DAY, time(20), 180)


def hours(at: time | None, minutes: int, on: date = DAY) -> Hours:
    return Hours(on, at, minutes)


@pytest.mark.parametrize(
    ("others", "most"),
    [
        ([], 0),
        ([hours(time(18), 150), hours(time(22, 30), 90)], 1),
        ([hours(time(18), 151), hours(time(20, 30), 30)], 2),
        ([hours(time(20), 60), hours(time(21), 60)], 1),
        ([hours(time(17), 180), hours(time(23), 60)], 0),
        ([hours(None, 60), hours(time(18), 150), hours(time(22, 30), 90)], 2),
        ([hours(time(20), 60, on=date(2026, 11, 29))], 0),
    ],
)
def test_evenings_one_after_another_are_one_at_a_time(others: list[Hours], most: int) -> None:
    assert most_at_once(MATCH, others) == most


@pytest.mark.parametrize(
    ("other", "meet"),
    [
        (hours(time(21), 360), True),
        (hours(time(21), 60, on=date(2026, 11, 29)), False),
        (hours(time(2), 60, on=date(2026, 11, 29)), True),
        (hours(time(3), 60, on=date(2026, 11, 29)), False),
        (hours(time(15), 60, on=date(2026, 11, 27)), False),
        (hours(time(22), 24 * 60, on=date(2026, 11, 27)), True),
        (hours(None, 60, on=date(2026, 11, 29)), False),
    ],
)
def test_an_evening_past_midnight_meets_those_of_the_next_day(other: Hours, meet: bool) -> None:
    marathon = hours(time(21), 360)
    assert marathon.overlaps(other) is other.overlaps(marathon) is meet
    assert most_at_once(marathon, [other]) == most_at_once(other, [marathon]) == int(meet)


def test_a_match_whose_hour_is_unknown_may_meet_all_that_are_played_at_one_time_that_day() -> None:
    evenings = [hours(time(15), 60), hours(time(20), 120), hours(time(21), 120)]
    assert most_at_once(Hours(DAY, None, 60), evenings) == 2
    assert most_at_once(Hours(DAY, None, 60), [hours(None, 60)]) == 1
