"""The drawing of a rating: everything inside it, higher is higher, readable lines behind."""

from itertools import pairwise
from random import Random

import pytest

from tournaments.core.plots import rating_plot


@pytest.mark.parametrize("seed", range(20))
def test_everything_is_inside_and_in_order(seed: int) -> None:
    chance = Random(seed)
    values = [chance.randint(900, 2100) for _value in range(chance.randint(1, 60))]
    deviations = [chance.randint(0, 330) for _value in values]
    drawn = rating_plot(values, deviations, [str(at) for at in range(len(values))])
    corners = [tuple(map(float, each.split(","))) for each in f"{drawn.line} {drawn.band}".split()]
    assert all(drawn.left <= x <= drawn.right and 0 < y <= drawn.bottom for x, y in corners)
    assert all(one.x < other.x for one, other in pairwise(drawn.marks))
    for one, other in pairwise(sorted(drawn.marks, key=lambda mark: mark.value)):
        assert one.y >= other.y
    assert 2 <= len(drawn.grid) <= 9
    assert drawn.grid[0].value <= min(values) <= max(values) <= drawn.grid[-1].value
    assert 1 <= sum(bool(mark.label) for mark in drawn.marks) <= 6
    assert drawn.marks[0].label
    assert drawn.marks[-1].label


def test_the_last_day_is_written_inside() -> None:
    """It stands under its mark, and on a phone its eight signs take 12 units each of the drawing."""
    drawn = rating_plot([1500, 1520], [0, 0], ["29/11/26", "30/11/26"])
    assert drawn.marks[-1].x + 8 * 12 / 2 <= drawn.width


def test_one_evening_alone_is_drawn_in_the_middle() -> None:
    drawn = rating_plot([1500], [0], ["3/10"])
    assert (drawn.marks[0].x, drawn.marks[0].label) == (328.0, "3/10")
