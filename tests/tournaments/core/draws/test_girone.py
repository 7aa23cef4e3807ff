"""Girone all'italiana and the tables that it makes, turn by turn, with some leaving."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant
from tournaments.core.draws.schedules import PlannedRound, draw_scheduled, round_robin_schedule, serpentine


@pytest.mark.parametrize("size", range(2, 42))
def test_everyone_meets_everyone_once_and_nobody_twice_in_a_turn(size):
    turns = round_robin_schedule([range(size)])
    meetings = Counter(frozenset(meet) for turn in turns for meet in turn.meets)
    assert meetings == Counter(map(frozenset, combinations(range(size), 2)))
    for turn in turns:
        assert sorted([*turn.rests, *(id_ for meet in turn.meets for id_ in meet)]) == list(range(size))
    assert len(turns) == size - 1 + size % 2


@pytest.mark.parametrize("size", range(2, 42))
def test_sides_are_as_even_as_the_number_of_turns_allows(size):
    turns = round_robin_schedule([range(size)])
    side_a = Counter(meet[0] for turn in turns for meet in turn.meets)
    played = size - 1
    assert all(abs(2 * side_a[id_] - played) <= 1 for id_ in range(size))


@pytest.mark.parametrize("size", [3, 4, 7, 10])
def test_the_second_leg_changes_the_sides(size):
    turns = round_robin_schedule([range(size)], legs=2)
    assert Counter(meet for turn in turns for meet in turn.meets) == Counter(
        (one, other) for one in range(size) for other in range(size) if one != other
    )


@pytest.mark.parametrize("size", [3, 5, 9, 21])
def test_of_an_odd_group_everyone_rests_once(size):
    assert sorted(id_ for turn in round_robin_schedule([range(size)]) for id_ in turn.rests) == list(
        range(size)
    )


@pytest.mark.parametrize(("entries", "groups"), [(8, 2), (13, 3), (21, 4), (200, 16), (5, 1)])
def test_groups_are_balanced_by_seed(entries, groups):
    made = serpentine(range(1, entries + 1), groups)
    assert sorted(id_ for group in made for id_ in group) == list(range(1, entries + 1))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    full = entries // groups
    strengths = [sum(group[:full]) for group in made]
    assert max(strengths) - min(strengths) <= groups


def test_more_groups_than_there_are_couples_are_refused_with_the_most_there_can_be():
    with pytest.raises(DrawImpossible) as refused:
        serpentine(range(5), 3)
    assert (refused.value.code, refused.value.params) == ("too-many-groups", {"groups": 3, "most": 2})


def test_groups_play_at_the_same_time_and_the_smaller_one_is_done_first():
    turns = round_robin_schedule([(1, 2, 3, 4), (5, 6, 7)])
    assert [len(turn.meets) for turn in turns] == [3, 3, 3]
    assert [len(turn.meets) for turn in round_robin_schedule([(1, 2, 3, 4), (5, 6)])] == [3, 2, 2]


def test_whoever_should_have_met_one_who_left_rests():
    turn = PlannedRound(((1, 2), (3, 4)), (5,))
    assert turn.without({2, 5}) == PlannedRound(((3, 4),), (1,))


@pytest.mark.parametrize("seed", range(20))
def test_each_turn_is_drawn_for_those_who_are_still_there(seed):
    chance = random.Random(seed)
    size = chance.randint(4, 30)
    present = set(range(1, size + 1))
    for number, turn in enumerate(round_robin_schedule([sorted(present)]), 1):
        if len(present) > 3 and chance.random() < 0.2:
            present.remove(chance.choice(sorted(present)))
        given = DrawInput(number, tuple(Entrant(id_, id_) for id_ in sorted(present)), (), seed)
        drawn = draw_scheduled(given, turn)
        assert drawn == draw_scheduled(given, turn)
        seated = [id_ for table in drawn.tables for id_ in table.entrants]
        assert sorted([*seated, *drawn.byes]) == sorted(present)
        assert {table.entrants for table in drawn.tables} <= set(turn.meets)


def test_one_whom_the_turn_does_not_name_is_idle_without_a_rest():
    given = DrawInput(1, tuple(Entrant(id_, id_) for id_ in (1, 2, 3, 4)), (), 1)
    drawn = draw_scheduled(given, PlannedRound(((1, 2),), (4,)))
    assert (drawn.byes, drawn.idle) == ((4,), (3,))
