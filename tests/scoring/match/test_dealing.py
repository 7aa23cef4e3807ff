"""Who deals next, in every game."""

from itertools import pairwise

import pytest

from scoring import GAMES, ScoringError, next_dealer


@pytest.mark.parametrize(
    ("game", "dealers"),
    [
        pytest.param("quattro-scartate", "A1 B1 A2 B2 A1", id="Barilli 3.7"),
        pytest.param("ottocento", "B2 A1 B1", id="Barilli 3.7, Ottocento"),
        pytest.param("millone-due", "A1 B1 A1", id="Barilli 4.3.1"),
        pytest.param("centocinquanta", "B1 A1 B1", id="Barilli 4.3.2"),
        pytest.param("mattazza", "A1 B1 C1 D1 E1 F1 A1", id="Barilli 4.4.1"),
    ],
)
def test_the_deal_passes_to_the_right(game, dealers):
    names = dealers.split()
    for dealer, following in pairwise(names):
        assert next_dealer(game, dealer) == following


@pytest.mark.parametrize("dealer", GAMES["terziglio"].players)
@pytest.mark.parametrize("soloist", GAMES["terziglio"].players)
def test_who_played_alone_deals_next_at_terziglio(dealer, soloist):
    assert next_dealer("terziglio", dealer, soloist=soloist) == soloist


def test_at_terziglio_the_soloist_must_be_named():
    with pytest.raises(ScoringError) as refused:
        next_dealer("terziglio", "A1")
    assert (refused.value.code, refused.value.params["key"]) == ("missing-key", "soloist")


@pytest.mark.parametrize(
    ("dealer", "losers", "following"),
    [
        pytest.param("A1", ("C1",), "C1", id="one loser"),
        pytest.param("A1", ("A1",), "A1", id="the dealer himself"),
        pytest.param("B1", ("A1", "C1"), "C1", id="of two the first to the right"),
        pytest.param("C1", ("B1", "A1"), "A1", id="of two the first to the right, past the end"),
        pytest.param("B1", (), "C1", id="without the option"),
    ],
)
def test_at_some_tables_the_loser_deals_at_mattazza(dealer, losers, following):
    at_table = ("A1", "B1", "C1")
    assert next_dealer("mattazza", dealer, losers=losers, players=at_table) == following


def test_the_deal_goes_round_those_at_the_table_only():
    at_table = ("A1", "B1", "C1", "D1")
    assert next_dealer("mattazza", "D1", players=at_table) == "A1"


@pytest.mark.parametrize(
    "asked",
    [
        {"dealer": "C1"},
        {"dealer": "A1", "soloist": "C1"},
        {"dealer": "A1", "losers": ("Z1",)},
        {"dealer": "A1", "players": ("A1", "Z1")},
    ],
)
def test_somebody_who_does_not_play_is_refused(asked):
    with pytest.raises(ScoringError) as refused:
        next_dealer("ottocento", **asked)
    assert refused.value.code == "unknown-player"
