"""The search, the table of totals and the nearest entries, where the deck has so few splits that all are gone
through."""

import pytest

from tests.samples import so_many
from tests.scoring.bolognese.feasibility import few_questions
from tests.scoring.bolognese.feasibility.plain_sheets import Conditions, is_possible, only_few


@pytest.fixture(autouse=True)
def _few_splits():
    with only_few():
        yield


@pytest.mark.slow
def test_the_search_tells_every_split_that_agrees_and_no_other():
    for conditions, asked, expected in few_questions.cells_asked(so_many(60, 12)):
        few_questions.cells_are(conditions, asked, expected)


@pytest.mark.slow
def test_totals_are_possible_exactly_if_some_split_gives_them():
    for conditions, asked, expected in few_questions.totals_asked(so_many(25, 6)):
        assert few_questions.are_possible(conditions, asked) is expected, (conditions, asked)


@pytest.mark.slow
def test_the_nearest_entries_change_as_little_as_going_through_all_of_them_finds():
    for conditions, asked, expected in few_questions.nearest_asked(so_many(30, 6)):
        assert few_questions.found_nearest(conditions, asked) == expected, (conditions, asked)


@pytest.mark.parametrize(
    ("asked", "differ"),
    [
        pytest.param({("A", "card_points"): 87}, {("A", "sequences"): 545}, id="all the cards"),
        pytest.param({("A", "sequences"): 0, ("A", "cricche"): 0}, {("A", "total"): 900}, id="another sum"),
    ],
)
def test_what_is_possible_alone_is_not_beside_what_it_cannot_be_with(asked, differ):
    conditions = Conditions(last="A", discarder="B")
    assert is_possible(conditions, asked)
    assert few_questions.found_splits(conditions, asked)
    assert not is_possible(conditions, {**asked, **differ})
    assert not few_questions.found_splits(conditions, {**asked, **differ})
