"""Whether figures could have happened: against card by card, and with reasons and remedies."""

import random
from itertools import product

import pytest

from scoring import GAMES, check, count
from scoring.genovese.cards import A_PIZZICO, A_QUATTRO, A_TRE
from scoring.genovese.feasibility.buone import together
from scoring.genovese.feasibility.deck_points import deck_points_among
from tests.scoring.genovese.deals import SHAPES, random_piles
from tests.scoring.genovese.plain_feasibility import plain_deck_points, plain_sums

COPPIE, GATTI, PIZZICO, CHIAMA = (f"genovese-{key}" for key in ("coppie", "gatti", "pizzico", "chiama-re"))


@pytest.mark.parametrize(("game", "form"), [(COPPIE, A_QUATTRO), (PIZZICO, A_PIZZICO)])
def test_deck_points_of_two_sides_are_those_that_the_cards_can_make(game, form):
    trick, discard, _ = SHAPES[game]
    any_points = (1 << form.deck_points_in_all + 1) - 1
    found = [*deck_points_among(form, (any_points, any_points), None, None, None)]
    assert len(found) == len({*found})
    assert {*found} == plain_deck_points(trick, discard)


@pytest.mark.parametrize(
    ("form", "plain"),
    [
        pytest.param(A_PIZZICO, (15, 39, 10, None), id="a pizzico"),
        pytest.param(A_TRE, (25, 25, 10, 20), id="a tre, the third silent"),
        pytest.param(A_QUATTRO, (19, 19, 8, 15), id="a quattro, the partners silent"),
    ],
)
def test_buone_of_two_players_are_those_that_the_cards_can_make(form, plain):
    possible = plain_sums(*plain)
    most = max(max(pair) for pair in possible)
    found = {pair for pair in product(range(most + 6), repeat=2) if together(form, (1, 1), pair)}
    assert found == possible


@pytest.mark.parametrize("game", SHAPES)
def test_what_random_piles_make_is_possible(game):
    chance = random.Random(1981)
    for _ in range(60):
        piles, dealer = random_piles(chance, game)
        rules = chance.choice(GAMES[game].house_rules)
        deal = count(game, piles, dealer=dealer, rules=rules)
        figures = {
            side: {
                name: value
                for name, value in {**made.figures, "total": made.total}.items()
                if chance.random() < 0.7
            }
            for side, made in deal.sides.items()
        }
        assert check(game, figures, dealer=dealer, rules=rules).possible


@pytest.mark.parametrize(
    ("game", "figures", "facts"),
    [
        pytest.param(
            COPPIE, {"A": {"deck_points": 39, "buone": 26, "total": 65}, "B": {"total": 43}}, {}, id="first"
        ),
        pytest.param(COPPIE, {"A": {"total": 19}, "B": {"bagatto": 20, "total": 78}}, {}, id="second"),
        pytest.param(PIZZICO, {"A": {"total": 58}, "B": {"total": 75}}, {}, id="a pizzico, first"),
        pytest.param(PIZZICO, {"A": {"total": 68}, "B": {"total": 43}}, {}, id="a pizzico, second"),
        pytest.param(GATTI, {"B": {"bagatto": 10}, "C": {"bagatto": 10}}, {}, id="the Bagatto lost by A"),
        pytest.param(COPPIE, {"A": {"deck_points": 72}, "B": {"bagatto": 20}}, {}, id="taken by the partner"),
        pytest.param(
            CHIAMA, {"A": {"total": 39}, "C": {"total": 39}, "B": {"total": 33}}, {"dealer": "C"}, id="allies"
        ),
    ],
)
def test_what_the_booklet_allows_is_possible(game, figures, facts):
    assert check(game, figures, **facts).possible


@pytest.mark.parametrize(
    ("code", "game", "figures", "facts"),
    [
        ("deck-points-sum", COPPIE, {"A": {"deck_points": 40}, "B": {"deck_points": 33}}, {}),
        ("impossible-figure", COPPIE, {"A": {"buone": 7}}, {}),
        ("impossible-figure", COPPIE, {"A": {"bagatto": 10}}, {}),
        ("impossible-figure", COPPIE, {"B": {"deck_points": -1}}, {}),
        ("impossible-together", GATTI, {"A": {"bagatto": 10}, "B": {"bagatto": 20}}, {}),
        ("impossible-together", GATTI, {side: {"bagatto": 10} for side in "ABC"}, {}),
        ("impossible-together", GATTI, {"A": {"bagatto": 20, "deck_points": 4}}, {}),
        ("impossible-together", COPPIE, {"A": {"total": 65}, "B": {"total": 3}}, {}),
        (
            "impossible-together",
            COPPIE,
            {"A": {"deck_points": 30, "buone": 5, "bagatto": 0, "total": 36}},
            {},
        ),
        ("impossible-figure", COPPIE, {"A": {"buone": 5}}, {"rules": "none"}),
        ("impossible-with-dealer", GATTI, {"A": {"deck_points": 1}}, {"dealer": "A"}),
        ("impossible-with-last-trick", GATTI, {"A": {"deck_points": 0}}, {"last_trick": "A"}),
        (
            "impossible-together",
            CHIAMA,
            {"A": {"total": 40}, "C": {"total": 39}},
            {"dealer": "A", "partner": "C"},
        ),
        (
            "impossible-with-call",
            CHIAMA,
            {"A": {"total": 40}, "C": {"total": 42}},
            {"dealer": "A", "partner": "C"},
        ),
    ],
)
def test_what_cannot_be_is_told_why_with_entries_that_can(code, game, figures, facts):
    answer = check(game, figures, **facts)
    assert not answer.possible
    assert answer.why.code == code
    assert 1 <= len(answer.nearest) <= 5
    for entry in answer.nearest:
        assert {side: set(own) for side, own in entry.items()} == {
            side: set(own) for side, own in figures.items()
        }
        assert check(game, entry, **facts).possible
    for language in ("it", "en"):
        assert "{" not in answer.why.message(language)


def test_the_nearest_entry_of_a_slip_is_the_sum_that_closes():
    answer = check(COPPIE, {"A": {"deck_points": 39, "buone": 26, "bagatto": 0, "total": 56}})
    assert answer.nearest[0] == {"A": {"deck_points": 30, "buone": 26, "bagatto": 0, "total": 56}}
    assert {"A": {"deck_points": 39, "buone": 26, "bagatto": 0, "total": 65}} in answer.nearest


def test_swapping_the_sides_swaps_the_verdict():
    chance = random.Random(3)
    for _ in range(40):
        a, b = ({"total": chance.randrange(90), "buone": chance.choice((0, 5, 10))} for _ in range(2))
        assert check(PIZZICO, {"A": a, "B": b}).possible == check(PIZZICO, {"A": b, "B": a}).possible
