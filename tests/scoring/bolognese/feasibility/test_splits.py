"""The classes of splits against a plain enumeration, and against splits drawn at random."""

import random

import pytest

from scoring import DECK
from scoring.bolognese.feasibility.figures import each_size
from scoring.bolognese.feasibility.splits import class_sequences
from tests.scoring.bolognese.feasibility.plain_splits import class_results
from tests.scoring.bolognese.piles import random_pile
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_side

CHANCE = random.Random(62)
CLASSES = [(2, 2, 2, 2, 2), (0, 0, 0, 0, 0), (4, 4, 4, 4, 4), (1, 3, 0, 4, 2), (3, 1, 2, 0, 4)] + [
    tuple(CHANCE.randrange(5) for _ in range(5)) for _ in range(5)
]


def told(tarocchi, re, court, rules):
    found = class_sequences(tarocchi, (re, tuple(sorted(court))), rules)
    return {(a * 5, b * 5): set(each_size(sizes)) for a, row in found.items() for b, sizes in row.items()}


@pytest.mark.slow
@pytest.mark.parametrize("ranks", CLASSES, ids=str)
def test_a_class_gives_exactly_what_plain_enumeration_gives(ranks):
    tarocchi, re, *court = ranks
    assert told(tarocchi, re, court, "accademia") == class_results(*ranks)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["laghi-sole-luna", "laghi-luna-16"])
def test_a_class_under_a_house_rule_gives_what_plain_enumeration_gives(rules):
    assert told(2, 2, (1, 2, 3), rules) == class_results(2, 2, 1, 2, 3, rules)


def test_every_random_split_is_in_its_class():
    chance = random.Random(2026)
    for _ in range(1500):
        pile = random_pile(chance)
        ranks = [len(pile & family) for family, _, _ in CRICCHE.values()]
        found = class_sequences(ranks[0], (ranks[1], tuple(sorted(ranks[2:]))), "accademia")
        a, b = plain_side(pile, False)[0], plain_side(set(DECK) - pile, False)[0]
        assert found[a // 5][b // 5] >> len(pile) & 1
