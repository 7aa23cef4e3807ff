from dataclasses import replace

import pytest

from tournaments.evenings import simulations
from tournaments.evenings.simulations import Question

A_QUESTION = Question(
    game="quattro-scartate",
    house_rule="accademia",
    target=None,
    agreement="",
    deals_a_turn=None,
    entries=8,
    turns=3,
    rematches="avoided",
    are_singles=False,
    skill="some",
)


@pytest.fixture
def few_steps(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small simulations, with one step in each slice."""
    monkeypatch.setattr(simulations, "SLICES", replace(simulations.SLICES, in_place=0))
