"""The exact pairing, against two solvers that share nothing with it: all pairings tried, and networkx."""

import random
from collections.abc import Iterator

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.draws.inputs import Couple
from tournaments.core.draws.matching import Penalties, TooLargeError, nearest, parts
from tournaments.core.lots import lots


def draw_lots(position: int, count: int) -> list[int]:
    return lots(count, 1, "test", position)


def no_lots(position: int, count: int) -> list[int]:
    return [0] * count


def all_pairings(left: tuple[int, ...]) -> Iterator[list[Couple]]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for rest in all_pairings(tuple(one for one in others if one != other)):
            yield [(first, other), *rest]


def cost(couples: list[Couple], penalties: Penalties, terms: int) -> tuple[int, ...]:
    """The sum of each penalty, of the distances, of their squares, and of what they disturb."""
    sums = [sum(penalties.get(couple, (0,) * terms)[term] for couple in couples) for term in range(terms)]
    last = 2 * len(couples) - 1
    distances = [j - i for i, j in couples]
    disturbed = sum(last - i for i, j in couples if j - i > 1)
    return *sums, sum(distances), sum(distance**2 for distance in distances), disturbed


def lot_sum(couples: list[Couple]) -> int:
    return sum(draw_lots(i, j - i)[-1] for i, j in couples)


