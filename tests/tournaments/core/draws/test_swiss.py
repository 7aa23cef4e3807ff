"""Swiss by match points: whole events with some leaving, against networkx."""

import random
from dataclasses import replace
from functools import cache

import networkx
import pytest

from tournaments.core.draws import Draw, DrawInput, Entrant, Meeting, Reason
from tournaments.core.draws.swiss import draw_swiss

Event = list[tuple[DrawInput, Draw]]


def entrants(*points: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(n, n, rank=n, points=mine) for n, mine in enumerate(points, 1))


def opponents(drawn: Draw) -> set[tuple[int, ...]]:
    return {tuple(sorted(table.entrants)) for table in drawn.tables}


@cache
def event(seed: int) -> Event:
    """Six turns; whoever rests has the points of a win."""
    chance = random.Random(seed)
    there = [Entrant(n, n, rank=n) for n in range(1, chance.randint(4, 40) + 1)]
    meetings: list[Meeting] = []
    played = []
    for turn in range(1, 7):
        if len(there) > 4 and chance.random() < 0.3:
            there.remove(chance.choice(there))
        given = DrawInput(turn, tuple(there), tuple(meetings), chance.getrandbits(32))
        drawn = draw_swiss(given)
        played.append((given, drawn))
        meetings += [Meeting(turn, *table.entrants) for table in drawn.tables]
        won = {chance.choice(table.entrants) for table in drawn.tables} | set(drawn.byes)
        side_a = {table.entrants[0] for table in drawn.tables}
        there = [
            replace(one, points=one.points + 2 * (one.id in won), rests=one.rests + 1)
            if one.id in drawn.byes
            else replace(
                one,
                points=one.points + 2 * (one.id in won),
                past_sides=(*one.past_sides, "A" if one.id in side_a else "B"),
            )
            for one in there
        ]
    return played


def cost(given: DrawInput, couples: set[tuple[int, ...]]) -> tuple[int, int]:
    met = {frozenset((meeting.first_id, meeting.second_id)) for meeting in given.meetings}
    points = {one.id: one.points for one in given.entrants}
    return (
        sum(frozenset(couple) in met for couple in couples),
        sum((points[one] - points[other]) ** 2 for one, other in couples),
    )


EVENTS = pytest.mark.parametrize("seed", range(80))


@EVENTS
def test_networkx_finds_no_draw_with_fewer_rematches_or_nearer_points(seed):
    for given, drawn in event(seed):
        last_met = {frozenset((m.first_id, m.second_id)): m.turn for m in given.meetings}
        playing = [one for one in given.entrants if one.id not in drawn.byes]
        graph = networkx.Graph()
        for at, one in enumerate(playing):
            for other in playing[:at]:
                turn = last_met.get(frozenset((one.id, other.id)), 0)
                weight = ((turn > 0) * 10**4 + turn) * 10**7 + (one.points - other.points) ** 2
                graph.add_edge(one.id, other.id, weight=weight)
        best = {tuple(couple) for couple in networkx.min_weight_matching(graph)}
        assert cost(given, opponents(drawn)) == cost(given, best)


@EVENTS
def test_everyone_plays_once_or_rests(seed):
    for given, drawn in event(seed):
        seated = [id_ for couple in opponents(drawn) for id_ in couple]
        resting = drawn.byes
        assert sorted([*seated, *resting]) == sorted(one.id for one in given.entrants)
        least = min(one.rests for one in given.entrants)
        assert all(one.rests == least for one in given.entrants if one.id in resting)


@EVENTS
def test_sides_stay_balanced(seed):
    for given, _drawn in event(seed):
        assert all(abs(one.side_balance) <= 3 for one in given.entrants)


@EVENTS
def test_the_same_input_makes_the_same_draw(seed):
    given, drawn = event(seed)[-1]
    assert draw_swiss(replace(given, entrants=given.entrants[::-1])) == drawn


def test_the_upper_half_of_those_with_as_many_points_plays_against_the_lower():
    drawn = draw_swiss(DrawInput(1, entrants(0, 0, 0, 0, 0, 0), (), 1))
    assert opponents(drawn) == {(1, 4), (2, 5), (3, 6)}


def test_the_last_of_an_odd_group_plays_against_the_first_of_the_next():
    drawn = draw_swiss(DrawInput(2, entrants(2, 2, 2, 0, 0, 0), (), 1))
    assert (3, 4) in opponents(drawn)
    reason = next(table.reason for table in drawn.tables if {*table.entrants} == {3, 4})
    assert reason == Reason("nearest-points", {"first": 3, "second": 4, "more": 2, "less": 0})


def test_beyond_the_full_matching_neighbours_in_points_meet_all_the_same():
    many = entrants(*(2 * (4 - n // 100) for n in range(500)))
    drawn = draw_swiss(DrawInput(5, many, (), 1))
    assert cost(DrawInput(5, many, (), 1), opponents(drawn)) == (0, 0)
    assert (1, 51) in opponents(drawn)
