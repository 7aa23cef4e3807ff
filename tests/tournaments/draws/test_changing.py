"""Draws changed by hand, and mended when someone leaves or comes late."""

import random

import pytest

from tournaments.draws import DrawImpossible, DrawInput, Entrant, Meeting, draw
from tournaments.draws.changing import mended, weighed

EIGHT = tuple(Entrant(n, n, rank=n) for n in range(1, 9))
MET = tuple(Meeting(1, n, n + 1) for n in (1, 3, 5, 7))
SECOND = DrawInput(2, EIGHT, MET, 1)


def pairs(given: DrawInput) -> list[tuple[int, int]]:
    return [(table.side_a, table.side_b) for table in draw(given).tables]


class TestByHand:
    def test_the_draw_itself_costs_no_more_than_itself(self):
        found = weighed(SECOND, pairs(SECOND))
        assert (found.more_rematches, found.farther, found.unfair_rests) == (0, 0, ())
        assert [table.last_met for table in found.tables] == [None] * 4

    def test_a_change_is_told_with_what_it_costs(self):
        found = weighed(SECOND, [(1, 8), (3, 4), (5, 7), (6, 2)])
        assert (found.tables[0].distance, found.tables[1].last_met) == (7, 1)
        assert (found.rematches, found.more_rematches) == (1, 1)
        assert (found.cost, found.farther) == (14, 14 - draw(SECOND).cost)

    def test_fixed_tables_that_clash_and_circles_are_told(self):
        four = tuple(
            Entrant(n, n, rank=n, circle=n % 2, fixed_table=n if n < 3 else None) for n in range(1, 5)
        )
        given = DrawInput(1, four, (), 1, wish="circles-apart")
        first, second = weighed(given, [(1, 2), (3, 4)]).tables
        assert (first.tables_clash, first.same_circle, second.tables_clash) == (True, False, False)
        assert weighed(given, [(1, 3), (2, 4)]).tables[0].same_circle

    def test_one_who_rests_again_is_told(self):
        seven = (*EIGHT[:6], Entrant(7, 7, rank=7, rests=1))
        given = DrawInput(2, seven, (), 1)
        assert weighed(given, [(1, 2), (3, 4), (5, 6)], rests=[7]).unfair_rests == (7,)
        assert weighed(given, [(1, 2), (3, 4), (5, 7)], rests=[6]).unfair_rests == ()

    @pytest.mark.parametrize(
        ("tables", "code"),
        [
            ([(1, 2), (3, 4), (5, 6)], "not-everyone-once"),
            ([(1, 2), (3, 4), (5, 6), (7, 7)], "not-everyone-once"),
            ([(1, 2), (3, 4), (5, 6), (7, 8), (1, 2)], "not-everyone-once"),
            ([(1, 2), (3, 4), (5, 6), (7, 99)], "not-an-entrant"),
        ],
    )
    def test_tables_that_do_not_seat_everyone_once_are_refused(self, tables, code):
        with pytest.raises(DrawImpossible) as refused:
            weighed(SECOND, tables)
        assert refused.value.code == code


class TestMending:
    def test_who_has_lost_the_opponent_rests_and_nobody_else_is_moved(self):
        before = draw(SECOND)
        now, after = mended(SECOND, before, gone=[1])
        assert len(now.entrants) == 7
        assert (
            after.rests
            == next(
                {table.side_a, table.side_b} - {1}
                for table in before.tables
                if 1 in (table.side_a, table.side_b)
            ).pop()
        )
        kept = {(table.number, table.side_a, table.side_b) for table in after.tables}
        assert kept < {(table.number, table.side_a, table.side_b) for table in before.tables}

    def test_two_who_have_lost_their_opponents_meet_at_a_table_left_free(self):
        before = draw(SECOND)
        _now, after = mended(SECOND, before, gone=[1, 8])
        assert after.rests is None
        assert len(after.tables) == 3
        assert {table.number for table in after.tables} <= {1, 2, 3, 4}

    def test_one_who_comes_late_plays_against_who_rests(self):
        seven = DrawInput(1, EIGHT[:7], (), 1)
        before = draw(seven)
        _now, after = mended(seven, before, came=[Entrant(20, 20)])
        assert after.rests is None
        assert {after.tables[-1].side_a, after.tables[-1].side_b} == {20, before.rests}
        assert after.tables[-1].number == 4

    def test_two_who_come_late_play_each_other(self):
        _now, after = mended(SECOND, draw(SECOND), came=[Entrant(20, 20), Entrant(21, 21)])
        assert {after.tables[-1].side_a, after.tables[-1].side_b} == {20, 21}

    def test_when_nobody_is_left_it_is_refused(self):
        with pytest.raises(DrawImpossible):
            mended(SECOND, draw(SECOND), gone=range(1, 8))

    @pytest.mark.parametrize("seed", range(60))
    def test_everyone_still_plays_once_or_rests(self, seed):
        chance = random.Random(seed)
        size = chance.randint(3, 30)
        given = DrawInput(1, tuple(Entrant(n, n) for n in range(size)), (), seed)
        gone = chance.sample(range(size), chance.randint(0, size - 2))
        came = [Entrant(100 + n, 100 + n) for n in range(chance.randint(0, 3))]
        now, after = mended(given, draw(given), gone=gone, came=came)
        seated = [id_ for table in after.tables for id_ in (table.side_a, table.side_b)]
        resting = [] if after.rests is None else [after.rests]
        assert sorted(seated + resting) == sorted(one.id for one in now.entrants)
        assert len({table.number for table in after.tables}) == len(after.tables)
        assert after.cost == weighed(now, [(t.side_a, t.side_b) for t in after.tables], resting).cost
