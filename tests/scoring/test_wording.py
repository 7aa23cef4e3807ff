"""Explanations in sentences: every phrase exists in both languages, and a known deal reads as expected."""

import re

import pytest

from scoring import GAMES, ScoringError, call_out, check, count, generate_deal, outcome
from scoring.match_report import match_report, outcome_sentence
from scoring.wording.errors import SENTENCES
from scoring.wording.explanations import bolognese_sentences as sentences
from scoring.wording.names import LANGUAGES, WORDS, agreed

PILE = ("Ang", "Mon", "Beg", "16", "Mat", "14", "Rd", "Qd", "Ad", "6d")


def test_a_deal_explained_in_italian():
    told = sentences(count("quattro-scartate", {"A": PILE}, "A").explanation()["A"])
    assert told == [
        "Grande: Angelo, Mondo, Bégato (per Sole), 16, Matto (per 15), 14: 6 carte, 25 punti.",
        "Scavezzo al 13: il 13 manca e nessun contatore può stare al suo posto.",
        "Conto rapido: 21 − 13 (scavezzo) − 3 (trionfi sopra lo scavezzo e contatori che mancano) = 5; "
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
        pytest.param("it", "in 1 smazzate", "in 1 smazzata", id="a deal"),
        pytest.param("en", "1 deals give", "1 deal gives", id="a deal"),
        pytest.param("it", "1 Re da 5", "1 Re da 5", id="the same in both"),
        pytest.param("en", "1 cards, 1 points; less 1 pairs", "1 card, 1 point; less 1 pair", id="one"),
        pytest.param("en", "101 points", "101 points", id="a hundred and one"),
        pytest.param("it", "ne mancano 1 al", "ne manca 1 al", id="a verb before it"),
        pytest.param("it", "ne mancano almeno 1.", "ne manca almeno 1.", id="a verb further before it"),
        pytest.param("it", "ne mancano 11 al", "ne mancano 11 al", id="a verb before eleven"),
        pytest.param("en", "1 more are needed", "1 more is needed", id="a verb after it"),
        pytest.param("it", "al 11: il 11, al 8: il 8", "all'11: l'11, all'8: l'8", id="eleven and eight"),
        pytest.param("it", "al 10: il 10, il 18", "al 10: il 10, il 18", id="other numbers"),
    ],
)
def test_a_noun_agrees_with_its_number(language, written, said):
    assert agreed(written, language) == said


@pytest.mark.parametrize(
    ("pile", "broken"),
    [
        pytest.param(
            ("Ang", "Mon", "Sol", "Lun", "16", "15", "14", "13", "12", "10"),
            "Scavezzo all'11: l'11 manca e nessun contatore può stare al suo posto.",
            id="Pagat, Scavezzo della grande 11",
        ),
        pytest.param(
            ("Ang", "Mon", "Sol", "Lun", "16", "15", "14", "13", "12", "11", "10", "9", "Mat", "6"),
            "Scavezzo all'8: mancano l'8 e il numero seguente, e due contatori non stanno vicini.",
            id="Pagat, Scavezzo della grande 8",
        ),
    ],
)
def test_the_break_of_the_grande_is_said_with_its_article(pile, broken):
    assert sentences(count("quattro-scartate", {"A": pile}, "A").explanation()["A"])[1] == broken


def test_pagat_declarations_a_grande_shown_in_hand_breaks_nowhere():
    shown = {"side": "A", "player": "A1", "sequence": "grande", "cards": ["Ang", "Mon", "Beg"]}
    told = count("quattro-scartate", {"A": PILE}, "A", declarations=[shown]).explanation()["A"]
    assert sentences(told)[-4:-1] == [
        "Grande: Angelo, Mondo, Bégato (per Sole): 3 carte, 10 punti.",
        "Sequenze: 10 punti.",
        "Accusi di A1: 10 punti.",
    ]


@pytest.mark.parametrize("game", ["centocinquanta", "mattazza"])
def test_barilli_4_3_2_the_shortcut_does_not_give_the_cards_left_out_to_the_opponents(game):
    for seed in range(40):
        deal = generate_deal(seed, game)
        counted = GAMES[game].count(GAMES[game], deal.as_json())
        told = [line for each in counted.explanation().values() for line in sentences(each)]
        assert not [line for line in told if "avversari" in line]


