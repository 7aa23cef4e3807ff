"""What may be played, laid aside, called and drawn, and who takes (Maillard)."""

import pytest

from scoring import ScoringError, SensiblePlayer, Table
from scoring.genovese.cards import DECK
from scoring.genovese.play.rules import (
    GENOVESE,
    callable_cards,
    choose_call,
    discardable,
    verify_call,
    verify_discard,
)
from tests.scoring.genovese.play.referee import may_play, who_takes

HAND = ("14", "Mat", "Qc", "3c", "Rf")


def code_of(refused, *asked):
    with pytest.raises(ScoringError) as told:
        refused(*asked)
    assert "{" not in told.value.message("it") + told.value.message("en")
    return told.value.code


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param(HAND, "", "14 Mat Qc 3c Rf", id="Svolgimento: in attacco any card"),
        pytest.param(HAND, "Rc", "Qc 3c Mat", id="Svolgimento: of the suit led, or the Matto"),
        pytest.param(HAND, "5p", "14 Mat", id="Svolgimento: no suit, a trump"),
        pytest.param(HAND, "5p 20", "14 Mat", id="Svolgimento: a lower trump is still due"),
        pytest.param(HAND, "21", "14 Mat", id="Svolgimento: a trump is answered with a trump"),
        pytest.param(HAND[1:], "21", "Mat Qc 3c Rf", id="Svolgimento: without trumps any card"),
        pytest.param(HAND[1:], "5p", "Mat Qc 3c Rf", id="Svolgimento: the Matto is no trump to be forced"),
        pytest.param(HAND, "Mat", "14 Mat Qc 3c Rf", id="Il Matto: after it the next player is free"),
        pytest.param(HAND, "Mat Rc", "Qc 3c Mat", id="Il Matto: the card after it is the one led"),
        pytest.param(("1", "3c"), "5p", "1", id="Svolgimento: the Bagatto must be given too"),
    ],
)
def test_legal_cards(hand, trick, legal):
    assert sorted(GENOVESE.legal_cards(hand, trick.split())) == sorted(legal.split())


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        pytest.param("3c 10c 2c", "10c", id="Il mazzo: 1, 2 … 9, 10"),
        pytest.param("10p Jp Cp Qp", "Qp", id="Il mazzo: fante, cavallo, regina"),
        pytest.param("1q Rq Qq", "Rq", id="Il mazzo: the re is highest"),
        pytest.param("10c 1c", "10c", id="Ordine tradizionale: not in use in the red suits"),
        pytest.param("Rc 1 5c", "1", id="Il mazzo: any trump beats a re"),
        pytest.param("19 21 18", "21", id="Il mazzo: the higher trump"),
        pytest.param("21 20 19", "20", id="Il mazzo: the Giudizio beats the Mondo"),
        pytest.param("20 21", "20", id="Il mazzo: the Giudizio beats the Mondo, whoever comes first"),
        pytest.param("2c Rq Rf", "2c", id="Svolgimento: another suit never takes"),
        pytest.param("Mat 2c 3c", "3c", id="Il Matto: led, it leaves the suit to the next"),
        pytest.param("2c Mat", "2c", id="Il Matto: it cannot win"),
    ],
)
def test_who_takes(trick, taker):
    cards = trick.split()
    assert cards[GENOVESE.taker(cards)] == taker
    assert who_takes(cards) == cards.index(taker), "the referee agrees"


def test_every_pair_of_cards_is_judged_as_by_the_referee():
    for first in DECK:
        for second in DECK:
            if first != second:
                assert GENOVESE.taker([first, second]) == who_takes([first, second])
                hand = [second, "3c", "14"]
                assert (second in GENOVESE.legal_cards(hand, [first])) == may_play(hand, [first], second)


@pytest.mark.parametrize(
    ("code", "trick", "card"),
    [("card-not-held", [], "21"), ("must-follow", ["Rc"], "14"), ("must-trump", ["5p"], "3c")],
)
def test_an_illegal_card_is_refused(code, trick, card):
    assert card not in GENOVESE.legal_cards(HAND, trick)
    assert code_of(GENOVESE.verify_play, HAND, trick, card) == code


