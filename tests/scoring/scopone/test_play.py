"""Generated smazzate, replayed by a referee who reads the articles again (FIGS, art. 4 to 11)."""

import hashlib
import json
from itertools import combinations
from random import Random

import pytest

from scoring import Play, ScoringError, SensiblePlayer, Table, count, generate_deal
from scoring.scopone.counting import DECK
from scoring.scopone.play import (
    View,
    choose_play,
    is_dealt_again,
    is_scopa,
    takes,
    verify_play,
)
from scoring.trick_play import shuffled

PLAYERS = ["A1", "B1", "A2", "B2"]
WORTH = {**{str(number): number for number in range(1, 8)}, "F": 8, "C": 9, "R": 10}


@pytest.fixture(scope="module")
def deals():
    return [generate_deal(seed, "scopone", PLAYERS[seed % 4]) for seed in range(300)]


def ways(card, table):
    """What the card may take: one of its value if there is one, else any cards that add up to it."""
    value = WORTH[card[0]]
    equal = [{other} for other in table if WORTH[other[0]] == value]
    sums = [
        set(some)
        for size in range(2, len(table) + 1)
        for some in combinations(table, size)
        if sum(WORTH[other[0]] for other in some) == value
    ]
    return equal or sums


def replay(deal):
    """Piles and scope by the articles; fails where a play is not allowed."""
    hands = {player: set(hand) for player, hand in deal.hands.items()}
    table = list(deal.facts["table"])
    piles, scope, last = {"A": set(), "B": set()}, {"A": 0, "B": 0}, None
    first = (PLAYERS.index(deal.dealer) + 1) % 4
    for turn, play in enumerate(deal.facts["plays"]):
        player, card, took = PLAYERS[(first + turn) % 4], play["card"], set(play["took"])
        assert play["player"] == player
        hands[player].remove(card)
        allowed = ways(card, table)
        assert took in allowed if allowed else not took
        swept = bool(took) and took == set(table) and turn != 35
        assert play["scopa"] == swept
        scope[player[0]] += swept
        table = [other for other in table if other not in took]
        if took:
            piles[player[0]] |= took | {card}
            last = player[0]
        else:
            table.append(card)
    piles[last] |= set(table)
    assert not any(hands.values())
    return piles, scope


def test_hands_and_table_are_the_whole_deck_and_no_table_should_have_been_dealt_again(deals):
    for deal in deals:
        cards = [card for hand in deal.hands.values() for card in hand] + deal.facts["table"]
        assert len(cards) == len(set(cards)) == 40
        assert {len(hand) for hand in deal.hands.values()} == {9}
        assert len(deal.facts["table"]) == 4
        assert sum(card[0] == "R" for card in deal.facts["table"]) < 3
        assert sum(WORTH[card[0]] for card in deal.facts["table"]) > 10


def test_art_4_three_to_each_and_two_on_the_table_twice_and_three_to_each():
    for seed in range(40):
        chance = Random(seed)
        pack = shuffled(chance, DECK)
        table = pack[12:14] + pack[26:28]
        while sum(card[0] == "R" for card in table) >= 3 or sum(WORTH[card[0]] for card in table) <= 10:
            pack = shuffled(chance, DECK)
            table = pack[12:14] + pack[26:28]
        packets = [pack[:12], pack[14:26], pack[28:]]
        deal = generate_deal(seed, "scopone", "A2")
        assert deal.facts["table"] == table
        for place, player in enumerate(["B2", "A1", "B1", "A2"]):
            hand = {card for packet in packets for card in packet[3 * place : 3 * place + 3]}
            assert set(deal.hands[player]) == hand


def test_every_play_is_allowed_and_the_piles_are_what_was_taken(deals):
    for deal in deals:
        piles, scope = replay(deal)
        assert {side: set(pile) for side, pile in deal.piles.items()} == piles
        assert deal.facts["scope"] == scope


def test_what_is_printed_can_be_counted(deals):
    for deal in deals:
        told = deal.as_json()
        counted = count(told.pop("game"), told.pop("cards"), **told)
        assert 1 <= counted.points("A") + counted.points("B") <= 4 + 17


