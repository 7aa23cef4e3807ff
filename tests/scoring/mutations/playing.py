"""What is asked of a mutant of trick play with the tarocchino: a referee's answers, packs dealt by hand."""

from random import Random

from tests.scoring.bolognese.play.referee import expected_piles, obeys, replay, winner
from tests.scoring.mutations.asking import bare_game, refuses

MODULES = (
    "scoring.play.rules",
    "scoring.play.shuffle",
    *(
        f"scoring.bolognese.play.{name}"
        for name in ("rules", "payment", "bidding", "dealing", "pairs", "two_handed", "mattazza")
    ),
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # No card is weaker than the first of them to be met.
    *(
        f"rules: best, best_strength, best_palo = -1, 0, self.palo_led(trick) [0 -> {other}]"
        for other in (1, -1)
    ),
    # Whichever Moor lends them all its strength, it lies between the 5's and the Bégato's.
    *(
        "rules: code: len(codes) - "
        f"(codes.index(self.equals[0]) if code in self.equals else place) [0 -> {other}]"
        for other in (1, -1)
    ),
)

PLAYERS = ("A1", "B1", "A2", "B2")
SUITS = "dcsb"
TRUMPS = ["Ang", "Mon", "Sol", "Lun", *map(str, range(16, 4, -1)), "Mo1", "Mo2", "Mo3", "Mo4", "Beg"]
DECK = [*TRUMPS, "Mat", *(rank + suit for suit in SUITS for rank in ("R", "Q", "C", "F", "A", "10", *"9876"))]
#: Barilli 3.3.
KEPT = {"Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb"}
OWNERS = {"A1": "A", "B1": "B", "A2": "A", "B2": "B"}


def battery():
    """Imports trick play and raises when an answer is wrong."""
    _cards_are_played_and_taken()
    _plays_are_refused()
    _discards_are_refused()
    _the_matto_is_paid_for()
    _the_soloist_is_found()
    _packs_are_dealt()
    _two_pairs_play()
    _one_plays_against_one()
    _everybody_plays_alone()


def _cards_are_played_and_taken():
    from scoring.bolognese.play.rules import BOLOGNESE

    chance = Random(34)
    for _ in range(120):
        cards = chance.sample(DECK, 12)
        hand, trick = cards[:8], cards[8 : 8 + chance.randrange(5)]
        legal = BOLOGNESE.legal_cards(hand, trick)
        assert set(legal) == {card for card in hand if obeys(hand, trick, card)}
        assert len(legal) == len(set(legal))
        for card in hand:
            assert BOLOGNESE.can_play(hand, trick, card) is (card in legal)
        if set(trick) - {"Mat"}:
            assert BOLOGNESE.taker(trick) == winner(trick)
    for trick in (["Mo1", "Mo3", "Mo2", "Beg"], ["6d", "Mo4", "7d", "Mo1"], ["Beg"], ["5", "Beg"], ["6b"]):
        assert BOLOGNESE.taker(trick) == winner(trick)
    assert BOLOGNESE.taker([]) == BOLOGNESE.taker(["Mat"]) == -1


def _plays_are_refused():
    from scoring.bolognese.play.rules import BOLOGNESE

    hand = ["Qd", "6d", "Rs", "14", "Mat"]
    BOLOGNESE.verify_play(hand, ["Ad"], "6d")
    refuses("card-not-held", lambda: BOLOGNESE.verify_play(hand, [], "Ang"))
    refuses("must-follow", lambda: BOLOGNESE.verify_play(hand, ["Ad"], "14"), palo="d")
    refuses("must-follow", lambda: BOLOGNESE.verify_play(hand, ["Ang"], "Rs"), palo="trionfi")
    refuses("must-trump", lambda: BOLOGNESE.verify_play(hand, ["7c"], "Qd"), palo="c")


def _discards_are_refused():
    from scoring.bolognese.play.rules import can_discard, discardable_cards, verify_discard

    assert set(discardable_cards(DECK)) == {*DECK} - KEPT
    hand = ["Ang", "6d", "7d", "16"]
    verify_discard(hand, ["6d", "16"])
    assert can_discard(hand, ["6d", "16"])
    assert not can_discard(hand, ["6d"])
    refuses("discard-size", lambda: verify_discard(hand, ["6d"]), count=1, size=2)
    refuses("discard-size", lambda: verify_discard(hand, ["6d", "6d"]))
    refuses("discard-size", lambda: verify_discard(hand, ["6d", "7d", "16"]))
    refuses("card-not-held", lambda: verify_discard(hand, ["6d", "9d"]))
    refuses("discard-forbidden", lambda: verify_discard(hand, ["6d", "Ang"]))


