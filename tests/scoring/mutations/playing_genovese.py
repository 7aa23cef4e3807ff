"""What is asked of a mutant of trick play with the tarocco genovese: the booklet's rules, from its prose."""

from random import Random

from tests.scoring.genovese.play.referee import may_play, who_takes
from tests.scoring.mutations.asking import refuses
from tests.scoring.mutations.genovese_deals import DECK
from tests.scoring.mutations.playing import packs_by_hand

MODULES = tuple(
    f"scoring.genovese.play.{name}" for name in ("rules", "calling", "covering", "drawing", "dealing")
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # The Matto's own trick is another camp's where there is something to pay.
    "covering: later = [won for won in tricks[number + 1 :] if camps[won.winner] == camps[holder]] [1 -> 0]",
)

RE = ["Rc", "Rq", "Rf", "Rp"]
A_TRE = {"A1": "A", "B1": "B", "C1": "C"}
IN_COPPIA = {"A1": "A", "B1": "B", "A2": "A", "B2": "B"}


def battery():
    """Imports trick play and raises when an answer is wrong."""
    _cards_are_played_and_taken()
    _discards()
    _a_re_is_called()
    _simple_dealers_call()
    _the_matto_is_covered()
    _the_discard_is_covered()
    _the_pozzo_is_drawn()
    _packs_are_dealt()


def _cards_are_played_and_taken():
    from scoring.genovese.play.rules import GENOVESE

    chance = Random(20)
    for _ in range(120):
        cards = chance.sample(DECK, 10)
        hand, trick = cards[:7], cards[7 : 7 + chance.randrange(4)]
        assert {*GENOVESE.legal_cards(hand, trick)} == {card for card in hand if may_play(hand, trick, card)}
        if {*trick} - {"Mat"}:
            assert GENOVESE.taker(trick) == who_takes(trick)
    assert GENOVESE.taker(["19", "21", "20"]) == GENOVESE.taker(["21", "19", "20"]) == 2


def _discards():
    from scoring.genovese.play.rules import can_discard, discardable, verify_discard

    assert discardable(["1", "2", "Mat", "Rc", "Qc", "3c"]) == ["2", "Mat", "Qc", "3c"]
    assert discardable(["1", "Mat", "Rc", "Qc", "3c"]) == ["1", "Mat", "Qc", "3c"]
    assert discardable(["2", "Mat", "Rc", "3c"]) == ["2", "Mat", "3c"]
    for hand, discard in (("1 4c 5c 6c", "1 4c"), ("1 21 Qc 6c", "21 Qc"), ("1 21 Mat 6c", "Mat 6c")):
        verify_discard(hand.split(), discard.split(), 2)
        assert can_discard(hand.split(), discard.split(), 2)
    for code, hand, discard, size in (
        ("discard-size", "3c 4c 5c 6c", "3c 4c", 3),
        ("discard-size", "3c 4c 5c 6c", "3c 3c", 2),
        ("card-not-held", "3c 4c 5c 6c", "3c 7c", 2),
        ("re-not-discarded", "Rc 4c 5c 6c", "Rc 4c", 2),
        ("bagatto-not-alone", "1 2 5c 6c", "1 5c", 2),
    ):
        assert not can_discard(hand.split(), discard.split(), size)
        asked = (hand.split(), discard.split(), size)
        refuses(code, lambda asked=asked: verify_discard(*asked))


def _a_re_is_called():
    from scoring.genovese.play.calling import callable_cards, can_call, partner_of, verify_call

    assert callable_cards(RE[:3], ()) == RE
    assert callable_cards(RE, ("Qc", "3c")) == [*RE, "Qq", "Qf", "Qp"]
    assert callable_cards([*RE, "Qc"], ()) == [*RE, "Qc", "Qq", "Qf", "Qp"]
    verify_call([*RE, "Qf"], (), "Qc")
    assert can_call(RE, (), "Qc")
    assert not can_call(RE[:3], (), "Qc")
    refuses("call-not-a-re", lambda: verify_call(RE[:3], (), "Qc"))
    refuses("call-not-a-re", lambda: verify_call([*RE, "2c"], (), "Jc"))
    for hand in (RE, [*RE, "2c"]):
        refuses("call-discarded", lambda hand=hand: verify_call(hand, ("Qc", "3c"), "Qc"))
    hands = {"A1": ("Rc",), "B1": ("Rq",), "C1": ("Rf",), "D1": ("Rp",)}
    assert partner_of(hands, "B1", "Rf") == "C1"
    assert partner_of(hands, "B1", "Rq") is None


def _simple_dealers_call():
    from scoring.genovese.play.calling import choose_call

    for hand, discard, called in (
        ("3 Qq Jq Rc 5f", "", "Rq"),
        ("Qq Rc Rf 5f", "", "Rq"),
        ("Rc Rq Rf Rp Qc Jp", "", "Qp"),
        ("Rc Rq Rf Rp Qc Qq Qf", "Qp 3c", "Rc"),
        ("2 3 4 5 6 7 8 9 10 20 21 Rq Rf", "", "Rq"),
        ("2 3 4 5 6 7 8 9 10 20 Rc Qp", "", "Rp"),
        ("2 3 4 5 6 7 8 9 10 20 21 Qc", "", "Rc"),
    ):
        assert choose_call(hand.split(), discard.split()) == called


