"""Movimento Mitchell: every movement of up to 60 pairs is played through and looked at."""

from collections import Counter

import pytest

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant
from tournaments.core.draws.schedules import draw_scheduled, mitchell_schedule, most_turns

WAYS = ["skip", "share-and-relay"]


@pytest.mark.parametrize("even_way", WAYS)
@pytest.mark.parametrize("sections", [1, 2])
@pytest.mark.parametrize("pairs", range(4, 61))
def test_nobody_meets_or_plays_anything_twice(pairs, sections, even_way):
    smallest, largest = pairs // sections, -(-pairs // sections)
    turns = min(most_turns(smallest, even_way), most_turns(largest, even_way))
    movement = mitchell_schedule(range(pairs), turns, sections, even_way)
    assert len(movement) == turns
    for turn in movement:
        assert sorted([*turn.rests, *(id_ for meet in turn.meets for id_ in meet)]) == list(range(pairs))
        assert len(set(turn.tables)) == len(turn.tables) == len(turn.meets)
    meets = Counter(meet for turn in movement for meet in turn.meets)
    assert max(meets.values()) == 1
    played = [
        (id_, boards)
        for turn in movement
        for meet, boards in zip(turn.meets, turn.boards, strict=True)
        for id_ in meet
    ]
    assert len(set(played)) == len(played)
    assert max(Counter(id_ for turn in movement for id_ in turn.rests).values(), default=0) <= 1


@pytest.mark.parametrize("pairs", [6, 7, 10, 14, 21])
def test_with_an_odd_number_of_tables_every_north_south_meets_every_east_west(pairs):
    tables = (pairs + 1) // 2
    if tables % 2:
        movement = mitchell_schedule(range(pairs), tables)
        assert sum(len(turn.meets) for turn in movement) == tables * (pairs // 2)


def test_north_south_stay_and_east_west_go_up_a_table():
    movement = mitchell_schedule(range(1, 7), 3)
    assert [turn.meets for turn in movement] == [
        ((1, 2), (3, 4), (5, 6)),
        ((1, 6), (3, 2), (5, 4)),
        ((1, 4), (3, 6), (5, 2)),
    ]
    assert [turn.boards for turn in movement] == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]


def test_two_tables_that_share_have_the_same_deals_at_the_same_time():
    first = mitchell_schedule(range(16), 8, even_way="share-and-relay")[0]
    assert first.boards == (1, 2, 3, 4, 6, 7, 8, 1)


def test_more_turns_than_there_are_opponents_are_refused_with_the_most_there_can_be():
    with pytest.raises(DrawImpossible) as refused:
        mitchell_schedule(range(8), 4)
    assert (refused.value.code, refused.value.params) == (
        "more-turns-than-opponents",
        {"turns": 4, "most": 3},
    )
    assert len(mitchell_schedule(range(8), 4, even_way="share-and-relay")) == 4


def test_the_tables_of_a_turn_are_those_of_the_movement_and_opponents_of_who_left_rest():
    turn = mitchell_schedule(range(1, 8), 3)[1]
    there = tuple(Entrant(id_, id_) for id_ in range(1, 8) if id_ != 2)
    drawn = draw_scheduled(DrawInput(2, there, (), 5), turn)
    left = turn.without({2})
    assert {(*table.entrants, table.number) for table in drawn.tables} == {
        (*meet, table) for meet, table in zip(left.meets, left.tables, strict=True)
    }
    assert set(drawn.byes) == set(left.rests)
