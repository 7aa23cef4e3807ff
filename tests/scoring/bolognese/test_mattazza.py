"""Mattazza counted: groups as large as a trick, and who loses (Barilli 4.4.1)."""

import random
import re

import pytest

from scoring import DECK, GAMES, ScoringError, check, count, generate_deal
from scoring.bolognese.cards import bits
from scoring.bolognese.mattazza import card_points_in_groups, losers
from scoring.wording.explanations import bolognese_sentences as sentences
from scoring.wording.names import LANGUAGES
from tests.scoring.bolognese.plain_alone import plain_total, split, worth

GAME = "mattazza"


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("Rd 6d 7d", 5, id="Barilli 4.4.1: one card of value"),
        pytest.param("Rd Qd 7d", 8, id="Barilli 4.4.1: the second loses one"),
        pytest.param("Rd Qd Cd", 10, id="Barilli 4.4.1: the others lose one"),
        pytest.param("6d 7d 8d", 1, id="Barilli 4.4.1: scartini"),
        pytest.param("Ang Mon Rd Rc Rs Rb", 25 + 1, id="Barilli 4.4.1: two tricks of three"),
    ],
)
def test_a_trick_of_three_is_worth_its_cards_less_one_each_and_one(cards, points):
    assert card_points_in_groups(bits(cards.split()), 3) == points


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_points_do_not_depend_on_how_the_pile_is_laid_in_tricks(players):
    """Each group by itself: the first card of value keeps its own, the others lose one (Barilli 4.4.1)."""
    chance = random.Random(players)
    for _ in range(300):
        pile = chance.sample(DECK, players * chance.randrange(1, 11))
        points = 0
        for start in range(0, len(pile), players):
            worths = sorted((worth(card) for card in pile[start : start + players]), reverse=True)
            points += worths[0] + sum(each - 1 for each in worths[1:])
        assert card_points_in_groups(bits(pile), players) == points


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_thousands_of_deals_count_as_the_plain_counter_counts_them(players):
    chance = random.Random(441 + players)
    for _ in range(600):
        piles = split(chance, players)
        last = chance.choice([side for side, pile in piles.items() if pile])
        counted = count(GAME, {side: sorted(pile) for side, pile in piles.items()}, last)
        totals = {side: plain_total(pile, players, side == last) for side, pile in piles.items()}
        assert {side: made.total for side, made in counted.sides.items()} == totals
        without = {side for side, pile in piles.items() if not pile}
        lose = without or {side for side in totals if totals[side] == max(totals.values())}
        assert dict(counted.scores) == {side: int(side in lose) for side in piles}


LOST = [
    pytest.param({"A": 30, "B": 12, "C": 9}, "ABC", ("A",), id="all took a trick: the highest"),
    pytest.param({"A": 30, "B": 30, "C": 9}, "ABC", ("A", "B"), id="all took a trick: two with the highest"),
    pytest.param({"A": 30, "B": 30, "C": 30}, "ABC", ("A", "B", "C"), id="all took a trick: all equal"),
    pytest.param({"A": 60, "B": 12, "C": 0}, "AB", ("C",), id="one without a trick"),
    pytest.param({"A": 90, "B": 0, "C": 0}, "A", ("B", "C"), id="two without a trick"),
]


@pytest.mark.parametrize(("totals", "with_a_trick", "expected"), LOST)
def test_barilli_441_who_loses(totals, with_a_trick, expected):
    assert losers(totals, set(with_a_trick)) == expected


PILES = {"A": DECK[:12], "B": DECK[12:21], "C": DECK[21:30]}