def _the_matto_is_paid_for():
    from scoring.bolognese.cards import bits
    from scoring.bolognese.play.payment import least_harmful, most_harmful, settle
    from scoring.play.record import MattoPayment, Trick

    first = Trick("A1", ("Rd", "6d", "7d", "8d"), "A1")
    matto = Trick("A1", ("Mat", "Rc", "6c", "7c"), "B1")
    piles, paid = settle([first, matto], OWNERS, {"B": bits(["9s", "8s"])}, least_harmful)
    assert paid == MattoPayment(2, "A", "B", "6d")
    assert piles == {"A": bits(["Rd", "7d", "8d", "Mat"]), "B": bits("Rc 6c 7c 6d 9s 8s".split())}  # noqa: SIM905
    # Who took nothing loses Matto and discard to whoever took the last trick (Barilli 3.9.1).
    for dealer in "AB":
        piles, paid = settle([matto], OWNERS, {dealer: bits(["9s", "8s"])}, least_harmful)
        assert (piles, paid) == ({"A": 0, "B": bits(["Mat", "Rc", "6c", "7c", "9s", "8s"])}, None)
    alone = {"A1": "A", "B1": "B", "C1": "C"}
    taken = [Trick("A1", ("6d", "7d", "Rd"), "C1"), Trick("C1", ("Rc", "6c", "7c"), "B1")]
    assert settle(taken, alone, {"A": bits(["9s"])}, least_harmful)[0] == {
        "A": 0,
        "B": bits(["Rc", "6c", "7c", "9s"]),
        "C": bits(["6d", "7d", "Rd"]),
    }
    theirs = Trick("A1", ("Mat", "6c", "Rc", "7c"), "A2")
    assert settle([theirs, first], OWNERS, {}, least_harmful)[1] is None
    assert settle([first], OWNERS, {}, least_harmful) == ({"A": bits(first.cards), "B": 0}, None)
    own = bits(["Cd", "Cc", "Cs", "Cb", "Ang", "Mon", "Sol", "12", "Mat"])
    assert least_harmful(own, bits(DECK) & ~own, own & ~bits(["Mat"])) == "12"
    own = bits(["Qd", "10d", "Ad", "6b", "12", "Mat"])
    assert least_harmful(own, bits(["8d", "9d"]), own & ~bits(["Mat"])) == "6b"
    own = bits(["Qd", "10d", "Ad", "12", "Mat"])
    assert least_harmful(own, bits(["8d", "9d"]), own & ~bits(["Mat"])) == "10d"
    assert most_harmful(own, bits(["8d", "9d"]), own & ~bits(["Mat"])) == "Qd"


def _the_soloist_is_found():
    from scoring.bolognese.play.bidding import (
        Call,
        Contract,
        can_call,
        contract,
        legal_calls,
        next_to_call,
        verify_call,
    )

    order, bids = ("B1", "C1", "A1"), ("passo", "posso", "faccio-di-mio")
    answers = ("va-bene", "no-faccio-di-mio")
    for words, turn, allowed, found in (
        ("", "B1", bids, None),
        ("passo", "C1", bids, None),
        ("passo posso", "A1", answers, None),
        ("passo posso va-bene", "B1", answers, None),
        ("posso va-bene", "A1", answers, None),
        ("passo passo passo", None, (), None),
        ("posso va-bene va-bene", None, (), ("B1", False)),
        ("passo posso va-bene va-bene", None, (), ("C1", False)),
        ("faccio-di-mio", None, (), ("B1", True)),
        ("posso no-faccio-di-mio", None, (), ("C1", True)),
        ("posso va-bene no-faccio-di-mio", None, (), ("A1", True)),
    ):
        calls = [Call(order[place % 3], word) for place, word in enumerate(words.split())]
        assert next_to_call(order, calls) == turn
        assert legal_calls(order, calls) == allowed
        assert contract(order, calls) == (found and Contract(found[0], own=found[1]))
        for player in order:
            for word in (*bids, *answers):
                assert can_call(order, calls, Call(player, word)) is (player == turn and word in allowed)
    verify_call(order, [], Call("B1", "posso"))
    refuses("call-out-of-turn", lambda: verify_call(order, [], Call("C1", "posso")))
    refuses("call-not-allowed", lambda: verify_call(order, [], Call("B1", "va-bene")))
    over = [Call("B1", "faccio-di-mio")]
    refuses("calls-over", lambda: verify_call(order, over, Call("C1", "passo")))


def packs_by_hand(seed, deck, number=1):
    """Packs shuffled one after the other (Fisher and Yates), from the bits of a generator."""
    chance = Random(seed)
    for _ in range(number):
        order = list(deck)
        for last in range(len(order), 1, -1):
            drawn = last
            while drawn >= last:
                drawn = chance.getrandbits(last.bit_length())
            order[last - 1], order[drawn] = order[drawn], order[last - 1]
        yield order


