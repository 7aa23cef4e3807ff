"""Discards told with the figures of the piles: they are in the pile of who laid them aside (Barilli 3.3)."""

import random
from itertools import product

import pytest

from scoring import DECK, GAMES, check, count, generate_deal
from scoring.bolognese.cards import bits
from scoring.bolognese.feasibility.figures import Deal, Sheet, each_size, read_figures
from scoring.bolognese.feasibility.known_discards import class_with, sizes_with
from scoring.bolognese.feasibility.splits import Ranks
from scoring.bolognese.feasibility.totals import feasible
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.pile import PAIRS
from tests.scoring.bolognese.feasibility.plain_splits import class_results
from tests.scoring.bolognese.piles import random_pile
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_side

GAME = "quattro-scartate"
#: All but some scartini, so that B has a trick.
ALMOST_ALL = {"A": {"sequences": 550}, "B": {"card_points": 3}}
KEPT = {"Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb"}
FREE = {*DECK} - KEPT


#: More fives than any sequences are worth.
FIVES = range(112)


def told(ranks, side, cards, rules="accademia"):
    """All that the class gives, asked for point by point."""
    known, asked = bits(cards), product(FIVES, FIVES)
    found = {(a * 5, b * 5): sizes_with(Ranks(*ranks), side, known, rules, a, b) for a, b in asked}
    return {points: set(each_size(sizes)) for points, sizes in found.items() if sizes}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "cards"),
    [
        ((2, 2, 2, 2, 2), "Qd Ac"),
        ((1, 2, 3, 1, 2), "16 Lun"),
        ((3, 2, 1, 2, 3), "Mo1 6d"),
        ((2, 1, 4, 2, 2), "Fs 7"),
        ((2, 3, 2, 1, 3), "Qs Cs 13 5 Mo2 10d 9d Ab"),
    ],
)
def test_a_class_with_cards_on_one_side_gives_what_plain_enumeration_gives(ranks, cards):
    plain = class_results(*ranks, known=frozenset(cards.split()))
    assert told(ranks, "A", cards.split()) == plain
    others = tuple(4 - number for number in ranks)
    seen_from_b = {(b, a): {62 - size for size in sizes} for (a, b), sizes in plain.items()}
    assert told(others, "B", cards.split()) == seen_from_b


@pytest.mark.parametrize("rules", ["accademia", "laghi-sole-luna", "laghi-luna-16"])
def test_points_looked_up_one_by_one_are_those_of_the_class_worked_out_whole(rules):
    chance = random.Random(rules)
    for _ in range(6):
        ranks, aside = Ranks(*(chance.randrange(5) for _ in range(5))), chance.sample(sorted(FREE), 4)
        found = class_with(ranks, bits(aside), rules)
        whole = found.worked_out()
        possible = [(a, b) for a, row in whole.items() for b in row]
        near = [(a + chance.choice((-2, -1, 0, 1, 2)), b + chance.choice((-1, 0, 1))) for a, b in possible]
        for a, b in chance.sample(near, min(len(near), 60)):
            assert found.looked_up(a, b) == whole.get(a, {}).get(b, 0)


def test_every_random_split_is_in_its_class():
    chance = random.Random(31)
    for _ in range(120):
        pile = random_pile(chance)
        side, holder = chance.choice((("A", pile), ("B", {*DECK} - pile)))
        free = sorted(holder - KEPT)
        aside = chance.sample(free, min(len(free), chance.choice((2, 2, 8))))
        ranks = Ranks(*(len(pile & family) for family, _, _ in CRICCHE.values()))
        a, b = plain_side(pile, False)[0] // 5, plain_side({*DECK} - pile, False)[0] // 5
        assert sizes_with(ranks, side, bits(aside), ACCADEMIA, a, b) >> len(pile) & 1


def parts(deal, side):
    figures = deal.sides[side].figures
    return {name: figures[name] for name in ("sequences", "cricche", "card_points")}


