"""What holds for every holding of the grande, and for whatever the others hold."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import DECK, count
from scoring.bolognese.cards import CARTE_DA_5, MOORS, bits, codes_of
from scoring.bolognese.combinations import card_points, cricche, sequences
from scoring.bolognese.grande import (
    HOUSE_RULES,
    NUMBERS_BITS,
    OPENING_BITS,
    grande_cards,
    opening,
    run,
    shortcut,
)
from scoring.bolognese.tables import pile_totals
from tests.scoring.bolognese.piles import piles


def subsets(cards):
    """Every set of these cards."""
    codes = codes_of(cards)
    return [
        bits(code for place, code in enumerate(codes) if choice >> place & 1)
        for choice in range(1 << len(codes))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_both_methods_of_pagat_agree_on_every_grande_there_is(rules):
    """Every opening, every choice of numbers and so many Moors: they differ in nothing that counts."""
    moors = [bits(MOORS[:held]) for held in range(len(MOORS) + 1)]
    numbers = subsets(NUMBERS_BITS)
    established = [held for held in subsets(OPENING_BITS) if opening(held, rules)]
    assert len(established) == 25, (
        "four pairs or more of pezzi by four, one of three by three with a contatore"
    )
    for begun, choice in product(established, numbers):
        start = opening(begun, rules)
        scavezzo = run(choice, start.free, start.gate, start.gate_reason).scavezzo
        for held in moors:
            pile = begun | choice | held
            assert (grande_cards(pile, rules) - 1) * 5 == shortcut(pile, scavezzo).points, codes_of(pile)


@given(piles(), st.sampled_from(HOUSE_RULES))
def test_the_tables_say_what_the_rules_say(pile, rules):
    held = bits(pile)
    asked = (sequences(held, rules).total, cricche(held).total, card_points(held))
    assert pile_totals(held, rules) == asked


@given(st.permutations(DECK), st.integers(1, 14))
def test_a_side_counts_the_same_whatever_the_others_hold(cards, tricks):
    """In Centocinquanta thirty cards stay out, so that the others' pile can be another (Barilli 4.3.2)."""
    size = 2 * tricks
    own, others = cards[:size], 32 - size
    first, second = cards[size : size + others], cards[-others:]
    # B deals, and lays two cards aside that are no carte da 5 (Barilli 3.3).
    assume(all(len({*pile}.difference(CARTE_DA_5)) >= 2 for pile in (first, second)))
    answers = [
        count("centocinquanta", {"A": own, "B": pile}, "A", dealer="B").as_json()["A"]
        for pile in (first, second)
    ]
    assert answers[0] == answers[1]
