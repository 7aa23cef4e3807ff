"""What a hand may still declare (Barilli 3.5.1)."""

import random

import pytest

from scoring import DECK, GAMES, HOUSE_RULES, Declaration, ScoringError, count, declarable
from tests.scoring.bolognese.plain_counter import plain_cricche, plain_sequences

#: In the words of Barilli 3.5.1, "in Mano" and "Dichiarazione di Accuso".
EXAMPLES = [
    pytest.param("Rd Qd Beg", {("sequence", "danari"): "Beg Rd Qd"}, id="Barilli 3.5.1: Re, Regina, Bégato"),
    pytest.param(
        "Rc Cc Fc Mat", {("sequence", "coppe"): "Mat Rc Cc Fc"}, id="Barilli 3.5.1: Re, Cavallo, Fante, Matto"
    ),
    pytest.param("Ang Sol Lun", {("sequence", "grande"): "Ang Sol Lun"}, id="Barilli 3.5.1: le due Rosse"),
    pytest.param("Mo1 Mo2 Mo4", {("sequence", "mori"): "Mo1 Mo2 Mo4"}, id="Barilli 3.5.1: tre Mori"),
    pytest.param(
        "Ad Ac As Ab Beg Mat",
        {("sequence", "assi"): "Beg Mat Ad Ac As Ab"},
        id="Barilli 3.5.1: quattro Assi con il Bégato ed il Matto",
    ),
    pytest.param("Rs Rc Rd", {("cricca", "re"): "Rd Rc Rs"}, id="Barilli 3.5.1: tre Re sbaglia Bastoni"),
    pytest.param("Fd Fc Fs Fb", {("cricca", "fanti"): "Fd Fc Fs Fb"}, id="Barilli 3.5.1: quattro Fanti"),
    pytest.param(
        "Mon Beg Mat", {("cricca", "tarocchi"): "Mon Beg Mat"}, id="Barilli 3.5.1: tre Tarocchi matti"
    ),
    pytest.param(
        "Ang Mon Mat",
        {("cricca", "tarocchi"): "Ang Mon Mat", ("sequence", "grande"): "Ang Mon Mat"},
        id="Barilli 3.5.1: tre Tarocchi senza il Bégato",
    ),
    pytest.param("Rd Qd 6d", {}, id="nothing to declare"),
]


@pytest.mark.parametrize(("hand", "expected"), EXAMPLES)
def test_the_largest_combinations_of_a_hand_may_be_declared(hand, expected):
    found = declarable("ottocento", "B2", hand.split())
    assert {(item.kind, item.family): " ".join(item.cards) for item in found} == expected
    assert all((item.side, item.player) == ("B", "B2") for item in found)


def test_what_was_shown_may_not_be_shown_again_and_others_hide_nothing():
    hand = ["Rd", "Rc", "Rs", "Qd", "Cd", "Fd"]
    shown = [
        Declaration("A", "A1", "cricca", "re", ("Rd", "Rc", "Rs")),
        Declaration("B", "B1", "sequence", "danari", ("Rd", "Qd", "Cd")),
    ]
    assert [item.family for item in declarable("ottocento", "A1", hand)] == ["re", "danari"]
    assert [item.family for item in declarable("ottocento", "A1", hand, shown)] == ["danari"]


def test_thousands_of_hands_declare_what_the_plain_counter_finds_and_count_takes_them():
    chance = random.Random(351)
    pile = {"A": DECK[:30]}
    for _ in range(2000):
        hand = chance.sample(DECK, 15)
        found = declarable("quattro-scartate", "A1", hand)
        told = {(item.kind, item.family): len(item.cards) for item in found}
        runs = {("sequence", family): cards for family, cards in plain_sequences(set(hand)).items()}
        kinds = {("cricca", family): cards for family, (cards, _) in plain_cricche(set(hand)).items()}
        assert told == runs | kinds
        assert {card for item in found for card in item.cards} <= set(hand)
        count("quattro-scartate", pile, "A", declarations=found)


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_pagat_scoring_the_grande_what_may_be_declared_breaks_where_the_house_rule_breaks_it(rules):
    chance = random.Random(1983)
    pile, seen = {"A": DECK[:30]}, set()
    trumps = [card for card in DECK[:22] if card != "Ang"]
    for _ in range(600):
        hand = ["Ang", *chance.sample(trumps, 14)]
        found = declarable("ottocento", "A1", hand, rules=rules)
        told = {item.family: len(item.cards) for item in found if item.kind == "sequence"}
        assert told == plain_sequences(set(hand), rules)
        count("ottocento", pile, "A", declarations=found, rules=rules)
        seen.add(found != declarable("ottocento", "A1", hand))
    assert seen == ({False} if rules == "accademia" else {False, True})


def test_a_house_rule_that_nobody_plays_is_refused():
    with pytest.raises(ScoringError) as refused:
        declarable("ottocento", "A1", ["Ang", "Mon", "Sol"], rules="casa mia")
    assert refused.value.code == "unknown-rules"


def test_nothing_is_declared_at_mattazza():
    assert GAMES["mattazza"].declarable is None
    assert declarable("mattazza", "A1", ["Rd", "Rc", "Rs"]) == ()


@pytest.mark.parametrize(
    ("code", "player", "hand"),
    [
        ("unknown-player", "C1", ["Rd"]),
        ("unknown-card", "A1", ["Rx"]),
        ("card-twice", "A1", ["Rd", "Rd"]),
    ],
)
def test_a_hand_that_is_none_is_refused(code, player, hand):
    with pytest.raises(ScoringError) as refused:
        declarable("ottocento", player, hand)
    assert refused.value.code == code
