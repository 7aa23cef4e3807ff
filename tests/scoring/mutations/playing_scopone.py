"""What is asked of a mutant of the play of scopone: the articles' own answers, from their prose (FIGS)."""

from itertools import combinations
from random import Random

from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.mutations.playing import packs_by_hand

MODULES = ("scoring.scopone.play.rules", "scoring.scopone.play.deals")

#: Mutants that say the same, and why.
EQUIVALENT = (
    # No two cards add up to one or to nothing, and none is worth less.
    "rules: if rest > 0: [Gt -> GtE]",
    *(f"rules: if rest > 0: [0 -> {other}]" for other in (1, -1)),
    # Where one take is of one card all are, and where one is of more.
    "rules: if len(taken) > 1 and len(allowed[0]) == 1: [0 -> -1]",
    # Somebody takes: of eleven cards on the table two would be of one value.
    *("deals: self.last_taker = order[0][0] [0 -> 1]", "deals: self.last_taker = order[0][0] [0 -> -1]") * 2,
)

#: FIGS, art. 2.
WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "F": 8, "C": 9, "R": 10}
DECK = [rank + suit for suit in "dcsb" for rank in WORTH]
PLAYERS = ("A1", "B1", "A2", "B2")
#: The first table of these sums to ten or less.
DEALT_AGAIN = (67, 99)


def battery():
    """Imports the play and raises when an answer is wrong."""
    _cards_take()
    _plays_are_refused()
    _scope_and_tables()
    _smazzate_are_played()
    _the_last_play_is_known()


def value(card):
    return WORTH[card[0]]


def ways(card, table):
    """What the card may take: one of its value if there is one, else any cards that add up to it (art. 9)."""
    equal = {frozenset((other,)) for other in table if value(other) == value(card)}
    sums = {
        frozenset(some)
        for size in range(2, len(table) + 1)
        for some in combinations(table, size)
        if sum(map(value, some)) == value(card)
    }
    return equal or sums


def _cards_take():
    from scoring.scopone.play.rules import can_play, legal_takes, takes, takes_of_hand

    chance = Random(9)
    for _ in range(150):
        cards = chance.sample(DECK, 9)
        hand, table = cards[:3], cards[3 : 3 + chance.randrange(7)]
        for card in hand:
            found = takes(card, table)
            assert {frozenset(each) for each in found} == ways(card, table)
            assert len(found) == len(ways(card, table))
            assert legal_takes(card, table) == (found or [()])
            for taken in (*found, ()):
                assert can_play(hand, table, card, taken[::-1]) is (bool(taken) or not found)
        assert takes_of_hand(hand, table) == {card: tuple(legal_takes(card, table)) for card in hand}


def _plays_are_refused():
    from scoring.scopone.play.rules import verify_play

    hand, table = ["7d", "Fd", "5s"], ["7c", "3d", "4s", "2b"]
    verify_play(hand, table, "7d", ["7c"])
    verify_play(hand, table, "5s", ["2b", "3d"])
    refuses("card-not-held", lambda: verify_play(hand, table, "6d", []))
    refuses("must-take", lambda: verify_play(hand, table, "7d", []))
    refuses("must-take-equal", lambda: verify_play(hand, table, "7d", ["3d", "4s"]))
    refuses("cannot-take", lambda: verify_play(hand, table, "7d", ["3d"]))
    refuses("cannot-take", lambda: verify_play(hand, table, "Fd", ["7c"]))
    refuses("cannot-take", lambda: verify_play(hand, table, "5s", ["3d", "4s"]))
    refuses("cannot-take", lambda: verify_play(["9d", "Cd"], ["7c", "2b"], "Cd", ["7c"]))


def _scope_and_tables():
    from scoring.scopone.play.rules import is_dealt_again, is_scopa

    assert is_scopa(["7c", "1d"], ["7c", "1d"], is_last_play=False)
    assert not is_scopa(["7c"], ["7c"], is_last_play=True)
    assert not is_scopa(["7c", "1d"], ["7c"], is_last_play=False)
    assert not is_scopa([], [], is_last_play=False)
    for table, again in (
        ("Rd Rc Rs 1d", True),
        ("Rd Rc Rs Rb", True),
        ("Rd Rc 1s 1d", False),
        ("1d 2d 3d 4d", True),
        ("1d 2d 3d 5d", False),
        ("1d 1c 1s 1b", True),
    ):
        assert is_dealt_again(table.split()) is again


def _smazzate_are_played():
    from scoring.scopone.play.deals import play_scopone

    game, again = bare_game(DECK, ()), 0
    for seed in (*range(12), *DEALT_AGAIN):
        dealer = PLAYERS[seed % 4]
        place = PLAYERS.index(dealer) + 1
        order = PLAYERS[place:] + PLAYERS[:place]
        for pack in packs_by_hand(seed, DECK, 9):
            table = pack[12:14] + pack[26:28]
            if sum(card[0] == "R" for card in table) < 3 and sum(map(value, table)) > 10:
                break
            again += 1
        deal = play_scopone(game, seed, dealer)
        assert deal.facts["table"] == table
        packets = [pack[:12], pack[14:26], pack[28:]]
        for turn, player in enumerate(order):
            hand = {card for packet in packets for card in packet[3 * turn : 3 * turn + 3]}
            assert {*deal.hands[player]} == hand
        _is_played_by_the_articles(deal, order, table)
    assert again == len(DEALT_AGAIN)


def _the_last_play_is_known():
    from scoring.scopone.play.deals import _Deal

    deal = _Deal(PLAYERS, {player: ["7d"] for player in PLAYERS}, ["5c"])
    assert [deal._view("A1", turn).is_last_play for turn in range(36)] == [False] * 35 + [True]


def _is_played_by_the_articles(deal, order, table):
    hands = {player: {*hand} for player, hand in deal.hands.items()}
    piles, scope, last = {"A": set(), "B": set()}, {"A": 0, "B": 0}, None
    assert len(deal.facts["plays"]) == 36
    for turn, play in enumerate(deal.facts["plays"]):
        player, card, took = order[turn % 4], play["card"], {*play["took"]}
        assert play["player"] == player
        hands[player].remove(card)
        allowed = ways(card, table)
        assert took in allowed if allowed else not took
        assert play["scopa"] is (bool(took) and took == {*table} and turn < 35)
        scope[player[0]] += play["scopa"]
        table = [other for other in table if other not in took] + ([] if took else [card])
        if took:
            piles[player[0]] |= took | {card}
            last = player[0]
    piles[last] |= {*table}
    assert {side: {*pile} for side, pile in deal.piles.items()} == piles
    assert deal.facts["scope"] == scope
