"""Why two meet who are not neighbours."""

from tournaments.core.draws import Entrant, Reason
from tournaments.core.draws.danish import explain

LINE = [Entrant(n, n, rank=10 * n) for n in range(1, 5)]
APART = [(0, 3), (1, 2)]


def why(*met: tuple[int, int]) -> Reason:
    """The reason of the first against the fourth, the couples of the line having met in turn 1, 2, 3 …"""
    return explain(LINE, APART, {couple: turn for turn, couple in enumerate(met, 1)}, "avoided")[0]


def test_the_better_one_is_asked_first_about_the_nearest_one():
    assert why((2, 3), (0, 2), (0, 1)) == Reason(
        "already-met", {"first": 10, "second": 40, "who": 10, "between": 20, "turn": 3}
    )


def test_then_about_one_farther_away():
    assert why((2, 3), (0, 2)) == Reason(
        "already-met", {"first": 10, "second": 40, "who": 10, "between": 30, "turn": 2}
    )


def test_then_the_other_one_about_the_nearest():
    assert why((1, 3), (2, 3)) == Reason(
        "already-met", {"first": 10, "second": 40, "who": 40, "between": 30, "turn": 2}
    )


def test_meetings_of_others_explain_nothing():
    assert why((1, 2)) == Reason("taken", {"first": 10, "second": 40, "between": 20, "opponent": 30})


def test_where_rematches_are_allowed_no_meeting_is_a_reason():
    told = explain(LINE, [(0, 1), (2, 3)], {(0, 1): 1}, "allowed")
    assert [reason.code for reason in told] == ["neighbours", "neighbours"]
