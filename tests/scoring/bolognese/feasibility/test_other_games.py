"""``check`` in Terziglio and in Millone for two: other sizes of piles, and allies who count together."""

import random
from itertools import product

import pytest

from scoring import DECK, ScoringError, check, count
from tests.scoring.bolognese.feasibility.plain_splits import plain_card_points, plain_cricche, plain_sizes


def plain_entries(game, discards, aside):
    """Every (cricche, card points, cricche) that a split gives: A's two and B's cricche; ``aside`` are the
    cards that A and B laid aside, no re and no tarocchi."""
    found = set()
    for counts in product(range(5), repeat=5):
        others = [4 - number for number in counts]
        for size in plain_sizes(game, discards):
            has_room = size - sum(counts[:2]) >= aside[0] and 62 - size - sum(others[:2]) >= aside[1]
            # The cards of no value, 42, fill the pile.
            if 0 <= size - sum(counts) <= 42 and has_room:
                found.add((plain_cricche(counts), plain_card_points(counts, size), plain_cricche(others)))
    return found


def owners(game, last):
    """What is asked besides the figures, whether A laid aside more, and the cards laid aside by choice."""
    if game == "terziglio":
        yield {"soloist": "A", "last_trick": last}, True, (8, 0)
        yield {"soloist": "A", "own": True, "last_trick": last}, last == "A", (0, 0)
    else:
        yield {"dealer": "A", "last_trick": last}, True, (12, 10)
        yield {"dealer": "B", "last_trick": last}, False, (10, 12)


@pytest.mark.parametrize("game", ["terziglio", "millone-due"])
@pytest.mark.parametrize("last", ["A", "B"])
def test_cricche_and_card_points_are_those_of_a_plain_enumeration_both_ways(game, last):
    chance = random.Random(421)
    cappotto = (296, 87, 0) if last == "A" else (0, 0, 296)
    for asked, discards, aside in owners(game, last):
        known = plain_entries(game, discards, aside)
        tried = chance.sample(sorted(known), 60)
        tried += [
            (a + chance.choice((0, 1, -17)), points + chance.choice((0, 1, -1, 5)), b)
            for a, points, b in tried
        ]
        seen = set()
        for a, points, b in (*tried, cappotto):
            figures = {"A": {"cricche": a, "card_points": points}, "B": {"cricche": b}}
            expected = (a, points, b) in known or (a, points, b) == cappotto
            seen.add(expected)
            assert check(game, figures, **asked).possible == expected
        assert seen == {True, False}


def random_piles(game, discards, number, seed):
    """Piles of the sizes that a deal can leave, some of them rich in trumps."""
    chance = random.Random(seed)
    for _ in range(number):
        size = chance.choice(plain_sizes(game, discards))
        luck = {card: chance.random() + (0.4 if card in DECK[:22] else 0) for card in DECK}
        yield sorted(DECK, key=luck.get, reverse=chance.random() < 0.5)[:size]


def parts(side):
    return {"sequences": side.sequences.total, "cricche": side.cricche.total, "card_points": side.card_points}


@pytest.mark.parametrize("game", ["terziglio", "millone-due"])
def test_whatever_a_deal_gives_is_possible_in_parts_and_in_totals(game):
    for last in "AB":
        for asked, discards, _ in owners(game, last):
            for pile in random_piles(game, discards, 60, 7):
                deal = count(game, {"A": pile}, **asked)
                told = {side: parts(deal.sides[side]) for side in "AB"}
                totals = {side: {"total": deal.sides[side].total} for side in "AB"}
                assert check(game, told, **asked).possible
                assert check(game, totals, **asked).possible
                assert check(game, {side: {**told[side], **totals[side]} for side in "AB"}, **asked).possible


def test_who_has_the_pozzo_and_the_last_trick_are_told_apart_where_the_last_trick_is_unknown():
    """Under "faccio di mio" the eight cards go with the six points: one trick alone leaves three cards."""
    deal = {"B": {"cricche": 0, "card_points": 1}, "A": {"cricche": 296}}
    assert check("terziglio", deal, own=True, last_trick="A").possible
    assert check("terziglio", deal, own=True).possible
    assert not check("terziglio", deal, own=True, last_trick="B").possible


def test_a_pozzo_that_nobody_took_may_be_of_re_and_tarocchi():
    """Barilli 4.2.1: what lies there was dealt, not discarded, and goes with the last trick."""
    pile = ["Rd", "Rc", "Rs", "Rb", "Ang", "Mon", "Beg", "Mat", "6d", "6c", "6s"]
    counted = count("terziglio", {"A": pile}, "A", own=True).sides
    figures = {side: parts(counted[side]) for side in "AB"}
    assert check("terziglio", figures, own=True, last_trick="A").possible
    # A soloist who takes the pozzo lays aside eight other cards.
    assert not check("terziglio", figures, last_trick="A").possible
    with pytest.raises(ScoringError) as refused:
        count("terziglio", {"A": pile}, "A")
    assert refused.value.code == "discard-from-nothing"


def test_the_soloist_may_be_any_of_the_three():
    figures = {"A": {"cricche": 0, "card_points": 1}, "B": {"cricche": 296}}
    assert check("terziglio", figures, soloist="B").possible
    assert not check("terziglio", figures, soloist="A").possible


def test_allies_count_together():
    told = {"A": {"cricche": 17}, "B": {"cricche": 12}, "C": {"cricche": 13}}
    found = check("terziglio", told, soloist="A")
    assert found.why.code == "allies-differ"
    assert found.nearest == (
        {"A": {"cricche": 17}, "B": {"cricche": 12}, "C": {"cricche": 12}},
        {"A": {"cricche": 17}, "B": {"cricche": 13}, "C": {"cricche": 13}},
    )
    assert "cricche di B 12, cricche di C 13" in found.why.message("it")
    same = {**told, "C": {"cricche": 12}}
    assert check("terziglio", same, soloist="A").possible


def test_what_cannot_be_is_told_and_changed_under_the_players_names():
    found = check("terziglio", {"A": {"cricche": 19}, "C": {"cricche": 12}}, soloist="C")
    assert found.why.params["figures"] == ("cricche A 19",)
    assert all(set(entry) == {"A", "C"} for entry in found.nearest)
    assert all(check("terziglio", entry, soloist="C").possible for entry in found.nearest)


def test_without_the_dealer_millone_takes_either_size():
    largest = {"A": {"cricche": 0}, "B": {"cricche": 296, "card_points": 81}}
    assert check("millone-due", largest, dealer="B").possible
    assert check("millone-due", largest).possible
    assert not check("millone-due", largest, dealer="A").possible
