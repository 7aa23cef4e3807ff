"""Answers of `check`, kept from when every other test had found them right."""

import json
from pathlib import Path

import pytest

from scoring import GAMES, ScoringError

ANSWERS = json.loads((Path(__file__).parent / "golden_answers.json").read_text())


def answer_to(question):
    """The verdict or the refusal as plain JSON."""
    game = GAMES[question["game"]]
    try:
        found = game.check(game, {key: value for key, value in question.items() if key != "game"})
    except ScoringError as refused:
        return as_json({"error": refused.code, **refused.params})
    why = found.why and {"code": found.why.code, **found.why.params}
    return as_json({"possible": found.possible, "why": why, "nearest": found.nearest})


def as_json(answer):
    return json.loads(json.dumps(answer))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({question["game"] for question, _ in ANSWERS}))
def test_golden_answers_stay(game):
    for question, expected in ANSWERS:
        if question["game"] == game:
            assert answer_to(question) == expected, question
