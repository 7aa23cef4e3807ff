"""The rating: partners are a team, margins count, chance is left out, and the same matches give the same."""

from itertools import pairwise
from random import Random

import pytest

from tournaments.core.ratings import START, Evening, Game, Point, rated


def a_game(*sides: tuple[int, ...], points: tuple[int, ...]) -> Game:
    ranks = tuple(1 + sum(other > mine for other in points) for mine in points)
    return Game(sides, points, ranks)


def after(*evenings: Evening) -> dict[int, Point]:
    return {point.person: point for point in rated(evenings)}


def won_by(margin: int, *, favourites: bool = True) -> dict[int, Point]:
    """A pair known to be strong against one known to be weak, beaten or beating by so much."""
    known = tuple(a_game((1, 2), (3, 4), points=(600, 400)) for _match in range(5))
    last = (500 + margin, 500) if favourites else (500, 500 + margin)
    usual = a_game((5, 6), (7, 8), points=(600, 400))
    return after(Evening(1, known), Evening(2, (a_game((1, 2), (3, 4), points=last), usual, usual)))


def test_both_partners_gain_what_their_side_gains() -> None:
    points = after(Evening(1, (a_game((1, 2), (3, 4), points=(700, 500)),)))
    assert points[1].rating == points[2].rating > START > points[3].rating == points[4].rating
    assert points[1].change == points[1].rating - START
    assert {point.matches for point in points.values()} == {1}


def test_a_new_partner_moves_more_than_one_long_known() -> None:
    known = Evening(1, tuple(a_game((1, 2), (3, 4), points=(p, 500)) for p in (600, 450, 520, 480, 610)))
    points = after(known, Evening(2, (a_game((1, 9), (3, 4), points=(700, 500)),)))
    assert points[9].change > points[1].change > 0
    assert points[9].deviation > points[1].deviation


@pytest.mark.parametrize("favourites", [True, False], ids=["favourites", "upset"])
def test_the_more_one_wins_by_the_more_it_teaches(favourites: bool) -> None:
    moved = [abs(won_by(margin, favourites=favourites)[1].change) for margin in (1, 50, 200, 400, 1600)]
    assert all(less <= more for less, more in pairwise(moved))
    assert moved[0] < moved[-1] <= moved[0] * 2


def test_an_upset_teaches_more_than_what_was_expected() -> None:
    assert abs(won_by(200, favourites=False)[1].change) > abs(won_by(200)[1].change)


def test_a_match_that_ended_level_brings_two_together() -> None:
    points = won_by(0)
    assert points[1].change < 0 < points[3].change


def test_the_margin_means_the_same_in_a_game_with_ten_times_the_points() -> None:
    def evening(times: int) -> Evening:
        return Evening(
            1, tuple(a_game((1, 2), (3, 4), points=(points * times, 0)) for points in (50, 20, 30))
        )

    assert after(evening(1)) == after(evening(10))


def test_tables_of_more_sides_are_rated_too() -> None:
    points = after(Evening(1, (a_game((1,), (2,), (3,), points=(40, 20, -60)),)))
    assert points[1].rating > points[2].rating > points[3].rating


def test_where_the_game_says_who_loses_its_word_counts_and_not_the_points() -> None:
    points = after(Evening(1, (Game(((1,), (2,), (3,)), (30, 60, 10), (1, 2, 1)),)))
    assert points[1].rating == points[3].rating > points[2].rating


def test_who_plays_an_evening_has_one_point_of_it_and_the_matches_add_up() -> None:
    game = a_game((1, 2), (3, 4), points=(600, 500))
    points = rated([Evening(1, (game, game)), Evening(2, ()), Evening(3, (game,))])
    assert [(point.evening, point.person, point.matches) for point in points] == [
        *((1, person, 2) for person in (1, 2, 3, 4)),
        *((3, person, 3) for person in (1, 2, 3, 4)),
    ]


def a_year(seed: int) -> list[Evening]:
    """Forty players whose strength is their number, in pairs by chance, for thirty evenings of four turns."""
    chance = Random(seed)
    evenings = []
    for key in range(30):
        games = []
        for _turn in range(4):
            people = chance.sample(range(40), 40)
            for at in range(0, 40, 4):
                one, other = tuple(people[at : at + 2]), tuple(people[at + 2 : at + 4])
                ahead = 8 * (sum(one) - sum(other)) + round(chance.gauss(0, 150))
                games.append(a_game(one, other, points=(500 + ahead // 2, 500 - ahead // 2)))
        evenings.append(Evening(key, tuple(games)))
    return evenings


def test_the_rating_finds_who_is_strong() -> None:
    points = after(*a_year(1))
    order = sorted(points, key=lambda person: points[person].rating)
    places = {person: place for place, person in enumerate(order)}
    # Spearman's: the strengths are the numbers themselves.
    apart = sum((places[person] - person) ** 2 for person in points)
    assert 1 - 6 * apart / (40 * (40**2 - 1)) > 0.9
    assert max(point.deviation for point in points.values()) < 150


def test_the_same_matches_give_the_same_points() -> None:
    assert rated(a_year(2)) == rated(a_year(2))
