"""Millone's twelve cards told: the ten of who does not deal are in that one's pile, shown by nobody (Barilli
4.3.1)."""

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
from scoring.bolognese.pile import MILLONE_DUE
from tests.samples import so_many
from tests.scoring.bolognese.feasibility.plain_sheets import plain_card_points, plain_cricche
from tests.scoring.bolognese.feasibility.shown_hands import shown
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_sequences, plain_side

GAME = "millone-due"
NAMES = ("sequences", "cricche", "card_points")
FAMILIES = [tuple(family) for family, _, _ in CRICCHE.values()]
OF_VALUE = {card for family in FAMILIES for card in family}
KEPT = {*FAMILIES[0], *FAMILIES[1]}
SCARTINI = [rank + suit for rank in ("10", "9", "8", "7", "6") for suit in "dcsb"]
#: B has two re, the regine and the cavalli, two fanti, and no other card: ten of them laid aside.
TEN = {"A": {"cricche": 36, "card_points": 51}, "B": {"cricche": 54, "card_points": 36}}
TWELVE = SCARTINI[:12]


def beside(figures, discards=TWELVE, **facts):
    return check(GAME, figures, dealer="A", discards=discards, **facts)


@pytest.mark.parametrize(
    ("points", "possible"), [(14, False), (13, False), (12, False), (17, True), (18, True), (10, True)]
)
@pytest.mark.parametrize("side", "AB")
def test_the_ten_are_out_of_the_hands_and_in_that_one_s_pile(points, possible, side):
    found = beside({**TEN, side: {**TEN[side], "declarations": points}})
    assert found.possible is possible
    assert possible or found.why.code == "declared-must-be-discarded"


@pytest.mark.parametrize(
    ("told", "possible"),
    [
        pytest.param(shown("B1", "cricca", "regine", "Qd Qc Qs"), False, id="of the ten"),
        pytest.param(shown("A1", "sequence", "assi", "Ad Ac As"), True, id="of others"),
        pytest.param(shown("A1", "sequence", "danari", "Rd Fd Ad Mat"), True, id="a fante of the two others"),
        pytest.param(
            {"side": "B", "player": "B1", "cricca": "fanti", "number": 3}, False, id="fanti by number"
        ),
    ],
)
def test_accusi_of_a_list_leave_the_ten_or_do_not(told, possible):
    found = beside(TEN, declarations=[told])
    assert found.possible is possible
    assert possible or found.why.code == "declared-must-be-discarded"
    assert beside(TEN).possible


def test_the_fanti_that_were_told_are_the_dealer_s():
    """Two fanti among the twelve leave the two others to the ten: none is shown."""
    only = shown("A1", "sequence", "danari", "Rd Fd Ad Mat")
    assert beside(TEN, ["Fc", *TWELVE[1:]], declarations=[only]).possible
    assert not beside(TEN, ["Fc", "Fs", *TWELVE[2:]], declarations=[only]).possible
    assert beside(TEN, ["Fc", "Fs", *TWELVE[2:]]).possible
    re = shown("A1", "cricca", "re", "Rd Rc Rs")
    assert beside(TEN, ["Fc", "Fs", *TWELVE[2:]], declarations=[re]).possible


def test_what_is_offered_can_be():
    """The accusi may be the slip, or the piles."""
    sheet = {**TEN, "B": {**TEN["B"], "declarations": 14}}
    for facts in ({"discards": TWELVE}, {}):
        found = check(GAME, sheet, dealer="A", **facts)
        changed = [
            [side for side in "AB" for name in sheet[side] if entry[side][name] != sheet[side][name]]
            for entry in found.nearest
        ]
        assert [len(each) for each in changed] == [1] * 5
        assert {entry["B"]["declarations"] == 14 for entry in found.nearest} == {True, False}
        for entry in found.nearest:
            assert check(GAME, entry, dealer="A", **facts).possible


def ways(figures, told):
    """Every pile of B's that gives these figures without the cards told, scartini being alike: with its cards
    but those, and how many of those."""
    for ranks in product(range(5), repeat=5):
        others = [4 - number for number in ranks]
        if (plain_cricche(others), plain_cricche(ranks)) != tuple(figures[side]["cricche"] for side in "AB"):
            continue
        for size in range(12, 50, 2):
            if plain_card_points(ranks, size) == figures["B"]["card_points"] and size >= sum(ranks):
                yield from _piles(figures, told, ranks, size)


def _piles(figures, told, ranks, size):
    rest = [card for card in DECK if card not in OF_VALUE and card not in SCARTINI and card not in told]
    scartini = sum(card not in told for card in SCARTINI)
    assert size - sum(ranks) < 4, "too many to try"
    for of_value in product(
        *(combinations(each, number) for each, number in zip(FAMILIES, ranks, strict=True))
    ):
        held = {card for some in of_value for card in some}
        if held & told:
            continue
        for number in range(size - sum(ranks) + 1):
            low = size - sum(ranks) - number
            for more in combinations(rest, number):
                pile = {*held, *more}
                if low <= scartini and sequences(pile) == tuple(figures[side]["sequences"] for side in "AB"):
                    yield pile, low


