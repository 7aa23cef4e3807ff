"""Who may say what at Terziglio, and who plays alone in the end (Barilli 4.2.1)."""

import pytest

from scoring import Bid, ScoringError, Table
from scoring.bolognese.play.terziglio import Contract, contract, legal_calls, next_to_call

ORDER = ("B1", "C1", "A1")
BIDS = ("passo", "posso", "faccio-di-mio")
ANSWERS = ("va-bene", "no-faccio-di-mio")


def said(*words):
    return [Bid(ORDER[turn % 3], word) for turn, word in enumerate(words)]


@pytest.mark.parametrize(
    ("words", "turn", "allowed"),
    [
        pytest.param((), "B1", BIDS, id="Barilli 4.2.1 the receiver is first"),
        pytest.param(("passo",), "C1", BIDS, id="Barilli 4.2.1 passo: the rights go to the right"),
        pytest.param(("posso",), "C1", ANSWERS, id="Barilli 4.2.1 posso? asks both others"),
        pytest.param(("posso", "va-bene"), "A1", ANSWERS, id="Barilli 4.2.1 va bene, and the second"),
        pytest.param(("passo", "posso", "va-bene"), "B1", ANSWERS, id="Barilli 4.2.1 who passed answers too"),
        pytest.param(("passo", "passo", "posso"), "B1", ANSWERS, id="Barilli 4.2.1 the last asks both"),
        pytest.param(("passo", "passo", "passo"), None, (), id="all have passed"),
        pytest.param(("faccio-di-mio",), None, (), id="Barilli 4.2.1 faccio di mio asks nobody"),
        pytest.param(("posso", "no-faccio-di-mio"), None, (), id="Barilli 4.2.1 one opposition is enough"),
        pytest.param(("posso", "va-bene", "va-bene"), None, (), id="Barilli 4.2.1 both agree"),
    ],
)
def test_whose_turn_it_is_and_what_may_be_said(words, turn, allowed):
    calls = said(*words)
    assert next_to_call(ORDER, calls) == turn
    assert legal_calls(ORDER, calls) == allowed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param((), None, id="nothing said"),
        pytest.param(("posso", "va-bene"), None, id="Barilli 4.2.1 both must agree"),
        pytest.param(
            ("posso", "va-bene", "va-bene"), Contract("B1", own=False), id="Barilli 4.2.1 andare su"
        ),
        pytest.param(("passo", "posso", "va-bene", "va-bene"), Contract("C1", own=False), id="the second"),
        pytest.param(("faccio-di-mio",), Contract("B1", own=True), id="Barilli 4.2.1 faccio di mio"),
        pytest.param(("posso", "no-faccio-di-mio"), Contract("C1", own=True), id="Barilli 4.2.1 opposition"),
        pytest.param(
            ("posso", "va-bene", "no-faccio-di-mio"), Contract("A1", own=True), id="the second opposes"
        ),
        pytest.param(("passo", "passo", "passo"), None, id="all have passed"),
    ],
)
def test_who_plays_alone(words, expected):
    assert contract(ORDER, said(*words)) == expected


def spoken(*words):
    table = Table("terziglio", seed=1, dealer="A1")
    for bid in said(*words):
        table = table.apply(bid)
    return table


@pytest.mark.parametrize(
    ("words", "call", "code"),
    [
        (("faccio-di-mio",), Bid("B1", "passo"), "action-not-now"),
        ((), Bid("C1", "passo"), "not-the-turn"),
        ((), Bid("B1", "va-bene"), "call-not-allowed"),
        (("posso",), Bid("C1", "posso"), "call-not-allowed"),
        ((), Bid("B1", "boh"), "call-not-allowed"),
    ],
)
def test_a_call_that_cannot_be_made_is_refused(words, call, code):
    with pytest.raises(ScoringError) as refused:
        spoken(*words).apply(call)
    assert refused.value.code == code
    assert refused.value.message("en")


def test_a_call_that_can_be_made_passes():
    assert spoken("passo").apply(Bid("C1", "posso")).to_move == "A1"
