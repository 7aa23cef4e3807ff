"""What may be played, what may be discarded, and who takes (Barilli 1.2, 1.4, 3.3, 3.4)."""

import pytest

from scoring import ScoringError
from scoring.bolognese.play.rules import BOLOGNESE, discardable_cards

HAND = ("Qd", "6d", "Rs", "14", "Mo1", "Mat")


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param(HAND, [], HAND, id="Barilli 3.4 leading is free"),
        pytest.param(HAND, ["Ad"], ["Qd", "6d", "Mat"], id="Barilli 3.4 follow the suit, or cover the Matto"),
        pytest.param(HAND, ["7c"], ["14", "Mo1", "Mat"], id="Barilli 3.4 no suit: a trump"),
        pytest.param(HAND, ["Ang"], ["14", "Mo1", "Mat"], id="Barilli 3.4 trumps are followed"),
        pytest.param(("Rs", "6d"), ["7c", "Ang"], ["Rs", "6d"], id="Barilli 3.4 no suit nor trump: anything"),
        pytest.param(("Rs", "Mat"), ["7c"], ["Rs", "Mat"], id="Barilli 3.4 the Matto is no trump"),
        pytest.param(HAND, ["Mat"], HAND, id="Barilli 3.4 after a Matto led, the next card sets the suit"),
        pytest.param(HAND[:5], ["Mat", "7d"], ["Qd", "6d"], id="Barilli 3.4 the card after the Matto rules"),
        pytest.param(("Beg", "6d"), ["7c", "Ang"], ["Beg"], id="Barilli 3.4 the Bégato must trump"),
    ],
)
def test_legal_cards(hand, trick, legal):
    assert BOLOGNESE.legal_cards(hand, trick) == list(legal)


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        pytest.param("6d 7d 10d Ad", 3, id="Barilli 1.4.1 danari: the asso beats the numbers"),
        pytest.param("10c 9c 8c 6c", 3, id="Barilli 1.4.2 coppe: the 6 beats the 10"),
        pytest.param("6s 10s As 9s", 1, id="Barilli 1.4.3 spade: the 10 beats the 6"),
        pytest.param("Ab 6b 7b 8b", 3, id="Barilli 1.4.4 bastoni: the asso is lowest"),
        pytest.param("Fd Cd Qd Rd", 3, id="Barilli 1.4 re regina cavallo fante"),
        pytest.param("Rd 6d Beg 7d", 2, id="Barilli 1.5 any trump beats a re"),
        pytest.param("6d Rs Rc Rb", 0, id="Barilli 3.4 another suit never takes"),
        pytest.param("6d 5 16 Ang", 3, id="Barilli 1.2.1 the Angelo is highest"),
        pytest.param("Mo4 5 Beg Mo1", 1, id="Barilli 1.2.1 the 5 beats the mori"),
        pytest.param("Mo1 Mo3 Mo2 Beg", 2, id="Barilli 1.2.1 of several mori the last"),
        pytest.param("6d Mo4 7d Mo1", 3, id="Barilli 1.2.1 moro ammazza moro"),
        pytest.param("Mat 6d 7d Rs", 1, id="Barilli 3.4 the Matto led takes nothing"),
        pytest.param("6d Mat 7s Rs", 0, id="Barilli 1.2.2 the Matto never takes"),
        pytest.param("Sol Lun 16 Mon", 3, id="Barilli 1.2.1 Mondo, Sole, Luna, 16"),
    ],
)
def test_who_takes(trick, place):
    assert BOLOGNESE.taker(trick.split()) == place


@pytest.mark.parametrize(
    ("code", "hand", "trick", "card"),
    [
        ("card-not-held", HAND, [], "Ang"),
        ("must-follow", HAND, ["Ad"], "Rs"),
        ("must-follow", HAND, ["Ad"], "14"),
        ("must-follow", HAND, ["Ang"], "Qd"),
        ("must-trump", HAND, ["7c"], "Qd"),
    ],
)
def test_an_illegal_card_is_refused(code, hand, trick, card):
    assert card not in BOLOGNESE.legal_cards(hand, trick)
    with pytest.raises(ScoringError) as refused:
        BOLOGNESE.verify_play(hand, trick, card)
    assert refused.value.code == code


def test_a_legal_card_passes():
    assert "6d" in BOLOGNESE.legal_cards(HAND, ["Ad"])
    BOLOGNESE.verify_play(HAND, ["Ad"], "6d")


def test_barilli_3_3_the_carte_da_5_stay_in_the_hand_and_pagat_deal_other_trumps_may_go():
    hand = ["Ang", "Mon", "Sol", "16", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb", "Qd", "6d"]
    assert discardable_cards(hand) == ["Sol", "16", "Qd", "6d"]
