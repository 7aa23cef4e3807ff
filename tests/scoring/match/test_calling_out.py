"""Chiamarsi fuori: who may, when, on which cards, and with how many points."""

from functools import partial

import pytest

from scoring import GAMES, Outcome, ScoringError, call_out
from scoring.match import Claim, callers, verify_call_out

#: Accusi worth 17, 34, 10 and 12 points.
THREE_KINGS = ("cricca", "re", "Rd Rc Rs")
FOUR_KINGS = ("cricca", "re", "Rd Rc Rs Rb")
THREE_MOORS = ("sequence", "mori", "Mo1 Mo2 Mo3")
THREE_JACKS = ("cricca", "fanti", "Fd Fc Fs")


def shows(player, *accusi):
    return [
        {"side": player[0], "player": player, kind: family, "cards": cards.split()}
        for kind, family, cards in accusi
    ]


def claim(player, declarations, a=783, b=0, **changes):
    asked = {"dealer": "A1", "totals": {"A": a, "B": b}, "target": 800, **changes}
    return Claim(player=player, declarations=declarations, **asked)


def refusal(game, claimed):
    with pytest.raises(ScoringError) as refused:
        verify_call_out(GAMES[game], claimed)
    return refused.value


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        pytest.param("barilli", ("A1", "B1", "A2", "B2"), id="Barilli 4.1.1"),
        pytest.param("pagat", ("A1", "B1"), id="Pagat Scoring Procedure"),
    ],
)
def test_the_moments_come_dealer_first_then_in_the_order_of_play(rule, allowed):
    assert callers(GAMES["ottocento"], "A1", rule) == allowed


@pytest.mark.parametrize("rule", ["barilli", "pagat"])
@pytest.mark.parametrize("game", ["millone-due", "centocinquanta", "quindici"])
def test_one_against_one_only_dealer_and_leader_have_a_moment(game, rule):
    assert callers(GAMES[game], "B1", rule) == ("B1", "A1")


def test_the_dealer_calls_out_on_the_first_fifteen_cards():
    won = call_out("ottocento", "A1", "A1", {"A": 783, "B": 799}, shows("A1", THREE_KINGS))
    assert won == Outcome("called-out", "A")


@pytest.mark.parametrize("more", [0, 16])
def test_reaching_or_passing_the_target_is_enough(more):
    verify_call_out(GAMES["ottocento"], claim("A1", shows("A1", THREE_KINGS), a=783 + more))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param(800, 0, id="Barilli 4.1.1 one has reached the target"),
        pytest.param(0, 850, id="Barilli 4.1.1 the others have"),
        pytest.param(801, 800, id="Barilli 3.8 both have, one is ahead"),
    ],
)
def test_when_the_match_has_ended_nobody_calls_out(a, b):
    refused = refusal("ottocento", claim("A1", shows("A1", THREE_KINGS), a=a, b=b))
    assert (refused.code, refused.params["points"]) == ("call-after-the-end", max(a, b))


def test_a_point_too_few_is_refused_and_told():
    refused = refusal("ottocento", claim("A1", shows("A1", THREE_KINGS), a=782))
    assert (refused.code, refused.params["missing"], refused.params["points"]) == ("call-short", 1, 17)


def test_without_declarations_nobody_is_out():
    assert refusal("ottocento", claim("A1", [], a=799)).code == "call-short"


def test_level_beyond_the_target_nobody_is_out_on_nothing():
    assert refusal("ottocento", claim("A1", [], a=850, b=850)).code == "call-nothing-shown"
    verify_call_out(GAMES["ottocento"], claim("A1", shows("A1", THREE_KINGS), a=850, b=850))


def test_who_has_passed_must_be_at_the_table():
    with pytest.raises(ScoringError) as refused:
        call_out("ottocento", "A1", "A1", {"A": 790, "B": 0}, shows("A1", THREE_KINGS), passed=("C1",))
    assert refused.value.code == "unknown-player"


def test_a_dealer_who_picked_up_the_last_two_cards_never_calls_out():
    late = claim("A1", shows("A1", FOUR_KINGS), passed=("A1",))
    assert refusal("ottocento", late).code == "dealer-picked-up"


