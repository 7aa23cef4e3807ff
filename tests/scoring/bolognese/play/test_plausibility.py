"""Generated evenings look like real ones, and their players are better than players without tactics."""

from statistics import mean, median, pstdev

import pytest

from scoring import GAMES, Play, SensiblePlayer, Table, count, generate_deal
from tests.samples import so_many
from tests.scoring.bolognese.play.plain_player import play_plainly

GAME = GAMES["quattro-scartate"]
DEALS = so_many(2000, 240)
MIRRORED = so_many(300, 80)

pytestmark = pytest.mark.slow


def counted(deal):
    return count(
        deal.game, deal.piles, deal.last_trick, dealer=deal.dealer_side, declarations=deal.declarations
    )


@pytest.fixture(scope="module")
def deals():
    """So many matches of four deals, each player dealing once."""
    played = [generate_deal(seed, GAME.key, GAME.players[seed % 4]) for seed in range(DEALS)]
    return [(deal, counted(deal).sides) for deal in played]


def share(happened):
    return mean(map(bool, happened))


def test_pagat_nearly_always_one_side_and_not_infrequently_both_double_their_sequences(deals):
    doubled = [[side.sequences.doubled for side in sides.values()] for _, sides in deals]
    assert share(map(any, doubled)) > 0.95
    assert 0.2 < share(map(all, doubled)) < 0.5


def test_a_side_makes_a_criccone_now_and_then_but_never_both_as_a_rule(deals):
    made = [[side.cricche.doubled for side in sides.values()] for _, sides in deals]
    assert 0.4 < share(map(any, made)) < 0.7
    assert share(map(all, made)) < 0.05


def test_barilli_4_1_2_dealing_is_an_advantage_and_no_more(deals):
    margins = [
        sides[deal.dealer_side].total - sides[GAME.other(deal.dealer_side)].total for deal, sides in deals
    ]
    assert 0.58 < share(margin > 0 for margin in margins) < 0.75
    assert 50 < mean(margins) < 170
    assert 150 < pstdev(margins) < 350


def test_ottocento_is_often_completed_in_three_or_even_just_two_deals(deals):
    # Pagat, "Quattro Scartate": so much do both sides score together in a deal.
    assert 380 < mean(sides["A"].total + sides["B"].total for _, sides in deals) < 520


def test_four_deals_end_with_margins_that_a_sheet_shows(deals):
    balance = [sides["A"].total - sides["B"].total for _, sides in deals]
    margins = [abs(sum(balance[first : first + 4])) for first in range(0, DEALS, 4)]
    assert 200 < median(margins) < 500
    assert 900 < max(margins) < 2600


def test_a_cappotto_is_a_rarity(deals):
    assert sum(not all(deal.piles.values()) for deal, _ in deals) < DEALS / 200


def test_declarations_are_made_in_most_deals_and_are_worth_some_points(deals):
    declared = [sum(side.declarations for side in sides.values()) for _, sides in deals]
    assert 0.85 < share(declared) < 1
    assert 20 < mean(declared) < 60


def test_saving_the_begato_its_side_brings_it_home_four_times_in_five(deals):
    lost = begato_lost([deal for deal, _ in deals])
    assert lost < DEALS / 4
    plainly = [played(seed, GAME.players[seed % 4], ours="") for seed in range(MIRRORED)]
    assert begato_lost(plainly) / MIRRORED > 1.5 * lost / DEALS


def begato_lost(deals):
    holders = [next(player[0] for player, hand in deal.hands.items() if "Beg" in hand) for deal in deals]
    return sum("Beg" not in deal.piles[side] for deal, side in zip(deals, holders, strict=True))


def test_players_with_tactics_beat_players_without_over_mirrored_deals():
    gained = []
    for seed in range(MIRRORED):
        dealer = GAME.players[seed % 4]
        for ours, theirs in (("A", "B"), ("B", "A")):
            deal = played(seed, dealer, ours)
            sides = counted(deal).sides
            gained.append(sides[ours].total - sides[theirs].total)
    both_ways = [first + second for first, second in zip(gained[::2], gained[1::2], strict=True)]
    assert mean(both_ways) > 2 * 30
    assert share(gain > 0 for gain in both_ways) > 0.6


def played(seed, dealer, ours):
    """A deal with tactics on one side, without on the other; both discard and declare alike."""
    table, sensible = Table(GAME.key, seed=seed, dealer=dealer), SensiblePlayer()
    while table.to_move:
        view = table.view(table.to_move)
        action = sensible.choose(view)
        if isinstance(action, Play) and view.player[0] != ours:
            legal = [each.card for each in view.legal() if each.sign is None]
            action = Play(view.player, play_plainly(view, legal))
        table = table.apply(action)
    return table.played()