def _packs_are_dealt():
    from scoring.bolognese.play.dealing import deal_out
    from scoring.play.shuffle import shuffled

    for seed in range(3):
        chance = Random(seed)
        # What is drawn after it depends on what it drew: a pack dealt again, how many sit down.
        twice = [shuffled(chance, tuple(DECK)), shuffled(chance, tuple(DECK))]
        assert twice == [*packs_by_hand(seed, DECK, 2)]
    hands = deal_out(iter(DECK), ("B1", "A1"), 10)
    assert hands == {"B1": DECK[:5] + DECK[10:15], "A1": DECK[5:10] + DECK[15:20]}


def _packets(pack, order, rounds):
    hands = {player: [] for player in order}
    for number in range(rounds * len(order)):
        hands[order[number % len(order)]] += pack[number * 5 : number * 5 + 5]
    return hands, pack[rounds * len(order) * 5 :]


def _is_played_by_the_rules(deal, order, aside, owner):
    """Every trick by the referee, and the piles that they leave."""
    takers = replay(deal, order)
    assert deal.last_trick == takers[-1][0]
    assert {side: {*pile} for side, pile in deal.piles.items()} == expected_piles(deal, order, owner, aside)


def _two_pairs_play():
    from scoring.bolognese.play.pairs import play_pairs, seat_pairs

    game = bare_game(DECK, ())
    for seed, dealer in ((2, "A1"), (3, "B2"), (5, "A2")):
        deal = play_pairs(game, seed, dealer)
        place = PLAYERS.index(dealer) + 1
        order = PLAYERS[place:] + PLAYERS[:place]
        hands, left = _packets(next(packs_by_hand(seed, DECK)), order, 3)
        hands[dealer] = {*hands[dealer], *left} - {*deal.discards}
        assert {player: {*hand} for player, hand in deal.hands.items()} == {p: {*h} for p, h in hands.items()}
        assert len(deal.discards) == 2
        _is_played_by_the_rules(deal, order, {dealer[0]: deal.discards}, OWNERS)
        seating = seat_pairs(seed, order)
        assert seating.partners == {player: {PLAYERS[PLAYERS.index(player) - 2]} for player in PLAYERS}


def _one_plays_against_one():
    from scoring.bolognese.pile import CENTOCINQUANTA, MILLONE_DUE
    from scoring.bolognese.play.two_handed import play_two_handed

    game = bare_game(DECK, (), players=("A1", "B1"))
    for shape, rounds, changed in ((MILLONE_DUE, 4, 10), (CENTOCINQUANTA, 3, 0)):
        for seed, dealer, other in ((1, "A1", "B1"), (4, "B1", "A1")):
            deal = play_two_handed(game, seed, dealer, shape)
            hands, left = _packets(next(packs_by_hand(seed, DECK)), (other, dealer), rounds)
            more, out = _packets(left[2:], (other, dealer), changed // 5)
            aside = deal.facts["laid_aside"]
            assert len(out) == (0 if changed else 30)
            assert (len(aside[dealer[0]]), len(aside[other[0]])) == (changed + 2, changed)
            assert {*aside[other[0]]} <= {*hands[other]}
            assert {*aside[dealer[0]][:changed]} <= {*hands[dealer], *left[:2]}
            held = {dealer: {*hands[dealer], *left[:2], *more[dealer]}, other: {*hands[other], *more[other]}}
            for player, cards in held.items():
                assert {*deal.hands[player]} == cards - {*aside[player[0]]}
            assert [*deal.discards] == aside[dealer[0]]
            _is_played_by_the_rules(deal, (other, dealer), aside, {"A1": "A", "B1": "B"})


def _everybody_plays_alone():
    from scoring.bolognese.play.mattazza import play_mattazza

    players = tuple(f"{side}1" for side in "ABCDEF")
    game, seen = bare_game(DECK, (), sides="ABCDEF", players=players), set()
    for seed, dealer in ((0, "A1"), (1, "B1"), (2, "E1"), (3, "A1"), (5, "F1"), (6, "C1"), (9, "A1")):
        deal = play_mattazza(game, seed, dealer)
        seated = players[: len(deal.piles)]
        place = seated.index(dealer) + 1
        order = seated[place:] + seated[:place]
        assert {len(hand) for hand in deal.hands.values()} == {10}
        assert tuple(deal.hands) == order
        assert tuple(deal.piles) == tuple(player[0] for player in seated)
        _is_played_by_the_rules(deal, order, {}, {player: player[0] for player in order})
        seen.add(len(order))
    assert seen == {3, 4, 5, 6}