@pytest.mark.parametrize(
    ("player", "passed", "code"),
    [
        pytest.param("B1", (), "call-too-early", id="the leader before the dealer picks up"),
        pytest.param("A2", ("A1",), "call-too-early", id="the dealer's partner before the leader plays"),
        pytest.param("B2", ("A1", "B1"), "call-too-early", id="the leader's partner before the dealer's"),
        pytest.param("B1", ("A1", "B1"), "call-too-late", id="the leader after his card"),
        pytest.param("A2", ("A1", "B1", "A2"), "call-too-late", id="the dealer's partner after his card"),
        pytest.param("B1", ("A1", "A2"), "call-too-late", id="the leader once another has played"),
    ],
)
def test_out_of_turn_nobody_calls_out(player, passed, code):
    claimed = claim(player, shows(player, FOUR_KINGS), a=790, b=790, passed=passed)
    assert refusal("ottocento", claimed).code == code


@pytest.mark.parametrize(
    ("player", "passed"),
    [("B1", ("A1",)), ("A2", ("A1", "B1")), ("B2", ("A1", "B1", "A2"))],
)
def test_each_calls_out_in_turn_by_barilli(player, passed):
    claimed = claim(player, shows(player, THREE_KINGS), a=783, b=783, passed=passed)
    verify_call_out(GAMES["ottocento"], claimed)


@pytest.mark.parametrize(("player", "passed"), [("A2", ("A1", "B1")), ("B2", ("A1", "B1", "A2"))])
def test_once_the_leader_has_led_pagat_lets_nobody_call_out(player, passed):
    claimed = claim(player, shows(player, FOUR_KINGS), a=790, b=790, passed=passed, rule="pagat")
    assert refusal("ottocento", claimed).code == "caller-not-allowed"


def test_the_leaders_partner_adds_what_the_leader_declared():
    both = shows("B1", THREE_MOORS) + shows("B2", THREE_KINGS)
    passed = ("A1", "B1", "A2")
    verify_call_out(GAMES["ottocento"], claim("B2", both, b=773, passed=passed))
    assert refusal("ottocento", claim("B2", both, b=772, passed=passed)).params["missing"] == 1
    alone = claim("B2", shows("B2", THREE_KINGS), b=773, passed=passed)
    assert refusal("ottocento", alone).params["missing"] == 10


def test_the_dealers_partner_never_adds_what_the_dealer_holds():
    both = shows("A1", THREE_MOORS) + shows("A2", THREE_KINGS)
    refused = refusal("ottocento", claim("A2", both, a=783, passed=("A1", "B1")))
    assert refused.code == "call-on-others-cards"
    assert refused.params["other"] == "A1"


@pytest.mark.parametrize("other", ["A2", "B2", "A1"])
def test_nobody_calls_out_on_the_cards_of_others(other):
    shown = shows("B1", THREE_KINGS) + shows(other, THREE_MOORS)
    assert refusal("ottocento", claim("B1", shown, b=790, passed=("A1",))).code == "call-on-others-cards"


def test_three_of_a_kind_of_accusi_double_for_the_one_who_shows_them():
    three = shows("A1", THREE_KINGS, THREE_JACKS, ("cricca", "regine", "Qd Qc Qs"))
    verify_call_out(GAMES["ottocento"], claim("A1", three, a=800 - 2 * (17 + 12 + 14)))
    assert refusal("ottocento", claim("A1", three, a=799 - 2 * (17 + 12 + 14))).code == "call-short"


def test_more_cards_than_the_first_fifteen_are_refused():
    sixteen = shows(
        "A1",
        ("sequence", "danari", "Rd Qd Cd Fd Ad"),
        ("sequence", "coppe", "Rc Qc Cc Fc Ac"),
        ("sequence", "spade", "Rs Qs Cs Fs As"),
        ("sequence", "grande", "Ang Mon Sol"),
    )
    assert refusal("ottocento", claim("A1", sixteen)).code == "declared-hand-too-big"