def test_smazzate_look_real(deals):
    counted = [count(deal.game, deal.piles, scope=deal.facts["scope"]) for deal in deals]
    scope = [each.sides["A"].figures["scope"] + each.sides["B"].figures["scope"] for each in counted]
    totals = [each.points("A") + each.points("B") for each in counted]
    assert 0.5 < sum(scope) / len(scope) < 3
    assert 3.5 < sum(totals) / len(totals) < 7
    cartaro = sum(each.points(deal.dealer_side) for each, deal in zip(counted, deals, strict=True))
    assert cartaro * 2 > sum(totals), "the last card is the cartaro's, and an advantage"


def test_players_who_think_beat_those_who_play_the_first_card_allowed():
    def played(seed, thoughtful):
        table, sensible = Table("scopone", seed=seed), SensiblePlayer()
        while table.to_move:
            view = table.view(table.to_move)
            thinks = view.player[0] == thoughtful
            table = table.apply(sensible.choose(view) if thinks else view.legal()[0])
        counted = table.result()
        return counted.points(thoughtful) - counted.points("B" if thoughtful == "A" else "A")

    margins = [played(seed, side) for seed in range(100) for side in "AB"]
    assert sum(margins) / len(margins) > 1.5


@pytest.mark.parametrize(
    ("card", "table", "expected"),
    [
        pytest.param("7d", ["7c", "3d", "4s"], [("7c",)], id="art. 9: the equal card before any sum"),
        pytest.param("7d", ["7c", "7s"], [("7c",), ("7s",)], id="art. 9: one of several equal cards"),
        pytest.param("7d", ["3d", "4s", "Rb"], [("3d", "4s")], id="art. 9: a sum"),
        pytest.param(
            "Rd", ["1d", "3c", "6s", "4b"], [("3c", "1d", "6s")], id="art. 9: one sum of those there are"
        ),
        pytest.param("Fd", ["Rc", "Cs"], [], id="art. 9: nothing, it stays"),
        pytest.param("5d", [], [], id="art. 9: a bare table"),
    ],
)
def test_what_a_card_takes(card, table, expected):
    told = {frozenset(each) for each in takes(card, table)}
    assert told == {frozenset(each) for each in expected} | (
        {frozenset(["6s", "4b"])} if card == "Rd" else set()
    )


@pytest.mark.parametrize(
    ("code", "card", "taken"),
    [
        ("card-not-held", "6d", []),
        ("must-take", "7d", []),
        ("must-take-equal", "7d", ["3d", "4s"]),
        ("cannot-take", "Fd", ["7c"]),
        ("cannot-take", "7d", ["3d"]),
        ("cannot-take", "7d", ["8d"]),
    ],
)
def test_a_play_that_is_not_allowed_is_refused(code, card, taken):
    hand, table = ["7d", "Fd"], ["7c", "3d", "4s"]
    with pytest.raises(ScoringError) as refused:
        verify_play(hand, table, card, taken)
    assert refused.value.code == code
    verify_play(hand, table, "7d", ["7c"])


def test_the_cartaro_s_last_card_makes_no_scopa():
    assert is_scopa(["7c"], ["7c"], is_last_play=False)
    assert not is_scopa(["7c"], ["7c"], is_last_play=True)
    assert not is_scopa(["7c", "1d"], ["7c"], is_last_play=False)
    assert not is_scopa([], [], is_last_play=False)


@pytest.mark.parametrize(
    ("table", "again"),
    [
        (["Rd", "Rc", "Rs", "1d"], True),
        (["Rd", "Rc", "1s", "1d"], False),
        (["1d", "2d", "3d", "4d"], True),
        (["1d", "2d", "3d", "5d"], False),
    ],
    ids=["art. 6: three re", "art. 6: two re", "art. 6: a sum of 10", "art. 6: a sum of 11"],
)
def test_which_tables_are_dealt_again(table, again):
    assert is_dealt_again(table) == again


def test_a_player_sweeps_the_table_and_leaves_no_sum_that_is_swept():
    view = View(("4d", "Rc"), ("1s", "3b"), frozenset(), is_last_play=False)
    assert choose_play("A1", view) == Play("A1", "4d", ("1s", "3b"))
    safe = View(("2c", "Rc"), ("Cs",), frozenset(), is_last_play=False)
    assert choose_play("A1", safe).card in {"2c", "Rc"}


def test_the_same_seed_gives_the_same_smazzata_on_every_machine():
    told = json.dumps([generate_deal(seed, "scopone").as_json() for seed in range(5)])
    assert generate_deal(7, "scopone") == generate_deal(7, "scopone")
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "6fe4e8387213e196"
