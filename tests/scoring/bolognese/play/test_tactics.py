"""What simple players do in the situations of Pagat's "Tactics" and Barilli's "Nota al Gioco della Carta"."""

import pytest

from scoring.bolognese.cards import DECK
from scoring.bolognese.play.rules import BOLOGNESE, PALO
from scoring.bolognese.play.tactics import avoid_points, choose_card, choose_discard
from scoring.bolognese.play.terziglio import choose_call
from scoring.trick_play import TRUMP
from tests.scoring.bolognese.play.situations import turn

HAND = "12 7 5 Mo1 Beg Rd 9d 8d Qc 10c 9c 6s 8b 7b 6b"


def plays(view):
    return choose_card(view, BOLOGNESE.legal_cards(view.hand, view.trick))


def avoids(view):
    return avoid_points(view, BOLOGNESE.legal_cards(view.hand, view.trick))


def test_saving_the_begato_it_is_led_under_the_angelo_that_the_partner_has_shown():
    assert plays(turn(HAND, shown={"A2": "Ang Mon Sol"})) == "Beg"


@pytest.mark.parametrize("shown", [{}, {"B1": "Ang Mon Sol"}])
def test_saving_the_begato_it_is_not_led_when_the_angelo_may_be_anywhere_else(shown):
    assert plays(turn(HAND, shown=shown)) != "Beg"


def test_saving_the_begato_it_goes_under_the_partner_s_angelo():
    assert plays(turn(HAND, "Ang 6", leader="A2")) == "Beg"


def test_saving_the_begato_third_hand_trumps_when_the_fourth_has_shown_a_card_of_the_suit():
    hand = "12 7 5 Mo1 Beg 8c 10c 9c 6s 8b 7b 6b"
    fourth_follows = turn(hand, "6d 7d", leader="A2", shown={"B1": "Qd Cd Fd"})
    assert plays(fourth_follows) == "Beg"


def test_saving_the_begato_third_hand_keeps_it_when_the_fourth_lacks_the_suit():
    hand = "12 7 5 Mo1 Beg 8c 10c 9c 6s 8b 7b 6b"
    assert plays(turn(hand, "6d 7d", leader="A2", voids={"B1": {"d"}})) != "Beg"


def test_playing_suits_the_king_is_played_when_another_leads_the_suit():
    assert plays(turn(HAND, "6d 7d", leader="A2")) == "Rd"


def test_playing_suits_no_card_is_led_of_a_suit_with_its_king():
    assert PALO[plays(turn(HAND))] not in ("d", TRUMP)


def test_playing_suits_a_lone_king_is_led():
    assert plays(turn("12 7 5 Mo1 Mo2 Rd 8c 10c 9c 6s 9s 8b 7b 6b")) == "Rd"


def test_playing_suits_the_king_is_led_from_king_and_queen():
    assert plays(turn("12 7 5 Mo1 Mo2 Rd Qd 10c 9c 6s 9s 8b 7b 6b")) == "Rd"


def test_playing_suits_the_king_is_not_led_to_an_opponent_who_trumps_it():
    voids = {"B1": {"d"}}
    assert plays(turn("12 7 5 Mo1 Mo2 Rd Qd 10c 9c 6s 9s 8b 7b 6b", gone="7d 8d", voids=voids)) != "Rd"


def test_playing_suits_the_partner_gets_to_trump_the_suit_he_lacks():
    shown_void = turn("12 7 5 Mo1 Rd 9d 8d Qc 10c 9c 6s 9s", gone="As 7s 8s 10s", voids={"A2": {"s"}})
    assert PALO[plays(shown_void)] == "s"


def test_leading_trumps_a_small_number_from_eight():
    assert plays(turn("Ang 16 15 12 9 7 5 Mo1 Rd 9d 8d Rc 7c 6c 10c")) == "Mo1"


def test_the_endgame_masters_are_cashed_when_the_opponents_have_no_trumps():
    view = turn(
        "Qd 8b 7b",
        gone="Rd Rb Qb Cb Fb 10b",
        voids={"B1": {TRUMP}, "B2": {TRUMP}},
    )
    assert plays(view) == "Qd"


def test_use_of_the_matto_it_is_never_led():
    assert plays(turn("Mat 6d")) == "6d"
    assert plays(turn("Mat Beg")) == "Beg"


def test_use_of_the_matto_it_saves_a_card_that_would_be_lost():
    assert plays(turn("Mat Qd 12 7 8c 9c", "7d 8d Rd", leader="B1")) == "Mat"
    assert plays(turn("Mat Rd 12 7 8c 9c", "7d 8d 12", leader="B1")) == "Mat"


