"""The simple players against naive ones, each deal played twice with the sides changed over."""

from random import Random

import pytest

from scoring import Play, SensiblePlayer, Table
from scoring.genovese.cards import VALUES
from scoring.genovese.play.rules import GENOVESE, STRENGTH


def whatever(chance):
    """Any legal card."""
    return lambda _view, legal: chance.choice(legal)


def greedy(chance):
    """The strongest card that takes, else the weakest, without a thought for values."""

    def choose(view, legal):
        taking = [card for card in legal if GENOVESE.taker([*view.trick, card]) == len(view.trick)]
        return max(taking, key=lambda card: STRENGTH.get(card, 0), default=None) or min(
            legal, key=lambda card: STRENGTH.get(card, 0)
        )

    return choose


def values_won(game, seed, naive_side, naive):
    """The values of the cards each side brings home when one side plays naively."""
    table, sensible = Table(game, seed=seed), SensiblePlayer()
    while table.to_move:
        view = table.view(table.to_move)
        legal = view.legal()
        if isinstance(legal[0], Play) and view.player[0] == naive_side:
            table = table.apply(Play(view.player, naive(view, [action.card for action in legal])))
        else:
            table = table.apply(sensible.choose(view))
    return {side: sum(VALUES[card] for card in pile) for side, pile in table.piles.items()}


@pytest.mark.parametrize(("naive", "margin"), [(whatever, 40), (greedy, 15)])
def test_a_quattro_the_simple_pair_wins_clearly(naive, margin):
    play = naive(Random(8))
    ours = theirs = 0
    for seed in range(100):
        for side, other in ("AB", "BA"):
            won = values_won("genovese-coppie", seed, other, play)
            ours, theirs = ours + won[side], theirs + won[other]
    assert ours * 100 > theirs * (100 + margin)


@pytest.mark.parametrize(("naive", "percent"), [(whatever, 28), (greedy, 31)])
def test_a_tre_the_naive_player_comes_home_with_less_than_a_third(naive, percent):
    play = naive(Random(8))
    taken = whole = 0
    for seed in range(60):
        for side in "ABC":
            won = values_won("genovese-gatti", seed, side, play)
            taken, whole = taken + won[side], whole + sum(won.values())
    assert taken * 100 < whole * percent
