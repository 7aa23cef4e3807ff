"""Two people who are merged, of whom one is in a team: captain, player, and in a line-up."""

from datetime import date

import pytest

from club.errors import ClubError
from club.models import User
from club.register import duplicates, people
from tests.evening import JURY, a_club, a_round, a_tournament, four_people
from tests.tournaments.championships.played import a_championship, before_close, drawn, players_of
from tournaments.championships import line_ups
from tournaments.entries import substitutions
from tournaments.models import Championship

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 28)


@pytest.fixture
def boss(db: None) -> User:
    return four_people(a_club()).organiser


@pytest.fixture
def championship(boss: User) -> Championship:
    return a_championship(boss.roles.get().club, boss, of=2)


def test_the_person_who_is_kept_takes_every_place(championship: Championship, boss: User) -> None:
    club = championship.club
    fixture = drawn(championship, boss)[0]
    four = players_of(fixture.home)[:4]
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in four], now=before_close(fixture))
    stays = people.add(club, last_name="Squadra1", first_name="Annamaria")
    duplicates.merge(club, kept=stays.pk, gone=four[0].pk, reason="La stessa", today=TODAY, by=boss)
    fixture.home.refresh_from_db()
    assert fixture.home.captain == stays
    assert stays in players_of(fixture.home)
    line_up = fixture.line_ups.get()
    assert [each.person for each in line_up.players.all()] == [stays, *four[1:]]


def test_two_players_of_a_championship_are_not_merged(championship: Championship, boss: User) -> None:
    one, other = (players_of(team)[0] for team in championship.teams.all())
    with pytest.raises(ClubError, match="Sono tutte e due in «Campionato dei circoli»"):
        duplicates.merge(
            championship.club, kept=one.pk, gone=other.pk, reason="La stessa", today=TODAY, by=boss
        )


def test_a_substitute_is_merged_too(boss: User) -> None:
    club = boss.roles.get().club
    tournament = a_tournament(club, pairs=4)
    match = a_round(tournament).matches.get(table=1)
    sits_in, stays = (people.add(club, last_name="Verdi", first_name=name) for name in ("A.", "Anna"))
    made = substitutions.substitute(match, "N", sits_in, by=JURY, reason="Febbre")
    duplicates.merge(club, kept=stays.pk, gone=sits_in.pk, reason="La stessa", today=TODAY, by=boss)
    made.refresh_from_db()
    assert made.substitute == stays
