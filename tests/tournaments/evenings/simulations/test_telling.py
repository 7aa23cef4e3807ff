"""Figures with their margin, such that nobody reads more into them than there is."""

import random

import pytest

from tournaments.evenings.simulations import Share, share


@pytest.mark.parametrize(
    ("times", "of", "told"),
    [
        (0, 400, Share(0, 0, 1)),
        (400, 400, Share(100, 99, 100)),
        (100, 400, Share(25, 21, 30)),
        (1, 4, Share(25, 4, 70)),
    ],
)
def test_a_share_of_the_evenings(times: int, of: int, told: Share):
    assert share(times, of) == told


@pytest.mark.parametrize("truth", [0.03, 0.15, 0.5])
def test_nineteen_times_of_twenty_the_truth_is_within_the_margin(truth: float):
    chance = random.Random(7)
    kept = 0
    for _trial in range(1000):
        told = share(sum(chance.random() < truth for _evening in range(100)), 100)
        kept += told.low <= 100 * truth <= told.high
    assert kept >= 930  # 950 less three times the error of such a count; rounding outwards only adds
