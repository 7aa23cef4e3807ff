"""``check``: possible if and only if some split gives the figures, and what is said when none does."""

import random
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DECK, GAMES, HOUSE_RULES, ScoringError, check, count, generate_deal
from scoring.bolognese.feasibility.search import Questions
from scoring.bolognese.feasibility.sheet import NAMES, Deal, Sheet
from scoring.bolognese.pile import PAIRS
from scoring.sheet import read_figures
from tests.samples import of_today, so_many
from tests.scoring.bolognese.piles import piles, random_pile

GAME = "quattro-scartate"
#: The example of the contract.
A = {"sequences": 130, "cricche": 17, "card_points": 41}
B = {"sequences": 20, "cricche": 40, "card_points": 46}


def parts_of(deal):
    return {
        name: {
            "sequences": side.sequences.total,
            "cricche": side.cricche.total,
            "card_points": side.card_points,
        }
        for name, side in deal.sides.items()
    }


def agrees(figures, asked):
    """Whether some split agrees, without looking for reasons and nearest entries."""
    last, dealer = (("AB".index(asked[fact]),) for fact in ("last_trick", "dealer"))
    deal = Deal(PAIRS, "accademia", (("A",), ("B",)), (2, 2), last_tricks=last, discarders=dealer)
    return Questions().is_possible(Sheet(read_figures(GAMES[GAME], figures, frozenset(), NAMES), deal))


def random_deals(number, seed):
    """Piles of sizes a deal can leave, with their dealer's side."""
    chance = random.Random(seed)
    while number:
        pile = random_pile(chance)
        dealer = "A" if len(pile) % 4 == 2 else "B"
        if min(len(pile), len(DECK) - len(pile)) > 3:
            number -= 1
            yield count(GAME, {"A": pile}, chance.choice("AB"), dealer=dealer), dealer


def test_the_examples_of_the_contract_are_possible():
    assert check(GAME, {"A": A, "B": B}, last_trick="A", dealer="B").possible
    assert check(GAME, {"A": {"total": 194}, "B": {"total": 106}}, last_trick="A", dealer="B").possible


def test_whatever_a_split_gives_is_possible_whole_in_part_and_in_total():
    for deal, dealer in random_deals(so_many(400, 100), 3):
        last = "A" if deal.sides["A"].last_trick else "B"
        parts = parts_of(deal)
        totals = {side: {"total": deal.points(side)} for side in "AB"}
        asked = {"last_trick": last, "dealer": dealer}
        assert check(GAME, parts, **asked).possible
        assert check(GAME, totals, **asked).possible
        assert check(GAME, {"B": parts["B"]}, **asked).possible
        assert check(GAME, {side: {**parts[side], **totals[side]} for side in "AB"}, **asked).possible
        assert check(GAME, parts).possible


@pytest.mark.slow
def test_totals_agree_with_the_parts_they_are_made_of():
    """A pair of totals is possible exactly when some parts that add up to it are."""
    chance = random.Random(11)
    edges = [(938, 1), (928, 11), (5, 5), (700, 500), (90, 3), (450, 40)]
    pairs = of_today([(a, b, dealer) for a, b in edges for dealer in "AB"], 4) + [
        (deal.points("A") + chance.choice((0, -1, 7)), deal.points("B") + chance.choice((0, 1, -2)), dealer)
        for deal, dealer in random_deals(6, 5)
    ]
    seen = set()
    for a, b, dealer in pairs:
        possible = check(GAME, {"A": {"total": a}, "B": {"total": b}}, last_trick="A", dealer=dealer).possible
        seen.add(possible)
        # A free figure beside the totals is answered by search and not by the table.
        by_search = any(
            agrees(
                {"A": {"total": a, "card_points": points}, "B": {"total": b}},
                {"last_trick": "A", "dealer": dealer},
            )
            for points in range(88)
        )
        assert possible == by_search
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("code", "figures", "asked"),
    [
        ("impossible-card-points", {"A": {**A, "card_points": 42}, "B": B}, {}),
        ("sequences-by-fives", {"A": {"sequences": 37}}, {}),
        ("impossible-figure", {"A": {"sequences": 5}}, {}),
        ("figure-out-of-range", {"B": {"cricche": -17}}, {}),
        ("figure-out-of-range", {"A": {"cricche": 297}}, {}),
        ("figure-out-of-range", {"A": {"total": 940}}, {}),
        ("figure-out-of-range", {"A": {"card_points": 88}}, {}),
        ("cannot-have", {"A": {"cricche": 34}, "B": {"cricche": 17}}, {}),
        ("cannot-have", {"A": {"sequences": 550}, "B": {"cricche": 17}}, {}),
        ("impossible-with-last-trick", {"A": {"total": 939}}, {"last_trick": "B"}),
        ("impossible-with-dealer", {"A": {"cricche": 296, "card_points": 84}}, {"dealer": "A"}),
    ],
)
def test_what_cannot_be_is_told_with_its_reason(code, figures, asked):
    found = check(GAME, figures, **asked)
    assert not found.possible
    assert found.why.code == code
    assert found.why.message("it") != found.why.message("en")


def test_the_reason_names_the_fewest_figures_that_are_enough():
    found = check(GAME, {"A": {"sequences": 550, "cricche": 296}, "B": {"cricche": 17, "sequences": 0}})
    assert found.why.params["figures"] == ("sequences A 550", "cricche B 17")
    assert "Con sequenze di A 550, B non può avere tre re (17)" in found.why.message()
    assert "runs of N-S 550" in found.why.message("en", {"A": "N-S"})


