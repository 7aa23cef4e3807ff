"""The worked examples of the seeds, each named by its chapter."""

import pytest

from scoring import DECK, count
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL, card_points
from scoring.bolognese.cards import WHOLE_DECK, bits
from scoring.bolognese.combinations import Combination
from scoring.bolognese.cricche import cricche
from scoring.bolognese.declarations import Declaration, combination_of
from scoring.bolognese.explanation import explain_sequence
from scoring.bolognese.grande import (
    ACCADEMIA,
    LAGHI_LUNA_16,
    LAGHI_SOLE_LUNA,
    NUMBERS_BITS,
    OPENING_BITS,
    opening,
    run,
    shortcut,
)
from scoring.bolognese.sequences import one_sequence, sequences


def points_of(family, cards, rules=ACCADEMIA):
    found = one_sequence(family, bits(cards.split()), rules)
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


GRANDI = [
    pytest.param("Ang Mon Beg 16 Mat 14", 25, id="Barilli 2.4 (1)"),
    pytest.param("Ang Sol Lun Mat 15 Beg 13", 30, id="Barilli 2.4 (2)"),
    pytest.param("Ang Beg Lun Mat 15 14 13 12", 35, id="Barilli 2.4 (3) with the Luna"),
    pytest.param("Ang Beg Sol Mat 15 14 13 12", 35, id="Barilli 2.4 (3) with the Sole"),
    pytest.param("Ang Mon Beg Mat 15 14 13 12", 15, id="Barilli 2.4 deroga"),
    pytest.param("Ang Mon Beg Mat", 15, id="Barilli 2.4 effetto della deroga"),
    pytest.param("Ang Mon Lun 16", 15, id="Pagat sequences 1"),
    pytest.param("Ang Mat Lun 16 15 Beg 13 12", 35, id="Pagat sequences 2"),
    pytest.param("Ang Mon Sol Lun 16 Mat Beg 13", 30, id="Pagat sequences 3"),
    pytest.param("Ang Mon Beg Mat 15 14", 15, id="Pagat sequences 4"),
    pytest.param("Ang Mat Sol Beg 15 14", 25, id="Pagat sequences 5"),
    pytest.param("Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 6 5 Mo1 Mo2 Mo3 Beg", 90, id="Pagat scavezzo 4"),
    pytest.param(
        "Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 7 6 5 Mo1 Mo2 Mo3 Mo4 Beg",
        100,
        id="Barilli 2.3 fino ai calzettini",
    ),
    pytest.param("Ang Mon Sol", 10, id="Barilli 2.2.2 three numbers"),
    pytest.param("Ang Mon Sol Lun", 15, id="Barilli 2.2.2 four numbers"),
    pytest.param("Ang Beg Mat 16 15", 0, id="Barilli 2.4 one pezzo at least is real"),
    pytest.param("Mon Sol Lun Beg Mat 16", 0, id="Barilli 2.2.2 the capostipite"),
]


@pytest.mark.parametrize(("cards", "points"), GRANDI)
def test_the_grande_counts_as_the_book_says(cards, points):
    assert points_of("grande", cards) == points


@pytest.mark.parametrize(("cards", "points"), [param for param in GRANDI if param.values[1]])
def test_the_scavezzo_shortcut_gives_the_same_grande(cards, points):
    pile = bits(cards.split())
    start = opening(pile & OPENING_BITS, ACCADEMIA)
    follow = run(pile & NUMBERS_BITS, start.free, start.gate, start.gate_reason)
    assert shortcut(pile, follow.scavezzo).points == points


