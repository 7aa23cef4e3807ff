"""``python -m scoring match``: a line for each match."""

import io
import json
import sys

import pytest

from scoring import GAMES
from scoring.cli import main

KINGS = [{"side": "A", "player": "A2", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}]
CALL = {"player": "A2", "dealer": "B1", "passed": ["B1"], "declarations": KINGS}


class Stdin:
    def __init__(self, lines):
        self.buffer = io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def asked(monkeypatch, capsys, *lines):
    monkeypatch.setattr(sys, "stdin", Stdin(lines))
    status = main(["match", "--language", "en"])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_match_that_goes_on_tells_the_totals_and_who_deals(monkeypatch, capsys):
    deals = [{"A": 700, "B": 600}, {"A": 150, "B": 250}]
    asking = {"game": "ottocento", "deals": deals, "dealer": "A1"}
    status, (told,) = asked(monkeypatch, capsys, asking)
    assert (status, told) == (0, {"over": False, "totals": {"A": 850, "B": 850}, "next_dealer": "B1"})


def test_barilli_421_who_played_alone_deals_after_a_deal_that_was_a_match(monkeypatch, capsys):
    paid = {"game": "terziglio", "deals": [{"A": -20, "B": -20, "C": 40}], "dealer": "A1"}
    _, (told, unsaid) = asked(monkeypatch, capsys, {**paid, "soloist": "C1"}, paid)
    assert (told["over"], told["winner"], told["next_dealer"]) == (True, "C", "C1")
    assert "next_dealer" not in unsaid


@pytest.mark.parametrize(
    ("more", "changes", "dealer"),
    [
        pytest.param((), {}, "B1", id="Barilli 4.4.1: who has just lost rests and does not deal"),
        pytest.param((), {"dealer": "A1"}, "B1", id="Barilli 4.4.1: nor when he dealt the last"),
        pytest.param((), {"losers": ["A1"]}, "B1", id="Barilli 4.4.1: nor where who loses deals"),
        pytest.param(({"B": 1, "C": 0, "D": 0},), {}, "B1", id="Barilli 4.4.1: who rests is left out"),
        pytest.param(({"A": 0, "B": 1, "C": 0, "D": 0},), {}, "B1", id="Barilli 4.4.1: or told with none"),
        pytest.param((), {"target": 3}, "A1", id="Barilli 4.4.1: to three points he plays on"),
        pytest.param(
            (), {"agreement": "some-lose"}, "A1", id="Barilli 4.4.1: nobody rests by that agreement"
        ),
    ],
)
def test_at_mattazza_the_deal_passes_among_those_who_play_on(monkeypatch, capsys, more, changes, dealer):
    deals = [*[{"A": 1, "B": 0, "C": 0, "D": 0}] * 2, *more]
    line = {"game": "mattazza", "deals": deals, "dealer": "D1", **changes}
    _, (told,) = asked(monkeypatch, capsys, line)
    assert told["next_dealer"] == dealer


def test_a_match_that_is_over_tells_why_and_who_won(monkeypatch, capsys):
    status, (told,) = asked(monkeypatch, capsys, {"game": "ottocento", "deals": [{"A": 800, "B": 1}]})
    assert status == 0
    assert told["sentence"] == "A reached the target and wins the match."
    assert {key: told[key] for key in ("over", "reason", "winner", "level", "losers")} == {
        "over": True,
        "reason": "target-reached",
        "winner": "A",
        "level": 1,
        "losers": [],
    }


@pytest.mark.parametrize(("before", "over"), [(783, True), (782, False)])
def test_a_claim_to_be_out_is_weighed(monkeypatch, capsys, before, over):
    line = {"game": "ottocento", "deals": [{"A": before, "B": 0}], "call_out": CALL}
    status, (told,) = asked(monkeypatch, capsys, line)
    assert status == (0 if over else 1)
    assert told.get("reason") == "called-out" if over else told["error"]["code"] == "call-short"


@pytest.mark.parametrize(("rules", "over"), [("accademia", True), ("laghi-luna-16", False)])
def test_a_claim_to_be_out_is_weighed_by_the_house_rule(monkeypatch, capsys, rules, over):
    grande = [
        {"side": "A", "player": "A2", "sequence": "grande", "cards": ["Ang", "Mon", "Sol", "Beg", "15"]}
    ]
    claim = {**CALL, "declarations": grande, "rules": rules}
    line = {"game": "ottocento", "deals": [{"A": 780, "B": 0}], "call_out": claim}
    status, (told,) = asked(monkeypatch, capsys, line)
    assert status == (0 if over else 1)
    assert told.get("reason") == "called-out" if over else told["error"]["code"] == "declaration-extra-cards"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("unknown-game", {"game": "briscola"}),
        ("not-a-list", {"game": "ottocento", "deals": 3}),
        ("deal-not-an-object", {"game": "ottocento", "deals": [3]}),
        ("unknown-side", {"game": "ottocento", "deals": [{"A": 1, "B": 2, "C": 3}]}),
        ("bad-points", {"game": "ottocento", "deals": [{"A": "x", "B": 2}]}),
        ("not-a-number", {"game": "genovese-gatti", "deals": [], "target": "100"}),
        ("not-a-number", {"game": "ottocento", "deals": [], "target": True}),
        ("unknown-target", {"game": "ottocento", "deals": [], "target": 801}),
        ("unknown-agreement", {"game": "ottocento", "deals": [], "agreement": "first-loses"}),
        ("match-over", {"game": "ottocento", "deals": [{"A": 800, "B": 0}], "call_out": CALL}),
        ("missing-key", {"game": "ottocento", "deals": [], "call_out": {"player": "A1"}}),
        ("missing-key", {"game": "terziglio", "deals": [], "dealer": "A1"}),
        ("unknown-player", {"game": "ottocento", "deals": [], "dealer": "C1"}),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_the_next_is_read(monkeypatch, capsys, code, line):
    status, (refused, told) = asked(monkeypatch, capsys, line, {"game": "quindici", "deals": []})
    assert status == 1
    assert refused["error"]["code"] == code
    assert told == {"over": False, "totals": {"A": 0, "B": 0}}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            {"game": "ottocento", "deals": [], "target": 801},
            "In Ottocento nobody plays to 801 points: choose among 800, 1000, 1500.",
        ),
        (
            {"game": "quattro-scartate", "deals": [], "target": 800},
            "In Quattro Scartate no target ends the match: take 800 away.",
        ),
        (
            {"game": "mattazza", "deals": [], "agreement": "casa mia"},
            "A match of Mattazza does not end by casa mia: choose among until-two, some-lose, first-loses.",
        ),
        (
            {"game": "ottocento", "deals": [], "agreement": "until-two"},
            "A match of Ottocento ends in one way only: take until-two away.",
        ),
    ],
)
def test_what_a_game_has_not_is_refused_with_what_it_has(monkeypatch, capsys, line, told):
    _, (refused,) = asked(monkeypatch, capsys, line)
    assert refused["error"]["message"] == told


def test_a_game_that_nobody_knows_is_refused_with_those_that_are_known(monkeypatch, capsys):
    _, (refused,) = asked(monkeypatch, capsys, {"game": "tressette"})
    assert refused["error"]["message"].endswith(f": {', '.join(GAMES)}.")
