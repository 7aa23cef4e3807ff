"""What ends the matches that are not two pairs', and how an end is said."""

import re

import pytest

from scoring import Outcome, ScoringError, outcome
from scoring.match_report import outcome_sentence


def deals(*points, sides="AB"):
    return [dict(zip(sides, each, strict=True)) for each in points]


@pytest.mark.parametrize(
    ("game", "targets"),
    [
        pytest.param("millone-due", (1000,), id="Barilli 4.3.1"),
        pytest.param("centocinquanta", (150, 151, 200), id="Barilli 4.3.2"),
        pytest.param("quindici", (15, 20, 21), id="Barilli 4.3.3"),
    ],
)
def test_one_against_one_whoever_reaches_the_target_first_wins(game, targets):
    assert outcome(game, deals((targets[0], 0))) == Outcome("target-reached", "A")
    for target in targets:
        assert outcome(game, deals((0, target - 1)), target=target) is None
        assert outcome(game, deals((0, target)), target=target) == Outcome("target-reached", "B")
        both = deals((target - 1, target - 2), (5, 7))
        assert outcome(game, both, target=target) == Outcome("target-reached", "B")
        assert outcome(game, deals((target, target)), target=target) is None


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param((40, -20, -20), Outcome("every-deal", "A", losers=("B", "C")), id="alone, won"),
        pytest.param((40, -80, 40), Outcome("every-deal", None, losers=("B",)), id="alone, lost"),
        pytest.param((0, 0, 0), Outcome("every-deal", None), id="nobody pays"),
    ],
)
def test_every_deal_of_terziglio_is_a_match(deal, expected):
    assert outcome("terziglio", []) is None
    assert outcome("terziglio", deals(deal, sides="ABC")) == expected


def until_two(*points, target=2, sides="ABC"):
    return outcome("mattazza", deals(*points, sides=sides), target=target, agreement="until-two")


def test_barilli_441_until_two_are_left_who_reaches_the_target_rests():
    first = [(1, 0, 1, 0), (1, 0, 0, 0)]
    assert until_two(*first, sides="ABCD") is None
    later = deals(*first, sides="ABCD") + deals((0, 1, 0), sides="BCD")
    assert outcome("mattazza", later, target=2) == Outcome("charged", None, losers=("A", "C"))


def test_two_who_reach_the_target_together_leave_one_winner():
    lost_together = until_two((1, 1, 0), (1, 1, 0))
    assert lost_together == Outcome("charged", "C", losers=("A", "B"))


def test_all_who_reach_the_target_together_lose_together():
    assert until_two((1, 1, 1), (1, 1, 1)) == Outcome("charged", None, losers=("A", "B", "C"))


SOME_LOSE = [
    pytest.param("ABC", [(1, 0, 0)] * 5, None, id="three players: one at 5 goes on"),
    pytest.param("ABC", [(1, 0, 0)] * 6, ("A",), id="three players: the first at 6"),
    pytest.param("ABC", [(1, 0, 0)] * 3 + [(0, 1, 0)] * 2, None, id="three players: a second at 2"),
    pytest.param("ABC", [(1, 0, 0)] * 3 + [(0, 1, 0)] * 3, ("A", "B"), id="three players: two at 3"),
    pytest.param("ABCD", [(1, 0, 0, 1)] * 3, ("A", "D"), id="four players: two at 3"),
    pytest.param("ABCDE", [(1, 1, 0, 0, 0)] * 2, None, id="five players: two at 2"),
    pytest.param("ABCDE", [(1, 1, 1, 0, 0)] * 2, ("A", "B", "C"), id="five players: three at 2"),
    pytest.param("ABCDEF", [(0, 0, 0, 0, 0, 1)] * 3, None, id="six players: one at 3"),
    pytest.param("ABCDEF", [(0, 0, 0, 0, 0, 1)] * 4, ("F",), id="six players: the first at 4"),
]


@pytest.mark.parametrize(("sides", "points", "losers"), SOME_LOSE)
def test_barilli_441_some_lose_together_or_one_loses_alone(sides, points, losers):
    ended = outcome("mattazza", deals(*points, sides=sides), agreement="some-lose")
    assert (ended.losers if ended else None) == losers


