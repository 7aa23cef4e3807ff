"""The worked examples of the seeds, each named by its chapter."""

import pytest

from scoring import DECK, ScoringError, count
from scoring.bolognese.cards import TAROCCHI, WHOLE_DECK, bits
from scoring.bolognese.combinations import (
    CARD_POINTS_IN_ALL,
    Combination,
    card_points,
    cricche,
    one_sequence,
    sequences,
)
from scoring.bolognese.declarations import Declaration, combination_of
from scoring.bolognese.grande import ACCADEMIA


def points_of(family, cards):
    found = one_sequence(family, bits(cards.split()), ACCADEMIA)
    return found.points if found else 0


@pytest.mark.parametrize(
    ("family", "cards"),
    [
        pytest.param("grande", "Ang Mon", id="Barilli 2.4 Angelo - Mondo"),
        pytest.param("grande", "Ang Sol", id="Barilli 2.4 Angelo - Sole"),
        pytest.param("grande", "Ang Lun", id="Barilli 2.4 Angelo - Luna"),
        pytest.param("danari", "Rd Qd", id="Barilli 2.4 Re - Regina"),
        pytest.param("spade", "Rs Cs", id="Barilli 2.4 Re - Cavallo"),
        pytest.param("bastoni", "Rb Fb", id="Barilli 2.4 Re - Fante"),
        pytest.param("mori", "Mo1 Mo3", id="Barilli 2.4 Moro - Moro"),
        pytest.param("assi", "Ac As", id="Barilli 2.4 Asso - Asso"),
    ],
)
def test_two_cards_are_worth_0_10_or_15_with_no_one_or_two_contatori(family, cards):
    assert points_of(family, cards) == 0
    assert points_of(family, cards + " Beg") == points_of(family, cards + " Mat") == 10
    assert points_of(family, cards + " Beg Mat") == 15


@pytest.mark.parametrize(
    ("family", "cards", "points"),
    [
        pytest.param("danari", "Rd Mat Beg Ad", 0, id="Pagat sequences 6"),
        pytest.param("danari", "Rd Cd Fd", 10, id="Pagat sequences 7"),
        pytest.param("danari", "Rd Qd Beg Ad", 15, id="Pagat sequences 8"),
        pytest.param("danari", "Rd Qd Cd Fd Ad Mat", 25, id="Pagat sequences 9"),
        pytest.param("mori", "Mo1 Mo2 Beg", 10, id="Pagat sequences 10"),
        pytest.param("mori", "Mo3 Mo4 Mat", 10, id="Pagat sequences 10 the other side"),
        pytest.param("assi", "Ad Ac As Ab Beg Mat", 25, id="Pagat sequences 11"),
        pytest.param("mori", "Mo1 Mo2 Mo3 Beg", 15, id="Pagat scavezzo 4, the Moors beside the grande"),
        pytest.param("spade", "Rs Qs Fs", 10, id="Barilli 2.2.2 three figures"),
        pytest.param("coppe", "Rc Qc Cc Fc", 15, id="Barilli 2.2.2 four figures"),
        pytest.param("coppe", "Rc Qc Cc Ac", 15, id="Barilli 2.3 the asso after the figures of its suit"),
        pytest.param("coppe", "Qc Cc Fc Ac Beg Mat", 0, id="Barilli 2.2.2 the Re is required"),
        pytest.param("assi", "Ad Ac As", 10, id="Barilli 2.2.2 three assi"),
        pytest.param("assi", "Ad Ac As Ab", 15, id="Barilli 2.2.2 four assi"),
        pytest.param("mori", "Mo1 Mo2 Mo4", 10, id="Barilli 2.2.2 three mori"),
        pytest.param("assi", "Ad Beg Mat", 0, id="Barilli 2.4 two real assi at least"),
        pytest.param("mori", "Mo1 Mo2 Mo3 Mo4", 15, id="Barilli 2.2.2 four mori"),
        pytest.param("coppe", "Rc Qc Ac", 0, id="Barilli 2.4 gli Assi non vanno in terza"),
    ],
)
def test_suits_assi_and_mori_count_as_the_book_says(family, cards, points):
    assert points_of(family, cards) == points


