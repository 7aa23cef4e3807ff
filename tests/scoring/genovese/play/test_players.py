"""What simple players do with the cards they see, and that they see no more than that."""

from random import Random

import pytest

from scoring.genovese.cards import DECK, TRUMPS
from scoring.genovese.play.players import View, choose_card
from scoring.genovese.play.rules import GENOVESE, choose_discard, discardable


def chosen(hand, trick="", *, foes="", friends=(), gone="", known=None, lacking=None, left=10, drawing=False):
    """The card a player lays; by default nobody plays after him."""
    hand, trick, gone = hand.split(), trick.split(), frozenset(gone.split())
    view = View(
        hand=hand,
        trick=trick,
        friends_played=frozenset(friends),
        foes_later=foes.split(),
        gone=gone,
        known=known or {},
        lacking={"B1": set(), "B2": set(), **(lacking or {})},
        tricks_left=left,
        drawing=drawing,
    )
    return choose_card(view, GENOVESE.legal_cards(hand, trick))


def test_last_in_turn_the_best_figure_takes_the_trick_home():
    assert chosen("Rc Qc 2c", "5c Jc") == "Rc"
    assert chosen("Qc Cc 2c", "5c Jc") == "Qc"


def test_last_in_turn_the_cheapest_trump_that_takes():
    assert chosen("19 4 6", "5q Rq") == "4"
    assert chosen("19 4 6", "5q 5") == "6"


def test_last_in_turn_the_bagatto_comes_home():
    assert chosen("1 9 15", "5q 6q") == "1"


def test_a_lost_trick_gets_the_least_card():
    assert chosen("Qc Cc 2c", "5c Rc") == "2c"
    assert chosen("18 4 6", "5q 19") == "4"
    assert chosen("Qf 2f 3f 4f 5f Jp", "5q Rq") == "2f"


def test_a_trick_the_partner_takes_is_fed():
    assert chosen("Qc 4c", "3c Rc 2c", friends=[1]) == "Qc"
    assert chosen("Qc 4c", "3c Rc 2c", friends=[0]) == "4c", "the re is an opponent's"
    assert chosen("1 9", "20 2 3", friends=[0]) == "1"


def test_a_partner_s_card_that_may_be_beaten_is_not_fed():
    assert chosen("Cc 4c", "Qc 2c", friends=[0], foes="B1") == "4c"
    assert chosen("Cc 4c", "Qc 2c", friends=[0], foes="B1", gone="Rc") == "Cc"
    assert chosen("Cc 4c", "Qc 2c", friends=[0], foes="B1", known={"Rc": "A1"}) == "Cc", "seen elsewhere"
    assert chosen("Cc 4c", "Qc 2c", friends=[0], foes="B1", known={"Rc": "B1"}) == "4c"


def test_a_trump_that_costs_more_than_the_trick_is_kept():
    assert chosen("19 3", "17 2", foes="B1") == "3"
    assert chosen("19 3", "17 Rc", foes="B1") == "19"


def test_a_rich_trick_is_taken_with_a_middling_trump():
    assert chosen("3 9 15", "Qq 2q", foes="B1") == "9"
    assert chosen("3 9 15", "Cq 2q", foes="B1") == "3"


def test_short_suits_are_emptied_first():
    assert chosen("2c 3c 4c 5c 6f 7f 8f", "5q Rq") == "6f"


def test_while_cards_are_drawn_four_trumps_keep_the_bagatto():
    assert chosen("1 9 8 7", "5q", drawing=True) == "7"
    assert chosen("1 9 8 5c", "5q", drawing=True) == "1"


def test_the_matto_saves_a_figure_and_not_a_scartina():
    assert chosen("Qc Mat 9", "5c Rc") == "Mat"
    assert chosen("Qc 2c Mat 9", "5c Rc") == "2c"


def test_the_matto_goes_while_it_can_still_be_covered():
    assert chosen("2c Mat 9", "5c Rc", left=6) == "2c"
    assert chosen("2c Mat 9", "5c Rc", left=5) == "Mat"


def test_a_re_is_led_while_the_suit_is_young():
    hand = "Rc 5c 4f 3f 2f 9"
    assert chosen(hand, foes="B1 B2") == "Rc"
    assert chosen(hand, foes="B1 B2", lacking={"B2": {"cuori"}}) != "Rc", "it would be trumped"
    assert chosen(hand, foes="B1 B2", lacking={"B2": {"cuori", "trionfi"}}) == "Rc"


def test_a_low_card_is_led_not_from_under_the_re():
    assert chosen("Qc 5c 4f 3f 2f 9", foes="B1 B2") == "5c"
    assert chosen("Rc 5c 4f 3f 2f 9", foes="B1 B2", lacking={"B1": {"cuori"}}) == "2f"


def test_when_nobody_else_has_trumps_they_gather_figures():
    others = " ".join(trump for trump in TRUMPS if trump not in ("9", "12"))
    assert chosen("12 9 5c Qf", foes="B1 B2", gone=others) == "9"


@pytest.mark.parametrize("trick", ["", "5q Rq"])
def test_with_long_trumps_the_bagatto_is_kept_for_the_end(trick):
    hand = "20 21 19 17 15 12 9 7 1 5c"
    assert chosen(hand, trick, foes="B1 B2") != "1"
    assert chosen(hand, foes="B1 B2") == "20", "the others' trumps are drawn first"


def test_without_hope_the_bagatto_does_not_wait_for_the_last_trick():
    assert chosen("1 5c", foes="B1 B2", left=2) == "1"
    others = " ".join(trump for trump in TRUMPS if trump != "1")
    assert chosen("1 5c", foes="B1 B2", left=2, gone=others) == "5c", "nobody can beat it now"


def test_the_discard_hides_figures_without_their_re_and_empties_short_suits():
    hand = ["20", "7", "Rc", "Qc", "5c", "4c", "Qq", "3q", "9f", "8f", "7f", "6f", "2p"]
    assert choose_discard(hand, 2) == ("Qq", "2p")


def test_the_discard_keeps_a_terno_and_never_the_matto():
    assert "Qq" not in choose_discard(["20", "Qc", "5c", "Qq", "3q", "Qf", "8f"], 2)
    assert choose_discard(["20", "7", "3", "Mat", "Rc", "Rf"], 2) == ("3", "7")


def test_every_discard_chosen_is_allowed():
    chance = Random(3)
    for _ in range(2000):
        size = chance.choice((2, 3))
        hand = chance.sample(DECK, 28 if size == 3 else 21)
        found = choose_discard(hand, size)
        assert len(set(found)) == size
        assert set(found) <= set(discardable(hand))
