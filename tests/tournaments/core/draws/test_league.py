"""The fixtures of a championship: all meet all, at home and away in turn, in rooms that are free."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.draws.home_rooms import Team
from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.league import breaks, calendar
from tournaments.core.draws.schedules import PlannedRound

EVEN = range(2, 42, 2)


def season(
    entered: list[Team], *, legs: int, seed: int, matches_at_once: int = 1
) -> tuple[PlannedRound, ...]:
    drawn = calendar([entered], legs=legs, seed=seed, matches_at_once=matches_at_once)
    assert not drawn.crowded
    return drawn.groups[0]


def teams(count: int, rooms: dict[int, int] | None = None) -> list[Team]:
    return [Team(10 + at, (rooms or {}).get(at)) for at in range(count)]


@pytest.mark.parametrize("count", EVEN)
@pytest.mark.parametrize("legs", [1, 2])
def test_a_half_season_has_the_fewest_breaks_there_can_be(count: int, legs: int) -> None:
    rounds = season(teams(count), legs=legs, seed=count)
    assert len(rounds) == legs * (count - 1)
    for half in (rounds[: count - 1], rounds[count - 1 :])[:legs]:
        assert breaks(half) == count - 2


@pytest.mark.parametrize("count", EVEN[2:])
def test_a_double_season_has_two_breaks_for_each_team_and_no_match_returns_soon(count: int) -> None:
    rounds = season(teams(count), legs=2, seed=1)
    assert breaks(rounds) <= 2 * count
    played = {
        frozenset(meet): number for number, turn in enumerate(rounds[: count - 1]) for meet in turn.meets
    }
    again = {frozenset(meet): number for number, turn in enumerate(rounds) for meet in turn.meets}
    assert min(again[match] - played[match] for match in played) >= count - 2


def test_fewer_breaks_are_impossible_for_four_teams() -> None:
    # Only home-away-home and away-home-away have no break, and two teams with the same one never meet.
    sequences = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    without = [each for each in sequences if each[0] != each[1] != each[2]]
    assert len(without) == 2
    assert breaks(season(teams(4), legs=1, seed=0)) == 4 - len(without)


@given(count=st.integers(2, 41), legs=st.sampled_from([1, 2]), seed=st.integers(0, 2**53), data=st.data())
def test_everybody_meets_everybody_and_a_shared_room_is_never_taken_twice(
    count: int, legs: int, seed: int, data: st.DataObject
) -> None:
    shared = data.draw(st.integers(0, count // 2 - count % 2))
    places = {at: at // 2 for at in range(2 * shared)}
    entered = teams(count, places)
    rounds = season(entered, legs=legs, seed=seed)
    met = Counter(meet for turn in rounds for meet in turn.meets)
    ids = [team.id for team in entered]
    assert all(met[one, other] + met[other, one] == legs for one, other in combinations(ids, 2))
    assert sum(met.values()) == legs * count * (count - 1) // 2
    if legs == 2:
        assert all(met[one, other] == 1 for one, other in combinations(ids, 2))
    room = {team.id: team.room for team in entered}
    for turn in rounds:
        playing = [id_ for meet in turn.meets for id_ in meet]
        assert sorted([*playing, *turn.rests]) == sorted(ids)
        taken = Counter(room[home] for home, _away in turn.meets if room[home] is not None)
        assert max(taken.values(), default=0) <= 1


def test_the_seed_draws_the_calendar() -> None:
    assert season(teams(8), legs=1, seed=1) == season(teams(8), legs=1, seed=1)
    assert season(teams(8), legs=1, seed=1) != season(teams(8), legs=1, seed=2)


def test_a_room_takes_as_many_matches_as_it_has_place_for() -> None:
    four_in_one = dict.fromkeys(range(4), 7)
    rounds = season(teams(8, four_in_one), legs=2, seed=3, matches_at_once=2)
    hosts = {10, 11, 12, 13}
    assert max(sum(home in hosts for home, _away in turn.meets) for turn in rounds) == 2
    with pytest.raises(DrawImpossible) as refused:
        season(teams(8, four_in_one), legs=2, seed=3)
    assert (refused.value.code, refused.value.params) == (
        "room-too-small",
        {"room": 7, "teams": 4, "matches": 2},
    )


def test_one_team_is_no_championship() -> None:
    with pytest.raises(DrawImpossible):
        season(teams(1), legs=1, seed=1)
