"""The table of what two sides can show of accusi: all that some hands show, and nothing else."""

from random import Random

import pytest

from scoring import GAMES, declarable
from scoring.bolognese.cards import ANGEL, BIT, MATTO
from scoring.bolognese.declarable import points_shown
from scoring.bolognese.feasibility.sheet import Seats, _table, may_both_show, may_show_without
from tests.scoring.bolognese.feasibility import plain_accusi
from tests.scoring.bolognese.feasibility.every_accuso import (
    ALL_OF_A_SUIT,
    ALL_TRUMPS,
    Hands,
    Sides,
    both,
    lacking,
    members,
)

HEAD = ["Ang", "Mon", "Sol", "Lun", "16", "15", "14", "13"]
CONTATORI = ["Beg", "Mat"]
MORI = ["Mo1", "Mo2", "Mo3", "Mo4"]
DECK_OF = {suit: [rank + suit for rank in "RQCFA"] for suit in "dcsb"}
#: By game: cards in a hand, and the players of the two sides.
TABLES = {
    "quattro-scartate": (15, (("A1", "A2"), ("B1", "B2"))),
    "millone-due": (20, (("A1",), ("B1",))),
    "centocinquanta": (15, (("A1",), ("B1",))),
    "terziglio": (18, (("A1",), ("B1", "C1"))),
}


def small_deck(size, suits):
    """The cards of which hands so small can show anything; of the grande only its beginning."""
    own = [card for suit in "dcsb"[:suits] for card in DECK_OF[suit]]
    return [*HEAD[: size + 1], *CONTATORI, *MORI, *own]


@pytest.mark.parametrize(
    ("size", "suits", "players"),
    [(5, 1, (1, 1)), (6, 1, (1, 1)), (5, 2, (1, 1)), (4, 1, (1, 2)), (4, 2, (1, 2)), (4, 1, (2, 2))],
)
def test_sharing_out_finds_just_what_every_hand_of_a_small_deck_shows(size, suits, players):
    rows = both(players, Hands(size, suits=suits), suits)
    found = {(first, second) for first, row in rows.items() for second in members(row)}
    assert found == plain_accusi.pairs(small_deck(size, suits), size, players)


@pytest.mark.parametrize(("size", "suits"), [(6, 1), (5, 2)])
def test_one_hand_shows_just_what_every_hand_of_a_small_deck_shows(size, suits):
    hands = Hands(size, suits=suits)
    found = Sides(hands, 1).figures((ALL_OF_A_SUIT,) * suits, ALL_TRUMPS)
    deck = small_deck(size, suits)
    assert set(members(found)) == plain_accusi.alone(deck, size)
    for gone, figures in zip(({"Ang"}, {"Mat"}, {"Ang", "Mat"}), lacking(1, hands, suits), strict=True):
        assert set(members(figures)) == plain_accusi.alone([card for card in deck if card not in gone], size)


@pytest.mark.slow
def test_the_table_of_two_players_is_what_sharing_out_finds():
    """The others are made by the same command, which takes minutes; see ``every_accuso``."""
    hands = Hands(15)
    rows = both((1, 1), hands)
    assert _table().both[Seats(1, 1, 15)] == tuple(rows.get(points, 0) for points in range(417))
    lacks = (BIT[ANGEL], BIT[MATTO], BIT[ANGEL] | BIT[MATTO])
    for cards, figures in zip(lacks, lacking(1, hands), strict=True):
        assert all(may_show_without(points, 1, 15, cards) == figures >> points & 1 for points in rows)


@pytest.mark.parametrize("game", TABLES)
def test_whatever_both_sides_show_of_random_hands_is_in_the_table(game):
    """Each shows of some combinations less than the hand holds (Pagat, "Declarations")."""
    chance, (size, names) = Random(4), TABLES[game]
    for _ in range(200):
        deck = chance.sample(GAMES[game].deck, len(GAMES[game].deck))
        points, holders = [], {}
        for side, players in enumerate(names):
            items = []
            for player in players:
                hand, deck = deck[:size], deck[size:]
                holders |= {card: side for card in ("Ang", "Mat") if card in hand}
                some = chance.sample(hand, chance.randrange(6, size + 1))
                items += [item for item in declarable(game, player, some) if chance.random() < 0.8]
            points.append(sum(points_shown(GAMES[game], items, size).values()))
        assert may_both_show(*points, Seats(*map(len, names), size)), points
        for side, players in enumerate(names):
            lacks = sum(BIT[card] for card in ("Ang", "Mat") if holders.get(card) != side)
            assert not lacks or may_show_without(points[side], len(players), size, lacks), points
