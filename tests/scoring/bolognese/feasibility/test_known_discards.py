"""Discards told with the figures of the piles: they are in the pile of who laid them aside (Barilli 3.3)."""

from itertools import product

import pytest

from scoring import check, count, generate_deal
from scoring.bolognese.cards import bits
from scoring.bolognese.feasibility.sequences import ANY_CARDS, can_make, known_cards
from tests.scoring.bolognese.feasibility.plain_splits import class_results

GAME = "quattro-scartate"
#: All but some scartini, so that B has a trick.
ALMOST_ALL = {"A": {"sequences": 550}, "B": {"card_points": 3}}


def gives(ranks, cards, rules="accademia"):
    """All sequences that splits with these cards of value, and these discards of A's, can give."""
    tarocchi, *kinds = ranks
    known = ANY_CARDS._replace(rules=rules, known=known_cards(bits(cards)))
    return {
        (a * 5, b * 5): {
            size for size in range(63) if can_make((a, b), tarocchi, tuple(kinds), 1 << size, known)
        }
        for a, b in product(range(112), repeat=2)
        if can_make((a, b), tarocchi, tuple(kinds), (1 << 63) - 1, known)
    }


@pytest.mark.parametrize(
    ("ranks", "cards", "rules"),
    [
        ((3, 1, 4, 0, 2), "", "accademia"),
        ((1, 3, 0, 2, 4), "", "laghi-sole-luna"),
        ((2, 4, 1, 0, 3), "", "laghi-luna-16"),
        ((1, 2, 3, 1, 2), "16 Lun", "accademia"),
        ((2, 3, 2, 1, 3), "Qs Cs 13 5 Mo2 10d 9d Ab", "accademia"),
    ],
)
def test_splits_give_the_sequences_that_plain_enumeration_gives(ranks, cards, rules):
    plain = class_results(*ranks, rules=rules, known=frozenset(cards.split()))
    assert gives(ranks, cards.split(), rules) == plain


def test_points_of_sequences_that_no_cards_make_are_known_without_a_search():
    """Two sequences make 130 points at most, three or more an even number of fives."""
    classes = [(tarocchi, kinds) for tarocchi in range(5) for kinds in product(range(5), repeat=4)]
    for points in range(0, 551, 5):
        made = any(can_make((points // 5, None), *each, (1 << 63) - 1, ANY_CARDS) for each in classes)
        assert check(GAME, {"A": {"sequences": points}}).possible is made, points


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