@pytest.mark.parametrize(
    ("game", "totals", "enough"),
    [
        pytest.param("ottocento", 783, True, id="Barilli 4.1.1"),
        pytest.param("millone", 983, True, id="Pagat Millone"),
        pytest.param("millone", 982, False, id="Pagat Millone, one short"),
        pytest.param("millone-due", 983, True, id="Barilli 4.3.1"),
        pytest.param("centocinquanta", 133, True, id="Barilli 4.3.2"),
        pytest.param("centocinquanta", 132, False, id="Barilli 4.3.2, one short"),
        pytest.param("quindici", 13, True, id="Barilli 4.3.3: 17 points make 2"),
        pytest.param("quindici", 12, False, id="Barilli 4.3.3: 17 points make only 2"),
    ],
)
def test_every_game_has_its_target(game, totals, enough):
    asked = (game, "A1", "A1", {"A": totals, "B": 0}, shows("A1", THREE_KINGS))
    if enough:
        assert call_out(*asked) == Outcome("called-out", "A")
        return
    with pytest.raises(ScoringError, match="ne manc"):
        call_out(*asked)


def test_at_the_longer_targets_more_is_needed():
    asked = ("ottocento", "A1", "A1", {"A": 983, "B": 0}, shows("A1", THREE_KINGS))
    assert call_out(*asked, target=1000).winner == "A"
    with pytest.raises(ScoringError):
        call_out(*asked, target=1500)


def test_one_against_one_in_millone_twenty_cards_are_looked_at():
    eighteen = shows(
        "A1",
        ("sequence", "danari", "Rd Qd Cd Fd Ad"),
        ("sequence", "coppe", "Rc Qc Cc Fc Ac"),
        ("sequence", "spade", "Rs Qs Cs Fs As"),
        ("sequence", "grande", "Ang Mon Sol"),
    )
    assert call_out("millone-due", "A1", "A1", {"A": 860, "B": 0}, eighteen).winner == "A"
    with pytest.raises(ScoringError) as refused:
        call_out("centocinquanta", "A1", "A1", {"A": 100, "B": 0}, eighteen)
    assert refused.value.code == "declared-hand-too-big"


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        pytest.param(None, None, id="Pagat Scoring the Grande, the Accademia: five cards, 20 points"),
        pytest.param(
            "laghi-luna-16", 5, id="Pagat Scoring the Grande, without Luna and 16 the 15 is not added"
        ),
    ],
)
def test_what_is_shown_to_call_out_is_counted_by_the_house_rule(rules, missing):
    cards = "Ang Mon Sol Beg" if rules else "Ang Mon Sol Beg 15"
    ask = partial(call_out, "ottocento", "A1", "A1", {"A": 780, "B": 0}, rules=rules)
    declared = shows("A1", ("sequence", "grande", cards))
    if missing is None:
        assert ask(declared).winner == "A"
        return
    with pytest.raises(ScoringError) as refused:
        ask(declared)
    assert (refused.value.code, refused.value.params["missing"]) == ("call-short", missing)
    with pytest.raises(ScoringError) as refused:
        ask(shows("A1", ("sequence", "grande", "Ang Mon Sol Beg 15")))
    assert refused.value.code == "declaration-extra-cards"


@pytest.mark.parametrize("game", ["quattro-scartate", "terziglio", "mattazza"])
def test_in_other_games_nobody_calls_out(game):
    asked = dict.fromkeys(GAMES[game].sides, 0)
    with pytest.raises(ScoringError) as refused:
        call_out(game, "A1", "A1", asked)
    assert refused.value.code == "no-calling-out"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"player": "C1"}, "unknown-player"),
        ({"dealer": "N"}, "unknown-player"),
        ({"rule": "casa mia"}, "unknown-calling-out"),
        ({"rules": "casa mia"}, "unknown-rules"),
        ({"totals": {"A": 3}}, "bad-points"),
        ({"target": 900}, "unknown-target"),
        ({"declarations": [{}]}, "declaration-kind"),
    ],
)
def test_what_makes_no_claim_is_refused(changes, code):
    asked = {"player": "A1", "dealer": "A1", "totals": {"A": 790, "B": 0}, **changes}
    with pytest.raises(ScoringError) as refused:
        call_out("ottocento", **asked)
    assert refused.value.code == code
