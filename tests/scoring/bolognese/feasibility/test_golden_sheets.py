"""Three thousand sheets with their verdicts, on which two checks written apart agreed: real ones, slips of
one figure, exchanged columns and figures at random, by parts, totals and both, in every game of two piles."""

import json
from pathlib import Path

from scoring import GAMES

LINES = (Path(__file__).parent / "golden_sheets.jsonl").read_text().splitlines()


def test_golden_verdicts_stay(verdicts_alone):
    for line in LINES:
        possible, sheet = json.loads(line)
        game = GAMES[sheet.pop("game")]
        assert game.check(game, sheet).possible is possible, line


def test_the_golden_sheets_are_possible_and_impossible_ones_of_every_kind():
    sheets = [json.loads(line) for line in LINES]
    assert {possible for possible, _ in sheets} == {True, False}
    assert {sheet["game"] for _, sheet in sheets} == {"quattro-scartate", "millone-due", "terziglio"}
    assert any("discards" in sheet for _, sheet in sheets)
    assert any("declarations" in sheet for _, sheet in sheets)
