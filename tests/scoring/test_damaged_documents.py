"""Deals, figures and lines with something changed: each is answered in one line, and the next is read."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.cli import main
from tests.damaged import damaged_bytes, damaged_json
from tests.samples import drawn

GOOD = b'{"game": "quattro-scartate", "A": {"card_points": 46}}'


@pytest.mark.parametrize("game", GAMES)
def test_what_is_damaged_is_answered_in_one_line(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answers(*words: str, lines: bytes = b"") -> list[dict[str, object]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert main(words) in (0, 1)
        return [json.loads(line, parse_constant=pytest.fail) for line in capsys.readouterr().out.splitlines()]

    (deal,) = answers("deal", "--seed", "5", "--games", game)
    (counted,) = answers("count", lines=json.dumps(deal).encode())
    figures = {side: {"total": told["total"]} for side, told in counted.items() if side in "ABCDE"}  # type: ignore[index]
    asked = {"count": deal, "check": {"game": game, **figures}, "match": {"game": game, "deals": [figures]}}
    assert "error" not in answers("check", lines=json.dumps(asked["check"]).encode())[0]

    @given(st.data())
    @drawn(1000, 10)
    def ask(data: st.DataObject) -> None:
        verb = data.draw(st.sampled_from(list(asked)))
        line = json.dumps(data.draw(damaged_json(asked[verb]))).encode()
        if data.draw(st.booleans()):
            line = data.draw(damaged_bytes(line)).replace(b"\n", b" ")
        told = answers(verb, lines=line + b"\n" + GOOD + b"\n")
        assert len(told) == 2
        if "error" in told[0]:
            assert all(isinstance(word, str) and word for word in told[0]["error"].values())  # type: ignore[attr-defined]

    ask()
