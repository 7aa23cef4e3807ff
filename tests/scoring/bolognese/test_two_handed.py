"""Millone for two, Centocinquanta and Quindici: piles, rounded points, and figures checked by their sums."""

import random
from functools import partial

import pytest

from scoring import DECK, GAMES, ScoringError, check, count, generate_deal
from scoring.bolognese.cards import CARTE_DA_5
from scoring.bolognese.counting import rounded
from tests.scoring.bolognese.plain_counter import plain_side

FIFTEEN = ("centocinquanta", "quindici")


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param(0, 0, id="Barilli 4.3.3: 0"),
        pytest.param(4, 0, id="Barilli 4.3.3: 4"),
        pytest.param(5, 1, id="Barilli 4.3.3: 5"),
        pytest.param(14, 1, id="Barilli 4.3.3: 14"),
        pytest.param(15, 2, id="Barilli 4.3.3: 15"),
        pytest.param(24, 2, id="Barilli 4.3.3: 24"),
        pytest.param(25, 3, id="Barilli 4.3.3: 25"),
        pytest.param(34, 3, id="Barilli 4.3.3: 34"),
    ],
)
def test_points_are_rounded_at_quindici(points, expected):
    assert rounded(points) == expected


def split(chance, game, dealer):
    """Two piles that a deal of the game can leave, by the prose: own tricks and own discards."""
    tricks, dealers, others = (20, 12, 10) if game == "millone-due" else (15, 2, 0)
    won = chance.randrange(1, tricks)
    size = {dealer: dealers + 2 * won}
    size["B" if dealer == "A" else "A"] = others + 2 * (tricks - won)
    cards = chance.sample(DECK, sum(size.values()))
    piles = {"A": set(cards[: size["A"]]), "B": set(cards[size["A"] :])}
    aside = {"A": dealers, "B": others} if dealer == "A" else {"A": others, "B": dealers}
    if any(len(pile - {*CARTE_DA_5}) < aside[side] for side, pile in piles.items()):
        return split(chance, game, dealer)
    return piles


@pytest.mark.parametrize("game", ["millone-due", *FIFTEEN])
def test_thousands_of_deals_count_as_the_plain_counter_counts_them(game):
    chance = random.Random(43)
    for _ in range(1500):
        dealer, last = chance.choice("AB"), chance.choice("AB")
        piles = split(chance, game, dealer)
        counted = count(game, {side: sorted(pile) for side, pile in piles.items()}, last, dealer=dealer)
        for side, pile in piles.items():
            made = counted.sides[side]
            parts = (made.sequences.total, made.cricche.total, made.card_points, made.last_trick)
            assert parts == plain_side(pile, side == last)
            tens, units = divmod(sum(parts), 10)
            expected = tens + (units >= 5) if game == "quindici" else sum(parts)
            assert counted.points(side) == expected


@pytest.mark.parametrize("dealer", ["A", "B", None])
def test_barilli_431_the_sizes_that_twenty_tricks_and_the_discards_leave(dealer):
    taken = []
    for size in range(63):
        try:
            count("millone-due", {"A": DECK[:size]}, "A" if size else "B", dealer=dealer)
        except ScoringError:
            continue
        taken.append(size)
    between = {"A": range(14, 51, 2), "B": range(12, 49, 2), None: range(12, 51, 2)}
    assert taken == [0, *between[dealer], 62]


@pytest.mark.parametrize("dealer", ["A", "B", None])
@pytest.mark.parametrize("game", FIFTEEN)
def test_barilli_432_the_sizes_that_fifteen_tricks_and_the_discard_leave(game, dealer):
    taken = []
    for size in range(33):
        piles = {"A": DECK[:size], "B": DECK[size:32]}
        try:
            count(game, piles, "A" if size else "B", dealer=dealer)
        except ScoringError:
            continue
        taken.append(size)
    between = {"A": range(4, 31, 2), "B": range(2, 29, 2), None: range(2, 31, 2)}
    assert taken == [0, *between[dealer], 32]


def test_card_points_close_to_87_only_where_the_deck_is_played_out():
    chance = random.Random(87)
    sums = {"millone-due": set(), "centocinquanta": set()}
    for game, seen in sums.items():
        for _ in range(100):
            piles = split(chance, game, "A")
            counted = count(game, {side: list(pile) for side, pile in piles.items()}, "A")
            seen.add(sum(made.card_points for made in counted.sides.values()))
    assert sums["millone-due"] == {87}
    assert len(sums["centocinquanta"]) > 10
    assert all(16 <= points <= 72 for points in sums["centocinquanta"])


