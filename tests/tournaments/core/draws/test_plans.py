"""Evenings of every movement, played out: what the options promise comes true, and the best are found."""

from dataclasses import replace

import pytest

from tournaments.core.draws import Option, Wanted, options, plan_of, simulate
from tournaments.core.draws.advising import Movement
from tournaments.core.draws.simulating import (
    DANISH,
    NONE_YET,
    SWISS,
    Evening,
    Plan,
    RoundTables,
    Table,
    TableScore,
)

EVERY: set[Movement] = {
    "danish", "swiss", "girone", "groups", "groups-final", "mitchell", "knockout", "rotation", "larger",
    "challenge",
}  # fmt: skip


def skilled(_by_lot: int, table: Table) -> TableScore:
    """The lower number is the stronger one, always."""
    return TableScore(tuple(-sum(side) for side in table))


def mixed(by_lot: int, table: Table) -> TableScore:
    """Luck moves strength by a dozen places."""
    return TableScore(tuple(-sum(side) + (by_lot >> 8 * at) % 25 for at, side in enumerate(table)))


def lucky(by_lot: int, table: Table) -> TableScore:
    return TableScore(tuple((by_lot >> 8 * at) % 251 for at, _side in enumerate(table)))


def sizes_of(option: Option, sizes: tuple[int, ...]) -> tuple[int, ...]:
    return (4,) if option.movement == "rotation" else sizes


def watched(option: Option, entries: int) -> tuple[Plan, list[RoundTables]]:
    """The plan, and the turns that it draws."""
    seen: list[RoundTables] = []
    plan = plan_of(option, entries)

    def next_turn(evening: Evening) -> RoundTables:
        seen.append(plan.next_turn(evening))
        return seen[-1]

    return replace(plan, next_turn=next_turn), seen


OF_PAIRS = [(entries, turns) for entries in (4, 5, 7, 8, 12, 13) for turns in (2, 4, 8)]
SINGLES = [(entries, turns) for entries in (6, 8, 13, 29) for turns in (1, 2, 4)]
LARGER = [
    (entries, turns, sizes) for entries in (6, 8, 13) for turns in (1, 3, 7) for sizes in ((3,), (4, 5, 3, 6))
]
TEAMS = [(4, 3, None), (12, 4, 6), (12, 8, 6), (13, 9, 6), (7, 5, 1), (2, 3, 1), (11, 6, 3)]
CASES = [
    *((Wanted(*case, 30), movement) for case in OF_PAIRS for movement in sorted(EVERY)),
    *(
        (Wanted(entries, turns, 30, movement="challenge", smaller_team=smaller), "challenge")
        for entries, turns, smaller in TEAMS
    ),
    *((Wanted(*case, 30, are_singles=True), "rotation") for case in SINGLES),
    *((Wanted(entries, turns, 30, sizes=sizes), "larger") for entries, turns, sizes in LARGER),
]


@pytest.mark.parametrize(
    ("wanted", "option"),
    [
        (wanted, option)
        for wanted, movement in CASES
        for option in options(wanted)
        if option.movement == movement
    ],
    ids=lambda each: f"{each.movement}-{each.turns}" if isinstance(each, Option) else str(each.entries),
)
def test_an_option_keeps_what_it_promises(wanted: Wanted, option: Option):
    plan, turns = watched(option, wanted.entries)
    sizes = sizes_of(option, wanted.sizes)
    evenings = 3
    came = simulate(plan, wanted.entries, option.turns, lucky, evenings=evenings, seed=1, sizes=sizes)
    assert max(len(turn.tables) for turn in turns) <= option.tables
    if option.movement != "knockout":  # there a bye is not a rest
        assert max(len(turn.rests) for turn in turns) <= option.resting
    for at in range(evenings):
        rested = [id_ for turn in turns[at * option.turns : (at + 1) * option.turns] for id_ in turn.rests]
        assert max(map(rested.count, rested), default=0) <= option.most_rests
    if option.rematches == "none":
        assert came.rematches == 0
    if option.rematches == "certain":
        assert came.with_rematches == evenings


def test_every_movement_is_played_out_by_the_test_before():
    offered = {
        option.movement
        for wanted, movement in CASES
        for option in options(wanted)
        if option.movement == movement
    }
    assert offered == EVERY


@pytest.mark.parametrize("wanted", [Wanted(12, 11, 30), Wanted(9, 9, 30)])
def test_who_always_wins_comes_first_in_every_movement(wanted: Wanted):
    for option in options(wanted):
        came = simulate(
            plan_of(option, wanted.entries), wanted.entries, option.turns, skilled, evenings=4, seed=3
        )
        assert came.best_among_three == 4
        # The winner of another group, who met others, may have won by more.
        assert came.best_first == 4 or option.movement == "groups"


def test_who_always_wins_comes_first_at_larger_tables():
    wanted = Wanted(14, 4, 30, sizes=(3,))
    (option,) = options(wanted)
    came = simulate(plan_of(option, 14), 14, 4, skilled, evenings=4, seed=3, sizes=(3,))
    assert came.best_among_three >= 3  # points depend on who else sits there


def test_the_best_wins_more_often_the_less_luck_there_is():
    by_skill, some_luck, by_luck = (
        simulate(DANISH, 16, 4, score, evenings=60, seed=1) for score in (skilled, mixed, lucky)
    )
    assert by_skill.best_first == 60 > some_luck.best_first > by_luck.best_first
    assert some_luck.best_among_three >= some_luck.best_first


def test_the_last_of_the_podium_is_among_the_first_three_of_a_knock_out():
    (knockout,) = (each for each in options(Wanted(8, 3, 30)) if each.movement == "knockout")
    came = simulate(plan_of(knockout, 8), 8, 3, lucky, evenings=200, seed=1)
    # By luck alone one of eight: 25 of 200 first, 75 among three.
    assert 10 <= came.best_first <= 45
    assert 50 <= came.best_among_three <= 100


def test_with_rematches_allowed_there_are_some():
    assert simulate(DANISH, 8, 4, mixed, evenings=20, seed=1, rematches="allowed").with_rematches > 10
    assert simulate(DANISH, 8, 4, mixed, evenings=20, seed=1).with_rematches == 0


def test_the_same_seed_brings_the_same_evenings_and_progress_is_told():
    told: list[int] = []
    came = [simulate(SWISS, 9, 3, mixed, evenings=4, seed=7, tell=told.append) for _again in range(2)]
    assert came[0] == came[1]
    assert told == [1, 2, 3, 4] * 2


def test_parts_add_up_to_the_whole():
    whole = simulate(DANISH, 10, 4, mixed, evenings=9, seed=7)
    parts = [simulate(DANISH, 10, 4, mixed, evenings=3, seed=7, start=start) for start in (0, 3, 6)]
    assert sum(parts, NONE_YET) == whole