@given(piles(), st.sampled_from("AB"), st.sampled_from(HOUSE_RULES), st.sets(st.integers(0, 7)))
def test_no_part_of_what_a_split_gives_is_refused(pile, last, rules, left_out):
    dealer = "A" if len(pile) % 4 == 2 else "B"
    with suppress(ScoringError):  # some piles have no card to lay aside
        deal = count(GAME, {"A": sorted(pile)}, last, dealer=dealer, rules=rules)
        figures = [
            (side, name, value)
            for side, parts in parts_of(deal).items()
            for name, value in {**parts, "total": deal.points(side)}.items()
        ]
        asked = {"A": {}, "B": {}}
        for place, (side, name, value) in enumerate(figures):
            if place not in left_out:
                asked[side][name] = value
        assert check(GAME, asked, last_trick=last, dealer=dealer, rules=rules).possible


def test_a_cappotto_is_possible_whoever_dealt_and_only_with_its_own_last_trick():
    cappotto = {"A": {"total": 939}, "B": {"total": 0}}
    for dealer in ("A", "B", None):
        assert check(GAME, cappotto, last_trick="A", dealer=dealer).possible
        assert not check(GAME, cappotto, last_trick="B", dealer=dealer).possible


def brute_nearest(figures, asked):
    """Changes to one figure, tried one value after the other."""
    found = []
    names = [(side, name) for side in figures for name in figures[side]]
    for side, name in names:
        for value in range(-5, 560):
            changed = {key: dict(told) for key, told in figures.items()}
            changed[side][name] = value
            if agrees(changed, asked):
                found.append((abs(value - figures[side][name]), changed))
    return sorted(found, key=lambda item: item[0])[:5]


def test_nearest_entries_change_the_fewest_figures_by_the_least():
    chance = random.Random(9)
    tried = 0
    for deal, dealer in random_deals(5, 17):
        asked = {"last_trick": "A" if deal.sides["A"].last_trick else "B", "dealer": dealer}
        figures = parts_of(deal)
        figures[chance.choice("AB")][chance.choice(("sequences", "cricche"))] += chance.choice((1, -1, 5, 10))
        found = check(GAME, figures, **asked)
        if found.possible:
            continue
        tried += 1
        expected = brute_nearest(figures, asked)
        changes = [
            sum(abs(entry[s][n] - figures[s][n]) for s in figures for n in figures[s])
            for entry in found.nearest
        ]
        assert changes == [change for change, _ in expected]
        for entry in found.nearest:
            assert check(GAME, entry, **asked).possible
            assert sum(entry[s][n] != figures[s][n] for s in figures for n in figures[s]) == 1
    assert tried >= 2


def test_nearest_totals_are_the_nearest():
    asked = {"last_trick": "A", "dealer": "A"}
    for a, b in ((939, 1), (700, 106), (88, 3)):
        found = check(GAME, {"A": {"total": a}, "B": {"total": b}}, **asked)
        assert not found.possible
        for entry in found.nearest:
            assert check(GAME, entry, **asked).possible
        assert 0 < len(found.nearest) <= 5


def test_a_search_that_takes_too_long_is_cut_short_and_says_so():
    figures = {
        "A": {"sequences": 9999, "cricche": 7777, "card_points": 500},
        "B": {"sequences": 777, "cricche": 888, "card_points": 46},
    }
    found = check(GAME, figures)
    assert not found.nearest_complete
    assert found.as_json()["nearest_complete"] is False
    assert all(check(GAME, entry).possible for entry in found.nearest)
    assert "nearest_complete" not in check(GAME, {"A": {"cricche": 19}}).as_json()


@pytest.mark.parametrize(
    ("code", "figures", "asked"),
    [
        ("unknown-side", {"C": {}}, {}),
        ("unknown-side", {}, {"dealer": "C"}),
        ("unknown-side", {}, {"last_trick": "C"}),
        ("unknown-figure", {"A": {"punti": 3}}, {}),
        ("figures-not-an-object", {"A": 194}, {}),
        ("figure-not-whole", {"A": {"total": 194.5}}, {}),
        ("figure-not-whole", {"A": {"total": True}}, {}),
        ("figure-not-whole", {"A": {"total": "194"}}, {}),
        ("unknown-rules", {}, {"rules": "casa"}),
    ],
)
def test_what_is_no_figure_is_refused(code, figures, asked):
    with pytest.raises(ScoringError) as refused:
        check(GAME, figures, **asked)
    assert refused.value.code == code


def test_figures_left_out_may_be_anything():
    assert check(GAME, {}).possible
    assert check(GAME, {"A": {"sequences": None}, "B": {}}).possible
    assert check(GAME, {"A": {"sequences": 550}}).possible


def test_swapping_the_sides_swaps_the_answer():
    for deal, dealer in random_deals(30, 23):
        figures = parts_of(deal)
        figures["A"]["cricche"] += 1
        other = {"A": "B", "B": "A"}
        swapped = {other[side]: told for side, told in figures.items()}
        first = check(GAME, figures, dealer=dealer, last_trick="A")
        second = check(GAME, swapped, dealer=other[dealer], last_trick="B")
        assert first.possible == second.possible


def test_every_combination_of_figures_of_a_deal_is_possible():
    deal = count(GAME, generate_deal(5).piles, "A")
    figures = parts_of(deal)
    names = [(side, name) for side in figures for name in figures[side]]
    for number in range(len(names) + 1):
        for few in combinations(names, number):
            part = {side: {n: figures[s][n] for s, n in few if s == side} for side in "AB"}
            assert check(GAME, part).possible
