"""Every movement of an evening, drawn from its settings and the input alone, turn after turn to its end."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.core.draws import Draw, DrawImpossible, DrawInput, Entrant, Meeting
from tournaments.core.draws.inputs import Win, starters
from tournaments.core.draws.movements import KINDS, Movement, drawn, final_from, groups_of, proper_turns

SMALL = {
    "danish": Movement(),
    "swiss": Movement("swiss"),
    "girone": Movement("girone"),
    "groups-final": Movement("groups-final", groups=2),
    "mitchell": Movement("mitchell", turns=3),
    "knockout": Movement("knockout"),
    "rotation": Movement("rotation"),
    "larger": Movement("larger"),
    "challenge": Movement("challenge"),
}


def first_turn(movement: Movement, entries: int, seed: int = 5) -> DrawInput:
    entrants = tuple(Entrant(number, number) for number in range(1, entries + 1))
    sizes = {"rotation": (4,), "larger": (3, 4)}.get(movement.kind, (2,))
    half = entries // 2
    teams = (tuple(range(1, half + 1)), tuple(range(half + 1, entries + 1)))
    return DrawInput(1, entrants, (), seed, sizes=sizes, teams=teams if movement.kind == "challenge" else ())


def after(movement: Movement, given: DrawInput, made: Draw) -> DrawInput:
    """The next turn's input when the lower number always wins, and each girone ends in that order."""
    pairs = [sorted(table.entrants) for table in made.tables]
    started = starters(given)
    last_of_groups = (final_from(movement, len(started)) or 0) - 1
    orders = given.group_orders
    if movement.kind == "groups-final" and given.turn == last_of_groups:
        here = {entrant.id for entrant in given.entrants}
        orders = tuple(tuple(sorted(set(group) & here)) for group in groups_of(movement, started))
    return replace(
        given,
        turn=given.turn + 1,
        seed=given.seed + 1,
        started=started,
        meetings=(*given.meetings, *(Meeting(given.turn, *pair) for pair in pairs)),
        wins=(*given.wins, *(Win(given.turn, *pair) for pair in pairs)),
        group_orders=orders,
    )


def whole(movement: Movement, entries: int) -> list[Draw]:
    given, turns = first_turn(movement, entries), []
    for _turn in range(proper_turns(movement, entries) or movement.turns):
        made = drawn(movement, given)
        assert isinstance(made, Draw)
        turns.append(made)
        given = after(movement, given, made)
    with pytest.raises(DrawImpossible) as ended:
        drawn(movement, given)
    assert ended.value.code in ("after-the-last-turn", "already-decided")
    return turns


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_movement_and_input_give_the_same_draw_through_their_files(kind):
    movement, given = SMALL[kind], first_turn(SMALL[kind], 8)
    again = drawn(Movement.from_json(movement.as_json()), DrawInput.from_json(given.as_json()))
    assert again == drawn(movement, given)


@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_gives_another_draw(kind):
    movement, given = SMALL[kind], first_turn(SMALL[kind], 8)
    assert any(
        drawn(movement, replace(given, seed=seed)).tables != drawn(movement, given).tables
        for seed in range(10, 14)
    )


def test_an_input_with_all_that_schedules_need_is_read_back_equal():
    given = replace(
        first_turn(SMALL["knockout"], 4),
        turn=2,
        started=(4, 1, 2, 3),
        wins=(Win(1, 1, 2),),
        gone=(3,),
        group_orders=((1, 2), (4,)),
    )
    assert DrawInput.from_json(given.as_json()) == given


def test_an_input_of_before_there_were_schedules_is_still_read():
    data = first_turn(SMALL["danish"], 4).as_json()
    for name in ("started", "wins", "gone", "group_orders"):
        del data[name]
    assert DrawInput.from_json(data) == first_turn(SMALL["danish"], 4)


@pytest.mark.parametrize(
    "data", [{"kind": "chess"}, {"groups": "2"}, {"is_double": 1}, {"even_way": "walk"}, {"speed": 3}]
)
def test_settings_that_no_movement_has_are_refused(data):
    with pytest.raises(DrawImpossible, match="unknown-format"):
        Movement.from_json(data)


@pytest.mark.parametrize(("entries", "turns"), [(2, 1), (5, 5), (6, 5), (9, 9)])
def test_in_a_girone_everybody_meets_everybody_once(entries, turns):
    made = whole(Movement("girone"), entries)
    assert len(made) == turns
    met = Counter(frozenset(table.entrants) for turn in made for table in turn.tables)
    assert met == Counter(map(frozenset, combinations(range(1, entries + 1), 2)))
    rests = Counter(id_ for turn in made for id_ in turn.byes)
    assert set(rests.values()) <= {1}


