"""The quick counts of the tables, beside the count card by card (Barilli, "Computo"; Pagat)."""

import random
from itertools import combinations, product

import pytest

from scoring import DECK, count
from scoring.bolognese.cards import WHOLE_DECK, bits
from scoring.bolognese.combinations import THREE_OF_A_KIND, cricche_of, one_sequence, sequences
from scoring.bolognese.grande import ACCADEMIA, OPENING_BITS, opening

#: "la somma totale di tutte 5 le Cricche che è, per le regole generali, di 148 punti".
MEZZO_CRICCONE = 148
#: "18 punti per ogni Tarocco, 17 punti per ogni Re, 14, 13, 12".
OF_EACH = (18, 17, 14, 13, 12)


def criccone_by_subtraction(lacking):
    """Mezzo criccone less the value of each card lacking, two of a kind at most; doubled from three on."""
    half = MEZZO_CRICCONE - sum(
        worth * min(missing, 2) for worth, missing in zip(OF_EACH, lacking, strict=True)
    )
    return half * 2 if sum(missing < 2 for missing in lacking) >= 3 else half


def test_barilli_computo_mezzo_criccone_less_the_cards_of_the_others_is_what_the_cricche_make():
    assert tuple(THREE_OF_A_KIND.values()) == OF_EACH
    for held in product(range(5), repeat=5):
        assert cricche_of(*held).total == criccone_by_subtraction([4 - number for number in held])


def test_barilli_computo_with_a_criccone_the_last_trick_is_three_points_of_the_half():
    pile = ["Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Qd", "Qc", "Qs", "Cd", "Cc", "6d", "7d"]
    deal = count("quattro-scartate", {"A": pile}, "A", dealer="A")
    made = deal.sides["A"]
    assert made.cricche.doubled
    half = MEZZO_CRICCONE - 17 - 14 - 2 * 13 - 2 * 12
    assert made.cricche.total + made.last_trick == (half + 3) * 2


def test_pagat_scoring_procedure_cards_less_one_for_each_sequence_times_ten_halved_under_three():
    chance = random.Random(800)
    seen = set()
    for _ in range(3000):
        made = sequences(bits(chance.sample(DECK, chance.randrange(6, 57))), ACCADEMIA)
        ten = (sum(item.cards for item in made.items) - len(made.items)) * 10
        assert made.total == (ten if len(made.items) >= 3 else ten // 2)
        seen.add(len(made.items))
    assert seen == set(range(8))


def test_pagat_scavezzo_no_grande_when_the_others_have_three_pezzi_or_two_and_both_contatori():
    rest = ("Mon", "Sol", "Lun", "Beg", "Mat")
    openings = [bits(("Ang", *some)) for size in range(6) for some in combinations(rest, size)]
    assert len(set(openings)) == 32
    for held in openings:
        others = OPENING_BITS & ~held
        pezzi = (others & bits(["Mon", "Sol", "Lun"])).bit_count()
        contatori = (others & bits(["Beg", "Mat"])).bit_count()
        no_grande = pezzi == 3 or (pezzi == 2 and contatori == 2)
        assert (opening(held, ACCADEMIA) is None) is no_grande


@pytest.mark.parametrize(
    ("family", "cards"),
    [
        pytest.param("grande", 22, id="Barilli Computo: 21 cards and the Matto"),
        pytest.param("danari", 7, id="Barilli Computo: four figures, the asso, both contatori"),
        pytest.param("assi", 6, id="Barilli Computo: four assi and both contatori"),
        pytest.param("mori", 6, id="Barilli Computo: four mori and both contatori"),
    ],
)
def test_barilli_computo_a_sequence_is_its_cards_less_one_times_five(family, cards):
    whole = one_sequence(family, WHOLE_DECK, ACCADEMIA)
    assert (whole.cards, whole.points) == (cards, (cards - 1) * 5)
