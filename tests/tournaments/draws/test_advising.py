"""What is told before the evening, and that it comes true."""

import random
from dataclasses import replace

import pytest

from tournaments.draws.advising import (
    Finding,
    Option,
    Wanted,
    certain_turns,
    findings,
    options,
    possible_turns,
)
from tournaments.draws.simulating import (
    danish_turns,
    girone_turns,
    mitchell_turns,
    simulate,
    swiss_turns,
)


def by_movement(wanted: Wanted) -> dict[str, Option]:
    return {option.movement: option for option in options(wanted)}


def closer_to_the_best(by_lot: int, a: int, b: int) -> int:
    """The lower number is the stronger one; luck moves it by a dozen places."""
    return b - a + by_lot % 25 - 12


class TestOptions:
    def test_22_pairs_and_4_turns_of_30_minutes(self):
        found = by_movement(Wanted(22, 4, 30))
        assert found["danish"] == Option("danish", 4, 165, 11, 0, 0, "none")
        assert found["mitchell"] == Option("mitchell", 4, 165, 11, 0, 0, "none")
        assert "girone" not in found
        assert "knockout" not in found
        assert (found["groups"].groups, found["groups"].turns) == (6, 3)
        assert "groups-final" not in found
        assert by_movement(Wanted(22, 8, 30))["groups-final"].groups == 4

    def test_of_an_odd_number_one_rests_in_every_turn(self):
        danish = by_movement(Wanted(7, 4, 30))["danish"]
        assert (danish.resting, danish.most_rests, danish.tables) == (1, 1, 3)
        assert by_movement(Wanted(3, 4, 30))["danish"].most_rests == 2

    def test_everyone_against_everyone_is_offered_when_there_is_time(self):
        girone = by_movement(Wanted(6, 5, 20))["girone"]
        assert (girone.turns, girone.minutes, girone.rematches) == (5, 160, "none")

    def test_single_players_may_rotate(self):
        assert options(Wanted(18, 4, 30, are_singles=True))[0] == Option(
            "rotation", 4, 165, 4, 2, 1, "possible"
        )

    def test_larger_tables_are_the_only_choice_of_their_games(self):
        assert [option.movement for option in options(Wanted(14, 3, 30, sizes=(3,)))] == ["larger"]
        assert options(Wanted(14, 3, 30, sizes=(3,)))[0].resting == 2

    @pytest.mark.parametrize("entries", [0, 1])
    def test_nobody_to_play_against_leaves_nothing_to_choose(self, entries):
        assert options(Wanted(entries, 4, 30)) == ()

    @pytest.mark.parametrize("entries", range(2, 60))
    def test_every_option_keeps_to_the_turns_and_seats_everyone_but_those_who_rest(self, entries):
        for turns in (1, 3, 5, 9):
            for option in options(Wanted(entries, turns, 30)):
                assert 1 <= option.turns <= turns
                assert 2 * option.tables + option.resting == entries


class TestFindings:
    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            (Wanted(22, 4, 30, tables=11), ()),
            (Wanted(22, 4, 30, tables=10), (("not-enough-tables", {"needed": 11, "there": 10}),)),
            (Wanted(1, 4, 30), (("too-few-entrants", {"entrants": 1, "least": 2}),)),
            (Wanted(4, 3, 30), (("rematches-from", {"turn": 3}),)),
            (
                Wanted(2, 2, 30),
                (("more-turns-than-opponents", {"turns": 2, "most": 1}), ("rematches-from", {"turn": 2})),
            ),
            (Wanted(8, 5, 30, sizes=(3,)), (("rests-again-from", {"turn": 5}),)),
        ],
    )
    def test_before_starting(self, wanted, found):
        assert tuple((finding.code, finding.params) for finding in findings(wanted)) == found

    def test_only_what_makes_the_evening_impossible_is_fatal(self):
        assert findings(Wanted(1, 1, 30)) == (Finding("too-few-entrants", True, {"entrants": 1, "least": 2}),)
        assert not any(finding.is_fatal for finding in findings(Wanted(2, 5, 30)))


class TestSimulation:
    @pytest.mark.parametrize("entries", range(2, 17))
    def test_as_many_turns_as_are_called_certain_have_no_rematch(self, entries):
        turns = certain_turns(entries)
        came = simulate(
            danish_turns("avoided"), entries, turns, closer_to_the_best, evenings=25, seed=entries
        )
        assert came.rematches == 0

    @pytest.mark.parametrize("entries", [4, 5, 8])
    def test_more_turns_than_a_girone_has_bring_rematches_for_certain(self, entries):
        turns = possible_turns(entries) + 1
        came = simulate(danish_turns("avoided"), entries, turns, closer_to_the_best, evenings=5, seed=1)
        assert came.with_rematches == 5

    def test_with_rematches_allowed_there_are_some(self):
        came = simulate(danish_turns("allowed"), 8, 4, closer_to_the_best, evenings=20, seed=1)
        assert came.with_rematches > 10

    def test_schedules_have_none(self):
        for next_turn, turns in ((girone_turns(7), 7), (mitchell_turns(10, 5), 5), (swiss_turns, 4)):
            entries = 7 if turns == 7 else 10
            came = simulate(next_turn, entries, turns, closer_to_the_best, evenings=5, seed=3)
            assert came.rematches == 0

    def test_the_best_wins_more_often_the_less_luck_there_is(self):
        def lucky(by_lot: int, a: int, b: int) -> int:
            return 200 * (by_lot % 2) - 100

        def skilled(by_lot: int, a: int, b: int) -> int:
            return b - a

        by_skill = simulate(danish_turns("avoided"), 16, 4, skilled, evenings=60, seed=1)
        mixed = simulate(danish_turns("avoided"), 16, 4, closer_to_the_best, evenings=60, seed=1)
        by_luck = simulate(danish_turns("avoided"), 16, 4, lucky, evenings=60, seed=1)
        assert by_skill.best_first == 60 > mixed.best_first > by_luck.best_first
        assert mixed.best_among_three >= mixed.best_first

    def test_the_same_seed_brings_the_same_evenings_and_progress_is_told(self):
        told: list[int] = []
        came = [
            simulate(swiss_turns, 9, 3, closer_to_the_best, evenings=4, seed=7, tell=told.append)
            for _again in range(2)
        ]
        assert came[0] == came[1]
        assert told == [1, 2, 3, 4] * 2


def test_advice_is_arithmetic_and_takes_no_time_for_any_size():
    chance = random.Random(1)
    wanted = Wanted(200, 5, 30)
    for _any in range(300):
        options(replace(wanted, entries=chance.randint(2, 5000), turns=chance.randint(1, 20)))
