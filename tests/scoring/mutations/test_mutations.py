"""Whoever changes a number or a comparison of the rules makes a test fail."""

import subprocess
import sys

import pytest

from tests.scoring.mutations import (
    alone,
    bolognese,
    buone,
    checks,
    dealt_genovese,
    dealt_terziglio,
    genovese,
    hands,
    heaps,
    holding,
    laying,
    matches,
    nearby,
    playing,
    playing_genovese,
    playing_scopone,
    scopone,
    sharing,
    sheets,
    sheets_of_scopone,
    splits,
    sums,
    telling,
)
from tests.scoring.mutations.mutants import ROOT, mutants

DECKS = [
    pytest.param(bolognese, id="tarocchino bolognese"),
    pytest.param(alone, id="terziglio and mattazza"),
    pytest.param(matches, id="matches and calling out"),
    pytest.param(scopone, id="scopone"),
    pytest.param(genovese, id="tarocco genovese"),
    pytest.param(buone, id="buone"),
    pytest.param(hands, id="hands that show accusi"),
    pytest.param(sharing, id="cards shared out for accusi"),
    pytest.param(laying, id="cards that could be laid aside"),
    pytest.param(holding, id="cards that each side holds"),
    pytest.param(splits, id="splits of the deck"),
    pytest.param(sheets, id="sheets"),
    pytest.param(nearby, id="nearest entries"),
    pytest.param(checks, id="checks"),
    pytest.param(sheets_of_scopone, id="sheets of scopone"),
    pytest.param(telling, id="the deck and explanations"),
    pytest.param(sums, id="sums of a pile"),
    pytest.param(heaps, id="heaps told in part"),
    pytest.param(playing, id="trick play with the tarocco bolognese"),
    pytest.param(playing_genovese, id="trick play with the tarocco genovese"),
    pytest.param(dealt_genovese, id="deals with the tarocco genovese"),
    pytest.param(dealt_terziglio, id="deals of terziglio"),
    pytest.param(playing_scopone, id="the play of scopone"),
]


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_every_changed_number_and_comparison_is_noticed(deck):
    name = deck.__name__.rpartition(".")[2]
    command = [sys.executable, "-m", "tests.scoring.mutations.mutants", name]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[:1] == ["ok"], "the battery accepts the engine as it is"
    assert sorted(told[1:]) == sorted(deck.EQUIVALENT)


@pytest.mark.parametrize("deck", DECKS)
def test_every_module_of_the_rules_has_mutants(deck):
    for module in deck.MODULES:
        assert next(mutants(module), None), module
