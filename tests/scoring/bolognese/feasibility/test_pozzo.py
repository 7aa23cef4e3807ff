"""Accusi beside the pozzo that nobody took: eight cards of the last trick's winner, of any kind, which nobody
showed (Barilli 4.2.1)."""

from itertools import combinations, product
from random import Random

import pytest

from scoring import DECK, GAMES, check, declarable
from scoring.bolognese.cards import bits
from scoring.bolognese.declarable import points_shown
from scoring.bolognese.feasibility.accusi import Accusi
from scoring.bolognese.feasibility.figures import Deal, Sheet, read_figures
from scoring.bolognese.feasibility.lacking import Shown
from scoring.bolognese.feasibility.laid_aside import leave_a_discard
from scoring.bolognese.feasibility.shown import Seats
from scoring.bolognese.feasibility.totals import remembered
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.pile import TERZIGLIO
from tests.scoring.bolognese.feasibility.plain_sheets import plain_card_points, plain_cricche
from tests.scoring.bolognese.feasibility.shown_hands import shown
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_sequences

GAME = "terziglio"
NAMES = ("sequences", "cricche", "card_points")
FAMILIES = [tuple(family) for family, _, _ in CRICCHE.values()]
SCARTINI = [rank + suit for rank in ("10", "9", "8", "7", "6") for suit in "dcsb"]
#: A has the re, the regine and three cavalli, and no other card: all but three of them in the pozzo.
ELEVEN = {"A": {"cricche": 150, "card_points": 39}, "B": {"cricche": 60}}


def beside(points, last_trick="A", **facts):
    told = {side: {**ELEVEN[side], "declarations": points[side]} for side in points}
    return check(GAME, {**ELEVEN, **told}, own=True, last_trick=last_trick, **facts)


@pytest.mark.parametrize(
    ("points", "possible"),
    [
        ({"A": 14}, True),
        ({"B": 17}, True),
        # Of the eleven only three were in a hand.
        ({"A": 14, "B": 17}, False),
        ({"A": 17, "B": 14}, False),
        ({"A": 13, "B": 14}, False),
        ({"A": 31, "B": 18}, False),
        ({"A": 12, "B": 17}, True),
        ({"A": 18, "B": 13}, True),
        ({"A": 28, "B": 18}, True),
        ({"A": 36, "B": 12}, True),
    ],
)
def test_nobody_showed_a_card_of_the_pozzo(points, possible):
    found = beside(points)
    assert found.possible is possible
    assert possible or found.why.code == "declared-must-be-in-pozzo"
    assert all(check(GAME, entry, own=True, last_trick="A").possible for entry in found.nearest)
    assert possible or found.nearest


@pytest.mark.parametrize(
    ("told", "possible"),
    [
        pytest.param([shown("B1", "cricca", "re", "Rd Rc Rs")], True, id="three re"),
        pytest.param([shown("B1", "cricca", "re", "Rd Rc Rs Rb")], False, id="four re"),
        pytest.param(
            [{"side": "B", "player": "B1", "cricca": "re", "number": 3}], True, id="three by number"
        ),
        pytest.param(
            [{"side": "B", "player": "B1", "cricca": "re", "number": 4}], False, id="four by number"
        ),
        pytest.param(
            [
                shown("A1", "sequence", "danari", "Rd Qd Fd Beg"),
                {"side": "C", "player": "C1", "cricca": "regine", "number": 3},
            ],
            False,
            id="a sequence besides",
        ),
        pytest.param(
            [shown("A1", "sequence", "danari", "Rd Qd Fd Beg"), shown("C1", "cricca", "fanti", "Fc Fs Fb")],
            True,
            id="and fanti",
        ),
    ],
)
def test_accusi_of_a_list_leave_a_pozzo_or_do_not(told, possible):
    found = beside({}, declarations=told)
    assert found.possible is possible
    assert possible or found.why.code == "declared-must-be-in-pozzo"


def test_the_last_trick_tells_whose_pile_it_is_in():
    turned = {"A": ELEVEN["B"], "B": ELEVEN["A"]}
    told = {side: {**turned[side], "declarations": points} for side, points in (("A", 14), ("B", 17))}
    assert not check(GAME, told, own=True, last_trick="C").possible
    # Who has eleven cards and neither the pozzo nor the last trick is nobody.
    assert not check(GAME, told, own=True, last_trick="A").possible
    assert not check(GAME, told, own=True).possible


def test_without_a_trick_the_pozzo_may_be_of_any_cards():
    everything = {"A": {"sequences": 550, "cricche": 296}, "B": {"cricche": 0, "declarations": 440}}
    assert check(GAME, everything, own=True, last_trick="A").possible