def test_a_double_girone_has_everybody_meet_twice_on_both_sides():
    made = whole(Movement("girone", is_double=True), 5)
    met = Counter(table.entrants for turn in made for table in turn.tables)
    assert set(met.values()) == {1}
    assert len(met) == 20


def test_a_mitchell_keeps_one_half_seated_and_nobody_meets_twice():
    made = whole(Movement("mitchell", turns=4, sections=1), 9)
    met = Counter(table.entrants for turn in made for table in turn.tables)
    assert set(met.values()) == {1}
    seats = {(table.entrants[0], table.number) for turn in made for table in turn.tables}
    assert len(seats) == len({id_ for id_, _number in seats})
    assert all(table.board for turn in made for table in turn.tables)


def test_more_turns_than_a_mitchell_has_are_refused_before_the_first():
    movement = Movement("mitchell", turns=5)
    with pytest.raises(DrawImpossible) as refused:
        drawn(movement, first_turn(movement, 8))
    assert (refused.value.code, refused.value.params["most"]) == ("more-turns-than-opponents", 3)


@pytest.mark.parametrize(("entries", "turns"), [(2, 1), (3, 2), (6, 3), (8, 3), (13, 4)])
def test_in_a_knockout_the_best_pass_without_a_match_and_winners_go_on(entries, turns):
    movement = Movement("knockout")
    made = whole(movement, entries)
    assert len(made) == turns
    assert len(made[0].passing) == (1 << turns) - entries if turns > 1 else not made[0].passing
    assert all(not turn.byes for turn in made)
    final = made[-1].tables
    assert [table.reason.code for table in final].count("final") == 1
    assert [table.reason.code for table in final].count("third-place") == (entries > 3)
    played = {id_ for table in made[0].tables for id_ in table.entrants}
    if turns > 2:
        assert set(made[1].idle) == {max(table.entrants) for table in made[0].tables}, "who has lost is out"
    assert played | set(made[0].passing) == set(range(1, entries + 1))


def test_who_has_gone_loses_unplayed_and_the_opponent_passes():
    movement = Movement("knockout")
    given = first_turn(movement, 8)
    made = drawn(movement, given)
    assert isinstance(made, Draw)
    then = after(movement, given, made)
    winners = [min(table.entrants) for table in made.tables]
    left = replace(
        then, gone=(winners[0],), entrants=tuple(one for one in then.entrants if one.id != winners[0])
    )
    second = drawn(movement, left)
    assert isinstance(second, Draw)
    assert len(second.tables) == 1
    assert len(second.passing) == 1
    assert set(second.passing) < set(winners)


def test_a_match_of_a_knockout_that_ended_level_has_to_be_decided_first():
    movement = Movement("knockout")
    given = first_turn(movement, 4)
    made = drawn(movement, given)
    assert isinstance(made, Draw)
    level = replace(after(movement, given, made), wins=())
    with pytest.raises(DrawImpossible) as refused:
        drawn(movement, level)
    assert refused.value.code == "match-level"
    assert refused.value.params["turn"] == 1


@pytest.mark.parametrize(("entries", "groups", "qualifiers", "turns"), [(8, 2, 2, 5), (9, 3, 1, 5)])
def test_groups_come_to_a_final(entries, groups, qualifiers, turns):
    movement = Movement("groups-final", groups=groups, qualifiers=qualifiers)
    made = whole(movement, entries)
    assert len(made) == turns
    assert made[-1].tables[0].reason.code in ("final", "third-place")
    gironi = groups_of(movement, starters(first_turn(movement, entries)))
    best = {id_ for group in gironi for id_ in sorted(group)[:qualifiers]}
    last_of_groups = (final_from(movement, entries) or 0) - 1
    first = made[last_of_groups]
    seated = {id_ for table in first.tables for id_ in table.entrants}
    assert seated | set(first.passing) == best
    assert set(first.idle) == set(range(1, entries + 1)) - best


def test_more_finalists_than_a_girone_has_are_refused_before_the_first_turn():
    movement = Movement("groups-final", groups=3, qualifiers=3)
    with pytest.raises(DrawImpossible) as refused:
        drawn(movement, first_turn(movement, 8))
    assert (refused.value.code, refused.value.params["most"]) == ("too-few-finalists", 2)


def test_groups_that_lost_too_many_send_as_many_as_they_can():
    movement = Movement("groups-final", groups=2, qualifiers=2)
    given = replace(
        first_turn(movement, 8),
        turn=4,
        started=tuple(range(1, 9)),
        group_orders=((1,), (2, 3, 6)),
        gone=(4, 5, 8),
    )
    given = replace(given, entrants=tuple(one for one in given.entrants if one.id in (1, 2, 3, 6)))
    made = drawn(movement, given)
    assert isinstance(made, Draw)
    assert [{*table.entrants} for table in made.tables] == [{1, 2}]