def test_at_millone_a_pile_left_out_is_the_rest_of_the_deck():
    pile, rest = DECK[:20], DECK[20:]
    assert count("millone-due", {"A": pile}, "A") == count("millone-due", {"A": pile, "B": rest}, "A")


TWO = {"A": DECK[:12], "B": DECK[12:32]}


@pytest.mark.parametrize("game", FIFTEEN)
@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("other-pile-missing", {"cards": {"A": DECK[:12]}}),
        ("other-pile-missing", {"cards": {"B": DECK[:12]}}),
        ("no-pile", {"cards": {}}),
        ("cards-in-all", {"cards": {"A": DECK[:12], "B": DECK[12:34]}}),
        ("cards-in-all", {"cards": {"A": DECK[:12], "B": DECK[12:30]}}),
        ("card-in-both-piles", {"cards": {"A": DECK[:12], "B": DECK[11:31]}}),
        ("odd-pile", {"cards": {"A": DECK[:13], "B": DECK[13:32]}}),
        ("cappotto-not-passed", {"cards": {"A": DECK[:2], "B": DECK[2:32]}, "dealer": "A"}),
        ("cappotto-not-passed", {"cards": {"A": DECK[:1], "B": DECK[1:32]}}),
        ("last-trick-without-cards", {"cards": {"A": [], "B": DECK[:32]}, "last_trick": "A"}),
        ("unknown-side", {"dealer": "C"}),
        ("missing-key", {"last_trick": None}),
    ],
)
def test_a_deal_of_fifteen_that_could_not_have_happened_is_refused(game, code, changes):
    asked = {"cards": TWO, "last_trick": "A", **changes}
    with pytest.raises(ScoringError) as refused:
        count(game, **asked)
    assert refused.value.code == code


def test_the_pile_left_out_is_said_to_be_missing_clearly():
    with pytest.raises(ScoringError, match="trenta carte restano fuori"):
        count("quindici", {"A": DECK[:12]}, "A")


@pytest.mark.parametrize(("game", "size"), [("millone-due", 20), ("centocinquanta", 15), ("quindici", 15)])
def test_a_hand_is_as_large_as_the_tricks_are_many(game, size):
    shown = [
        {"side": "A", "player": "A1", "sequence": family, "cards": cards.split()}
        for family, cards in (
            ("danari", "Rd Qd Cd Fd Ad"),
            ("coppe", "Rc Qc Cc Fc Ac"),
            ("spade", "Rs Qs Cs Fs As"),
            ("mori", "Mo1 Mo2 Mo3 Mo4"),
            ("bastoni", "Rb Qb Cb"),
        )
    ]
    # What stays out of the deal cannot be shown: all of this is in the piles.
    shown_cards = [card for item in shown for card in item["cards"]]
    played = [*shown_cards, *(card for card in DECK if card not in shown_cards)][:32]
    cards = {"A": DECK[:20]} if game == "millone-due" else {"A": played[:12], "B": played[12:]}
    for number in range(len(shown) + 1):
        held = len({card for item in shown[:number] for card in item["cards"]})
        if held <= size:
            assert count(game, cards, "A", declarations=shown[:number]).sides["A"].declarations >= 0
            continue
        with pytest.raises(ScoringError) as refused:
            count(game, cards, "A", declarations=shown[:number])
        assert refused.value.params["size"] == size


#: Of the re only that of danari is in play, of the mori all four.
IN_PLAY = ["Rd", "Qd", "Cd", "Mo1", "Mo2", "Mo3", "Mo4", "Beg"]
OUT_OF_PLAY = [card for card in DECK if card[0] in "RQCF"]
SOME_OUT = [*IN_PLAY, *(card for card in DECK if card not in {*IN_PLAY, *OUT_OF_PLAY})][:32]


@pytest.mark.parametrize("game", FIFTEEN)
@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        pytest.param({"sequence": "danari", "cards": ["Rd", "Qd", "Cd", "Beg"]}, None, id="all in play"),
        pytest.param({"sequence": "mori", "number": 4}, None, id="by number, all in play"),
        pytest.param(
            {"cricca": "re", "cards": ["Rd", "Rc", "Rs"]},
            "declaration-out-of-play",
            id="Barilli 4.3.2 two out",
        ),
        pytest.param(
            {"cricca": "re", "number": 3}, "declared-together-out-of-play", id="Barilli 4.3.2 by number"
        ),
        pytest.param(
            {"sequence": "danari", "number": 7},
            "declared-together-out-of-play",
            id="Barilli 4.3.2 by number, the Fante is out",
        ),
    ],
)
def test_cards_that_stayed_out_of_the_deal_cannot_have_been_shown(game, declaration, code):
    written = {"cards": {"A": SOME_OUT[:14], "B": SOME_OUT[14:]}, "last_trick": "A"}
    shown = {"side": "A", "player": "A1", **declaration}
    ask = partial(GAMES[game].count, GAMES[game], {**written, "declarations": [shown]})
    if code is None:
        assert ask().sides["A"].declarations == 15
        return
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code


