"""What the cards do, and what skill adds: as the page says it."""

from statistics import mean

import pytest

import scoring
from tournaments.core.draws import options
from tournaments.evenings.card_luck import Luck, deal_points
from tournaments.evenings.simulations import Progress, Question
from tournaments.models import Tournament


def luck(game: str = "quattro-scartate", *, skill: int = 50, deals: int = 120) -> Luck:
    play = Tournament(game=game).play()
    return Luck(play, [deal_points(play, None, number) for number in range(deals)], skill)


def test_the_deals_are_the_engines_and_the_players_deal_in_turn():
    play = Tournament(game="quattro-scartate").play()
    for number, dealer in enumerate(("A1", "B1", "A2", "B2", "A1")):
        deal = scoring.generate_deal(number, "quattro-scartate", dealer)
        counted = scoring.count(
            "quattro-scartate",
            deal.piles,
            deal.last_trick,
            dealer=dealer[0],
            declarations=deal.declarations,
            rules="accademia",
        )
        sides = ("A", "B") if dealer[0] == "A" else ("B", "A")
        assert deal_points(play, "accademia", number) == [counted.points(side) for side in sides]


@pytest.mark.parametrize("entries", [2, 9])
def test_in_a_deal_the_best_makes_on_average_so_many_points_more_than_the_last_as_is_told(entries):
    cards = luck()
    score = cards.score(entries)
    margins = [first - last for first, last in (score(lot, ((1,), (entries,))).points for lot in range(6000))]
    a_deal = mean(margins) / 4  # a match of Quattro Scartate has four
    assert a_deal == pytest.approx(cards.gap / 1000, abs=12)  # three times the error of the mean
    assert cards.gap == cards.usual // 2


def test_of_equals_nobody_is_ahead():
    score = luck(skill=0).score(10)
    margins = [one - other for one, other in (score(lot, ((1,), (10,))).points for lot in range(3000))]
    assert abs(mean(margins)) < 35
    assert sum(margin > 0 for margin in margins) == pytest.approx(1500, abs=110)


def test_partners_of_a_rotation_share_their_skill():
    score = luck(skill=100).score(4)
    level = [one - other for one, other in (score(lot, ((1, 4), (2, 3))).points for lot in range(3000))]
    apart = [one - other for one, other in (score(lot, ((1, 2), (3, 4))).points for lot in range(3000))]
    assert abs(mean(level)) < 35
    assert mean(apart) > 300


def test_the_same_lot_brings_the_same_match():
    cards = luck()
    assert cards.score(8)(5, ((1,), (8,))) == cards.score(8)(5, ((1,), (8,)))


@pytest.mark.parametrize("game", list(scoring.GAMES))
def test_every_game_is_played_out_at_tables_of_every_size(game):
    cards = luck(game, deals=36)
    score = cards.score(30)
    play = cards.play
    for people in play.game.sizes:
        sides = tuple((number * 5 + 1,) for number in range(len(play.sides) * people // play.people))
        results = [score(lot, sides).points for lot in range(300)]
        assert {len(result) for result in results} == {len(sides)}
        # The strongest at the table does better than the weakest, in whichever way the game counts.
        assert mean(result[0] for result in results) > mean(result[-1] for result in results)


@pytest.mark.parametrize("game", ["ottocento", "terziglio", "mattazza"])
def test_an_evening_of_any_kind_of_game_can_be_asked_for(game):
    question = Question.from_tournament(Tournament(game=game), 9, 2, "much")
    piece = Progress(question, [], {})
    piece.deals = [deal_points(question.tournament.play(), None, number) for number in range(400)]
    for _step in question.options:
        piece.play(0)
    assert [tally.evenings for _place, tally in sorted(piece.by_option.items())] == [1] * len(
        options(question.wanted)
    )