def _piles(camps, tricks, dealer, discards=""):
    from scoring.genovese.play.covering import piles_after
    from scoring.play.record import Trick

    played = [Trick(leader, tuple(cards.split()), winner) for cards, winner, leader in tricks]
    found, paid = piles_after(camps, played, dealer, discards.split())
    return {camp: " ".join(sorted(pile)) for camp, pile in found.items()}, paid


def _the_matto_is_covered():
    from scoring.play.record import MattoPayment

    before = ("Rc 2c 3c", "A1", "A1")
    matto, later = ("Mat Rq 5q", "B1", "A1"), ("Qf 4f 5f", "A1", "B1")
    found, paid = _piles(A_TRE, [before, matto, later], "C1")
    assert paid == MattoPayment(2, "A", "B", "4f")
    assert found == {"A": "2c 3c 5f Mat Qf Rc", "B": "4f 5q Rq", "C": ""}
    # The least card of later tricks, never of an earlier one, nor of its own (Maillard, "Coprire il Matto").
    dear = ("Qf Cf Jf", "A1", "B1")
    assert _piles(A_TRE, [before, matto, dear], "C1")[1] == MattoPayment(2, "A", "B", "Jf")
    found, paid = _piles(A_TRE, [before, matto, ("Qf Cf Jf", "C1", "B1")], "C1")
    assert (found["B"], paid) == ("5q Mat Rq", None)
    found, paid = _piles(A_TRE, [("Rc 2c 3c", "A1", "A1"), ("5q Mat Rq", "C1", "A1"), later], "C1")
    assert (paid, found["C"]) == (None, "5q Mat Rq")
    found, paid = _piles(
        IN_COPPIA, [("Mat Rq 5q 2q", "B1", "A1"), ("Qf 4f 5f 6f", "A2", "B1")], "A1", "9p 8p"
    )
    assert paid == MattoPayment(1, "A", "B", "4f")
    assert found == {"A": "5f 6f 8p 9p Mat Qf", "B": "2q 4f 5q Rq"}
    found, paid = _piles(
        IN_COPPIA, [("Mat 5q Rq 2q", "A2", "A1"), ("Qf 4f 5f 6f", "B1", "A2")], "B1", "9p 8p"
    )
    assert (found["A"], paid) == ("2q 5q Mat Rq", None)


def _the_discard_is_covered():
    taken = [("Rc 2c 3c", "A1", "A1"), ("5q Rq 2q", "B1", "A1")]
    assert _piles(A_TRE, taken, "A1", "9p 8p 7p")[0] == {"A": "2c 3c 7p 8p 9p Rc", "B": "2q 5q Rq", "C": ""}
    assert _piles(A_TRE, taken, "C1", "9p 8p 7p")[0] == {"A": "2c 3c Rc", "B": "2q 5q 7p 8p 9p Rq", "C": ""}
    found, paid = _piles(A_TRE, taken, "A1", "9p 8p Mat")
    assert (found["A"], paid) == ("2c 3c 8p 9p Mat Rc", None)


def _the_pozzo_is_drawn():
    from scoring.genovese.play.drawing import can_draw, draw_order, may_draw, verify_draw

    players = ("A1", "B1")
    assert draw_order(players, "B1") == ("B1", "A1")
    for drawn, pozzo, turn in (((), 48, "B1"), (("B1",), 47, "A1"), (("B1", "A1"), 46, None), ((), 0, None)):
        assert may_draw(players, "B1", drawn, pozzo) == turn
        for player in players:
            assert can_draw(players, "B1", drawn, pozzo, player) is (player == turn)
    verify_draw(players, "A1", ("A1",), 47, "B1")
    refuses("draw-out-of-turn", lambda: verify_draw(players, "A1", (), 48, "B1"), turn="A1")
    refuses("drawn-already", lambda: verify_draw(players, "A1", ("A1",), 47, "A1"))
    refuses("drawn-already", lambda: verify_draw(players, "A1", ("A1", "B1"), 46, "B1"))
    refuses("pozzo-empty", lambda: verify_draw(players, "A1", (), 0, "A1"))


def _packs_are_dealt():
    from scoring.genovese.play import dealing

    for form, packets, order, left in (
        ("A_TRE", (5, 5, 5, 5, 5), ("B1", "C1", "A1"), 3),
        ("A_QUATTRO", (5, 5, 5, 4), ("B1", "A2", "B2", "A1"), 2),
        ("A_PIZZICO", (5, 5, 5), ("B1", "A1"), 0),
    ):
        for seed in range(3):
            pack = next(packs_by_hand(seed, DECK))
            hands, shown = {player: [] for player in order}, {}
            for packet in packets:
                for player in order:
                    shown[player] = pack[0]
                    hands[player] += [pack.pop(0) for _ in range(packet)]
            dealt = dealing.open_deal(seed, order, getattr(dealing, form))
            assert len(dealt.discards) == left
            if left:
                assert len(pack) == left
                hands[order[-1]] = [card for card in hands[order[-1]] + pack if card not in dealt.discards]
            assert dealt.exposed == (shown if left else {})
            assert dealt.pozzo == (() if left else tuple(pack))
            assert {player: {*hand} for player, hand in dealt.hands.items()} == {
                player: {*hand} for player, hand in hands.items()
            }
