"""Generated deals of two pairs, replayed card by card by a referee of their own, and stable for ever."""

import hashlib
import json

import pytest

from scoring import DECK, count, generate_deal
from scoring.playing import deal_seeds
from tests.scoring.bolognese.play.referee import CARTE_DA_5, expected_piles, replay

PLAYERS = ["A1", "B1", "A2", "B2"]


@pytest.fixture(scope="module")
def deals():
    return [generate_deal(seed, dealer=PLAYERS[seed % 4]) for seed in range(300)]


def order_of(deal):
    after = PLAYERS.index(deal.dealer) + 1
    return PLAYERS[after:] + PLAYERS[:after]


def test_hands_and_discard_are_the_whole_deck(deals):
    for deal in deals:
        cards = [card for hand in deal.hands.values() for card in hand] + list(deal.discards)
        assert sorted(cards) == sorted(DECK)
        assert {len(hand) for hand in deal.hands.values()} == {15}
        assert not CARTE_DA_5 & set(deal.discards)


def test_every_card_played_is_held_and_legal_and_the_right_player_takes(deals):
    for deal in deals:
        takers = replay(deal, order_of(deal))
        assert len(takers) == 15
        assert deal.last_trick == takers[-1][0]


def test_piles_are_the_tricks_the_discard_and_the_matto_s_payment(deals):
    for deal in deals:
        owner = {player: player[0] for player in PLAYERS}
        piles = expected_piles(deal, order_of(deal), owner, {deal.dealer_side: deal.discards})
        assert {side: set(pile) for side, pile in deal.piles.items()} == piles
        assert len(piles[deal.dealer_side]) % 4 == 2
    assert 100 < sum(deal.matto is not None for deal in deals) < 300


def test_declared_cards_are_really_in_the_player_s_hand(deals):
    for deal in deals:
        for item in deal.declarations:
            assert set(item.cards) <= set(deal.hands[item.player])


def test_every_generated_deal_is_counted_without_a_word(deals):
    for deal in deals:
        told = deal.as_json()
        counted = count(
            told["game"],
            told["cards"],
            told["last_trick"],
            dealer=told["dealer"],
            declarations=told["declarations"],
        )
        declared = counted.sides["A"].declarations + counted.sides["B"].declarations
        assert counted.sides["A"].card_points + counted.sides["B"].card_points == 87
        assert bool(declared) == bool(deal.declarations)


def test_the_same_seed_gives_the_same_deals_on_every_machine_and_python():
    told = json.dumps([generate_deal(seed).as_json() for seed in range(5)])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "b939c1ed9d1a3640"
    assert generate_deal(7) == generate_deal(7)
    assert generate_deal(7) != generate_deal(8)


def test_hands_of_a_seed_are_those_of_the_first_players_of_this_engine():
    # Players may learn; what chance deals to a seed must not change with them.
    told = json.dumps([generate_deal(seed).as_json()["hands"] for seed in range(5)])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "e49c65bd558c37cb"


def test_seeds_of_many_deals_begin_with_the_seed_itself_and_do_not_repeat():
    seeds = deal_seeds(5, 100)
    assert seeds[0] == 5
    assert len(set(seeds)) == 100
    assert deal_seeds(5, 3) == seeds[:3]
    assert deal_seeds(5, 0) == []


@pytest.mark.parametrize("game", ["quattro-scartate", "ottocento", "millone"])
def test_games_that_count_alike_are_played_alike(game):
    assert generate_deal(3, game).tricks == generate_deal(3).tricks
