"""The final: who qualified, entered with the places of the season as seeds."""

from datetime import date

import pytest

from club.models import Club, User
from tests.evening import JURY, a_round
from tests.tournaments.seasons.evenings import a_season, an_evening, some_people
from tournaments import seasons
from tournaments.entries import entries
from tournaments.errors import Outdated, TournamentError
from tournaments.models import Season, Tournament

pytestmark = pytest.mark.usefixtures("commits")
WHEN = {"name": "Finale", "on": date(2027, 6, 25)}


def seeds(final: Tournament) -> list[tuple[int | None, list[int]]]:
    return [
        (entry.seed, sorted(player.person_id for player in entry.players.all()))
        for entry in final.entries.order_by("seed")
    ]


def test_pairs_enter_as_teste_di_serie_in_the_order_of_the_season(club: Club, boss: User) -> None:
    season = a_season(club, boss, an_evening(club, some_people(club)), ranks="pair", qualifiers=2)
    best = [row for row in seasons.season_standings(season).rows if row.place and row.place <= 2]
    final = seasons.make_final(season.pk, by=boss, **WHEN)
    assert seeds(final) == [(at, list(row.players)) for at, row in enumerate(best, start=1)]
    assert final.first_turn == Tournament.FirstTurn.SEED
    assert Season.objects.get(pk=season.pk).final == final
    entries.check_in(final.pk, 1, present=True, by=JURY)
    entries.check_in(final.pk, 2, present=True, by=JURY)
    assert a_round(final, until="draft").matches.count() == 1


def test_single_players_enter_an_individual_rotation(club: Club, boss: User) -> None:
    season = a_season(club, boss, an_evening(club, some_people(club)), qualifiers=4)
    final = seasons.make_final(season.pk, by=boss, **WHEN)
    assert final.is_rotation
    assert [seed for seed, _people in seeds(final)] == [1, 2, 3, 4]


def test_who_shares_the_last_place_that_qualifies_is_in(club: Club, boss: User) -> None:
    season = a_season(club, boss, an_evening(club, some_people(club)), qualifiers=3)
    # Both players of a pair are level: two share the first place, two the third.
    final = seasons.make_final(season.pk, by=boss, **WHEN)
    assert final.entries.count() == 4


def test_while_an_evening_is_not_over_there_is_no_final(club: Club, boss: User) -> None:
    going = an_evening(club, some_people(club), name="Serata del portico", closed=False)
    season = a_season(club, boss, going)
    with pytest.raises(TournamentError, match="«Serata del portico»") as refused:
        seasons.make_final(season.pk, by=boss, **WHEN)
    assert refused.value.code == "season-open"
    assert club.tournaments.count() == 1


def test_a_season_that_nobody_has_played_has_no_final(club: Club, boss: User) -> None:
    with pytest.raises(TournamentError) as refused:
        seasons.make_final(a_season(club, boss).pk, by=boss, **WHEN)
    assert refused.value.code == "too-few-qualified"


def test_there_is_one_final_however_often_it_is_asked_for(club: Club, boss: User) -> None:
    season = a_season(club, boss, an_evening(club, some_people(club)))
    with pytest.raises(Outdated):
        seasons.make_final(season.pk, by=boss, version=season.version + 1, **WHEN)
    seasons.make_final(season.pk, by=boss, version=season.version, **WHEN)
    with pytest.raises(TournamentError, match="c'è già"):
        seasons.make_final(season.pk, by=boss, version=season.version, **WHEN)
    assert club.tournaments.count() == 2
    assert club.log.filter(act="season.final-made").count() == 1
