"""When a turn will be done, which table holds it up, which is silent for too long."""

from datetime import UTC, datetime, timedelta

from tournaments.core.play import TablePace, forecast

START = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
HALF_AN_HOUR = timedelta(minutes=30)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def test_before_the_first_deal_the_turn_lasts_as_long_as_it_should() -> None:
    ahead = forecast([TablePace(1, ()), TablePace(2, ())], 4, START, at(2), HALF_AN_HOUR)
    assert (ahead.ends_at, ahead.silent) == (at(30), frozenset())


def test_the_pace_is_that_of_the_room_and_the_slowest_table_holds_the_turn_up() -> None:
    tables = [
        TablePace(1, (at(5), at(10), at(15), at(20))),
        TablePace(2, (at(5), at(10))),
        TablePace(3, (at(5), at(10), at(15))),
    ]
    ahead = forecast(tables, 4, START, at(16), HALF_AN_HOUR)
    # Table 2's third deal is late: it is taken to end now, and one more of five minutes follows.
    assert (ahead.ends_at, ahead.table) == (at(21), 2)


def test_a_table_is_silent_when_its_deal_takes_nearly_twice_the_usual() -> None:
    tables = [TablePace(1, (at(5), at(10))), TablePace(2, (at(5),))]
    assert forecast(tables, 4, START, at(13.7), HALF_AN_HOUR).silent == frozenset()
    assert forecast(tables, 4, START, at(13.8), HALF_AN_HOUR).silent == {2}


def test_sheets_sent_all_together_make_nobody_look_slow() -> None:
    tables = [TablePace(1, (at(4), at(4), at(4), at(4))), TablePace(2, (at(4),))]
    assert forecast(tables, 4, START, at(8), HALF_AN_HOUR).silent == frozenset()
    assert forecast(tables, 4, START, at(9), HALF_AN_HOUR).silent == {2}


def test_a_turn_whose_tables_are_all_done_ends_never_and_holds_up_nobody() -> None:
    done = [TablePace(1, (at(5), at(10)))]
    ahead = forecast(done, 2, START, at(60), HALF_AN_HOUR)
    assert (ahead.ends_at, ahead.table, ahead.silent) == (None, None, frozenset())
