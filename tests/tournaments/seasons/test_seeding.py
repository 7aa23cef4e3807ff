"""An evening's first turn goes by where the season stands."""

from datetime import date

import pytest

from club.models import Club, RoleKind
from tests.evening import JURY, FourPeople, a_club, a_round, an_officer
from tests.tournaments.seasons.evenings import a_season, an_evening, place_points, some_people
from tournaments import seasons
from tournaments.errors import TournamentError
from tournaments.models import Entry, Season, Tournament

pytestmark = pytest.mark.django_db

BY_SEED = {"first_turn": Tournament.FirstTurn.SEED, "on": date(2026, 11, 6), "turns": 0}


def seeds(tournament: Tournament) -> dict[tuple[int, ...], int | None]:
    return {
        tuple(sorted(entry.players.values_list("person", flat=True))): entry.seed
        for entry in Entry.objects.filter(tournament=tournament)
    }


@pytest.mark.parametrize("ranks", [Season.Ranks.PLAYER, Season.Ranks.PAIR])
def test_the_seasons_best_are_the_first_seeds_and_strangers_have_none(club: Club, ranks: str) -> None:
    players = some_people(club, 12)
    organiser = an_officer(club, RoleKind.ORGANISER)
    season = a_season(club, organiser, an_evening(club, players[:8]), ranks=ranks)
    points = {tuple(sorted(who)): told[1] for who, told in place_points(season).items()}
    tournament = an_evening(club, players, **BY_SEED)  # type: ignore[arg-type]

    for _time in range(2):
        assert seasons.seed_from_season(tournament.pk, season.pk, by=JURY) == 4

    def strength(pair: tuple[int, ...]) -> int:
        if ranks == Season.Ranks.PAIR:
            return points[pair]
        return sum(points[person,] for person in pair)

    found = seeds(tournament)
    seeded = sorted((pair for pair in found if found[pair]), key=lambda pair: found[pair] or 0)
    assert [found[pair] for pair in seeded] == [1, 2, 3, 4]
    assert [strength(pair) for pair in seeded] == sorted(map(strength, seeded), reverse=True)
    assert sum(seed is None for seed in found.values()) == 2
    assert tournament.log.filter(act="entries.seeded").count() == 1


def test_it_is_too_late_once_the_first_turn_is_drawn(club: Club) -> None:
    players = some_people(club)
    organiser = an_officer(club, RoleKind.ORGANISER)
    season = a_season(club, organiser, an_evening(club, players))
    tournament = an_evening(club, players, **BY_SEED)  # type: ignore[arg-type]
    a_round(tournament)
    with pytest.raises(TournamentError, match="butta la bozza"):
        seasons.seed_from_season(tournament.pk, season.pk, by=JURY)


def test_the_season_of_another_club_is_not_there(club: Club) -> None:
    other = a_club("Un altro circolo")
    season = a_season(other, an_officer(other, RoleKind.ORGANISER), an_evening(other, some_people(other)))
    tournament = an_evening(club, some_people(club), **BY_SEED)  # type: ignore[arg-type]
    with pytest.raises(TournamentError, match="Questa stagione non c'è"):
        seasons.seed_from_season(tournament.pk, season.pk, by=JURY)


def test_the_desk_offers_it_where_the_first_turn_goes_by_seed(club: Club, four: FourPeople) -> None:
    players = some_people(club)
    season = a_season(club, four.organiser, an_evening(club, players))
    tournament = an_evening(club, players, **BY_SEED)  # type: ignore[arg-type]
    client = four.client("organiser")
    address = f"/t/{tournament.code}/iscrizioni/"
    assert "Teste di serie da una stagione" in client.get(address).content.decode()
    assert client.post(f"{address}teste-di-serie/", {"season": "x" * 30}).status_code == 409
    assert client.post(f"{address}teste-di-serie/", {"season": season.pk}).status_code == 303
    assert set(seeds(tournament).values()) == {1, 2, 3, 4}
