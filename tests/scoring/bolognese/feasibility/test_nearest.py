"""What decides which entries are offered: bounds that leave out none of the nearest, and equal changes."""

from random import Random

import pytest

from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet
from scoring.bolognese.feasibility.nearest import Best, Nearness, _entries
from scoring.bolognese.feasibility.search import cells, splits_with_cricche
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.pile import PAIRS

POINTS = Figure("A", "card_points")


def test_of_equal_changes_the_first_found_stay():
    """The nearest are five at most; nothing says which of those that change the same."""
    best = Best({POINTS: 40})
    for value in (41, 39, 42, 38, 43, 37):
        best.add({POINTS: value})
    assert [entry[POINTS] for entry in best.entries()] == [39, 41, 38, 42, 43]
    assert best.is_too_much(3)
    assert not best.is_too_much(2)


def test_one_that_is_nearer_takes_the_last_one_s_place():
    best = Best({POINTS: 40})
    for value in (41, 39, 42, 38, 45, 37):
        best.add({POINTS: value})
    assert [entry[POINTS] for entry in best.entries()] == [39, 41, 38, 42, 37]


@pytest.mark.parametrize(
    "told",
    [
        {("A", "cricche"): 17, POINTS: 3},
        {("A", "cricche"): 40, ("B", "card_points"): 80},
        {("A", "total"): 160, ("B", "card_points"): 43},
        {("A", "sequences"): 20, ("A", "total"): 90},
        {("B", "sequences"): 45, ("B", "total"): 120},
    ],
    ids=str,
)
def test_no_entry_of_a_split_changes_less_than_is_foreseen_and_one_changes_just_that(told):
    wanted = {Figure(*name): value for name, value in told.items()}
    deal = Deal(PAIRS, ACCADEMIA, ("A",), ("B",))
    kept, least_met = Sheet({}, deal), 0
    for split in (*splits_with_cricche(kept)[:6], *Random(4).sample(splits_with_cricche(kept), 6)):
        near = Nearness(Best(wanted), kept, split, deal.sizes)
        roughly = near.least
        changes = [
            sum(abs(entry[figure] - value) for figure, value in wanted.items())
            for cell in cells(kept, [split])
            for entry in _entries(cell, wanted, deal)
        ]
        assert min(changes) >= near.look_closely() >= roughly
        least_met += min(changes) == near.least
    assert least_met