def figures_of(pile):
    counts = [len(pile & {*family}) for family in FAMILIES]
    made = plain_sequences(pile)
    points = sum((cards - 1) * 5 for cards in made.values()) * (2 if len(made) > 2 else 1)
    return dict(
        zip(NAMES, (points, plain_cricche(counts), plain_card_points(counts, len(pile))), strict=True)
    )


def every_pozzo(figures, ranks):
    """Every eight cards of every pile that has so many cards of value, no others, and gives these figures."""
    found = set()
    for of_value in product(*(combinations(*each) for each in zip(FAMILIES, ranks, strict=True))):
        pile = {card for some in of_value for card in some}
        if figures_of(pile) == figures["A"] and figures_of({*DECK} - pile) == figures["B"]:
            found |= {frozenset(few) for few in combinations(sorted(pile), 8)}
    return [bits(few) for few in found]


@pytest.mark.parametrize(
    "ranks", [(0, 4, 4, 3, 0), (3, 4, 4, 0, 0), (1, 4, 4, 2, 0), (4, 3, 0, 0, 4)], ids=str
)
def test_the_search_finds_a_pozzo_exactly_if_some_of_all_will_do(ranks):
    """Figures that only piles of eleven cards of value give: each pile, and each eight cards of it, is
    tried."""
    chance, seen = Random(sum(place * number for place, number in enumerate(ranks))), set()
    mine = {
        card
        for each, number in zip(FAMILIES, ranks, strict=True)
        for card in chance.sample(sorted(each), number)
    }
    figures = {"A": figures_of(mine), "B": figures_of({*DECK} - mine)}
    pozzi = every_pozzo(figures, ranks)
    sheet = Sheet(read_figures(GAMES[GAME], figures), Deal(TERZIGLIO, ACCADEMIA, ("A",), ("A",), pozzo=True))
    for points in ((0, 17), (14, 17), (0, 31), (18, 28), (0, 70), (12, 17), (34, 0), (36, 24)):
        accusi = Accusi(
            dict(zip("AB", points, strict=True)),
            {"A": "A", "B": "B"},
            Seats(1, 2, 18),
            ACCADEMIA,
            TERZIGLIO,
            0,
        )
        found = leave_a_discard(sheet, Shown(accusi.can_lack), remembered())
        assert found is any(map(accusi.can_lack, pozzi)), points
        seen.add(found)
    assert seen == {True, False}


def dealt(chance):
    """A deal in which nobody takes the pozzo, rich in cards of value; tricks of three to either."""
    luck = {card: chance.random() + (card not in SCARTINI) for card in DECK}
    cards = sorted(DECK, key=luck.get, reverse=True)
    pozzo, rest = cards[:8], cards[8:]
    suits = {card: chance.random() + "dcsb".find(card[-1]) * 0.5 for card in rest}
    rest.sort(key=suits.get)
    hands = dict(zip(chance.sample(("A1", "B1", "C1"), 3), (rest[:18], rest[18:36], rest[36:]), strict=True))
    tricks = [*zip(*(chance.sample(hand, 18) for hand in hands.values()), strict=True)]
    tricks.sort(key=lambda trick: sum(card in SCARTINI for card in trick))
    return hands, {*pozzo, *(card for trick in tricks[: chance.choice((1, 1, 2, 3, 17))] for card in trick)}


def test_whatever_was_dealt_and_shown_is_possible():
    chance, tight = Random(421), 0
    for _ in range(120):
        hands, pile = dealt(chance)
        last = chance.choice("AB")
        piles = {last: pile, "B" if last == "A" else "A": {*DECK} - pile}
        figures = {side: {**figures_of(piles[side]), "declarations": 0} for side in "AB"}
        for player, hand in hands.items():
            held = [item for item in declarable(GAME, player, hand) if chance.random() < 0.9]
            side = "A" if player == "A1" else "B"
            figures[side]["declarations"] += sum(points_shown(GAMES[GAME], held, 18).values())
        tight += sum(card in SCARTINI for card in pile) < 8
        found = check(GAME, figures, own=True, last_trick=last)
        assert found.possible, (figures, last, found.why)
    assert tight > 40


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "Con questi punti il pozzo, che va con l'ultima presa, avrebbe carte mostrate negli accusi."),
        ("en", "With these points the pozzo, which goes with the last trick, would hold cards shown"),
    ],
)
def test_it_is_said_in_words(language, sentence):
    assert beside({"A": 14, "B": 17}).why.message(language).startswith(sentence)
