"""Every code that a draw can answer an organiser with has a sentence."""

import ast
from pathlib import Path

import pytest

import tournaments.draws
from tournaments.draw_wording import CHECKS, FINDINGS, MOVEMENTS, REFUSALS, check_sentence, refusal_sentence
from tournaments.wording import REASONS

#: Only a fault of the program, or a stored row tampered with, leads to these.
FAULTS = {
    "entrant-twice",
    "number-twice",
    "met-itself",
    "meeting-not-past",
    "two-meetings-in-a-turn",
    "turn-below-one",
    "unknown-mode",
}


def first_arguments(*names: str) -> set[str]:
    """The codes with which these are called anywhere in the draws."""
    found = set()
    for path in Path(tournaments.draws.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
            if is_call and node.args and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def test_every_refusal_has_a_sentence():
    assert first_arguments("DrawImpossible", "_clash") - FAULTS == REFUSALS.keys()


def test_every_reason_has_a_sentence():
    assert first_arguments("Reason") == REASONS.keys()


def test_every_finding_and_every_check_has_a_sentence():
    assert first_arguments("Finding") == FINDINGS.keys()
    assert first_arguments("Check") == CHECKS.keys()


@pytest.mark.parametrize("movement", ["danish", "swiss", "girone", "mitchell", "knockout", "rotation"])
def test_every_movement_has_a_name(movement):
    assert str(MOVEMENTS[movement])


def test_a_fault_of_the_program_is_told_by_its_code():
    assert "met-itself" in refusal_sentence("met-itself", {})


def test_what_is_not_known_is_not_called_broken():
    assert check_sentence("none-cheaper", "unknown") != check_sentence("none-cheaper", "broken")
