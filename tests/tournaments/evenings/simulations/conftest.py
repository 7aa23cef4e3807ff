from dataclasses import replace

import pytest

from tournaments.evenings.simulations import luck as luck_module
from tournaments.evenings.simulations import questions, running
from tournaments.evenings.simulations.questions import Question

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
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """24 deals and 4 evenings of each movement instead of hundreds, one step a slice."""
    for module in (luck_module, questions, running):
        monkeypatch.setattr(module, "DEALS", 24)
    monkeypatch.setattr(questions, "MOST_EVENINGS", 4)
    monkeypatch.setattr(questions, "FEWEST_EVENINGS", 4)
    monkeypatch.setattr(running, "SLICES", replace(running.SLICES, in_place=0))