def figures_of(counted):
    return {
        side: {
            "sequences": made.sequences.total,
            "cricche": made.cricche.total,
            "card_points": made.card_points,
            "total": made.total,
        }
        for side, made in counted.sides.items()
    }


@pytest.mark.parametrize("game", FIFTEEN)
def test_whatever_was_counted_from_cards_is_possible(game):
    chance = random.Random(150)
    for _ in range(300):
        piles = split(chance, game, "A")
        last = chance.choice("AB")
        figures = figures_of(count(game, {side: list(pile) for side, pile in piles.items()}, last))
        assert check(game, figures, last_trick=last, dealer="A").possible
        some = {side: dict(chance.sample(sorted(own.items()), 2)) for side, own in figures.items()}
        assert check(game, some).possible


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"A": {"sequences": 12}}, "sequenze di A 12"),
        ({"A": {"sequences": 5}}, "sequenze di A 5"),
        ({"B": {"cricche": 15}}, "cricche di B 15"),
        ({"A": {"card_points": 73}}, "scartini di A 73"),
        ({"A": {"sequences": -10}}, "sequenze di A -10"),
        ({"A": {"cricche": 296, "card_points": 50}}, "cricche di A 296, scartini di A 50"),
        (
            {"A": {"sequences": 10, "cricche": 17, "card_points": 30, "total": 62}},
            "sequenze di A 10, scartini di A 30, totale di A 62",
        ),
        ({"A": {"card_points": 50}, "B": {"card_points": 30}}, "80, ma non superano mai 72"),
    ],
)
def test_what_cannot_be_is_said_and_the_nearest_are_possible(figures, told):
    found = check("centocinquanta", figures)
    assert not found.possible
    assert told in found.why.message()
    assert 0 < len(found.nearest) <= 5
    for entry in found.nearest:
        assert check("centocinquanta", entry).possible
        assert {side: set(own) for side, own in entry.items()} == {
            side: set(own) for side, own in figures.items()
        }


@pytest.mark.parametrize("lasts", [(0, 0), (6, 6)])
def test_the_last_trick_belongs_to_exactly_one(lasts):
    figures = {
        side: {"sequences": 0, "cricche": 0, "card_points": 8, "total": 8 + last}
        for side, last in zip("AB", lasts, strict=True)
    }
    found = check("quindici", figures)
    assert found.why.code == "sums-of-all"
    assert found.nearest
    assert all(check("quindici", entry).possible for entry in found.nearest)


@pytest.mark.parametrize(
    ("figures", "possible"),
    [
        pytest.param({"A": {"total": 22}, "B": {"total": 0}}, True, id="Barilli 3.9.1 one has all the cards"),
        pytest.param({"A": {"total": 21}, "B": {"total": 0}}, False, id="Barilli 3.9 sixteen pairs and 6"),
        pytest.param({"A": {"total": 8}, "B": {"total": 13}}, False, id="Barilli 3.9 two less than close"),
        pytest.param({"A": {"total": 8}, "B": {"total": 14}}, True, id="Barilli 3.9 they close"),
        pytest.param(
            {"A": {"card_points": 0, "total": 6}}, False, id="Barilli 3.7 the last trick is a trick"
        ),
        pytest.param({"A": {"card_points": 1, "sequences": 10}}, False, id="Barilli 2.2.2 three cards"),
        pytest.param(
            {"A": {"card_points": 2, "sequences": 10}}, True, id="Barilli 2.2.2 three cards of four"
        ),
    ],
)
def test_tricks_that_are_told_bring_their_card_points(figures, possible):
    found = check("centocinquanta", figures)
    assert found.possible is possible
    assert possible or found.nearest
    assert all(check("centocinquanta", entry).possible for entry in found.nearest)


def test_a_figure_that_is_none_is_an_error():
    for figures, code in (({"A": {"scope": 1}}, "unknown-figure"), ({"C": {}}, "unknown-side")):
        with pytest.raises(ScoringError) as refused:
            check("quindici", figures)
        assert refused.value.code == code


@pytest.mark.parametrize("game", ["millone-due", *FIFTEEN])
def test_generated_deals_are_counted(game):
    for seed in range(100):
        deal = generate_deal(seed, game, "AB"[seed % 2] + "1")
        counted = count(
            game, deal.piles, deal.last_trick, dealer=deal.dealer_side, declarations=deal.declarations
        )
        assert sum(made.last_trick for made in counted.sides.values()) == 6
