"""Packets, cards shown and what is left, dealt a second time by hand (Maillard, "Distribuzione")."""

from random import Random

import pytest

from scoring.genovese.cards import DECK
from scoring.genovese.play.dealing import A_PIZZICO, A_QUATTRO, A_TRE, open_deal
from scoring.trick_play import shuffled

#: The packets of each round, the players, the dealer's last cards.
SHAPES = [
    pytest.param(A_TRE, [5, 5, 5, 5, 5], ["B1", "C1", "A1"], 3, id="a tre: five packets of five, three left"),
    pytest.param(A_QUATTRO, [5, 5, 5, 4], ["B1", "A2", "B2", "A1"], 2, id="a quattro: 5 5 5 4, two left"),
    pytest.param(A_PIZZICO, [5, 5, 5], ["B1", "A1"], 0, id="a pizzico: fifteen, the rest is the pozzo"),
]


@pytest.mark.parametrize(("distribution", "packets", "order", "left"), SHAPES)
def test_cards_are_dealt_in_packets_to_the_right(distribution, packets, order, left):
    for seed in range(50):
        pack = shuffled(Random(seed), DECK)
        hands, shown = {player: [] for player in order}, {}
        for packet in packets:
            for player in order:
                shown[player] = pack[0]
                hands[player] += [pack.pop(0) for _ in range(packet)]
        dealt = open_deal(seed, tuple(order), distribution)
        if left:
            assert len(pack) == left == len(dealt.discards)
            hands[order[-1]] = [card for card in hands[order[-1]] + pack if card not in dealt.discards]
            assert dealt.exposed == shown
            assert dealt.pozzo == ()
        else:
            assert dealt.pozzo == tuple(pack)
            assert len(pack) == 48
            assert (dealt.exposed, dealt.discards) == ({}, ())
        assert {player: set(hand) for player, hand in dealt.hands.items()} == {
            player: set(hand) for player, hand in hands.items()
        }
