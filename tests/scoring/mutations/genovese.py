"""What is asked of a mutant of the tarocco genovese: the booklet's own deals, and a second counter's."""

import random

from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.mutations.genovese_deals import DECK, FRILLI, TRUMPS, WORTH, ask, items, pile_worth, shows

MODULES = (
    *(
        f"scoring.genovese.{name}"
        for name in ("cards", "forms", "bagatto", "camps", "counting", "laid_aside")
    ),
    "scoring.games.genovese",
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # No discard is of one card.
    "forms: return 0 < self.discard_size < self.trick_size [0 -> 1]",
    # One card more does not make a trick more.
    "camps: with_discard = "
    "range(form.discard_size + form.trick_size, len(DECK) + 1, form.trick_size) [1 -> 2]",
    "camps: without = range(0, len(DECK) + 1 - form.discard_size, form.trick_size) [1 -> 2]",
)

#: Cards of a trick and of the discard, and the sides.
SHAPES = {"A_TRE": (3, 3, "ABC"), "A_QUATTRO": (4, 2, "AB"), "A_PIZZICO": (2, 0, "AB")}


def _cases():
    chance = random.Random(1981)
    for form, (trick, discard, sides) in SHAPES.items():
        for _ in range(25):
            taken = dict.fromkeys(sides, 0)
            dealer = chance.choice(sides)
            for _ in range((78 - discard) // trick):
                taken[chance.choice(sides)] += 1
            taken[dealer] = taken[dealer] or 1
            taken[max(taken, key=taken.get)] -= sum(taken.values()) - (78 - discard) // trick
            deck, piles, told = chance.sample(DECK, 78), {}, {}
            for side in sides:
                size = taken[side] * trick + (discard if side == dealer else 0)
                piles[side], deck = deck[:size], deck[size:]
                extra = 1 if side == dealer and discard else 0
                told[side] = sum(WORTH.get(card, 0) for card in piles[side]) + taken[side] + extra
            yield form, {"cards": piles, "dealer": dealer}, told


CASES = list(_cases())


def battery():
    """Imports the Genoese games and raises when an answer is wrong."""
    _cards_and_forms()
    _piles_are_counted()
    _piles_that_cannot_be()
    _discards_are_weighed()
    _rules_of_the_buone()
    _booklet()
    _bagatto_ultimo()
    _re_is_called()
    # What brings the players in comes last: most mutants have been noticed by then.
    _games_are_declared()


def _points(deal):
    return {side: (made.deck_points, made.buone, made.bagatto) for side, made in deal.sides.items()}


def _cards_and_forms():
    """Maillard, "Il mazzo", "Punteggio", "Buone"."""
    from scoring.genovese.cards import DECK as TOLD
    from scoring.genovese.cards import TRUMPS as STRONGEST
    from scoring.genovese.cards import VALUES
    from scoring.genovese.forms import A_PIZZICO, A_QUATTRO, A_TRE, CHIAMA_RE

    assert list(TOLD) == DECK
    assert list(STRONGEST) == TRUMPS
    assert {card: value for card, value in VALUES.items() if value} == WORTH
    for form, points, tricks, hand, in_deal, least, failed in (
        (A_TRE, 78, 26, 25, 25, {"frilli": 20, "trionfi": 10}, 10),
        (A_QUATTRO, 72, 20, 19, 19, {"frilli": 15, "trionfi": 8}, 20),
        (CHIAMA_RE, 72, 20, 19, 19, {"frilli": 15, "trionfi": 8}, 20),
        (A_PIZZICO, 91, 39, 15, 39, {"trionfi": 10}, 10),
    ):
        assert (form.deck_points_in_all, form.tricks_in_all) == (points, tricks)
        assert (form.hand_size, form.cards_in_deal, form.bagatto_failed) == (hand, in_deal, failed)
        assert form.minimums == least
    assert [form.odd_discard for form in (A_TRE, A_QUATTRO, CHIAMA_RE, A_PIZZICO)] == [
        False,
        True,
        True,
        False,
    ]


def _piles_are_counted():
    for form, written, told in CASES:
        made = ask(form, **written).sides
        assert {side: made[side].deck_points for side in told} == told
        assert {made[side].total - made[side].deck_points for side in told} == {0}
    explained = ask("A_QUATTRO", cards={"A": ["Mat", "Rc", "Jp", "5f", "6f", "7f"]}).explanation()
    assert explained["B"]["deck_points"]["discard"] is False
    three = {"A": DECK[:30], "B": DECK[30:48], "C": DECK[48:]}
    for dealer, told in (("C", [False, False, True]), (None, [False] * 3)):
        counted = ask("A_TRE", cards=three, dealer=dealer).explanation().values()
        assert [side["deck_points"]["discard"] for side in counted] == told
    counted = ask("A_PIZZICO", cards={"A": DECK[:30]}, dealer="A").explanation().values()
    assert [side["deck_points"]["discard"] for side in counted] == [False, False]
    assert explained["A"]["deck_points"] == {
        "values": [
            {"each": 4, "held": ["Mat", "Rc"], "points": 8},
            {"each": 1, "held": ["Jp"], "points": 1},
        ],
        "cards": 6,
        "tricks": 2,
        "discard": True,
        "total": 11,
    }


def _piles_that_cannot_be():
    from scoring.genovese.camps import sizes_of
    from scoring.genovese.forms import A_PIZZICO, A_QUATTRO, A_TRE

    assert sizes_of(A_TRE) == set(range(0, 79, 3))
    assert sizes_of(A_QUATTRO) == {*range(0, 77, 4), *range(6, 79, 4)}
    assert sizes_of(A_PIZZICO) == set(range(0, 79, 2))

    def cards(form, *sizes, **written):
        piles, top = {}, 0
        for side, size in zip("ABC", sizes, strict=False):
            piles[side] = DECK[top : top + size]
            top += size
        return lambda: ask(form, cards=piles, **written)

    for form, *sizes, dealer, last in (
        ("A_TRE", 6, 72, 0, "A", "B"),
        ("A_TRE", 0, 6, 72, "A", "B"),
        ("A_QUATTRO", 6, 72, "A", "A"),
        ("A_QUATTRO", 0, 78, "A", "B"),
        ("A_QUATTRO", 6, 72, None, None),
        ("A_PIZZICO", 2, 76, "A", "B"),
    ):
        cards(form, *sizes, dealer=dealer, last_trick=last)()
    refuses("no-pile", cards("A_QUATTRO"))
    refuses("piles-missing", cards("A_TRE", 6))
    refuses("cards-missing", cards("A_QUATTRO", 6, 71))
    refuses("pile-of-tricks", cards("A_QUATTRO", 5), count=5, trick=4, discard=2)
    refuses("pile-of-tricks", cards("A_QUATTRO", 2))
    refuses("pile-of-tricks", cards("A_QUATTRO", 76))
    refuses("discard-elsewhere", cards("A_QUATTRO", 6, dealer="B"), side="B")
    refuses("discard-elsewhere", cards("A_QUATTRO", 4, dealer="A"), side="A", count=4)
    refuses("discard-not-covered", cards("A_TRE", 3, 75, 0, dealer="A"), side="A", count=3)
    refuses("discard-not-covered", cards("A_TRE", 0, 3, 75, dealer="A", last_trick="B"), side="B")
    refuses("last-trick-without-cards", cards("A_QUATTRO", 0, 78, last_trick="A"), side="A")
    twice = {"A": DECK[:6], "B": DECK[5:]}
    refuses("card-in-both-piles", lambda: ask("A_QUATTRO", cards=twice), cards=("16",))


def _discards_are_weighed():
    """Maillard, "Scarto", "Coprire lo scarto"."""
    scartine = [card for card in DECK if card[1:] in ("c", "q") and card not in WORTH]
    four = {"A": [*scartine[:8], "1", "19"]}
    four["B"] = [card for card in DECK if card not in four["A"]]
    three = {"A": [*scartine[:7], "1", "19"], "B": [], "C": []}
    rest = [card for card in DECK if card not in three["A"]]
    three["B"], three["C"] = rest[:33], rest[33:]

    def lay_aside(discards, form="A_QUATTRO", dealer="A", **changes):
        piles = three if form == "A_TRE" else four
        return ask(
            form, **{"cards": piles, "dealer": dealer, "discards": discards, "last_trick": "B", **changes}
        )

    lay_aside(scartine[:2])
    lay_aside(["1", scartine[0]])
    lay_aside(scartine[:3], "A_TRE")
    lay_aside([*scartine[:2], "1"], "A_TRE", dealer=None)
    lay_aside(scartine[:2], dealer=None)
    lay_aside(scartine[:2], cards={"A": [], "B": DECK})
    lay_aside(scartine[:2], cards={"A": [], "B": DECK}, last_trick=None)
    lay_aside([])
    refuses("discard-size", lambda: lay_aside(scartine[:3]), count=3, size=2)
    refuses("re-not-discarded", lambda: lay_aside(["Rc", scartine[0]]))
    refuses("bagatto-not-alone", lambda: lay_aside(["1", "19"]))
    refuses("bagatto-not-alone", lambda: lay_aside(["1", "19", "18"], "A_TRE"))
    lost = four["B"][-2:]
    for dealer in ("A", None):
        refuses("discard-not-in-pile", lambda d=dealer: lay_aside(lost, dealer=d), cards=tuple(lost))
    two = [scartine[0], three["B"][-1], three["B"][-2]]
    refuses("discard-not-in-pile", lambda: lay_aside(two, "A_TRE", dealer=None), cards=(scartine[0],))
    refuses("discard-not-in-pile", lambda: lay_aside(two, "A_TRE"))


def _rules_of_the_buone():
    """Maillard, "Tarocchi senza buone", "Cattura delle buone"."""

    def buone(**rules):
        return ask("A_QUATTRO", cards={"A": [], "B": DECK}, **rules).sides["B"].buone

    assert (buone(), buone(rules="none"), buone(buone="none"), buone(rules="none", buone="none")) == (0,) * 4
    # 40 frilli, 21 trionfi, the gatti, four famiglie and four quaterni.
    assert (buone(rules="captured"), buone(buone="both")) == (151, 151)
    refuses("two-buone-rules", lambda: buone(rules="none", buone="both"))
    refuses("unknown-buone-rules", lambda: buone(buone="alcune"))


def _booklet():
    """Maillard, "Come segnare i punti"."""
    sedici = " ".join(FRILLI.split()[:16])
    first = ask(
        "A_QUATTRO",
        cards={"A": pile_worth(39, 38, 10)},
        dealer="A",
        declarations=[
            shows("A1", "frilli", sedici),
            shows("A2", "famiglia", "Jq Cq Qq Rq"),
            shows("B1", "gatti", "Mat 1 21"),
        ],
    )
    assert _points(first) == {"A": (39, 26, 0), "B": (33, 10, 0)}
    assert (first.points("A"), first.points("B")) == (65, 43)
    second = ask(
        "A_QUATTRO",
        cards={"A": pile_worth(14, 20, 5)},
        dealer="B",
        declarations=[shows("A2", "terno", "Cc Cq Cf")],
        bagatto_ultimo={"player": "B2", "trick_to": "B2"},
        last_trick="B",
    )
    assert _points(second) == {"A": (14, 5, 0), "B": (58, 0, 20)}
    dieci = "2 3 4 5 6 7 8 9 10 11"
    pizzico = ask(
        "A_PIZZICO",
        cards={"B": pile_worth(45, 38, 19)},
        declarations=[
            shows("A1", "trionfi", dieci),
            shows("B1", "famiglia", "Jp Cp Qp Rp"),
            shows("A1", "trionfi", f"{dieci} 12 13"),
        ],
        bagatto_ultimo={"player": "B1", "trick_to": "B1"},
    )
    assert items(pizzico, "A") == [("trionfi", 10, 10), ("trionfi", 12, 2)]
    assert [told["grows"] for told in pizzico.explanation()["A"]["buone"]] == [False, True]
    assert _points(pizzico) == {"A": (46, 12, 0), "B": (45, 10, 20)}


def _bagatto_ultimo():
    """Maillard, "Bagatto ultimo", "A quattro in coppia"."""
    taken = ["1", *(f"{number}{suit}" for suit in "cq" for number in range(2, 11))]
    for form, player, taker, expected in (
        ("A_TRE", "A1", "A1", {"A": 20, "B": 0, "C": 0}),
        ("A_TRE", "A1", "C1", {"A": 0, "B": 10, "C": 10}),
        ("A_QUATTRO", "A1", "A1", {"A": 20, "B": 0}),
        ("A_QUATTRO", "B1", "A2", {"A": 20, "B": 0}),
        ("A_QUATTRO", "A1", "A2", {"A": 0, "B": 20}),
        ("A_QUATTRO", "B1", "A", {"A": 20, "B": 0}),
        ("A_PIZZICO", "B1", "A1", {"A": 10, "B": 0}),
        ("A_PIZZICO", "B", "B", {"A": 0, "B": 20}),
    ):
        rest = [card for card in DECK if card not in taken[:18]]
        piles = {taker[0]: taken[:18]}
        if form == "A_TRE":
            other, third = (side for side in "ABC" if side != taker[0])
            piles |= {other: rest[:30], third: rest[30:]}
        played = {"player": player, "trick_to": taker}
        deal = ask(form, cards=piles, bagatto_ultimo=played, last_trick=taker[0])
        assert {side: made.bagatto for side, made in deal.sides.items()} == expected

    def played_by(pile, player, taker, **written):
        played = {"player": player, "trick_to": taker}
        return lambda: ask("A_QUATTRO", cards={"A": pile}, bagatto_ultimo=played, **written)

    for pile in (["1", *FRILLI.split()[:5]], ["Mat", *FRILLI.split()[:5]]):
        assert played_by(pile, "A1", "A1")().sides["A"].bagatto == 20
    refuses("bagatto-elsewhere", played_by(FRILLI.split()[:6], "A1", "A1"), side="A")
    refuses("bagatto-not-last-trick", played_by(taken[:18], "A1", "A1", last_trick="B"), side="B")
    refuses("bagatto-who", played_by(taken[:18], "A1", "A"), side="A")
    refuses("bagatto-who", played_by(taken[:18], "A", "A1"), side="A")
    refuses("unknown-player", played_by(taken[:18], "A3", "A1"))
    refuses("missing-key", lambda: ask("A_QUATTRO", cards={"A": []}, bagatto_ultimo={"player": "A1"}))


def _re_is_called():
    """Maillard, "Chiamata del re"."""
    pile = pile_worth(39, 38, 10)
    shown = [shows("A1", "terno", "Cc Cq Cf"), shows("C1", "gatti", "Mat 1 21")]

    def called(**written):
        return ask("CHIAMA_RE", **{"cards": {"A": pile}, "dealer": "A", "declarations": shown, **written})

    with_c = {"A": (39, 15, 0), "B": (33, 0, 0), "C": (39, 15, 0), "D": (33, 0, 0)}
    assert _points(called(partner="C")) == with_c
    assert _points(called()) == {"A": (39, 5, 0), "B": (33, 10, 0), "C": (33, 10, 0), "D": (33, 10, 0)}
    for cards in ({"C": pile}, {"A": pile, "C": pile}, {"A": pile[:7], "C": pile[7:]}):
        assert _points(called(cards=cards, partner="C")) == with_c
    from scoring.genovese.camps import called_camps

    game = bare_game(DECK, (), "ABCD", ("A1", "B1", "C1", "D1"))
    assert called_camps(game, "C", "A").members == (("A", "A"), ("B", "B"), ("C", "A"), ("D", "B"))
    assert called_camps(game, "B", None).members == (("A", "A"), ("B", "B"), ("C", "A"), ("D", "A"))
    refuses("partner-is-dealer", lambda: called(partner="A"), side="A")
    refuses("missing-key", lambda: called(dealer=None))
    refuses("card-in-both-piles", lambda: called(cards={"A": pile, "C": pile[:3]}, partner="C"))


def _games_are_declared():
    from scoring.games.genovese import GAMES
    from scoring.match.state import Match

    deals = {"gatti": 3, "coppie": 4, "due-morti": 4, "chiama-re": 4, "pizzico": 2}
    assert {game.key.removeprefix("genovese-"): game.deals for game in GAMES} == deals
    for game in GAMES:
        assert game.sides == tuple(dict.fromkeys(player[0] for player in game.players))
        deal = dict.fromkeys(game.sides, 30) | {"B": 31}
        assert game.ended(game, Match((deal,) * (game.deals - 1))) is None
        assert game.ended(game, Match((deal,) * game.deals)).winner == "B"
    by_key = {game.key: game for game in GAMES}
    assert [len(by_key[f"genovese-{key}"].sides) for key in deals] == [3, 2, 2, 4, 2]