@pytest.mark.parametrize("game", ["quattro-scartate", "millone-due", "terziglio"])
def test_whatever_a_played_deal_gives_is_possible_with_its_discards(game):
    for seed in range(12):
        deal = generate_deal(seed, game)
        facts = {key: deal.facts[key] for key in ("soloist", "own") if key in deal.facts}
        counted = count(game, deal.piles, deal.last_trick, **facts)
        figures = {side: parts(counted, side) for side in counted.sides}
        asked = {"last_trick": deal.last_trick, "dealer": deal.dealer_side, **facts}
        assert check(game, figures, **asked, discards=deal.discards).possible, seed


@pytest.mark.parametrize(
    ("figures", "dealer", "discards", "possible"),
    [
        pytest.param({"A": {"cricche": 28}}, "A", "Qd 6c", True, id="four regine, one of them laid aside"),
        pytest.param({"A": {"cricche": 28}}, "B", "Qd 6c", False, id="one regina is the others' for certain"),
        pytest.param({"A": {"cricche": 28}}, "B", "Fd 6c", True, id="a fante is not"),
        pytest.param({"A": {"cricche": 28}}, None, "Qd 6c", True, id="A may be who laid it aside"),
        pytest.param({"B": {"cricche": 28}}, "A", "Qd 6c", False, id="the same seen from B"),
        pytest.param({"B": {"sequences": 0}}, "B", "Sol Lun", True, id="rosse without the Angelo"),
        pytest.param(ALMOST_ALL, "B", "6d 6c", True, id="scartini are in no sequence"),
        pytest.param(ALMOST_ALL, "B", "5 6c", False, id="a number is in the grande"),
        pytest.param({"A": {"total": 939}}, "B", "5 Qd", True, id="cappotto: the discard passes over"),
        pytest.param({"B": {"total": 0}}, "B", "5 Qd", True, id="cappotto, seen from B"),
    ],
)
def test_discards_are_in_the_pile_of_the_dealer_s_side(figures, dealer, discards, possible):
    found = check(GAME, figures, dealer=dealer, discards=discards.split())
    assert found.possible is possible
    if not possible:
        assert check(GAME, figures, dealer=dealer).possible
        assert found.why.code == "impossible-with-discards"
        assert len(found.nearest) == 5
    for entry in found.nearest:
        assert check(GAME, entry, dealer=dealer, discards=discards.split()).possible


def agrees(figures, discards):
    """Whether some split agrees, without looking for reasons and nearest entries."""
    deal = Deal(PAIRS, ACCADEMIA, ("A",), ("B",), aside=bits(discards))
    return feasible(Sheet(read_figures(GAMES[GAME], figures), deal))


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), [(928, 11), (850, 30), (194, 106), (700, 90)])
def test_totals_agree_with_the_parts_they_are_made_of(a, b):
    """A pair of totals is possible exactly when some parts that add up to it are."""
    totals = {"A": {"total": a}, "B": {"total": b}}
    assert agrees(totals, ["Ac", "5"]) is any(
        agrees({**totals, "A": {"total": a, "card_points": points}}, ["Ac", "5"]) for points in range(88)
    )


def test_what_lies_aside_at_terziglio_is_the_soloist_s():
    figures, discards = {"A": {"cricche": 28}}, ["Qd", *["6d", "6c", "6s", "6b", "7d", "7c", "7s"]]
    assert not check("terziglio", figures, last_trick="A", soloist="B", discards=discards).possible
    assert check("terziglio", figures, last_trick="A", soloist="A", discards=discards).possible


@pytest.mark.parametrize("last", ["A", "B", None])
def test_who_does_his_own_lays_nothing_aside_and_nobody_else_does(last):
    """The eight cards go unseen to the winner of the last trick (Barilli 4.2.1): ``count`` says the same."""
    figures, discards = {"A": {"cricche": 28}}, ["Qd", *["6d", "6c", "6s", "6b", "7d", "7c", "7s"]]
    found = check("terziglio", figures, last_trick=last, soloist="B", own=True, discards=discards)
    assert (found.possible, found.why.code, found.nearest) == (False, "discard-of-nobody", ())
    assert check("terziglio", figures, last_trick=last, soloist="B", own=True, discards=[]).possible


def test_the_reason_names_the_discard_in_words():
    found = check(GAME, {"A": {"cricche": 28}}, dealer="B", discards=["Qd", "6c"])
    assert found.why.message("it").startswith("Con questo scarto")
    assert found.why.message("en").startswith("With")