@pytest.mark.parametrize(
    ("code", "hand", "card"),
    [
        pytest.param("re-not-discarded", "Rc 4c 5c 6c", "Rc", id="Scarto: never a re"),
        pytest.param("bagatto-not-alone", "1 2 5c 6c", "1", id="Scarto: the Bagatto with a trump"),
    ],
)
def test_a_card_that_may_not_be_laid_aside(code, hand, card):
    assert code_of(verify_discard, hand.split(), card) == code
    assert card not in discardable(hand.split())


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        pytest.param("1 4c 5c 6c", "1", id="Scarto: the Bagatto as the only trump"),
        pytest.param("1 Mat 5c 6c", "1", id="Il mazzo: the Matto is no trump beside the Bagatto"),
        pytest.param("1 21 Qc 6c", "21", id="Scarto: of other cards the booklet forbids none"),
        pytest.param("1 21 Mat 6c", "Mat", id="Scarto: not even the Matto"),
    ],
)
def test_a_card_that_may_be_laid_aside(hand, card):
    verify_discard(hand.split(), card)
    assert card in discardable(hand.split())


def test_what_may_be_laid_aside_is_listed():
    assert discardable(["1", "2", "Mat", "Rc", "Qc", "3c"]) == ["2", "Mat", "Qc", "3c"]
    assert discardable(["1", "Mat", "Rc", "Qc", "3c"]) == ["1", "Mat", "Qc", "3c"]


FOUR_RE = ["Rc", "Rq", "Rf", "Rp"]


def test_chiamata_del_re_any_re_may_be_called_even_ones_own():
    hand = ["Rc", "Qc", "Qq", "5f"]
    assert callable_cards(hand, ()) == FOUR_RE
    for card in FOUR_RE:
        verify_call(hand, (), card)


def test_chiamata_del_re_a_regina_only_with_all_four_re():
    assert code_of(verify_call, FOUR_RE[:3], (), "Qc") == "call-not-a-re"
    assert code_of(verify_call, FOUR_RE, (), "Jc") == "call-not-a-re"
    verify_call([*FOUR_RE, "Qf"], (), "Qc")
    verify_call([*FOUR_RE, "Qf"], (), "Qf")


def test_a_regina_laid_aside_is_not_called():
    assert code_of(verify_call, FOUR_RE, ("Qc", "3c"), "Qc") == "call-discarded"
    assert callable_cards(FOUR_RE, ("Qc", "3c")) == [*FOUR_RE, "Qq", "Qf", "Qp"]


@pytest.mark.parametrize(
    ("hand", "discard", "called"),
    [
        pytest.param("3 Qq Jq Rc 5f", "", "Rq", id="where his figures wait for the re"),
        pytest.param("Rc Rq Rf Rp Qc Jp", "", "Qp", id="with four re, a regina he lacks"),
        pytest.param("Rc Rq Rf Rp Qc Qq Qf", "Qp 3c", "Rc", id="nobody left to call: alone"),
        pytest.param("2 3 4 5 6 7 8 9 10 20 21 Rc", "", "Rc", id="eleven trumps: alone"),
        pytest.param("2 3 4 5 6 7 8 9 10 20 21 Qc", "", "Rc", id="eleven trumps and no re: with a partner"),
    ],
)
def test_what_a_simple_dealer_calls(hand, discard, called):
    assert choose_call(hand.split(), discard.split()) == called


def test_pizzico_svolgimento_the_winner_draws_first():
    table, player = Table("genovese-pizzico", seed=1), SensiblePlayer()
    while len(table.tricks) < 2:
        table = table.apply(player.choose(table.view(table.to_move)))
    drawing = [player for player, _ in table.public.draws]
    assert drawing[0::2] == [trick.winner for trick in table.tricks]
    assert all(one != other for one, other in zip(drawing[0::2], drawing[1::2], strict=True))
