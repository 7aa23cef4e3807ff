"""Every code that a draw can answer an organiser with has a sentence."""

import ast
from pathlib import Path
from typing import get_args

import pytest
from django.template.loader import render_to_string

import tournaments.core.draws
from tournaments.core.draws.advising import Movement
from tournaments.core.draws.movements import KINDS
from tournaments.core.draws.publishing import Check
from tournaments.pairing import board
from tournaments.pairing.draw_checks import Checked
from tournaments.text.check_wording import CHECKS, check_sentence
from tournaments.text.draw_wording import (
    FINDINGS,
    MOVEMENTS,
    REASONS,
    REFUSALS,
    reason_sentence,
    refusal_sentence,
)
from tournaments.text.move_wording import REFUSALS as MOVING_REFUSALS

#: The reasons of tables that no draw has made.
BY_HAND = {board.BY_HAND["code"], board.AFTERWARDS["code"]}

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
    for path in Path(tournaments.core.draws.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
            if is_call and node.args and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def test_every_refusal_has_a_sentence():
    told = REFUSALS.keys() | MOVING_REFUSALS.keys()
    assert first_arguments("DrawImpossible", "_clash") - FAULTS == told


def test_every_reason_has_a_sentence():
    assert first_arguments("Reason") | BY_HAND == REASONS.keys()


def test_every_finding_and_every_check_has_a_sentence():
    assert first_arguments("Finding") == FINDINGS.keys()
    assert all(str(sentence) and str(remedy) for sentence, remedy in FINDINGS.values())
    assert first_arguments("Check") == CHECKS.keys()


@pytest.mark.parametrize("movement", sorted({*get_args(Movement), *KINDS}))
def test_every_movement_has_a_name(movement):
    assert str(MOVEMENTS[movement])


def test_a_fault_of_the_program_is_told_by_its_code():
    assert "met-itself" in refusal_sentence("met-itself", {})


def test_what_is_not_known_is_not_called_broken():
    assert check_sentence("none-cheaper", "unknown") != check_sentence("none-cheaper", "broken")
    assert "non si può rifare" in check_sentence("same-draw", "unknown", {"rules": 2})


def test_a_page_on_which_something_is_not_known_says_that_the_rest_is_right_and_that_it_is_no_mistake():
    found = Checked((Check("everyone-once", "kept"), Check("none-cheaper", "unknown")))
    told = [
        {"outcome": each.outcome, "sentence": check_sentence(each.code, each.outcome)}
        for each in found.checks
    ]
    page = render_to_string("public/draws/checks.html", {"found": found, "checks": told})
    assert "Tutto quello che si può controllare torna." in page
    assert "Non è un errore" in page
    assert "Qualcosa non torna." not in page


def test_an_article_is_cut_before_an_ordinal_that_begins_with_a_vowel():
    met = {"code": "already-met", "params": {"first": 7, "second": 11, "who": 8, "between": 11, "turn": 1}}
    assert "l'8ª ha già incontrato l'11ª" in reason_sentence(met)
    assert reason_sentence({"code": "in-a-row", "params": {"first": 8, "last": 11}}).startswith(
        "dall'8º all'11º"
    )
