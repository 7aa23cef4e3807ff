"""What fits into an evening, told by arithmetic; that it comes true is `test_plans`."""

import random
from dataclasses import replace

import pytest

from tournaments.core.draws import Option, Wanted, options


def by_movement(wanted: Wanted) -> dict[str, Option]:
    return {option.movement: option for option in options(wanted)}


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
                if option.movement in ("danish", "swiss", "girone", "groups", "groups-final"):
                    assert 2 * option.tables + option.resting == entries

    @pytest.mark.parametrize(
        ("entries", "tables", "byes"), [(2, 1, 0), (3, 1, 1), (5, 2, 3), (6, 2, 2), (22, 8, 10), (32, 16, 0)]
    )
    def test_a_knock_out_takes_the_tables_of_its_fullest_turn(self, entries, tables, byes):
        knockout = by_movement(Wanted(entries, 5, 30))["knockout"]
        assert (knockout.tables, knockout.resting) == (tables, byes)

    def test_a_mitchell_of_an_odd_number_keeps_a_table_for_the_pair_that_is_lacking(self):
        mitchell = by_movement(Wanted(21, 4, 30))["mitchell"]
        assert (mitchell.tables, mitchell.resting) == (11, 1)

    def test_a_danese_that_allows_rematches_may_have_one_from_the_second_turn(self):
        allowed = Wanted(22, 2, 30, avoids_rematches=False)
        assert by_movement(allowed)["danish"].rematches == "possible"
        assert by_movement(replace(allowed, turns=1))["danish"].rematches == "none"


def test_advice_is_arithmetic_and_takes_no_time_for_any_size():
    chance = random.Random(1)
    wanted = Wanted(200, 5, 30)
    for _any in range(300):
        options(replace(wanted, entries=chance.randint(2, 5000), turns=chance.randint(1, 20)))


def test_a_challenge_is_advised_only_where_it_is_wanted_with_the_teams_that_there_are():
    assert "challenge" not in {option.movement for option in options(Wanted(12, 4, 30))}
    wanted = Wanted(11, 7, 30, movement="challenge", smaller_team=5)
    assert options(wanted)[0] == Option(
        "challenge", 7, 7 * 30 + 6 * 15, tables=5, resting=1, most_rests=2, rematches="certain"
    )
    assert options(replace(wanted, turns=6))[0].rematches == "none"
    assert options(Wanted(9, 2, 30, movement="challenge"))[0].tables == 4
