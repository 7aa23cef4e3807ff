"""The demo's championship: four teams, a round played, a match under way, one still without a line-up."""

from datetime import date, time, timedelta

from django.utils.translation import gettext as _

from club.models import Club, User
from tournaments.actors import Actor
from tournaments.championships import calendar, championship_service, line_ups, match_dates, reports, teams
from tournaments.demo.evening import Evening, Tell, play_turns
from tournaments.demo.people import names
from tournaments.entries.guests import Guest
from tournaments.models import Championship, Fixture, TeamPlayer, Tournament

TEAMS = ("Portico", "San Luca", "Due Torri", "Navile")
PLAYERS, TURNS = 5, 2


def play(club: Club, *, by: User, seed: int, today: date, tell: Tell) -> Championship:
    """A championship of four teams in its second of three rounds.

    Last week's round is over. Tonight one match is in its second round, and the other waits for a line-up. A
    captain proposes another date for a match of next week.
    """
    championship = championship_service.create(club.pk, by=by, name=_("Campionato dei circoli"), seed=seed)
    _enter_teams(championship, seed, by, today)
    week = timedelta(weeks=1)
    calendar.draw(championship.pk, by=by, dates=[today - week, today, today + week], starts_at=time(20, 30))
    last_week, tonight, next_week = (_fixtures(championship, number) for number in (1, 2, 3))
    for at, fixture in enumerate(last_week):
        _play_and_confirm(fixture, seed + at, by, tell)
        if at == 0:
            reports.approve(fixture.pk, by=by)
    under_way, waiting = tonight
    plan = match_plan(under_way, seed + 2, left_open_in=2)
    play_turns(prepared(under_way, by), plan, by=Actor.officer(by), tell=tell)
    line_ups.give(waiting.pk, waiting.home, _four(waiting.home.pk), by=by)
    later = next_week[0]
    match_dates.propose(
        later.pk,
        later.home,
        on=today + 2 * week,
        starts_at=time(17),
        venue=later.venue,
        reason=_("La sala è chiusa"),
    )
    championship.refresh_from_db()
    return championship


def _enter_teams(championship: Championship, seed: int, by: User, today: date) -> None:
    people = names(PLAYERS * len(TEAMS), seed + 2)
    for at, name in enumerate(TEAMS):
        own = people[PLAYERS * at : PLAYERS * (at + 1)]
        teams.add(
            championship.pk,
            by=by,
            name=name,
            club_name=_("Circolo %(name)s") % {"name": name},
            room=_("Sala %(name)s") % {"name": name},
            players=[Guest(*each, name_consent_on=today) for each in own],
            captain=0,
        )


def _play_and_confirm(fixture: Fixture, seed: int, by: User, tell: Tell) -> None:
    """Plays the match to its end; both captains confirm the report."""
    play_turns(prepared(fixture, by), match_plan(fixture, seed), by=Actor.officer(by), tell=tell)
    confirm(fixture)


def confirm(fixture: Fixture) -> None:
    """Lets both captains confirm the report of the match."""
    tournament = Tournament.objects.get(fixture=fixture)
    for team in (fixture.home, fixture.away):
        reports.confirm(fixture.pk, team, results=tournament.results_version)


def _fixtures(championship: Championship, number: int) -> list[Fixture]:
    return list(championship.fixtures.filter(round=number).select_related("home", "away").order_by("pk"))


def _four(team_id: int) -> list[int]:
    places = TeamPlayer.objects.filter(team=team_id).order_by("pk")
    return list(places.values_list("person", flat=True)[:4])


def prepared(fixture: Fixture, by: User) -> Tournament:
    """The tournament of the match, made from two line-ups of each team's first four players."""
    for team in (fixture.home, fixture.away):
        line_ups.give(fixture.pk, team, _four(team.pk), by=by)
    fixture.refresh_from_db()
    return Tournament.objects.get(fixture=fixture)


def match_plan(fixture: Fixture, seed: int, left_open_in: int | None = None) -> Evening:
    """The plan of the match; only its seed and its rounds are used."""
    return Evening(str(fixture), date.min, 4, TURNS, seed, left_open_in)
