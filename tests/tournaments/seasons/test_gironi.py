"""Evenings with groups in a season: the place that counts is the one after the final."""

import pytest

from club.models import Club, User
from tests.tournaments.seasons.evenings import a_season, an_evening, place_points, some_people
from tournaments import seasons
from tournaments.core.seasons import USUAL_PLACE_POINTS
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


def gironi_and_final(club: Club, *, turns: int, closed: bool, **fields: object) -> Tournament:
    """Two groups of three pairs, then semi-finals and finals: five turns in all."""
    return an_evening(
        club,
        some_people(club, 12),
        turns=turns,
        closed=closed,
        format=Tournament.Format.GROUPS_FINAL,
        groups=2,
        qualifiers=2,
        **fields,
    )


def by_number(tournament: Tournament, turn: int) -> dict[int, int]:
    return {row["number"]: row["place"] for row in tournament.snapshots.get(round_number=turn).rows}


def points_by_number(club: Club, boss: User, tournament: Tournament, **rules: object) -> dict[int, int]:
    """What the season gives to each pair, by its number in the evening."""
    season = a_season(club, boss, tournament, ranks="pair", **rules)
    numbers = seasons.season_standings(season).numbers
    return {numbers[tournament.pk, who[0]]: points for who, (_place, points) in place_points(season).items()}


def test_the_place_after_the_final_counts_and_not_the_one_in_the_girone(club: Club, boss: User) -> None:
    tournament = gironi_and_final(club, turns=5, closed=True)
    places, of_gironi = by_number(tournament, 5), by_number(tournament, 3)
    assert places != of_gironi, "the final must have changed something"
    assert points_by_number(club, boss, tournament) == {
        number: USUAL_PLACE_POINTS[place - 1] for number, place in places.items()
    }


def test_who_shares_the_third_place_has_its_points_twice_over(club: Club, boss: User) -> None:
    tournament = gironi_and_final(club, turns=5, closed=True, third_place=False)
    places = by_number(tournament, 5)
    assert sorted(places.values()) == [1, 2, 3, 3, 5, 6]
    given = points_by_number(club, boss, tournament)
    assert sorted(given.values(), reverse=True) == [20, 17, 15, 15, 12, 11]
    assert {given[number] for number, place in places.items() if place == 3} == {15}


def test_carried_scores_are_those_of_all_the_turns(club: Club, boss: User) -> None:
    tournament = gironi_and_final(club, turns=5, closed=True)
    rows = tournament.snapshots.get(round_number=5).rows
    assert points_by_number(club, boss, tournament, counted_by="scored") == {
        row["number"]: row["scored"] for row in rows
    }
    assert {len(row["per_turn"]) for row in rows} == {3, 5}


def test_between_gironi_and_final_the_evening_is_provisional(club: Club, boss: User) -> None:
    tournament = gironi_and_final(club, turns=3, closed=False)
    season = a_season(club, boss, tournament, ranks="pair")
    assert [evening.is_provisional for evening in seasons.season_standings(season).evenings] == [True]