@pytest.mark.parametrize("target", [2, 3, 4, 5, 6])
def test_barilli_441_the_first_at_the_target_loses(target):
    points = [(0, 1, 0, 0)] * target
    asked = {"target": target, "agreement": "first-loses"}
    assert outcome("mattazza", deals(*points[1:], sides="ABCD"), **asked) is None
    ended = outcome("mattazza", deals(*points, sides="ABCD"), **asked)
    assert ended == Outcome("charged", None, losers=("B",))


def test_a_match_of_mattazza_not_begun_is_not_over():
    assert outcome("mattazza", []) is None


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("match-over", lambda: outcome("terziglio", deals((0, 0, 0), (0, 0, 0), sides="ABC"))),
        ("match-over", lambda: until_two((1, 0, 0), (1, 0, 0), (0, 1, 0))),
        ("match-over", lambda: outcome("quindici", deals((15, 0), (1, 1)))),
        ("stakes-do-not-close", lambda: outcome("terziglio", deals((40, -20, -21), sides="ABC"))),
        ("stakes-do-not-close", lambda: outcome("terziglio", deals((40, -40)))),
        ("stakes-do-not-close", lambda: outcome("terziglio", deals((3, -1, -2), sides="ABC"))),
        ("stakes-do-not-close", lambda: outcome("terziglio", deals((20, -20, 0), sides="ABC"))),
        ("charges-of-deal", lambda: until_two((2, 0, 0))),
        ("charges-of-deal", lambda: until_two((0, 0, 0))),
        ("stakes-do-not-close", lambda: outcome("terziglio", deals((4, True, -5), sides="ABC"))),
        ("player-resting", lambda: until_two((1, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), sides="ABCD")),
        ("player-resting", lambda: outcome("mattazza", [*deals((0, 0, 1), sides="ABC"), {"D": 1}])),
        ("players-of-match", lambda: outcome("mattazza", deals((1, 0)))),
        ("players-of-match", lambda: outcome("mattazza", deals((1, 0, 0, 0), sides="ABCZ"))),
        ("bad-points", lambda: until_two((1, 0, -1))),
        ("bad-points", lambda: outcome("mattazza", [{"A": 1, "B": 0, "C": 0}, {"A": 0, "B": 0}])),
        ("unknown-target", lambda: until_two((1, 0, 0), target=7)),
        ("unknown-agreement", lambda: outcome("mattazza", [], agreement="casa mia")),
        ("unknown-agreement", lambda: outcome("ottocento", [], agreement="until-two")),
    ],
)
def test_matches_that_cannot_be_are_refused(code, ask):
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize(
    "ended",
    [
        Outcome("deals-played", "A"),
        Outcome("deals-played", None),
        Outcome("target-reached", "B", level=2),
        Outcome("called-out", "A"),
        Outcome("every-deal", "A", losers=("B", "C")),
        Outcome("every-deal", None, losers=("B",)),
        Outcome("every-deal", None),
        Outcome("charged", "C", losers=("A", "B")),
        Outcome("charged", None, losers=("A",)),
    ],
)
def test_an_end_is_said_with_the_sides_that_won_and_lost(ended, language):
    told = outcome_sentence(ended, language)
    for side in (ended.winner, *(ended.losers if ended.reason in {"every-deal", "charged"} else ())):
        assert side is None or re.search(rf"\b{side}\b", told)
    assert "None" not in told
    assert "{" not in told


def test_a_double_win_is_said():
    assert outcome_sentence(Outcome("target-reached", "A", level=3)).endswith("Vittoria tripla.")


def test_barilli_4_4_1_a_deal_after_the_end_is_told_before_who_rests_in_those_that_follow():
    deals = [{"A": 1, "B": 1, "C": 0, "D": 0}] * 2 + [{"A": 0, "B": 0, "C": 1, "D": 0}] * 3
    with pytest.raises(ScoringError) as refused:
        outcome("mattazza", deals, 2, "until-two")
    assert (refused.value.code, refused.value.params["deal"]) == ("match-over", 3)
