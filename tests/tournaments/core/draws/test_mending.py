"""Draws mended when someone leaves or comes late."""

import random
from dataclasses import replace

import pytest

from tournaments.core.draws import (
    DrawImpossible,
    DrawInput,
    Entrant,
    Layout,
    Meeting,
    draw,
    draw_larger,
    draw_rotation,
    figures,
    mended,
    table_sizes,
)

EIGHT = tuple(Entrant(n, n, rank=n) for n in range(1, 9))
SECOND = DrawInput(2, EIGHT, tuple(Meeting(1, n, n + 1) for n in (1, 3, 5, 7)), 1)


def test_who_has_lost_the_opponent_rests_and_nobody_else_is_moved():
    before = Layout.from_draw(draw(SECOND))
    lost = before.table_of(1)
    assert lost is not None
    now, after = mended(SECOND, before, gone=[1])
    assert len(now.entrants) == 7
    assert {1, *after.rests} == set(lost.entrants)
    assert set(after.tables) == set(before.tables) - {lost}


def test_two_who_have_lost_their_opponents_meet_at_a_table_left_free():
    before = Layout.from_draw(draw(SECOND))
    _now, after = mended(SECOND, before, gone=[1, 8])
    assert after.rests == ()
    assert len(after.tables) == 3
    assert {table.number for table in after.tables} <= {1, 2, 3, 4}
    assert len(after.changed_from(before)) == 1


def test_who_has_lost_the_opponent_plays_against_who_rests():
    seven = replace(SECOND, entrants=EIGHT[:7], meetings=())
    before = Layout.from_draw(draw(seven))
    _now, after = mended(seven, before, gone=[1])
    assert after.rests == ()
    (new,) = after.changed_from(before)
    assert before.rests[0] in new.entrants


def test_one_who_comes_late_plays_against_who_rests():
    seven = DrawInput(1, EIGHT[:7], (), 1)
    before = Layout.from_draw(draw(seven))
    _now, after = mended(seven, before, came=[Entrant(20, 20)])
    (new,) = after.changed_from(before)
    assert (set(new.entrants), new.number, after.rests) == ({20, *before.rests}, 4, ())


def test_two_who_come_late_play_each_other():
    _now, after = mended(SECOND, Layout.from_draw(draw(SECOND)), came=[Entrant(20, 20), Entrant(21, 21)])
    assert set(after.tables[-1].entrants) == {20, 21}


def test_when_nobody_is_left_it_is_refused():
    with pytest.raises(DrawImpossible):
        mended(SECOND, Layout.from_draw(draw(SECOND)), gone=range(1, 8))


def test_a_calendar_is_not_mended_for_a_new_draw_does_it():
    layout = Layout(
        tuple(replace(table, is_scheduled=True) for table in Layout.from_draw(draw(SECOND)).tables)
    )
    with pytest.raises(DrawImpossible) as refused:
        mended(SECOND, layout, gone=[1])
    assert refused.value.code == "calendar"


def test_who_is_out_of_the_turn_stays_out():
    layout = Layout(Layout.from_draw(draw(SECOND)).tables[:3])
    before = layout.tables[0].entrants
    _now, after = mended(SECOND, layout, gone=before[:1])
    assert after.rests == before[1:]


def test_of_a_table_of_three_the_two_left_rest_and_sit_down_again_with_one_who_comes():
    nine = DrawInput(1, tuple(Entrant(n, n) for n in range(9)), (), 1, sizes=(3,))
    layout = Layout.from_draw(draw_larger(nine))
    now, after = mended(nine, layout, gone=[0])
    assert (len(after.tables), len(after.rests)) == (2, 2)
    _now, whole = mended(now, after, came=[Entrant(30, 30)])
    assert (len(whole.tables), whole.rests) == (3, ())


def test_a_table_is_given_up_where_one_alone_would_rest_for_nothing():
    """Mattazza, 3 to 6 at a table: the ninth and the tenth sit down somewhere."""
    given = DrawInput(1, tuple(Entrant(n, n) for n in range(8)), (), 1, sizes=(4, 3, 5, 6))
    layout = Layout.from_draw(draw_larger(given))
    _now, after = mended(given, layout, came=[Entrant(20, 20)])
    assert after.rests == ()
    assert sorted(len(table.entrants) for table in after.tables) == [4, 5]
    assert len(after.changed_from(layout)) == 1


def test_partners_are_drawn_anew_only_where_four_are_without_a_table():
    given = DrawInput(1, EIGHT, (), 1, sizes=(4,))
    layout = Layout.from_draw(draw_rotation(given))
    now, after = mended(given, layout, gone=[1])
    assert (len(after.tables), len(after.rests)) == (1, 3)
    _now, whole = mended(now, after, came=[Entrant(20, 20)])
    assert (len(whole.tables), whole.rests) == (2, ())
    assert all(len(table.partners) == 2 for table in whole.tables)


@pytest.mark.parametrize("sizes", [(2,), (3,), (4,), (4, 3, 5, 6)], ids=str)
@pytest.mark.parametrize("seed", range(40))
def test_everyone_still_plays_once_or_rests(seed: int, sizes: tuple[int, ...]):
    chance = random.Random(seed)
    size = chance.randint(2 * min(sizes), 24)
    given = DrawInput(1, tuple(Entrant(n, n) for n in range(size)), (), seed, sizes=sizes)
    before = Layout.from_draw(draw(given) if sizes == (2,) else draw_larger(given))
    gone = chance.sample(range(size), chance.randint(0, min(4, size - min(sizes))))
    came = [Entrant(100 + n, 100 + n) for n in range(chance.randint(0, 3))]
    now, after = mended(given, before, gone=gone, came=came)
    figures(now, after)  # raises where anybody is twice
    assert after.entrants == {one.id for one in now.entrants}
    assert len({table.number for table in after.tables}) == len(after.tables)
    assert {len(table.entrants) for table in after.tables} <= set(sizes)
    if len(sizes) > 1:
        assert len(after.rests) == len(now.entrants) - sum(table_sizes(len(now.entrants), sizes))
    else:
        assert len(after.rests) < min(sizes)