@st.composite
def lines(draw: st.DrawFn, largest: int, terms: int = 2) -> tuple[int, dict[Couple, tuple[int, ...]]]:
    size = draw(st.integers(1, largest // 2)) * 2
    couples = [(i, j) for i in range(size) for j in range(i + 1, size)]
    met = draw(st.lists(st.sampled_from(couples), unique=True))
    return size, {couple: (1,) + (draw(st.integers(0, 4)),) * (terms - 1) for couple in met}


@settings(deadline=None)
@given(lines(largest=8))
def test_no_pairing_of_eight_costs_less_and_the_lots_choose_among_the_equal_ones(line):
    size, penalties = line
    found = nearest(size, penalties, draw_lots)
    everything = all_pairings(tuple(range(size)))
    assert found == min(everything, key=lambda couples: (cost(couples, penalties, 2), lot_sum(couples)))


@pytest.mark.parametrize("seed", range(6))
def test_no_pairing_of_ten_who_have_nearly_all_met_costs_less(seed):
    rng = random.Random(seed)
    couples = [(i, j) for i in range(10) for j in range(i + 1, 10)]
    penalties = {couple: (1, rng.randint(1, 9)) for couple in couples if rng.random() < 0.8}
    least = min(cost(pairing, penalties, 2) for pairing in all_pairings(tuple(range(10))))
    assert cost(nearest(10, penalties, draw_lots), penalties, 2) == least


@pytest.mark.parametrize("seed", range(8))
def test_networkx_on_the_full_graph_finds_the_same_cost(seed):
    rng = random.Random(seed)
    size = rng.choice([24, 30, 36, 40])
    penalties: dict[Couple, tuple[int, ...]] = {}
    for turn in range(1, rng.randint(3, 12)):  # near ones meet, as they do in the danese
        line = sorted(range(size), key=lambda position: position + rng.uniform(0, 6))
        for i, j in zip(line[::2], line[1::2], strict=True):
            penalties[min(i, j), max(i, j)] = 1, turn
    graph = networkx.Graph()
    for i in range(size):
        for j in range(i + 1, size):
            met, turn = penalties.get((i, j), (0, 0))
            distance, disturbed = j - i, 0 if j - i == 1 else size - 1 - i
            cost_before = (met * 10**4 + turn) * 10**6 + distance
            graph.add_edge(i, j, weight=(cost_before * 10**6 + distance**2) * 10**6 + disturbed)
    best = sorted((min(couple), max(couple)) for couple in networkx.min_weight_matching(graph))
    assert cost(nearest(size, penalties, draw_lots), penalties, 2) == cost(best, penalties, 2)


@settings(deadline=None)
@given(lines(largest=8, terms=1))
def test_every_cheapest_pairing_is_made_of_the_couples_that_the_proof_leaves(line):
    size, penalties = line
    left = {couple for part in parts(size, penalties) for couple in part.couples}
    pairings = list(all_pairings(tuple(range(size))))
    least = min(cost(pairing, penalties, 1)[:3] for pairing in pairings)
    for pairing in pairings:
        if cost(pairing, penalties, 1)[:3] == least:
            assert set(pairing) <= left


def never_changing(size: int, turns: int) -> dict[Couple, tuple[int, ...]]:
    """Who has met after so many turns in which the classifica stayed as it was: all of them neighbours."""
    penalties: dict[Couple, tuple[int, ...]] = {}
    for turn in range(1, turns + 1):
        penalties |= dict.fromkeys(nearest(size, penalties, draw_lots), (1, turn))
    return penalties


def test_a_part_too_large_for_all_terms_at_once_costs_no_more_in_the_first_three():
    penalties = never_changing(130, turns=5)
    assert [len(part) for part in parts(130, penalties)] == [130]
    graph = networkx.Graph()
    for i in range(130):
        for j in range(i + 1, min(130, i + 30)):
            met, turn = penalties.get((i, j), (0, 0))
            graph.add_edge(i, j, weight=((met * 10**4 + turn) * 10**6 + j - i) * 10**6 + (j - i) ** 2)
    best = sorted((min(couple), max(couple)) for couple in networkx.min_weight_matching(graph))
    found = nearest(130, penalties, draw_lots)
    assert cost(found, penalties, 2)[:4] == cost(best, penalties, 2)[:4]


def test_a_line_of_which_few_have_met_falls_into_many_parts():
    penalties = {(0, 1): (1,), (100, 101): (1,), (7, 4000): (1,)}
    pieces = parts(5000, penalties)
    assert sorted(len(piece) for piece in pieces)[-3:] == [2, 4, 6]
    assert sum(len(piece) for piece in pieces) == 5000


def test_without_penalties_neighbours_are_paired():
    assert nearest(6, {}, draw_lots) == [(0, 1), (2, 3), (4, 5)]


def test_of_two_pairings_as_near_nobody_goes_farther_than_needed():
    assert nearest(4, {(0, 1): (1,)}, no_lots) == [(0, 2), (1, 3)]


def test_of_two_pairings_as_near_and_as_even_the_top_is_left_alone():
    assert nearest(6, {(2, 3): (1,)}, no_lots) == [(0, 1), (2, 4), (3, 5)]


def test_pairings_equal_in_all_else_are_chosen_by_lot():
    penalties = dict.fromkeys(((0, 1), (0, 2), (1, 2), (1, 4)), (1,))
    equal = [(0, 3), (1, 5), (2, 4)], [(0, 4), (1, 3), (2, 5)]
    assert cost(equal[0], penalties, 1) == cost(equal[1], penalties, 1)
    chosen = []
    for seed in range(60):
        chosen.append(nearest(6, penalties, lambda at, count, seed=seed: lots(count, seed, at)))
        assert chosen[-1] in equal
    assert 15 < chosen.count(equal[0]) < 45


def test_a_penalty_weighs_more_than_any_distance_and_the_window_reaches_so_far():
    everyone_but_the_last = dict.fromkeys([(0, j) for j in range(1, 11)], (1,))
    assert (0, 11) in nearest(12, everyone_but_the_last, draw_lots)


def test_an_earlier_penalty_weighs_more_than_all_later_ones():
    penalties = {(0, 1): (0, 9), (2, 3): (0, 9), (0, 2): (1, 0), (0, 3): (1, 0)}
    assert nearest(4, penalties, draw_lots) == [(0, 1), (2, 3)]


def test_a_cost_that_does_not_fit_the_solver_is_refused_instead_of_being_wrong():
    with pytest.raises(TooLargeError):
        nearest(4, {(0, 1): (2**60, 2**60)}, draw_lots)
