"""The simple players against naive ones, each deal played twice with the sides changed over."""

from random import Random

import pytest

from scoring.genovese.cards import VALUES
from scoring.genovese.play import deals as playing
from scoring.genovese.play.dealing import A_QUATTRO, A_TRE, open_deal
from scoring.genovese.play.deals import Table
from scoring.genovese.play.players import choose_card
from scoring.genovese.play.rules import GENOVESE, STRENGTH, piles_after

FOUR = ("A1", "B1", "A2", "B2")
THREE = ("A1", "B1", "C1")


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


def values_won(monkeypatch, opening, naive_side, naive):
    """The values of the cards each side brings home when one side plays naively."""
    camps = {player: player[0] for player in sorted(opening.order, key=lambda name: (name[1], name[0]))}
    hands = {player: list(hand) for player, hand in opening.hands.items()}
    table = Table(order=opening.order, hands=hands, camps=camps, pozzo=[])
    naive_hands = {id(hand) for player, hand in hands.items() if player[0] == naive_side}
    monkeypatch.setattr(
        playing,
        "choose_card",
        lambda view, legal: (naive if id(view.hand) in naive_hands else choose_card)(view, legal),
    )
    tricks = table.play_tricks(lambda _trick: None)
    piles, _ = piles_after(camps, tricks, opening.order[-1], opening.discards)
    return {camp: sum(VALUES[card] for card in pile) for camp, pile in piles.items()}


@pytest.mark.parametrize(("naive", "margin"), [(whatever, 40), (greedy, 15)])
def test_a_quattro_the_simple_pair_wins_clearly(monkeypatch, naive, margin):
    play = naive(Random(8))
    ours = theirs = 0
    for seed in range(100):
        opening = open_deal(seed, FOUR, A_QUATTRO)
        for side, other in ("AB", "BA"):
            won = values_won(monkeypatch, opening, other, play)
            ours, theirs = ours + won[side], theirs + won[other]
    assert ours * 100 > theirs * (100 + margin)


@pytest.mark.parametrize(("naive", "percent"), [(whatever, 28), (greedy, 31)])
def test_a_tre_the_naive_player_comes_home_with_less_than_a_third(monkeypatch, naive, percent):
    play = naive(Random(8))
    taken = whole = 0
    for seed in range(60):
        opening = open_deal(seed, THREE, A_TRE)
        for side in "ABC":
            won = values_won(monkeypatch, opening, side, play)
            taken, whole = taken + won[side], whole + sum(won.values())
    assert taken * 100 < whole * percent