def sequences(pile):
    """Both sides' points, whatever the scartini."""
    told = []
    for each in ({*DECK} - pile, pile):
        made = plain_sequences(each)
        told.append(sum((cards - 1) * 5 for cards in made.values()) * (2 if len(made) > 2 else 1))
    return tuple(told)


def plain_leaves(figures, told, can_lack):
    """Whether of some pile some ten cards can be lacked with those told: all of them tried."""
    tens = {
        frozenset(few)
        for pile, low in ways(figures, told)
        for number in range(max(0, 10 - low), 11)
        for few in combinations(sorted(pile - KEPT), number)
    }
    cards = bits(told)
    known = {}
    return any(known.setdefault(ten, can_lack(cards | bits(ten))) for ten in tens)


def tight(chance):
    """B's pile with hardly a scartino, and twelve cards of A's, both sides' figures."""
    court = [card for card in DECK if card[-1] in "dcsb" and card[0] in "QCF"]
    moors = ["Mo1", "Mo2", "Mo3", "Mo4", "16", "15", "5", "Ad", "Ac", "6d"]
    mine = chance.sample(sorted(KEPT), 2) + chance.sample(court, 9) + chance.sample(moors, 1)
    theirs = sorted({*DECK} - {*mine} - KEPT)
    low = [card for card in theirs if card in SCARTINI]
    some = chance.choice((0, 6, 9, 12))
    told = chance.sample(low, some) + chance.sample([card for card in theirs if card not in low], 12 - some)
    piles = {"A": {*DECK} - {*mine}, "B": {*mine}}
    made = {side: plain_side(pile, False)[:3] for side, pile in piles.items()}
    return {side: dict(zip(NAMES, each, strict=True)) for side, each in made.items()}, told


@pytest.mark.slow
def test_the_search_finds_ten_cards_exactly_if_some_of_all_will_do():
    chance, seen = Random(12), []
    for _ in range(so_many(8, 4)):
        figures, told = tight(chance)
        deal = Deal(MILLONE_DUE, ACCADEMIA, ("A",), ("A",), aside=bits(told))
        sheet = Sheet(read_figures(GAMES[GAME], figures), deal)
        for points in ((0, 14), (12, 13), (0, 12), (30, 38), (10, 17), (0, 78)):
            accusi = Accusi(
                dict(zip("AB", points, strict=True)),
                {"A": "A", "B": "B"},
                Seats(1, 1, 20),
                ACCADEMIA,
                MILLONE_DUE,
                bits(told),
            )
            if accusi.why_not() is None:
                found = leave_a_discard(sheet, Shown(accusi.can_lack), remembered())
                assert found is plain_leaves(figures, {*told}, accusi.can_lack), (figures, told, points)
                seen.append(found)
    assert {*seen} == {True, False}


def dealt(chance):
    """A whole deal by the prose: hands of twenty, twelve and ten laid aside, tricks of two to either."""
    cards = chance.sample(DECK, len(DECK))
    if chance.random() < 0.7:
        cards.sort(key=lambda card: card in SCARTINI or chance.random() < 0.2)
    free = [card for card in cards if card not in KEPT]
    aside = free[-22:] if chance.random() < 0.5 else chance.sample(free, 22)
    chance.shuffle(aside)
    in_play = [card for card in cards if card not in aside]
    chance.shuffle(in_play)
    hands = {"A1": in_play[:20], "B1": in_play[20:]}
    tricks = chance.sample([*zip(hands["A1"], hands["B1"], strict=True)], 20)
    won = chance.choice((1, 1, 2, 3, 10, 18, 19))
    mine = {*aside[:12], *(card for trick in tricks[:won] for card in trick)}
    return hands, aside[:12], {"A": mine, "B": {*DECK} - mine}


def test_whatever_was_dealt_laid_aside_and_shown_is_possible():
    chance, tens = Random(41), 0
    for _ in range(so_many(120, 15)):
        hands, told, piles = dealt(chance)
        made = {side: plain_side(pile, side == "A")[:3] for side, pile in piles.items()}
        figures = {side: dict(zip(NAMES, each, strict=True)) for side, each in made.items()}
        for player, hand in hands.items():
            held = [item for item in declarable(GAME, player, hand) if chance.random() < 0.9]
            worth = points_shown(GAMES[GAME], held, 20)
            figures[player[0]]["declarations"] = sum(worth.values())
        tens += sum(card in SCARTINI for card in told) > 10
        found = check(GAME, figures, last_trick="A", dealer="A", discards=told)
        assert found.possible, (figures, told, found.why)
    assert tens
