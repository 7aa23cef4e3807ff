"""Angelo and Matto stay with the side that showed them, and every discarder has cards to lay aside."""

import pytest

from scoring import ScoringError, check, count, generate_deal

GAME = "quattro-scartate"
PARTS = ("sequences", "cricche", "card_points")
#: Four cards of five points: without Angelo and Matto two points are as many as two tricks of scartini.
POOR = {"sequences": 0, "cricche": 0, "card_points": 2}
TAROCCHI = {"side": "A", "player": "A1", "cricca": "tarocchi"}


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"A": {**POOR, "declarations": 18}}, id="18 points are three tarocchi"),
        pytest.param(
            {"A": POOR, "declarations": [{**TAROCCHI, "cards": ["Ang", "Mon", "Beg"]}]}, id="the Angelo"
        ),
        pytest.param(
            {"A": POOR, "declarations": [{**TAROCCHI, "cards": ["Mat", "Mon", "Beg"]}]}, id="the Matto"
        ),
        pytest.param({"A": POOR, "declarations": [{**TAROCCHI, "number": 3}]}, id="one of the two"),
    ],
)
def test_a_card_that_stays_is_in_the_pile_of_the_side_that_showed_it(told):
    sheet = {side: figures for side, figures in told.items() if side == "A"}
    declared = {key: value for key, value in told.items() if key == "declarations"}
    found = check(GAME, sheet, dealer="B", **declared)
    assert found.why.code == "impossible-with-declarations"
    assert found.why.message("it").startswith("L'Angelo e il Matto restano")
    assert "Angel and the Matto stay" in found.why.message("en")
    assert found.nearest
    assert all(check(GAME, entry, dealer="B", **declared).possible for entry in found.nearest)
    # Six points are enough: four above the scartini for one of the two.
    enough = {"A": {**sheet["A"], "card_points": 6}}
    assert check(GAME, enough, dealer="B", **declared).possible


@pytest.mark.parametrize("points", [0, 17, 10, 28])
def test_declarations_without_these_cards_leave_the_piles_free(points):
    assert check(GAME, {"A": {**POOR, "declarations": points}}, dealer="B").possible


def test_a_side_without_a_trick_has_lost_the_matto():
    lost = {"A": {"total": 0, "declarations": 18}, "B": {"total": 939}}
    assert check(GAME, lost, last_trick="B").possible


@pytest.mark.parametrize("game", ["millone-due", "terziglio"])
def test_the_other_games_know_it_too(game):
    """A grande of thirteen cards, 60 points, needs the Angelo; B's pile of two re may not hold it."""
    sheet = {"A": {"sequences": 500}, "B": {"cricche": 0, "declarations": 60}}
    assert check(game, sheet).possible is check(game, {**sheet, "B": {"cricche": 0}}).possible
    grande = [{"side": "B", "player": "B1", "sequence": "grande", "number": 4}]
    assert check(game, {"A": {"sequences": 500}}).possible
    refused = check(game, {"A": {"sequences": 500}}, declarations=grande)
    assert refused.why.code == "impossible-with-declarations"


def test_of_400_swapped_columns_a_tenth_more_are_found(verdicts_alone):
    """The accusi are told as cards; what a deal gives is never refused."""
    refused = {"alone": 0, "with accusi": 0}
    for seed in range(400):
        deal = generate_deal(seed)
        asked = {"last_trick": deal.last_trick, "dealer": deal.dealer_side}
        counted = count(GAME, deal.piles, deal.last_trick, declarations=deal.declarations).sides
        parts = {side: {name: each.figures[name] for name in PARTS} for side, each in counted.items()}
        declared = {"declarations": [item.as_json() for item in deal.declarations]}
        assert check(GAME, parts, **asked, **declared).possible
        swapped = {"A": parts["B"], "B": parts["A"]}
        refused["alone"] += not check(GAME, swapped, **asked).possible
        refused["with accusi"] += not check(GAME, swapped, **asked, **declared).possible
    assert refused == {"alone": 266, "with accusi": 302}


@pytest.mark.parametrize("dealer", ["A", None])
def test_a_heap_without_a_discard_is_refused(dealer):
    """Re and tarocchi are never laid aside (Barilli 3.3)."""
    pile = ["Ang", "Mon", "Beg", "Mat", "Rd", "Rc"]
    with pytest.raises(ScoringError) as refused:
        count(GAME, {"A": pile}, "B", dealer=dealer)
    assert refused.value.code == "discard-from-nothing"
    assert "re e tarocchi non si scartano" in refused.value.message("it")
    assert count(GAME, {"A": [*pile[:4], "6d", "7d"]}, "B", dealer=dealer).points("A")
