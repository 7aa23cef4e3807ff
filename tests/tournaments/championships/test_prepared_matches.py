"""What happens to prepared matches when a team withdraws, forfeits or takes another name."""

import html
from dataclasses import dataclass
from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from tests.evening import FourPeople, a_challenge, a_club, a_round, four_people
from tests.pages import flat
from tests.tournaments.championships.played import a_championship, before_close, drawn, give_both, players_of
from tournaments.actors import Actor
from tournaments.championships import championship_service, line_ups, match_dates, reports, teams
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture

pytestmark = pytest.mark.django_db


@dataclass
class Scene:
    people: FourPeople
    championship: Championship
    fixtures: list[Fixture]

    def first_two(self) -> tuple[Fixture, Fixture]:
        """The first two matches of the home team of the first."""
        team = self.fixtures[0].home_id
        first, second, *_others = (fixture for fixture in self.fixtures if fixture.side_of(team))
        return first, second


@pytest.fixture
def scene(db: None) -> Scene:
    club = a_club()
    people = four_people(club)
    championship = a_championship(club, people.organiser, of=4)
    return Scene(people, championship, drawn(championship, people.organiser))


def test_a_team_that_withdraws_loses_the_matches_that_are_prepared_too(scene: Scene) -> None:
    """Nobody would play them: they are called off, and leave the standings waiting for nothing."""
    prepared, begun = scene.first_two()
    waiting, playing = give_both(prepared), give_both(begun)
    a_round(playing)
    team = scene.fixtures[0].home
    teams.withdraw(scene.championship.pk, team.number, by=scene.people.organiser, reason="Siamo in tre")
    for each in (prepared, begun, waiting, playing):
        each.refresh_from_db()
    assert (prepared.lost_by, begun.lost_by) == (prepared.side_of(team.pk), "")
    assert waiting.called_off_at
    assert not playing.called_off_at


@pytest.mark.parametrize("verb", ["move", "forfeit", "withdraw"])
def test_a_match_that_is_prepared_while_a_verb_waits_for_the_club_is_looked_at_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """Its tournament would be locked after the club, and every other verb locks it before."""
    fixture, boss, lock_open = scene.fixtures[0], scene.people.organiser, championship_service.locked_open

    def prepared_meanwhile(championship_id: int) -> Championship:
        monkeypatch.setattr(championship_service, "locked_open", lock_open)
        give_both(fixture)
        return lock_open(championship_id)

    monkeypatch.setattr(championship_service, "locked_open", prepared_meanwhile)
    why: dict[str, Any] = {"by": boss, "reason": "Neve"}
    number, day = fixture.home.number, date(2090, 1, 1)
    act = {
        "move": lambda: match_dates.move(fixture.pk, on=day, starts_at=None, venue="", **why),
        "forfeit": lambda: reports.forfeit(fixture.pk, lost_by="H", **why),
        "withdraw": lambda: teams.withdraw(scene.championship.pk, number, **why),
    }[verb]
    with pytest.raises(Outdated, match="guarda com'è adesso"):
        act()


def test_a_player_in_a_line_up_leaves_the_team_only_once_its_match_is_forfeited(scene: Scene) -> None:
    fixture, home = scene.fixtures[0], scene.fixtures[0].home
    four = [each.pk for each in players_of(home)[:4]]
    line_ups.give(fixture.pk, home, four, now=before_close(fixture))

    def leave() -> None:
        teams.remove_player(scene.championship.pk, home.number, four[0], by=scene.people.organiser)

    with pytest.raises(TournamentError, match="ancora segreta"):
        leave()
    reports.forfeit(fixture.pk, by=scene.people.referee, lost_by="A", reason="Telefonata")
    leave()
    assert home.players.count() == 4
    assert not fixture.line_ups.exists()


def test_a_forfeited_match_is_called_off_until_the_decision_is_taken_back(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    tournament = give_both(fixture)
    for lost_by in ("A", ""):
        reports.forfeit(fixture.pk, by=scene.people.referee, lost_by=lost_by, reason="Telefonata")
        tournament.refresh_from_db()
        assert bool(tournament.called_off_at) is bool(lost_by)


def test_a_team_s_new_name_reaches_the_matches_that_have_not_begun(scene: Scene) -> None:
    prepared, begun = scene.first_two()
    waiting, playing = give_both(prepared), give_both(begun)
    a_round(playing)
    old = playing.name
    number = scene.fixtures[0].home.number
    teams.change(scene.championship.pk, number, by=scene.people.organiser, name="  Nuovo   nome ")
    for each in (waiting, playing):
        each.refresh_from_db()
    assert "Nuovo nome" in waiting.name
    assert "Nuovo nome" in waiting.teams
    assert playing.name == old


def test_two_names_that_read_the_same_are_one(scene: Scene) -> None:
    """Else the match of the two could not be prepared, and a captain would be told why."""
    teams.change(scene.championship.pk, 1, by=scene.people.organiser, name="Circolo  Nuovo")
    with pytest.raises(InputRefused) as refused:
        teams.change(scene.championship.pk, 2, by=scene.people.organiser, name="circolo nuovo")
    assert refused.value.code == "team-name-taken"


def test_a_match_has_a_number_of_rounds_and_no_hour_until_which_it_is_played(scene: Scene) -> None:
    tournament = give_both(scene.fixtures[0])
    with pytest.raises(InputRefused) as refused:
        lifecycle.change(
            tournament.pk, by=Actor.officer(scene.people.organiser), starts_at=time(21), plays_until=time(23)
        )
    assert refused.value.code == "until-of-match"
    # Other evenings of the club are not matches, though matches of the calendar have no evening yet.
    a_challenge(scene.championship.club, 2, 2, starts_at=time(21), plays_until=time(23))


@pytest.mark.parametrize(
    "changed",
    [{"format": "danish"}, {"first_team": "Altri"}],
    ids=["format", "team"],
)
def test_format_and_teams_of_a_match_are_not_changed_at_its_evening(
    scene: Scene, changed: dict[str, object]
) -> None:
    fixture = scene.fixtures[0]
    match = give_both(fixture)
    with pytest.raises(TournamentError) as refused:
        lifecycle.change(match.pk, by=Actor("Giuria"), **changed)
    assert refused.value.code == "match-of-championship"
    assert lifecycle.change(match.pk, by=Actor("Giuria"), starts_at=time(19)).starts_at == time(19)


def test_a_match_that_is_called_off_says_so_and_is_prepared_again_on_another_day(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    match = give_both(fixture)
    lifecycle.call_off(match.pk, by=Actor("Giuria"), reason="Neve")
    championship, boss = scene.championship, scene.people.organiser
    page = flat(Client().get(championship.get_absolute_url()).content.decode())
    assert "annullato: aspetta un'altra data" in html.unescape(page)
    match_dates.move(fixture.pk, by=boss, on=date(2030, 11, 9), starts_at=None, venue="", reason="Neve")
    fixture.refresh_from_db()
    assert fixture.tournament is None
    again = give_both(fixture)
    assert (again.date, again.called_off_at) == (date(2030, 11, 9), None)
