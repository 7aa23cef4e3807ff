"""A championship of teams of one club, played by the verbs; shared by the tests of pages, files and API."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from club.models import Club, Person, User
from tests import written
from tests.evening import JURY, a_round, settle
from tournaments.championships import calendar, championship_service, line_ups, teams
from tournaments.models import Championship, Fixture, Team, Tournament
from tournaments.standings import builds

#: Three weekends of three days, after any day on which the tests run.
FIRST = date(2030, 10, 4)
WEEKENDS = [FIRST + timedelta(weeks=week, days=day) for week in range(3) for day in range(3)]


def a_championship(club: Club, by: User, *, of: int = 8, size: int = 5, **fields: object) -> Championship:
    """A championship with so many teams of named players; the fifth of each has not agreed to be named."""
    settings = {"name": "Campionato dei circoli", "seed": 7, "confirmation": False, **fields}
    championship = championship_service.create(club.pk, by=by, **settings)
    for number in range(1, of + 1):
        a_team(championship, by, number, size=size)
    championship.refresh_from_db()
    return championship


def a_team(championship: Championship, by: User, number: int, *, size: int = 5) -> Team:
    named = [
        (f"Squadra{number}", first, None if at == 4 else date(2026, 1, 1))
        for at, first in enumerate(("Anna", "Bruno", "Carla", "Dino", "Elena")[:size])
    ]
    return teams.add(
        championship.pk,
        by=by,
        name=f"Circolo {number}",
        club_name=f"Circolo numero {number}",
        room=f"Sala {number}",
        players=written.people(championship.club, named),
        captain=0,
    )


def players_of(team: Team) -> list[Person]:
    return [place.person for place in team.players.select_related("person")]


def give_both(fixture: Fixture) -> Tournament:
    """The match, prepared by the line-ups of both captains: their first four."""
    now = before_close(fixture)
    for team in (fixture.home, fixture.away):
        line_ups.give(fixture.pk, team, [each.pk for each in players_of(team)[:4]], now=now)
    fixture.refresh_from_db()
    assert fixture.tournament
    return fixture.tournament


def before_close(fixture: Fixture) -> datetime:
    """An hour before the line-ups close."""
    return (fixture.line_ups_close_at or timezone.now()) - timedelta(hours=1)


def play(fixture: Fixture, *, seed: int = 1) -> Tournament:
    """The match, played to the end of its rounds."""
    tournament = fixture.tournament or give_both(fixture)
    for turn in range(tournament.turns):
        settle(tournament, a_round(tournament, seed=seed + turn))
        builds.build(tournament.pk)
    fixture.refresh_from_db()
    tournament.refresh_from_db()
    return tournament


def drawn(championship: Championship, by: User, dates: Sequence[date] = WEEKENDS) -> list[Fixture]:
    """The fixtures of the calendar, in order."""
    calendar.draw(championship.pk, by=by, dates=dates, starts_at=time(20, 30))
    fixtures = championship.fixtures.select_related("home", "away", "championship")
    return list(fixtures.order_by("round", "pk"))


__all__ = ["JURY", "WEEKENDS", "a_championship", "a_team", "drawn", "give_both", "play", "players_of"]
