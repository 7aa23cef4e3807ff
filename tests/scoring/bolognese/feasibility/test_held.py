"""Which cards of accusi are in each pile, and which are missed less than others."""

import pytest

from tests.scoring.bolognese.feasibility import held_questions as asked


@pytest.mark.parametrize("rules", asked.RULES)
def test_shares_of_the_trumps_are_those_that_were_counted(rules):
    asked.trumps_are_as_many(rules)
    asked.trumps_hold_what_they_may(rules)


def test_shares_of_the_suits_are_those_that_were_counted():
    asked.suits_are_as_many()


@pytest.mark.parametrize("rules", asked.RULES)
def test_the_grande_misses_lower_numbers_less(rules):
    asked.numbers_are_missed_less(rules)


def test_cards_alike_are_of_one_kind():
    asked.kinds_are_told()