@pytest.mark.parametrize(
    ("family", "three", "points"),
    [
        pytest.param("tarocchi", "Ang Mon Mat", 18, id="Barilli 2.2.1 tarocchi"),
        pytest.param("re", "Rs Rc Rd", 17, id="Barilli 2.2.1 re"),
        pytest.param("regine", "Qs Qc Qd", 14, id="Barilli 2.2.1 regine"),
        pytest.param("cavalli", "Cs Cc Cd", 13, id="Barilli 2.2.1 cavalli"),
        pytest.param("fanti", "Fs Fc Fd", 12, id="Barilli 2.2.1 fanti"),
    ],
)
def test_three_of_a_kind_are_worth_the_table_and_four_twice_as_much(family, three, points):
    fourth = {"tarocchi": "Beg", "re": "Rb", "regine": "Qb", "cavalli": "Cb", "fanti": "Fb"}[family]
    assert cricche(bits(three.split())).items == (Combination(family, 3, points),)
    assert cricche(bits([*three.split(), fourth])).items == (Combination(family, 4, points * 2),)
    assert not cricche(bits(three.split()[:2])).items


def test_baroncini_chart_of_cricche_three_tarocchi_four_kings_three_knights_make_130():
    made = cricche(bits(["Ang", "Mon", "Beg", "Rd", "Rc", "Rs", "Rb", "Cd", "Cs", "Cb"]))
    assert [item.points for item in made.items] == [18, 34, 13]
    assert (made.doubled, made.total) == (True, 130)


def test_baroncini_chart_of_sequences_three_trumps_four_coins_three_aces_make_70():
    made = sequences(bits(["Ang", "Mon", "Sol", "Rd", "Qd", "Cd", "Fd", "Ac", "As", "Ab"]), ACCADEMIA)
    assert [(item.family, item.points) for item in made.items] == [
        ("grande", 10),
        ("danari", 15),
        ("assi", 10),
    ]
    assert (made.doubled, made.total) == (True, 70)


