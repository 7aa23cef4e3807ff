"""The worked examples of the grande in the seeds, each named by its chapter."""

import pytest

from scoring.bolognese.cards import bits
from scoring.bolognese.combinations import one_sequence
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


def points_of(family, cards, rules=ACCADEMIA):
    found = one_sequence(family, bits(cards.split()), rules)
    return found.points if found else 0


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
    pytest.param("Ang Mon Lun 16 15", 20, id="Barilli 2.3 five for each number of scavezzo"),
    pytest.param(
        "Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 7 6 5 Mo1 Mo2 Mo3 Mo4 Beg Mat",
        105,
        id="Barilli Computo the Matto beside the whole grande",
    ),
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