@pytest.mark.parametrize("led", ["13", "12"])
def test_use_of_the_matto_it_ducks_so_that_the_mondo_must_be_led_to_the_angelo(led):
    """The others have no trumps; who leads has Mondo, 13 and 12 (Pagat, "Use of the Matto")."""
    unseen = {"Mon", "13", "12", "6d", "7d", "8d", "9d", "10d", "Ad"}
    gone = " ".join({*DECK} - unseen - {"Ang", "Sol", "Mat"})
    voids = {"A2": {TRUMP}, "B2": {TRUMP}}
    assert plays(turn("Ang Sol Mat", f"{led} 6d 7d", leader="B1", gone=gone, voids=voids)) == "Mat"


def test_use_of_the_matto_it_stays_in_hand_when_a_scartino_will_do():
    assert plays(turn("Mat 9d 12 7 8c 9c", "7d 8d Rd", leader="B1")) == "9d"


def test_a_valuable_card_goes_to_the_partner_s_trick_and_a_scartino_to_the_opponents():
    assert plays(turn("Qd 9d 12 7 8c", "7d Rd 8d", leader="B1")) == "Qd"
    assert plays(turn("Qd 9d 12 7 8c", "7d 8d Rd", leader="B1")) == "9d"


def test_the_last_to_play_takes_a_rich_trick_as_cheaply_as_it_can():
    assert plays(turn("Ang 14 9 8c 7c", "Rd Qd 10d", leader="B1")) == "9"


def test_high_trumps_are_not_spent_on_a_trick_that_holds_nothing():
    assert plays(turn("Ang 6 8c 7c", "5 Mo1 Mo2", leader="B1")) == "6"


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        pytest.param("Ang 16 12 7 5 Mo1 8d 7d Rc Qc 9c 8c 6s As 10s Cb 9b", "7d 8d", id="Pagat a whole suit"),
        pytest.param(
            "Ang 16 12 7 5 Mo1 8d Rc Qc 9c 8c 6s As 10s Cb 9b 8b", "8d As", id="Pagat a single card, an asso"
        ),
        pytest.param(
            "Rd 8d Rc Qc 9c 8c Rs As 10s 9s Rb Fb 9b 8b 7b Ang 16", "8d As", id="Pagat a King is bared"
        ),
    ],
)
def test_choosing_the_discard(hand, discard):
    assert set(choose_discard(hand.split())) == set(discard.split())


def test_who_goes_up_empties_the_short_suits_before_those_with_a_king():
    hand = "Ang Mon 16 15 14 13 12 7 5 Mo1 Mo2 8d 7d 6d Rc Qc 9c 8c 6s As 10s Cb 9b Rs 9s 8s"
    assert set(choose_discard(hand.split(), 5)) == {"8d", "7d", "6d", "Cb", "9b"}


def test_a_weak_hand_passes_a_good_one_asks_and_a_very_strong_one_needs_no_pozzo():
    weak = "7 5 Mo1 8d 7d 6d Qc 9c 8c 6s As 10s Cb 9b 8b 7b Fd Fc"
    good = "Ang Mon 16 12 7 5 Mo1 8d 7d Rc Qc 9c 6s As 10s Cb 9b Rb"
    strong = "Ang Mon Sol 16 15 14 12 7 5 Mo1 Beg Mat Rc Qc Rs Qs Rb Rd"
    bids = ("passo", "posso", "faccio-di-mio")
    assert [choose_call(hand.split(), bids) for hand in (weak, good, strong)] == list(bids)
    answers = ("va-bene", "no-faccio-di-mio")
    assert [choose_call(hand.split(), answers) for hand in (good, strong)] == list(answers)


def test_mattazza_who_has_a_trick_gives_away_the_dearest_card_that_loses():
    assert avoids(turn("Qd Fd 9d 8c", "7d Rd", leader="A2", tricks={"A1": 1}, partners=())) == "Qd"


def test_mattazza_who_has_no_trick_takes_a_cheap_one():
    assert avoids(turn("Rd 9d 8c 7c 6c", "7d 8d 10d", leader="B1", partners=())) == "Rd"


def test_mattazza_the_matto_ducks_a_trick_that_every_other_card_would_take():
    assert avoids(turn("Mat Rd", "7d 8d Qd", leader="B1", tricks={"A1": 2}, partners=())) == "Mat"
