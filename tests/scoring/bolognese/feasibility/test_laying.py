"""What could be laid aside of two piles, and what is chosen of it: nothing more and nothing less."""

from random import Random

import pytest

from tests.samples import so_many
from tests.scoring.bolognese.feasibility import laying_questions as asked
from tests.scoring.bolognese.feasibility.plain_sheets import plain_sizes

GAMES = {
    "pairs": "quattro-scartate",
    "terziglio": "terziglio",
    "millone": "millone-due",
    "pozzo": "terziglio",
}


@pytest.mark.parametrize("turned", [False, True], ids=["A's", "B's"])
@pytest.mark.parametrize("place", range(len(asked.dealt())))
def test_what_was_laid_aside_is_among_what_could_be_and_all_of_that_can_be_dealt(place, turned):
    shape, pile, told, figures = asked.dealt()[place]
    found = asked.what_was_laid_aside_is_found(shape, pile, told, figures, turned=turned)
    sizes = {*plain_sizes(GAMES[shape], discards=True)}
    for each in Random(place).sample(found, min(len(found), 4)):
        assert asked.can_be_dealt(each, shape, figures, sizes), each


def test_the_search_finds_cards_exactly_where_some_choice_will_do():
    cases = asked.cases(so_many(800, 120))
    assert {possible for _, possible in cases} == {True, False}
    assert asked.choices_are_found(cases) > sum(possible for _, possible in cases) / 2


def test_of_a_pozzo_the_search_finds_cards_exactly_where_some_choice_will_do():
    cases = asked.cases(so_many(500, 80), asked.PozzoCase)
    assert {possible for _, possible in cases} == {True, False}
    assert asked.choices_are_found(cases) > sum(possible for _, possible in cases) / 2


@pytest.mark.parametrize("told", [False, True], ids=["untold", "told"])
def test_no_fewer_cards_will_do_than_are_needed(told):
    asked.needs_are_what_will_do(told=told)


def test_without_a_trick_any_cards_may_have_been_laid_aside():
    asked.without_a_trick_any_cards_may_have_been_laid_aside()
    asked.no_more_is_chosen_than_there_is()
    asked.nothing_is_named_or_aside_unless_it_is_said()
