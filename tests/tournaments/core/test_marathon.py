"""How many more rounds a challenge has time for, by the rounds already played."""

from datetime import UTC, datetime, timedelta
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.marathon import LONGEST_PAUSE, Span, outlook

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
HALF_AN_HOUR = timedelta(minutes=30)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def test_before_the_first_round_the_clock_of_a_round_and_five_minutes_count() -> None:
    ahead = outlook([], HALF_AN_HOUR, START, at(100))
    assert (ahead.rounds, ahead.round_lasts, ahead.left) == (3, HALF_AN_HOUR, timedelta(minutes=100))
    assert outlook([], HALF_AN_HOUR, START, at(99)).rounds == 2


def test_the_rounds_played_tell_how_long_another_lasts() -> None:
    played = [Span(at(0), at(20)), Span(at(24), at(44)), Span(at(48), at(108))]
    ahead = outlook(played, HALF_AN_HOUR, at(110), at(154))
    assert (ahead.rounds, ahead.round_lasts) == (2, timedelta(minutes=20))


def test_a_round_being_played_is_waited_for() -> None:
    played = [Span(at(0), at(30)), Span(at(35), None)]
    assert outlook(played, HALF_AN_HOUR, at(40), at(100)).rounds == 1
    assert outlook(played, HALF_AN_HOUR, at(40), at(99)).rounds == 0
    late = outlook(played, HALF_AN_HOUR, at(70), at(105))
    assert late.rounds == 1


def test_after_the_hour_nothing_is_left() -> None:
    ahead = outlook([Span(at(0), at(30))], HALF_AN_HOUR, at(61), at(60))
    assert (ahead.rounds, ahead.left) == (0, timedelta())


def test_rounds_typed_in_all_together_do_not_promise_a_hundred_others() -> None:
    played = [Span(at(0), at(0.5)), Span(at(1), at(1.5))]
    assert outlook(played, HALF_AN_HOUR, at(2), at(62)).round_lasts == timedelta(minutes=10)


def test_supper_is_no_usual_pause() -> None:
    played = [Span(at(0), at(30)), Span(at(90), at(120))]
    assert outlook(played, HALF_AN_HOUR, at(120), at(195)).rounds == 2
    assert timedelta(minutes=15) == LONGEST_PAUSE


minutes = st.integers(min_value=1, max_value=90)


@given(st.lists(st.tuples(minutes, minutes), max_size=12), minutes, st.integers(min_value=0, max_value=1500))
def test_so_many_rounds_fit_and_not_one_more(lengths: list[tuple[int, int]], clock: int, until: int) -> None:
    times = [at(each) for each in accumulate((0, *(minute for pair in lengths for minute in pair)))]
    played = [Span(*each) for each in zip(times[::2], times[1::2], strict=False)]
    now = played[-1].settled_at if played and played[-1].settled_at else START
    planned = timedelta(minutes=max(5, clock))
    ends_at = at(until)
    ahead = outlook(played, planned, now, ends_at)
    alone = outlook(played, planned, now, now + ahead.round_lasts)
    assert alone.rounds == 1
    assert ahead.rounds >= 0
    if ahead.rounds:
        assert now + ahead.rounds * ahead.round_lasts <= ends_at
    assert outlook(
        played, planned, now, ends_at + ahead.round_lasts + LONGEST_PAUSE
    ).rounds > ahead.rounds or (ends_at < now)
