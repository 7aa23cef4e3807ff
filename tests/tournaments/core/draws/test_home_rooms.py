"""Rooms that teams of several groups share, or that other evenings take."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.draws.home_rooms import Team
from tournaments.core.draws.league import Calendar, breaks, calendar, fewest_breaks

#: The room of each team of each group; 0 for a team without one.
Rooms = list[list[int]]


def groups_of(rooms: Rooms) -> list[list[Team]]:
    return [
        [Team(100 * group + at, room or None) for at, room in enumerate(of_group)]
        for group, of_group in enumerate(rooms, start=1)
    ]


@st.composite
def shared_by_twos(draw: st.DrawFn, *, sizes: st.SearchStrategy[int], same: bool) -> Rooms:
    """Groups whose teams share rooms by twos at random, within a group or between two, up to all of them."""
    size = draw(sizes)
    counts = draw(st.lists(st.just(size) if same else sizes, min_size=1, max_size=4))
    places = draw(st.permutations([(g, t) for g, count in enumerate(counts) for t in range(count)]))
    rooms = [[0] * count for count in counts]
    for at in range(draw(st.integers(0, len(places) // 2))):
        for group, team in places[2 * at : 2 * at + 2]:
            rooms[group][team] = at + 1
    return rooms


def matches_at(drawn: Calendar, groups: list[list[Team]]) -> Counter[tuple[int, int]]:
    room = {team.id: team.room for teams in groups for team in teams}
    return Counter(
        (room_of_home, number)
        for rounds in drawn.groups
        for number, turn in enumerate(rounds, start=1)
        for home, _away in turn.meets
        if (room_of_home := room[home]) is not None
    )


def assert_everybody_meets_everybody(drawn: Calendar, groups: list[list[Team]], legs: int) -> None:
    for teams, rounds in zip(groups, drawn.groups, strict=True):
        ids = [team.id for team in teams]
        met = Counter(meet for turn in rounds for meet in turn.meets)
        for one, other in combinations(ids, 2):
            assert met[one, other] + met[other, one] == legs
            if legs == 2:
                assert met[one, other] == met[other, one] == 1
        for turn in rounds:
            assert sorted([*(id_ for meet in turn.meets for id_ in meet), *turn.rests]) == sorted(ids)


LEGS, SEEDS = st.sampled_from([1, 2]), st.integers(0, 2**53)


@settings(max_examples=60, deadline=None)
@given(rooms=shared_by_twos(sizes=st.sampled_from(range(2, 21, 2)), same=True), legs=LEGS, seed=SEEDS)
def test_groups_of_one_even_size_respect_every_room_shared_by_two_and_no_break_is_lost(
    rooms: Rooms, legs: int, seed: int
) -> None:
    groups = groups_of(rooms)
    drawn = calendar(groups, legs=legs, seed=seed)
    assert_everybody_meets_everybody(drawn, groups, legs)
    assert max(matches_at(drawn, groups).values(), default=0) <= 1
    assert (drawn.crowded, drawn.extra_breaks) == ((), 0)
    for rounds in drawn.groups:
        half = len(rounds) // legs
        assert breaks(rounds[:half]) == breaks(rounds[-half:]) == half - 1


@settings(max_examples=30, deadline=None)
@given(
    rooms=shared_by_twos(sizes=st.integers(2, 12), same=False),
    legs=LEGS,
    seed=SEEDS,
    busy=st.lists(st.integers(0, 1), max_size=22),
)
def test_whatever_the_groups_what_is_impossible_and_what_it_costs_is_told(
    rooms: Rooms, legs: int, seed: int, busy: list[int]
) -> None:
    groups = groups_of(rooms)
    drawn = calendar(groups, legs=legs, seed=seed, other_events={1: busy})
    assert_everybody_meets_everybody(drawn, groups, legs)
    free = {
        (room, number): 1 - (busy[number - 1] if room == 1 and number <= len(busy) else 0)
        for room, number in matches_at(drawn, groups)
    }
    told = {(each.room, each.round): (each.matches, each.free) for each in drawn.crowded}
    over = {key: (count, free[key]) for key, count in matches_at(drawn, groups).items() if count > free[key]}
    assert told == over
    fewest = sum(fewest_breaks(len(teams), legs) for teams in groups)
    assert sum(map(breaks, drawn.groups)) - fewest <= drawn.extra_breaks


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("busy", [(1, 0, 1, 0, 0), (0, 1, 0, 0, 1), (1, 0, 0, 1, 0)])
def test_a_taken_room_costs_no_break_where_a_place_is_away_on_those_days(
    seed: int, busy: tuple[int, ...]
) -> None:
    groups = groups_of([[1, 0, 0, 0, 0, 0]])
    drawn = calendar(groups, legs=1, seed=seed, other_events={1: busy})
    assert (drawn.crowded, drawn.extra_breaks) == ((), 0)


def test_breaks_are_paid_where_the_room_is_taken_three_rounds_in_a_row() -> None:
    groups = groups_of([[1, 0, 0, 0, 0, 0, 0, 0]])
    drawn = calendar(groups, legs=2, seed=3, other_events={1: [1, 1, 1]})
    assert_everybody_meets_everybody(drawn, groups, 2)
    assert drawn.crowded == ()
    assert drawn.extra_breaks > 0


def test_a_room_taken_on_the_days_of_both_legs_of_a_match_is_named() -> None:
    # Rounds 2 and 8 of eight teams are the two legs of the same matches.
    drawn = calendar(
        groups_of([[1, 0, 0, 0, 0, 0, 0, 0]]), legs=2, seed=3, other_events={1: [0, 1, 0, 0, 0, 0, 0, 1]}
    )
    assert [(each.matches, each.free) for each in drawn.crowded] == [(1, 0)]


def test_a_room_that_is_always_taken_is_named_round_by_round() -> None:
    drawn = calendar(groups_of([[1, 0, 0, 0]]), legs=2, seed=3, other_events={1: [1] * 6})
    assert [(each.room, each.matches, each.free) for each in drawn.crowded] == [(1, 1, 0)] * 3


@pytest.mark.parametrize("busy", [[1, 0, 1, 0, 1], [1] * 5, [1, 1, 1, 0, 0]])
def test_a_room_that_other_events_overbook_is_a_room_without_a_free_match(busy: list[int]) -> None:
    groups = groups_of([[1, 1, 0, 0, 0, 0]])
    overbooked = calendar(groups, legs=1, seed=3, other_events={1: [3 * taken for taken in busy]})
    assert overbooked == calendar(groups, legs=1, seed=3, other_events={1: busy})
    assert all(each.free >= 0 for each in overbooked.crowded)


@pytest.mark.parametrize("sizes", [(40,), (20, 20), (10, 10, 10, 10), (18, 22), (13, 13, 14)])
def test_forty_teams_that_all_share_rooms_are_drawn(sizes: tuple[int, ...]) -> None:
    numbers = [at // 2 + 1 for at in range(40)]
    groups = groups_of([[numbers.pop((7 * at) % len(numbers)) for at in range(size)] for size in sizes])
    taken = {1: [1, 0, 0, 1] * 9, 2: [0, 1, 1, 0] * 9}
    drawn = calendar(groups, legs=2, seed=1, other_events=taken)
    assert_everybody_meets_everybody(drawn, groups, 2)
