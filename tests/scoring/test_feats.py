"""Criccone and sequenze, told from figures exactly when the cards would tell the same."""

from itertools import product

import pytest

import scoring
from scoring.bolognese.combinations import CRICCHE, cricche_of
from scoring.feats import MOST_WITHOUT_CRICCONE

WITH_CRICCHE = [key for key in scoring.GAMES if scoring.tells_criccone(key)]


def test_the_points_of_the_cricche_tell_a_criccone_whatever_the_pile() -> None:
    for held in product(range(5), repeat=len(CRICCHE)):
        made = cricche_of(*held)
        assert scoring.is_criccone(made.total) is made.doubled, held


def test_the_least_criccone_is_worth_more_than_the_best_cricche_without_one() -> None:
    made = [cricche_of(*held) for held in product(range(5), repeat=len(CRICCHE))]
    assert max(each.total for each in made if not each.doubled) == MOST_WITHOUT_CRICCONE == 70
    assert min(each.total for each in made if each.doubled) == 78


@pytest.mark.parametrize("game", WITH_CRICCHE)
def test_deals_played_out_say_the_same_by_figures_as_by_cards(game: str) -> None:
    found = set()
    for seed in range(60):
        deal = scoring.generate_deal(seed, game, scoring.GAMES[game].players[0])
        facts = {name: deal.facts[name] for name in scoring.GAMES[game].facts if deal.facts.get(name)}
        counted = scoring.count(
            game,
            deal.piles,
            deal.last_trick,
            dealer=deal.dealer_side,
            declarations=deal.declarations,
            **facts,
        )
        for side, made in counted.sides.items():
            explained = counted.explanation()[side]
            assert scoring.is_criccone(made.figures["cricche"]) is explained["cricche"]["doubled"]  # type: ignore[index]
            runs = scoring.sequenze_of(explained)  # type: ignore[arg-type]
            assert runs is not None
            assert runs.doubled is (runs.number >= 3)
            found.add(explained["cricche"]["doubled"])  # type: ignore[index]
    assert found >= {False}


def test_a_game_without_sequences_tells_none() -> None:
    assert not scoring.tells_criccone("scopone")
    assert scoring.sequenze_of({"carte": 1}) is None
