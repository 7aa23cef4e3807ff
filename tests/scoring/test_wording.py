"""Explanations in sentences: every phrase exists in both languages, and a known deal reads as expected."""

import re

import pytest

from scoring import GAMES, count, generate_deal
from scoring.wording import LANGUAGES, sentences
from scoring.wording.agreement import agreed
from scoring.wording.bolognese import _PHRASES

PILE = ("Ang", "Mon", "Beg", "16", "Mat", "14", "Rd", "Qd", "Ad", "6d")


def test_a_deal_explained_in_italian():
    told = sentences(count("quattro-scartate", {"A": PILE}, "A").explanation()["A"])
    assert told == [
        "Grande: Angelo, Mondo, Bégato (per Sole), 16, Matto (per 15), 14: 6 carte, 25 punti.",
        "Scavezzo al 13: il 13 manca e nessun contatore può stare al suo posto.",
        "Conto rapido: 21 − 13 (scavezzo) − 3 (trionfi sopra lo scavezzo e contatori degli avversari) = 5; "
        "per 5 fanno 25.",
        "Danari: Re di danari, Regina di danari, Asso di danari, Bégato (per Cavallo di danari), Matto: "
        "5 carte, 20 punti.",
        "Sequenze: 45 punti.",
        "4 Tarocchi: Angelo, Mondo, Bégato, Matto: 36 punti.",
        "Cricche: 36 punti.",
        "Scartini: 4 Tarocchi da 5: 20, 1 Re da 5: 5, 1 Regina da 4: 4, 4 scartini: 4; meno 5 coppie di "
        "carte: "
        "28 punti.",
        "Ultima presa: 6 punti.",
        "Totale: 115 punti.",
    ]


def test_a_deal_explained_in_english():
    told = sentences(count("quattro-scartate", {"A": PILE}, "A").explanation()["A"], "en")
    assert (
        told[0]
        == "Grande: Angel, World, Bégato (for the Sun), 16, Matto (for the 15), 14: 6 cards, 25 points."
    )


@pytest.mark.parametrize(
    ("language", "written", "said"),
    [
        pytest.param("it", "1 carte, 1 punti.", "1 carta, 1 punto.", id="one"),
        pytest.param("it", "21 carte, 11 punti.", "21 carte, 11 punti.", id="eleven"),
        pytest.param("it", "1 Fanti da 2: 2, 1 scartini: 1", "1 Fante da 2: 2, 1 scartino: 1", id="kinds"),
        pytest.param("it", "1 Re da 5", "1 Re da 5", id="the same in both"),
        pytest.param("en", "1 cards, 1 points; less 1 pairs", "1 card, 1 point; less 1 pair", id="one"),
        pytest.param("en", "101 points", "101 points", id="a hundred and one"),
    ],
)
def test_a_noun_agrees_with_its_number(language, written, said):
    assert agreed(written, language) == said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_game_says_one_points(game, language):
    for seed in range(12):
        deal = generate_deal(seed, game)
        counted = GAMES[game].count(GAMES[game], deal.as_json())
        lines = [
            line for told in counted.explanation().values() for line in GAMES[game].sentences(told, language)
        ]
        assert not [
            line for line in lines if re.search(r"(?<!\d)1 (punti|carte|prese|points|cards|tricks)\b", line)
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_generated_deal_can_be_said(language):
    for seed in range(60):
        deal = generate_deal(seed)
        counted = count(deal.game, deal.piles, deal.last_trick, declarations=deal.declarations)
        for side, told in counted.explanation().items():
            said = sentences(told, language)
            assert str(counted.points(side)) in said[-1]
            assert not any("{" in line for line in said)


def test_both_languages_have_the_same_phrases_and_facts():
    italian, english = (_PHRASES[language] for language in LANGUAGES)
    assert set(italian) == set(english)
    for phrase in italian:
        assert set(re.findall(r"{(\w+)}", italian[phrase])) >= set(re.findall(r"{(\w+)}", english[phrase]))