def test_pagat_criccone_three_tarocchi_four_kings_and_three_jacks_are_doubled():
    made = cricche(bits(["Ang", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb", "Fd", "Fs", "Fb"]))
    assert (made.doubled, made.total) == (True, (18 + 34 + 12) * 2)


def test_pagat_sequences_swords_aces_and_moors_are_doubled():
    made = sequences(bits(["Rs", "Qs", "Cs", "Ad", "Ac", "Ab", "Mo1", "Mo2", "Mo3", "Mo4"]), ACCADEMIA)
    assert [item.family for item in made.items] == ["spade", "assi", "mori"]
    assert (made.doubled, made.total) == (True, (10 + 10 + 15) * 2)


def test_barilli_2_4_every_contatore_counts_in_every_sequence():
    made = sequences(
        bits(["Ang", "Mon", "Rd", "Qd", "Rc", "Cc", "Mo1", "Mo2", "Ad", "As", "Beg", "Mat"]), ACCADEMIA
    )
    assert {item.family: item.cards for item in made.items} == {
        "grande": 4,
        "danari": 5,
        "coppe": 4,
        "assi": 4,
        "mori": 4,
    }


def test_barilli_2_2_3_two_combinations_are_not_doubled():
    assert sequences(bits(["Ang", "Mon", "Sol", "Rd", "Qd", "Cd", "Fd"]), ACCADEMIA).total == 25
    assert cricche(bits(["Ang", "Mon", "Beg", "Rd", "Rc", "Rs", "Rb"])).total == 52


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("Ang 6d", 5, id="Barilli 2.1 Angelo and a scartino"),
        pytest.param("Mon 5", 5, id="Barilli 2.1 Mondo"),
        pytest.param("Beg Sol", 5, id="Barilli 2.1 Bégato"),
        pytest.param("Mat Mo4", 5, id="Barilli 2.1 Matto"),
        pytest.param("Rd Ad", 5, id="Barilli 2.1 re"),
        pytest.param("Qd Lun", 4, id="Barilli 2.1 regina"),
        pytest.param("Cd 16", 3, id="Barilli 2.1 cavallo"),
        pytest.param("Fd Mo1", 2, id="Barilli 2.1 fante"),
        pytest.param("10d 9d", 1, id="Barilli 2.1 two scartini"),
        pytest.param("Rd Qd", 8, id="Barilli 2.1 two cards of value, less one"),
        pytest.param(
            "Rd 6d 7d 8d 9d 10d Ad Ac As Ab", 9, id="Pagat card points: a King and nine others, half each"
        ),
        pytest.param(
            "6d 7d 8d 9d 10d Ad Ac As Ab 6c 7c 8c 9c 10c 6s 7s 8s 9s", 9, id="Pagat card points: twice nine"
        ),
    ],
)
def test_the_conto_degli_scartini_counts_pairs(cards, points):
    assert card_points(bits(cards.split())) == points


def test_barilli_3_9_the_deck_holds_87_card_points():
    assert card_points(WHOLE_DECK) == CARD_POINTS_IN_ALL == 87


def test_baroncini_scores_20_figures_each_with_a_cartaccia_and_22_cartacce_in_pairs_make_87():
    figures = [code for code in DECK if code in TAROCCHI or code[0] in "RQCF"]
    cartacce = [code for code in DECK if code not in figures]
    assert (len(figures), len(cartacce)) == (20, 42)
    paired = [card_points(bits(pair)) for pair in zip(figures, cartacce, strict=False)]
    assert (sum(paired), card_points(bits(cartacce[20:]))) == (76, 11)


def test_barilli_3_9_1_a_cappotto_is_worth_939():
    deal = count("quattro-scartate", {"B": DECK, "A": []}, "B", dealer="A")
    side = deal.sides["B"]
    assert (side.sequences.total, side.cricche.total, side.card_points, side.last_trick) == (550, 296, 87, 6)
    assert (deal.points("B"), deal.points("A")) == (939, 0)


@pytest.mark.parametrize(
    ("pile", "dealer"),
    [
        pytest.param(["Mat"], "B", id="Barilli 3.9.1 the Matto alone"),
        pytest.param(["6d", "7d"], "A", id="Barilli 3.9.1 the two cards of the discard"),
    ],
)
def test_a_pile_without_a_trick_passes_over(pile, dealer):
    with pytest.raises(ScoringError) as refused:
        count("quattro-scartate", {"A": pile}, "B", dealer=dealer)
    assert refused.value.code == "cappotto-not-passed"
    assert "cappotto" in refused.value.message()


@pytest.mark.parametrize(
    ("kind", "family", "cards", "points"),
    [
        pytest.param("sequence", "coppe", "Rc Qc Beg", 10, id="Barilli 3.5.1 La Regina con il Bégato"),
        pytest.param("sequence", "spade", "Rs Cs Fs Mat", 15, id="Barilli 3.5.1 il Cavallo e il Fante"),
        pytest.param("sequence", "grande", "Ang Sol Lun", 10, id="Barilli 3.5.1 Le due Rosse"),
        pytest.param("sequence", "mori", "Mo1 Mo2 Mo4", 10, id="Barilli 3.5.1 Tre Mori"),
        pytest.param("sequence", "assi", "Ad Ac As Ab Beg Mat", 25, id="Barilli 3.5.1 Quattro Assi"),
        pytest.param("cricca", "re", "Rs Rc Rd", 17, id="Barilli 3.5.1 Tre Re sbaglia Bastoni"),
        pytest.param("cricca", "fanti", "Fd Fc Fs Fb", 24, id="Barilli 3.5.1 Quattro Fanti"),
        pytest.param("cricca", "tarocchi", "Mon Beg Mat", 18, id="Barilli 3.5.1 Tre Tarocchi matti"),
        pytest.param("cricca", "tarocchi", "Ang Mon Mat", 18, id="Barilli 3.5.1 senza il Bégato"),
        pytest.param("sequence", "spade", "Rs Qs Cs Fs", 15, id="Pagat declarations: four of five swords"),
        pytest.param("cricca", "regine", "Qd Qc Qs", 14, id="Pagat declarations: three of four Queens"),
    ],
)
def test_declarations_are_worth_what_the_cards_shown_make(kind, family, cards, points):
    shown = Declaration("A", "A1", kind, family, tuple(cards.split()))
    assert combination_of(shown, ACCADEMIA).points == points
