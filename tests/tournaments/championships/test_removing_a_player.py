"""A player who is taken out of a team: no refusal tells who is in a line-up that is still secret."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from club.models import User
from tests.evening import a_club, four_people
from tests.tournaments.championships.played import a_championship, before_close, drawn, give_both, players_of
from tournaments.championships import line_ups, reports, teams
from tournaments.errors import TournamentError
from tournaments.models import Fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(db: None) -> User:
    return four_people(a_club()).organiser


@pytest.fixture
def fixture(boss: User) -> Fixture:
    fixture = drawn(a_championship(boss.roles.get().club, boss, of=2), boss)[0]
    people = [each.pk for each in players_of(fixture.home)[:4]]
    line_ups.give(fixture.pk, fixture.home, people, now=before_close(fixture))
    return fixture


def removed(fixture: Fixture, place: int, boss: User) -> str:
    """The words of the refusal; empty if the home team's player at that place was taken out."""
    person = players_of(fixture.home)[place]
    try:
        teams.remove_player(fixture.championship_id, fixture.home.number, person.pk, by=boss)
    except TournamentError as refusal:
        return str(refusal)
    return ""


def test_while_the_line_up_is_secret_each_player_is_refused_in_the_same_words(
    fixture: Fixture, boss: User
) -> None:
    lined_up, reserve = removed(fixture, 0, boss), removed(fixture, 4, boss)
    assert lined_up == reserve == (
        "La squadra ha consegnato una formazione che è ancora segreta: un giocatore si toglie dopo che si è "
        "aperta."
    )  # fmt: skip


def test_once_it_is_open_its_players_alone_are_refused(fixture: Fixture, boss: User) -> None:
    closes_at = fixture.line_ups_close_at
    assert closes_at
    with patch.object(timezone, "now", lambda: closes_at + timedelta(minutes=1)):
        assert (
            removed(fixture, 0, boss) == "È in una formazione già consegnata: prima cambiala, all'incontro."
        )
        assert removed(fixture, 4, boss) == ""


def test_a_match_that_is_prepared_or_forfeited_holds_nobody(fixture: Fixture, boss: User) -> None:
    assert removed(fixture, 4, boss)
    reports.forfeit(fixture.pk, by=boss, lost_by="H", reason="Neve")
    assert removed(fixture, 4, boss) == ""
    reports.forfeit(fixture.pk, by=boss, lost_by="", reason="Si gioca")
    give_both(fixture)
    assert removed(fixture, 0, boss) == ""
