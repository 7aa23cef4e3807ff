"""Which cards of the shuffled pack go to whom, dealt here by hand (Barilli 3.2, 4.2.1, 4.3, 4.4.1)."""

from random import Random

import pytest

from scoring import DECK, GAMES, generate_deal
from scoring.bolognese.play.terziglio import choose_call
from scoring.trick_play import below, shuffled


def by_packets(pack, order, packet, rounds):
    hands = {player: [] for player in order}
    for number in range(rounds * len(order)):
        hands[order[number % len(order)]] += pack[number * packet : (number + 1) * packet]
    return hands, pack[packet * rounds * len(order) :]


@pytest.mark.parametrize("seed", range(20))
def test_barilli_3_2_five_at_a_time_from_the_dealer_s_right_and_two_more_to_the_dealer(seed):
    deal = generate_deal(seed, dealer="A2")
    hands, rest = by_packets(shuffled(Random(seed), DECK), ["B2", "A1", "B1", "A2"], 5, 3)
    hands["A2"] = sorted({*hands["A2"], *rest} - {*deal.discards}, key=DECK.index)
    assert len(rest) == 2
    assert {player: sorted(hand, key=DECK.index) for player, hand in hands.items()} == {
        player: list(hand) for player, hand in deal.hands.items()
    }


#: The first deal of these is passed by all three, as about one in two hundred is.
PASSED_BY_ALL = (678, 866)


@pytest.mark.parametrize("seed", [*range(40), *PASSED_BY_ALL])
def test_barilli_4_2_1_six_at_a_time_and_another_deal_when_all_three_pass(seed):
    deal = generate_deal(seed, "terziglio", dealer="C1")
    order = ["A1", "B1", "C1"]
    chance = Random(seed)
    hands, pozzo = by_packets(shuffled(chance, DECK), order, 6, 3)
    if seed in PASSED_BY_ALL:
        bids = [choose_call(hand, ("passo", "posso", "faccio-di-mio")) for hand in hands.values()]
        assert bids == ["passo"] * 3
        hands, pozzo = by_packets(shuffled(chance, DECK), order, 6, 3)
    assert set(deal.facts["pozzo"]) == set(pozzo)
    soloist = deal.facts["soloist"] + "1"
    assert all(set(deal.hands[player]) == set(hands[player]) for player in order if player != soloist)
    assert set(deal.hands[soloist]) <= {*hands[soloist], *pozzo}


@pytest.mark.parametrize("seed", range(20))
def test_barilli_4_3_1_twenty_and_twenty_two_then_ten_more_each(seed):
    deal = generate_deal(seed, "millone-due", dealer="B1")
    first, rest = by_packets(shuffled(Random(seed), DECK), ["A1", "B1"], 5, 4)
    first["B1"] += rest[:2]
    second, left = by_packets(rest[2:], ["A1", "B1"], 5, 2)
    aside = deal.facts["laid_aside"]
    assert left == []
    assert set(aside["B"][:10]) <= set(first["B1"])
    assert set(aside["A"]) <= set(first["A1"])
    for player in ("A1", "B1"):
        assert {*first[player], *second[player]} == {*deal.hands[player], *aside[player[0]]}


@pytest.mark.parametrize("seed", range(20))
def test_barilli_4_3_2_fifteen_and_seventeen_and_thirty_stay_out(seed):
    deal = generate_deal(seed, "centocinquanta", dealer="B1")
    hands, rest = by_packets(shuffled(Random(seed), DECK), ["A1", "B1"], 5, 3)
    assert set(deal.hands["A1"]) == set(hands["A1"])
    assert {*deal.hands["B1"], *deal.discards} == {*hands["B1"], *rest[:2]}
    assert len(rest[2:]) == 30


@pytest.mark.parametrize("dealer", ["A1", "D1", "F1"])
def test_barilli_4_4_1_ten_each_whatever_the_number_of_players(dealer):
    for seed in range(20):
        deal = generate_deal(seed, "mattazza", dealer)
        chance = Random(seed)
        fewest = max(3, "ABCDEF".index(dealer[0]) + 1)
        players = GAMES["mattazza"].players[: fewest + below(chance, 7 - fewest)]
        after = players.index(dealer) + 1
        hands, _ = by_packets(shuffled(chance, DECK), players[after:] + players[:after], 5, 2)
        assert {player: set(hand) for player, hand in hands.items()} == {
            player: set(hand) for player, hand in deal.hands.items()
        }