@pytest.mark.parametrize(
    ("cards", "scavezzo", "missing"),
    [
        pytest.param("Ang Mon Lun 16", 15, 3, id="Pagat scavezzo 1"),
        pytest.param("Ang Mat Lun 16 15 Beg 13 12", 11, 3, id="Pagat scavezzo 2"),
        pytest.param("Ang Mon Sol Lun 16 Mat Beg 13", 15, 0, id="Pagat scavezzo 3"),
        pytest.param(
            "Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 6 5 Mo1 Mo2 Mo3 Beg", 0, 3, id="Pagat scavezzo 4"
        ),
    ],
)
def test_the_explanation_tells_the_scavezzo_and_what_the_others_hold_above_it(cards, scavezzo, missing):
    pile = bits(cards.split())
    told = explain_sequence(one_sequence("grande", pile, ACCADEMIA), pile, ACCADEMIA)
    assert told["shortcut"]["scavezzo"] == scavezzo
    assert told["shortcut"]["missing"] == missing
    assert told["shortcut"]["points"] == told["points"]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        pytest.param("Ang Mon Lun 16", "no-contatore", id="Pagat sequences 1"),
        pytest.param("Ang Mon Sol Lun 16 Mat Beg 13", "two-together", id="Pagat sequences 3"),
        pytest.param("Ang Mon Beg Mat 15 14", "scavezzo-reale", id="Pagat sequences 4"),
        pytest.param("Ang Mon Beg 15 14", "no-contatore", id="no second contatore"),
    ],
)
def test_the_explanation_tells_why_the_grande_breaks(cards, reason):
    pile = bits(cards.split())
    told = explain_sequence(one_sequence("grande", pile, ACCADEMIA), pile, ACCADEMIA)
    assert told["reason"] == reason


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        pytest.param("Ang Mon Beg 16 Mat 14", "Ang Mon Beg=Sol 16 Mat=15 14", id="Barilli 2.4 (1)"),
        pytest.param("Ang Sol Lun Mat 15 Beg 13", "Ang Sol Lun Beg=16 15 Mat=14 13", id="Barilli 2.4 (2)"),
        pytest.param("Ang Beg Sol Mat 15", "Ang Beg=Mon Sol Mat=16 15", id="Barilli 2.4 (3)"),
        pytest.param("Ang Mon Sol Lun 16 Mat Beg 13", "Ang Mon Sol Lun 16 Beg Mat", id="Pagat sequences 3"),
    ],
)
def test_the_row_of_the_grande_shows_what_each_contatore_stands_for(cards, row):
    pile = bits(cards.split())
    told = explain_sequence(one_sequence("grande", pile, ACCADEMIA), pile, ACCADEMIA)
    written = [
        f"{entry['card']}={entry['stands_for']}" if entry["stands_for"] else entry["card"]
        for entry in told["row"]
    ]
    assert written == row.split()


@pytest.mark.parametrize(
    ("rules", "cards", "points"),
    [
        pytest.param(LAGHI_SOLE_LUNA, "Ang Mon Beg 16 15", 10, id="Laghi: no Sole and Luna, no 16"),
        pytest.param(LAGHI_SOLE_LUNA, "Ang Mon Sol 16 15", 20, id="Laghi: the Sole is enough"),
        pytest.param(LAGHI_LUNA_16, "Ang Mon Sol Beg 15 14", 15, id="Laghi: no Luna and 16, no 15"),
        pytest.param(LAGHI_LUNA_16, "Ang Mon Sol 16 Beg 14", 25, id="Laghi: the 16 is enough"),
        pytest.param(LAGHI_LUNA_16, "Ang Mon Lun Beg 15 14", 25, id="Laghi: the Luna is enough"),
        pytest.param(ACCADEMIA, "Ang Mon Sol Beg 15 14", 25, id="Accademia: the Luna is not necessary"),
        pytest.param(ACCADEMIA, "Ang Mon Beg 16 15", 20, id="Accademia: the 16 goes on"),
    ],
)
def test_house_rules_break_the_grande_where_laghi_notes(rules, cards, points):
    assert points_of("grande", cards, rules) == points


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
        pytest.param("coppe", "Rc Qc Cc Fc", 15, id="Barilli 2.2.2 four figures"),
        pytest.param("coppe", "Qc Cc Fc Ac Beg Mat", 0, id="Barilli 2.2.2 the Re is required"),
        pytest.param("assi", "Ad Ac As", 10, id="Barilli 2.2.2 three assi"),
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


def test_barilli_2_2_3_two_combinations_are_not_doubled():
    assert sequences(bits(["Ang", "Mon", "Sol", "Rd", "Qd", "Cd", "Fd"]), ACCADEMIA).total == 25
    assert cricche(bits(["Ang", "Mon", "Beg", "Rd", "Rc", "Rs", "Rb"])).total == 52


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("Ang 6d", 5, id="Barilli 2.1 Angelo and a scartino"),
        pytest.param("Rd Ad", 5, id="Barilli 2.1 re"),
        pytest.param("Qd Lun", 4, id="Barilli 2.1 regina"),
        pytest.param("Cd 16", 3, id="Barilli 2.1 cavallo"),
        pytest.param("Fd Mo1", 2, id="Barilli 2.1 fante"),
        pytest.param("10d 9d", 1, id="Barilli 2.1 two scartini"),
        pytest.param("Rd Qd", 8, id="Barilli 2.1 two cards of value, less one"),
    ],
)
def test_the_conto_degli_scartini_counts_pairs(cards, points):
    assert card_points(bits(cards.split())) == points


def test_barilli_3_9_the_deck_holds_87_card_points():
    assert card_points(WHOLE_DECK) == CARD_POINTS_IN_ALL == 87


def test_barilli_3_9_1_a_cappotto_is_worth_939():
    deal = count("quattro-scartate", {"B": DECK, "A": []}, "B", dealer="A")
    side = deal.sides["B"]
    assert (side.sequences.total, side.cricche.total, side.card_points, side.last_trick) == (550, 296, 87, 6)
    assert (deal.points("B"), deal.points("A")) == (939, 0)


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
