"""Whether figures of a smazzata could have happened: exact, both ways."""

import gc
import tracemalloc
from itertools import product
from random import Random

import pytest

from scoring import ScoringError, check
from scoring.scopone.checking import COLUMNS, sheets
from scoring.scopone.counting import FIGURES
from tests.samples import so_many
from tests.scoring.scopone.plain_counter import ALL, PRIMIERA, SUITS, plain_side

BEST_FIRST = sorted(PRIMIERA, key=PRIMIERA.__getitem__, reverse=True)
#: Ways of holding the ranks of a suit: the best, the worst, all but the best, the best and the worst.
STYLES = (
    BEST_FIRST,
    BEST_FIRST[::-1],
    BEST_FIRST[1:] + BEST_FIRST[:1],
    BEST_FIRST[:1] + BEST_FIRST[:0:-1],
)


def possible(a=None, b=None):
    return check("scopone", {"A": a or {}, "B": b or {}}).possible


def held(chance, *, few):
    """A pile of many shapes: a few cards of each suit or any number, good ones or bad."""
    pile = set()
    for suit in SUITS:
        sizes = (0, 1, 1, 1, 2, 3, 4, 5, 6, 7) if few and suit != "d" else range(11)
        ranks = chance.choice([*STYLES, chance.sample(BEST_FIRST, 10)])
        pile |= {rank + suit for rank in ranks[: chance.choice(sizes)]}
    return pile


def most_scope(cards):
    return min(17, cards // 2)


@pytest.mark.slow
def test_what_splits_can_give_is_possible_and_nothing_else():
    """Every sheet the check admits is met among splits that a second counter counts, and no other."""
    chance, met = Random(8), set()
    for turn in range(so_many(90_000, 30_000)):
        pile = held(chance, few=turn % 2)
        if len(pile) in (1, 39):
            continue
        rest = set(ALL) - pile
        a, b = plain_side(pile, rest, 0)[:4], plain_side(rest, pile, 0)[:4]
        met |= {(len(pile), a, b), (len(rest), b, a)}
    written = {
        (*a, scope_a, sum(a) + scope_a, *b, scope_b, sum(b) + scope_b)
        for cards, a, b in met
        for scope_a, scope_b in product(range(most_scope(cards) + 1), range(most_scope(40 - cards) + 1))
        if scope_a + scope_b <= 17
    }
    assert written == sheets()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param({"cards": 1}, {"cards": 1}, False, id="both the carte"),
        pytest.param({"cards": 0}, {"cards": 0}, True, id="twenty cards each"),
        pytest.param({"settebello": 0}, {"settebello": 0}, False, id="the settebello is somebody's"),
        pytest.param({"primiera": 0}, {"primiera": 0}, True, id="the primiera may be nobody's"),
        pytest.param({"total": 0}, {"total": 0}, False, id="nothing at all"),
        pytest.param({"total": 1}, {"total": 0}, True, id="the settebello alone"),
        pytest.param({"total": 4}, {"total": 1}, True, id="four points and a scopa"),
        pytest.param({"total": 5, "scope": 0}, {}, False, id="five without a scopa"),
        pytest.param({"scope": 17}, {"scope": 0}, True, id="as many scope as there is room for"),
        pytest.param({"scope": 18}, {}, False, id="one more"),
        pytest.param({"scope": 9}, {"scope": 9}, False, id="more than one play of two"),
        pytest.param({"cards": 1, "scope": 2}, {"scope": 10}, False, id="ten scope take twenty cards"),
        pytest.param({"total": 2, "cards": 1, "denari": 1, "settebello": 1}, {}, False, id="a sum"),
    ],
)
def test_sheets_one_by_one(a, b, expected):
    assert possible(a, b) == expected


def test_figures_left_out_may_be_anything():
    assert possible({}, {})
    assert possible({"cards": None}, {"total": None})


def test_changing_sides_changes_the_answer_over():
    chance = Random(3)
    for _ in range(40):
        names = chance.sample((*FIGURES, "total"), 3)
        a, b = ({name: chance.randrange(3) for name in names} for _ in "AB")
        assert possible(a, b) == possible(b, a)


def test_what_cannot_be_is_said_with_the_fewest_figures_and_what_is_near_it():
    found = check("scopone", {"A": {"cards": 1, "settebello": 1, "scope": 2}, "B": {"cards": 1}})
    assert str(found.why) == "Il punto (carte) va a una parte sola: correggine una."
    assert found.why.message("en") == "The point (cards) goes to one side only: correct one of them."
    assert found.nearest == (
        {"A": {"cards": 0, "settebello": 1, "scope": 2}, "B": {"cards": 1}},
        {"A": {"cards": 1, "settebello": 1, "scope": 2}, "B": {"cards": 0}},
    )


def test_the_nearest_sheets_are_those_that_looking_at_all_of_them_finds():
    chance = Random(4)
    looked = 0
    while looked < 25:
        asked = {figure: chance.randrange(4) for figure in chance.sample(COLUMNS, 4)}
        figures = {side: {n: v for (s, n), v in asked.items() if s == side} for side in "AB"}
        found = check("scopone", figures)
        if found.possible:
            continue
        looked += 1
        every = {tuple(row[COLUMNS.index(figure)] for figure in asked) for row in sheets()}

        def cost(row, asked=asked):
            changes = [abs(new - old) for new, old in zip(row, asked.values(), strict=True)]
            return sum(map(bool, changes)), sum(changes)

        fewest = min(map(cost, every))[0]
        expected = sorted(cost(row) for row in every if cost(row)[0] == fewest)[:5]
        told = [tuple(entry[side][name] for side, name in asked) for entry in found.nearest]
        assert [cost(row) for row in told] == expected


@pytest.mark.parametrize(
    ("code", "figures"),
    [
        ("unknown-side", {"C": {"total": 1}}),
        ("unknown-figure", {"A": {"sequences": 10}}),
        ("figure-not-whole", {"A": {"total": "1"}}),
        ("figure-not-whole", {"A": {"total": True}}),
        ("figures-not-an-object", {"A": 4}),
    ],
)
def test_what_is_no_figure_is_refused(code, figures):
    with pytest.raises(ScoringError) as refused:
        check("scopone", figures)
    assert refused.value.code == code


def test_a_dealer_who_is_no_side_is_refused():
    with pytest.raises(ScoringError) as refused:
        check("scopone", {"A": {"total": 1}}, dealer="N")
    assert refused.value.code == "unknown-side"


def test_any_number_of_figures_is_asked_about_without_remembering_the_answers():
    """A check keeps one index of the sheets: its memory does not grow with the questions."""
    tracemalloc.start()
    possible({"total": 1})
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    chance = Random(5)
    for _ in range(200):
        names = chance.sample((*FIGURES, "total"), chance.randrange(1, 7))
        possible({name: chance.randrange(3) for name in names}, {name: chance.randrange(3) for name in names})
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000