@pytest.mark.parametrize(
    ("language", "said"), [("it", "A ha solo 1 carta, quindi"), ("en", "A has only 1 card, so")]
)
def test_barilli_3_9_1_the_matto_left_alone_is_one_card(language, said):
    with pytest.raises(ScoringError) as refused:
        count("quattro-scartate", {"A": ["Mat"]}, "B")
    assert refused.value.message(language).startswith(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "A1 non può chiamarsi fuori con 1 punto: ne manca 1 al traguardo."),
        ("en", "A1 cannot call out with 1 point: 1 more is needed."),
    ],
)
def test_barilli_4_3_3_a_call_out_one_point_short_of_quindici(language, said):
    mori = {"side": "A", "player": "A1", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]}
    with pytest.raises(ScoringError) as refused:
        call_out("quindici", "A1", "A1", {"A": 13, "B": 0}, [mori])
    assert refused.value.message(language).startswith(said)


def test_a_refusal_begins_like_a_sentence():
    told = check("ottocento", {"A": {"sequences": 131}}).why
    assert told.message().startswith("Sequenze di A 131: ")
    assert told.message("en").startswith("Runs of A 131: ")


def test_barilli_4_4_1_several_lose_together():
    lost = outcome("mattazza", [{"A": 1, "B": 1, "C": 0, "D": 0}] * 2, 2, "until-two")
    assert outcome_sentence(lost) == "La partita è finita, persa da A, B; vincono gli altri."


@pytest.mark.parametrize("agreement", GAMES["mattazza"].agreements)
@pytest.mark.parametrize("sides", ["ABC", "ABCD", "ABCDEF"])
def test_barilli_4_4_1_where_all_lose_together_there_are_no_others_who_win(agreement, sides):
    charged = [dict.fromkeys(sides, 1)] * (3 if agreement != "some-lose" or len(sides) < 5 else 2)
    assert outcome("mattazza", charged[1:], 3, agreement) is None
    lost = outcome("mattazza", charged, 3, agreement)
    assert (lost.winner, lost.losers) == (None, tuple(sides))
    listed = ", ".join(sides)
    assert outcome_sentence(lost) == f"La partita è finita: perdono tutti ({listed}) e non vince nessuno."
    assert outcome_sentence(lost, "en") == f"The match is over: all lose ({listed}) and nobody wins."
    report = match_report({"game": "mattazza", "deals": charged, "target": 3, "agreement": agreement}, "en")
    assert report["sentence"] == outcome_sentence(lost, "en")


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


def sentences_in(words, *path):
    """Yields each sentence of the words with the keys that lead to it."""
    for key, value in words.items():
        if isinstance(value, dict):
            yield from sentences_in(value, *path, key)
        else:
            yield (*path, key), value


def test_both_languages_have_the_same_phrases_and_facts():
    italian, english = (
        dict(sentences_in({key: words for key, words in WORDS[language].items() if key != "names"}))
        for language in LANGUAGES
    )
    assert list(italian) == list(english)
    for path in italian:
        assert set(re.findall(r"{(\w*)}", italian[path])) >= set(re.findall(r"{(\w*)}", english[path]))


def test_no_refusal_has_two_sentences():
    assert len(SENTENCES["it"]) == sum(map(len, WORDS["it"]["refusals"].values()))


#: A remedy given as an infinitive after a colon, or as a sentence of its own: "toglierne una", "Ricontare".
INFINITIVE = re.compile(r"(?:[:.;,] |\b[eo] )(?:\w+(?:are|ere|ire)|\w+(?:ar|er|ir)(?:l[aeio]|ne|si))\b")


def test_the_remedies_address_the_reader():
    told = {code: sentence for code, sentence in SENTENCES["it"].items() if INFINITIVE.search(sentence)}
    assert told == {}


def test_the_apostrophe_is_one_in_every_sentence():
    both = (sentence for language in LANGUAGES for sentence in SENTENCES[language].values())
    assert [sentence for sentence in both if "’" in sentence] == []
