"""A challenge of two teams: who meets whom, at which table, on which side, and who rests."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Movement, drawn
from tournaments.core.draws.challenge import challenge_round, leg_rounds
from tournaments.core.draws.schedules import PlannedRound

CHALLENGE = Movement("challenge")

sizes = st.integers(min_value=1, max_value=14)


def of_sizes(first: int, second: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(range(1, first + 1)), tuple(range(101, 101 + second))


def rounds_of(first: int, second: int, turns: int) -> list[PlannedRound]:
    return [challenge_round(of_sizes(first, second), turn) for turn in range(1, turns + 1)]


def an_input(first: int, second: int, turn: int = 1, **fields: object) -> DrawInput:
    """Round `turn`; the second team's numbers follow the first's."""
    everyone = range(1, first + second + 1)
    fields = {
        "teams": (tuple(everyone[:first]), tuple(everyone[first:])),
        "started": tuple(everyone),
        **fields,
    }
    return DrawInput(turn, tuple(Entrant(each, each) for each in everyone), (), 7, **fields)  # type: ignore[arg-type]


@given(sizes, sizes)
def test_in_a_leg_everybody_meets_everybody_of_the_other_team_exactly_once(first: int, second: int) -> None:
    teams = of_sizes(first, second)
    played = rounds_of(first, second, leg_rounds(first, second))
    met = Counter(frozenset(meet) for planned in played for meet in planned.meets)
    assert met == Counter(map(frozenset, product(*teams)))
    for planned in played:
        assert len(planned.meets) == min(first, second)
        assert sorted([*planned.rests, *(id_ for meet in planned.meets for id_ in meet)]) == sorted(
            [*teams[0], *teams[1]]
        )


@given(sizes, sizes)
def test_the_next_leg_has_the_same_tables_with_the_sides_changed(first: int, second: int) -> None:
    leg = leg_rounds(first, second)
    played = rounds_of(first, second, 2 * leg)
    for planned, again in zip(played[:leg], played[leg:], strict=True):
        assert again.meets == tuple((east, north) for north, east in planned.meets)


@given(sizes, sizes, st.integers(min_value=1, max_value=40))
def test_in_any_number_of_rounds_byes_differ_by_at_most_one(first: int, second: int, turns: int) -> None:
    teams = of_sizes(first, second)
    rested = Counter(id_ for planned in rounds_of(first, second, turns) for id_ in planned.rests)
    for team, other in (teams, teams[::-1]):
        times = [rested[id_] for id_ in team]
        assert max(times) - min(times) <= 1
        assert len(team) > len(other) or not any(times)


@given(sizes, sizes, st.integers(min_value=1, max_value=40))
def test_in_every_round_half_of_each_team_sits_north_south(first: int, second: int, turn: int) -> None:
    teams = of_sizes(first, second)
    meets = challenge_round(teams, turn).meets
    north = sum(meet[0] in teams[0] for meet in meets)
    assert abs(2 * north - len(meets)) <= 1


@given(sizes, sizes, st.integers(min_value=1, max_value=60))
def test_those_who_keep_their_table_have_the_two_sides_equally_often(
    first: int, second: int, turns: int
) -> None:
    staying, moving = sorted(of_sizes(first, second), key=len)
    played = rounds_of(first, second, turns)
    for at, id_ in enumerate(staying):
        assert all(id_ in planned.meets[at] for planned in played)
        north = sum(planned.meets[at][0] == id_ for planned in played)
        assert abs(2 * north - turns) <= 2
    assert len(moving) >= len(staying)


def test_at_the_odd_tables_the_first_team_begins_north_south() -> None:
    first = of_sizes(6, 6)[0]
    assert [meet[0] in first for meet in challenge_round(of_sizes(6, 6), 1).meets] == [True, False] * 3


def test_a_match_of_two_pairs_a_side_has_one_pair_of_each_on_each_side() -> None:
    assert [planned.meets for planned in rounds_of(2, 2, 4)] == [
        ((1, 101), (102, 2)),
        ((102, 1), (2, 101)),
        ((101, 1), (2, 102)),
        ((1, 102), (101, 2)),
    ]


def test_the_tables_are_those_of_the_team_that_stays_whoever_leaves() -> None:
    given_ = an_input(3, 3, turn=2)
    left = DrawInput(2, given_.entrants[1:], (), 7, teams=given_.teams, started=given_.started)
    assert [table.number for table in drawn(CHALLENGE, given_).tables] == [1, 2, 3]
    made = drawn(CHALLENGE, left)
    assert [table.number for table in made.tables] == [2, 3]
    assert made.byes == (5,)


def test_who_cannot_change_tables_has_the_fixed_one_and_the_others_go_round_it() -> None:
    entrants = tuple(Entrant(each, each, fixed_table=3 if each == 5 else None) for each in range(1, 7))
    for turn in range(1, 5):
        given_ = DrawInput(turn, entrants, (), 7, started=tuple(range(1, 7)), teams=((1, 2, 3), (4, 5, 6)))
        tables = drawn(CHALLENGE, given_).tables
        assert [table.number for table in tables] == [1, 2, 3]
        assert 5 in tables[2].entrants


@pytest.mark.parametrize(
    ("teams", "code", "params"),
    [
        (((1,), (3,)), "without-team", {"number": 2}),
        (((1, 2, 3), ()), "empty-team", {"team": 2}),
        (((), (1, 2, 3)), "empty-team", {"team": 1}),
        (((1, 2), (2, 3)), "entrant-twice", {"id": 2}),
    ],
)
def test_what_is_no_challenge_is_refused(teams, code, params) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DrawImpossible) as refused:
        drawn(CHALLENGE, an_input(2, 1, teams=teams))
    assert (refused.value.code, refused.value.params) == (code, params)


def test_a_team_that_has_left_as_a_whole_is_refused() -> None:
    given_ = an_input(2, 2, turn=2)
    left = DrawInput(2, given_.entrants[:2], (), 7, teams=given_.teams, started=given_.started)
    with pytest.raises(DrawImpossible) as refused:
        drawn(CHALLENGE, left)
    assert (refused.value.code, refused.value.params) == ("empty-team", {"team": 2})


def test_teams_come_back_from_json_and_other_draws_are_stored_without_them() -> None:
    given_ = an_input(2, 2)
    assert DrawInput.from_json(given_.as_json()) == given_
    assert "teams" not in DrawInput(1, given_.entrants, (), 7).as_json()
