"""What must hold for every split of the 62 cards, and the engine against a counter written another way."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DECK, HOUSE_RULES, count
from scoring.bolognese.cards import bits
from scoring.bolognese.combinations import one_sequence
from tests.scoring.bolognese.piles import piles, random_pile
from tests.scoring.bolognese.plain_counter import (
    plain_cricche,
    plain_grande,
    plain_scavezzo,
    plain_sequences,
    plain_side,
)

GAME = "quattro-scartate"


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_thousands_of_random_piles_count_as_the_plain_counter_counts_them(rules):
    chance = random.Random(1981)
    for _ in range(2500):
        pile = random_pile(chance)
        rest = set(DECK) - pile
        deal = count(GAME, {"A": list(pile)}, "A", rules=rules)
        for side, cards in (("A", pile), ("B", rest)):
            made = deal.sides[side]
            parts = (made.sequences.total, made.cricche.total, made.card_points, made.last_trick)
            assert parts == plain_side(cards, side == "A", rules), sorted(cards)
            assert {i.family: i.cards for i in made.sequences.items} == plain_sequences(cards, rules)
            assert {i.family: (i.cards, i.points) for i in made.cricche.items} == plain_cricche(cards)


def test_long_grandi_count_as_the_plain_counter_and_the_scavezzo_count_them():
    chance = random.Random(1587)
    trumps = DECK[:22]
    lengths = set()
    for _ in range(4000):
        luck = chance.choice((0.6, 0.8, 0.9, 0.95))
        pile = {card for card in trumps if chance.random() < luck}
        found = one_sequence("grande", bits(pile), "accademia")
        cards = found.cards if found else 0
        lengths.add(cards)
        assert cards == plain_grande(pile), sorted(pile)
        assert (found.points if found else 0) == plain_scavezzo(pile), sorted(pile)
    assert lengths >= set(range(3, 23)), "the sample reaches every length"


@given(piles(), st.sampled_from("AB"))
def test_card_points_always_share_87_and_totals_stay_inside_their_bounds(pile, last_trick):
    deal = count(GAME, {"A": pile}, last_trick)
    first, second = deal.sides["A"], deal.sides["B"]
    assert first.card_points + second.card_points == 87
    assert first.last_trick + second.last_trick == 6
    for side in (first, second):
        assert 0 <= side.sequences.total <= 550
        assert 0 <= side.cricche.total <= 296


@given(piles(), st.randoms())
def test_the_order_of_the_cards_never_matters(pile, chance):
    cards = sorted(pile)
    shuffled = chance.sample(cards, len(cards))
    assert count(GAME, {"A": cards}, "A") == count(GAME, {"A": shuffled}, "A")


@given(piles())
def test_one_pile_two_piles_or_the_other_pile_say_the_same(pile):
    rest = [card for card in DECK if card not in pile]
    by_one = count(GAME, {"A": list(pile)}, "A").as_json()
    assert by_one == count(GAME, {"B": rest}, "A").as_json()
    assert by_one == count(GAME, {"B": rest, "A": list(pile)}, "A").as_json()


@given(piles(), st.sampled_from("AB"))
def test_swapping_the_sides_swaps_the_answer(pile, last_trick):
    other = "B" if last_trick == "A" else "A"
    deal = count(GAME, {"A": pile}, last_trick).as_json()
    swapped = count(GAME, {"B": pile}, other).as_json()
    assert (deal["A"], deal["B"]) == (swapped["B"], swapped["A"])


@given(piles())
def test_moors_are_equal_in_every_count(pile):
    moors = {"Mo1", "Mo2", "Mo3", "Mo4"}
    held = len(pile & moors)
    renamed = pile - moors | set(sorted(moors)[4 - held :])
    assert count(GAME, {"A": pile}, "A").as_json() == count(GAME, {"A": renamed}, "A").as_json()


@given(piles())
def test_an_explanation_adds_up_to_the_count_it_explains(pile):
    deal = count(GAME, {"A": pile}, "B")
    for side, told in deal.explanation().items():
        made = deal.sides[side]
        assert told["total"] == made.total
        assert [item["points"] for item in told["sequences"]["items"]] == [
            item.points for item in made.sequences.items
        ]
        for item in told["sequences"]["items"]:
            assert len(item["row"]) == item["cards"]
            if item["family"] == "grande":
                assert item["shortcut"]["points"] == item["points"]
        points = told["card_points"]
        assert (
            sum(kind["points"] for kind in points["kinds"]) + points["scartini"] - points["pairs"]
            == made.card_points
        )
