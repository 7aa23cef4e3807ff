"""Packets, cards shown and what is left, dealt a second time by hand (Maillard, "Distribuzione")."""

from random import Random

import pytest

from scoring import Table
from scoring.genovese.cards import DECK
from scoring.trick_play import shuffled

#: The game, the packets of each round, the players, the cards left.
SHAPES = [
    pytest.param("gatti", [5] * 5, ["B1", "C1", "A1"], 3, id="a tre: five packets of five, three left"),
    pytest.param("coppie", [5, 5, 5, 4], ["B1", "A2", "B2", "A1"], 2, id="a quattro: 5 5 5 4, two left"),
    pytest.param("pizzico", [5] * 3, ["B1", "A1"], 48, id="a pizzico: fifteen, the rest is the pozzo"),
]


@pytest.mark.parametrize(("game", "packets", "order", "left"), SHAPES)
def test_cards_are_dealt_in_packets_to_the_right(game, packets, order, left):
    for seed in range(50):
        pack = shuffled(Random(seed), DECK)
        hands, shown = {player: [] for player in order}, {}
        for packet in packets:
            for player in order:
                shown[player] = pack[0]
                hands[player] += [pack.pop(0) for _ in range(packet)]
        dealt = Table(f"genovese-{game}", seed=seed).dealt
        assert {player: set(hand) for player, hand in dealt.hands.items()} == {
            player: set(hand) for player, hand in hands.items()
        }
        assert dealt.rest == tuple(pack)
        assert len(pack) == left
        assert dealt.exposed == ({} if game == "pizzico" else shown)
