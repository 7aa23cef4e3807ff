"""What cannot be is said in words, in both languages."""

from random import Random

import pytest

from scoring import ScoringError, check, generate_deal

GAME = "quattro-scartate"


def why(figures, game=GAME, **known):
    found = check(game, figures, **known)
    assert not found.possible
    return found.why


@pytest.mark.parametrize(
    ("figures", "italian", "english"),
    [
        pytest.param(
            {"A": {"sequences": 500}, "B": {"cricche": 34}},
            "Con sequenze di A 500, B non può avere quattro re (34). Conta di nuovo.",
            "With runs of A 500, B cannot have four kings (34). Count again.",
            id="with these sequences the other side cannot have four re",
        ),
        pytest.param(
            {"A": {"cricche": 34}, "B": {"cricche": 17}},
            "Con cricche di A 34, B non può avere tre re (17). Conta di nuovo.",
            "With sets of A 34, B cannot have three kings (17). Count again.",
            id="seven re",
        ),
        pytest.param(
            {"A": {"sequences": 550}, "B": {"sequences": 10}},
            "Con sequenze di A 550, B non può avere 10 di sequenze. Conta di nuovo.",
            "With runs of A 550, B cannot have 10 in runs. Count again.",
            id="all sequences and one more",
        ),
        pytest.param(
            {"A": {"sequences": 550}, "B": {"cricche": 26}},
            "Con sequenze di A 550, B non può avere 26 di cricche. Conta di nuovo.",
            "With runs of A 550, B cannot have 26 in sets. Count again.",
            id="four cavalli, or three regine and three fanti: not one meaning",
        ),
        pytest.param(
            {"A": {"sequences": 131}},
            "Sequenze di A 131: le sequenze vanno di 5 in 5. Ricontale.",
            "Runs of A 131: runs go by 5. Count them again.",
            id="no multiple of five",
        ),
        pytest.param(
            {"A": {"sequences": 555}},
            "Non può essere: sequenze di A 555. Si va da 0 a 550: conta di nuovo.",
            "It cannot be: runs of A 555. The figure goes from 0 to 550: count again.",
            id="more than all sequences",
        ),
        pytest.param(
            {"B": {"cricche": 19}},
            "Cricche di B 19: nessun insieme di cricche fa questi punti. Ricontale.",
            "Sets of B 19: no sets make these points. Count them again.",
            id="a sum that no cricche make",
        ),
        pytest.param(
            {"A": {"total": 700}, "B": {"total": 300}},
            "Totale di A 700, totale di B 300 non possono essere i totali della stessa smazzata. "
            "Conta di nuovo.",
            "Total of A 700, total of B 300 cannot be the totals of one deal. Count again.",
            id="more than a deal holds",
        ),
        pytest.param(
            {"A": {"cricche": 0}, "B": {"cricche": 0, "card_points": 87}},
            "Con cricche di B 0, B non può avere 87 di scartini. Conta di nuovo.",
            "With sets of B 0, B cannot have 87 in card points. Count again.",
            id="all card points and no cricca",
        ),
    ],
)
def test_what_cannot_be_is_said_in_both_languages(figures, italian, english):
    refused = why(figures)
    assert refused.message("it") == italian
    assert refused.message("en") == english


def test_the_dealer_is_named_when_it_is_what_makes_it_impossible():
    parts = {"A": {"card_points": 41, "cricche": 17}, "B": {"card_points": 46, "cricche": 40}}
    dealers = {dealer: check(GAME, parts, dealer=dealer) for dealer in "AB"}
    assert sorted(found.possible for found in dealers.values()) == [False, True]
    refused = next(found.why for found in dealers.values() if not found.possible)
    assert refused.code == "impossible-with-dealer"
    assert "mazziere" in refused.message()
    assert "scarto di" in refused.message()


@pytest.mark.parametrize("game", ["quattro-scartate", "millone-due", "terziglio"])
def test_every_impossible_sheet_names_a_side_that_was_written(game):
    chance = Random(6)
    said = 0
    for seed in range(60):
        deal = generate_deal(seed, game)
        sides = list(deal.piles)[:2]
        figures = {
            side: {"sequences": chance.randrange(0, 300, 5), "cricche": chance.choice((0, 17, 34, 52, 130))}
            for side in sides
        }
        found = check(game, figures)
        if found.possible:
            continue
        said += 1
        for language in ("it", "en"):
            told = found.why.message(language)
            assert any(f" {side} " in f" {told.replace(',', ' ').replace(':', ' ')} " for side in sides), told
    assert said > 10


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("ottocento", "sequences, cricche, card_points, total, declarations"),
        ("mattazza", "sequences, cricche, card_points, total"),
    ],
)
def test_an_unknown_figure_names_all_that_may_be_given(game, known):
    with pytest.raises(ScoringError) as refused:
        check(game, {"A": {"punti": 3}})
    assert refused.value.message().endswith(f"si danno {known}.")