def test_who_has_gone_out_leaves_any_three_at_the_table():
    others = {"B": PILES["A"], "D": PILES["B"], "F": PILES["C"]}
    first, second = count(GAME, PILES, "A"), count(GAME, others, "B")
    assert list(second.sides) == ["B", "D", "F"]
    assert [*first.sides.values()] == [*second.sides.values()]


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("no-pile", {"cards": {}}),
        ("piles-of-players", {"cards": {"A": DECK[:15], "B": DECK[15:30]}}),
        ("unknown-side", {"cards": {**PILES, "G": []}}),
        ("card-in-both-piles", {"cards": {**PILES, "B": DECK[11:20]}}),
        ("pile-not-in-tricks", {"cards": {**PILES, "A": DECK[:11], "B": DECK[11:21]}}),
        ("cards-in-all", {"cards": {**PILES, "C": []}}),
        ("cards-in-all", {"cards": {**PILES, "C": DECK[21:33]}}),
        ("nothing-declared", {"declarations": [{}]}),
        ("not-a-list", {"declarations": "tre re"}),
        ("last-trick-without-cards", {"cards": {"A": DECK[:30], "B": [], "C": []}, "last_trick": "B"}),
        ("unknown-side", {"last_trick": "D"}),
        ("unknown-side", {"dealer": "D"}),
        ("unknown-rules", {"rules": "casa mia"}),
        ("missing-key", {"last_trick": None}),
    ],
)
def test_a_deal_that_could_not_have_happened_is_refused(code, changes):
    asked = {"cards": PILES, "last_trick": "A", **changes}
    with pytest.raises(ScoringError) as refused:
        count(GAME, **asked)
    assert refused.value.code == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_is_said_in_tricks_and_not_in_pairs(language):
    counted = count(GAME, PILES, "A")
    for side, told in counted.explanation().items():
        said = sentences(told, language)
        line = next(each for each in said if each.startswith(("Scartini", "Card points")))
        numbers = [int(number) for number in re.findall(r"\d+", line)]
        assert numbers[-1] == counted.sides[side].card_points
        assert len(PILES[side]) in numbers
        assert not any("{" in each for each in said)


def test_whatever_was_counted_from_cards_is_possible():
    chance = random.Random(44)
    for _ in range(60):
        piles = split(chance, chance.randrange(3, 7))
        last = next(side for side, pile in piles.items() if pile)
        counted = count(GAME, {side: sorted(pile) for side, pile in piles.items()}, last)
        figures = {
            side: {
                "sequences": made.sequences.total,
                "cricche": made.cricche.total,
                "card_points": made.card_points,
                "total": made.total,
            }
            for side, made in counted.sides.items()
        }
        assert check(GAME, figures, last_trick=last).possible


@pytest.mark.parametrize(
    ("totals", "possible"),
    [
        pytest.param((16, 0, 0), True, id="Barilli 4.4.1 ten tricks of one, and the last"),
        pytest.param((15, 0, 0), False, id="Barilli 4.4.1 nine points for ten tricks"),
        pytest.param((6, 10, 0), False, id="Barilli 3.7 the last trick is a trick"),
        pytest.param((7, 9, 0), True, id="Barilli 3.7 the last trick of one"),
        pytest.param((0, 0, 0), False, id="Barilli 4.4.1 somebody took them"),
    ],
)
def test_ten_tricks_and_the_last_are_somebodys(totals, possible):
    figures = {side: {"total": total} for side, total in zip("ABC", totals, strict=True)}
    found = check(GAME, figures, last_trick="A" if any(totals) else None)
    assert found.possible is possible
    assert possible or 0 < len(found.nearest) <= 5
    assert all(check(GAME, entry).possible for entry in found.nearest)


def test_what_cannot_be_is_said_with_the_nearest():
    figures = {"A": {"cricche": 17}, "B": {"cricche": 18}, "C": {"cricche": 19}}
    found = check(GAME, figures)
    assert found.why.message("en") == "No pile by itself can give sets of C 19: count again."
    assert found.nearest[0] == {**figures, "C": {"cricche": 18}}


@pytest.mark.parametrize("dealer", GAMES[GAME].players)
def test_generated_deals_are_counted_and_somebody_loses(dealer):
    for seed in range(25):
        deal = generate_deal(seed, GAME, dealer)
        counted = count(GAME, deal.piles, deal.last_trick, dealer=deal.dealer_side)
        assert 1 <= sum(counted.scores.values()) <= len(counted.sides)
