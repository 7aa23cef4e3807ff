"""Eliminazione diretta: the bracket, whole events with some leaving, and the final after groups."""

import random
from itertools import combinations

import pytest

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, PlannedRound, draw_scheduled
from tournaments.core.draws.knockout import Stage, bracket, finalists, next_stage


def played_out(seeds: list[int], chance: random.Random, leaving: float) -> tuple[list[Stage], list[int]]:
    """All stages of an event in which anybody may win."""
    results: list[tuple[int, int]] = []
    gone: list[int] = []
    stages = []
    while True:
        stage = next_stage(seeds, results, gone=gone)
        stages.append(stage)
        matches = [*stage.matches, *([stage.third_place] if stage.third_place else [])]
        if not matches:
            return stages, gone
        for one, other in matches:
            if chance.random() < leaving:
                gone.append(one)
            else:
                results.append((one, other) if chance.random() < 0.5 else (other, one))


@pytest.mark.parametrize("entries", [2, 4, 8, 16, 32, 64])
def test_if_the_better_one_always_wins_the_seeds_come_in_their_order(entries):
    results: list[tuple[int, int]] = []
    seeds = list(range(1, entries + 1))
    while matches := next_stage(seeds, results).matches:
        assert {sum(match) for match in matches} == {2 * len(matches) + 1}
        results += [(min(match), max(match)) for match in matches]
    assert next_stage(seeds, results).podium[:2] == (1, 2)


@pytest.mark.parametrize("entries", range(2, 70))
def test_byes_are_as_few_as_can_be_and_go_to_the_best(entries):
    stage = next_stage(list(range(1, entries + 1)), [])
    size = len(bracket(entries))
    assert size < 2 * entries
    assert set(stage.byes) == set(range(1, size - entries + 1))
    assert len(stage.matches) == entries - size // 2


@pytest.mark.parametrize("seed", range(120))
def test_whoever_has_lost_plays_no_more_but_for_the_third_place(seed):
    chance = random.Random(seed)
    seeds = chance.sample(range(1, 500), chance.randint(2, 60))
    stages, gone = played_out(seeds, chance, leaving=chance.choice([0, 0, 0.1]))
    met: set[frozenset[int]] = set()
    for stage in stages:
        matches = [*stage.matches, *([stage.third_place] if stage.third_place else [])]
        playing = [id_ for match in matches for id_ in match]
        assert len(set(playing)) == len(playing)
        met |= {frozenset(match) for match in matches}
    assert len(met) == sum(len(stage.matches) + bool(stage.third_place) for stage in stages)
    podium = stages[-1].podium
    assert podium[0] is not None
    if not gone and len(seeds) > 3:
        assert len({*podium}) == 4
    assert len(stages) <= len(bracket(len(seeds))).bit_length()


def test_without_a_match_for_the_third_place_nobody_is_third():
    results = [(1, 4), (2, 3), (1, 2)]
    assert next_stage([1, 2, 3, 4], results, third_place=False).podium == (1, 2)
    assert next_stage([1, 2, 3, 4], results).third_place == (4, 3)


def test_of_three_the_loser_of_the_only_semi_final_is_third():
    assert next_stage([1, 2, 3], [(2, 3), (1, 2)]).podium == (1, 2, 3, None)


def test_who_leaves_after_winning_loses_the_next_match_unplayed():
    stage = next_stage([1, 2, 3, 4], [(1, 4), (2, 3)], gone=[2])
    assert stage.matches == ()
    assert stage.podium[:2] == (1, 2)


def test_one_alone_is_refused():
    with pytest.raises(DrawImpossible) as refused:
        next_stage([1], [])
    assert refused.value.code == "too-few-entrants"


def test_the_sides_of_a_stage_are_balanced():
    stage = next_stage([1, 2, 3, 4], [])
    entrants = tuple(Entrant(n, n, past_sides=("A",) if n in (1, 2) else ("B",)) for n in range(1, 5))
    drawn = draw_scheduled(DrawInput(2, entrants, (), 1), PlannedRound(stage.matches), is_side_free=True)
    assert {table.entrants for table in drawn.tables} == {(4, 1), (3, 2)}


class TestFinalAfterGroups:
    def test_first_of_one_group_plays_against_second_of_the_other(self):
        seeds = finalists([[11, 12, 13], [21, 22, 23]], 2)
        assert set(map(frozenset, next_stage(seeds, []).matches)) == {
            frozenset((11, 22)),
            frozenset((21, 12)),
        }

    @pytest.mark.parametrize("each", [2, 3, 4])
    @pytest.mark.parametrize("groups", [2, 3, 4, 5, 8, 9])
    def test_those_of_one_group_do_not_meet_in_the_first_turn(self, groups, each):
        made = [[10 * group + place for place in range(1, 5)] for group in range(1, groups + 1)]
        seeds = finalists(made, each)
        assert sorted(seeds) == sorted(id_ for group in made for id_ in group[:each])
        assert seeds[:groups] == tuple(group[0] for group in made)
        assert all(one // 10 != other // 10 for one, other in next_stage(seeds, []).matches)

    @pytest.mark.parametrize("groups", [2, 4])
    def test_the_two_of_one_group_can_meet_in_the_final_only(self, groups):
        seeds = finalists([[10 * group + place for place in (1, 2)] for group in range(groups)], 2)
        slots = [seeds[seed - 1] for seed in bracket(len(seeds)) if seed]
        halves = slots[: len(slots) // 2], slots[len(slots) // 2 :]
        assert all(one // 10 != other // 10 for half in halves for one, other in combinations(half, 2))

    def test_more_than_a_group_has_are_refused(self):
        with pytest.raises(DrawImpossible) as refused:
            finalists([[1, 2], [3, 4, 5]], 3)
        assert (refused.value.code, refused.value.params) == ("too-few-finalists", {"each": 3, "most": 2})
