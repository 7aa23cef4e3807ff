"""Line-ups: given by captains before a time, secret until both are in or the time is over; then the match."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Person, User
from tournaments.actors import PROGRAM, Actor
from tournaments.championships import captain_letters
from tournaments.championships.captain_codes import captain_name
from tournaments.championships.championship_service import (
    Author,
    locked_fixture,
    names_of_match,
    record_fixture,
)
from tournaments.championships.match_dates import verify_plays
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Fixture, LineUp, LineUpPlayer, Team, Tournament
from tournaments.models.championship import LINE_UP_SIZE


@transaction.atomic
def give(
    fixture_id: int,
    team: Team,
    people: Sequence[int],
    *,
    by: User | None = None,
    now: datetime | None = None,
) -> Fixture:
    """The fixture with the team's line-up: four of its players, first pair first. A new line-up replaces the
    old one.

    With the second line-up the match is prepared. A captain (`by` None) gives it before the time; later, and
    while the match is not prepared, an officer does. The log tells that it was given, never the players.
    """
    fixture = locked_fixture(fixture_id)
    verify_plays(fixture, team)
    _verify_open(fixture, now or timezone.now(), is_officer=by is not None)
    _verify_players(team, people)
    line_up, _made = LineUp.objects.update_or_create(
        fixture=fixture, team=team, defaults={"given_at": now or timezone.now()}
    )
    line_up.players.all().delete()
    LineUpPlayer.objects.bulk_create(
        LineUpPlayer(line_up=line_up, person_id=person, position=position)
        for position, person in enumerate(people, start=1)
    )
    author: Author = by or captain_name(team)
    record_fixture(fixture, author, act="fixture.line-up-given", after={"team": team.name})
    if fixture.line_ups.count() == 2 and fixture.date:
        _prepare(fixture, by)
    return fixture


def _verify_open(fixture: Fixture, now: datetime, *, is_officer: bool) -> None:
    if fixture.tournament_id:
        raise TournamentError(
            "match-prepared",
            _("I tavoli sono già pronti: chi manca si sostituisce all'incontro, lo fa la Giuria."),
        )
    if fixture.lost_by:
        raise TournamentError(
            "match-forfeited", _("L'incontro è perso a tavolino: prima togli quella decisione.")
        )
    closes_at = fixture.line_ups_close_at
    if closes_at and now >= closes_at and not is_officer:
        raise TournamentError(
            "line-up-late", _("Il tempo per la formazione è finito: parla con la Giuria del campionato.")
        )


def _verify_players(team: Team, people: Sequence[int]) -> None:
    if len(people) != LINE_UP_SIZE or len(set(people)) != LINE_UP_SIZE:
        raise InputRefused("line-up-size", _("Una formazione è di quattro persone diverse: due coppie."))
    own = team.players.filter(person__in=people).count()
    if own != LINE_UP_SIZE:
        raise InputRefused(
            "not-in-the-team", _("Nella formazione c'è chi non è della squadra: scegli fra i suoi.")
        )


def prefetch(fixtures: Sequence[Fixture]) -> None:
    """Reads the line-ups of all the fixtures at once, for `seen_by`. Four queries."""
    prefetch_related_objects(fixtures, "line_ups__players__person__club")


def seen_by(fixture: Fixture, team: Team | None, now: datetime) -> dict[str, list[Person]]:
    """The players of each line-up that `team` may see, by side; `team` is None for readers of no team. At
    most four queries, none after `prefetch`."""
    prefetch([fixture])
    everything = fixture.are_line_ups_open(now)
    return {
        fixture.side_of(line_up.team_id): [player.person for player in line_up.players.all()]
        for line_up in fixture.line_ups.all()
        if everything or (team is not None and line_up.team_id == team.pk)
    }


@transaction.atomic
def prepare(fixture_id: int, *, by: User) -> Tournament:
    """The tournament of a match whose two line-ups are in.

    For officers, where the fixture had no date yet when the second line-up came.
    """
    fixture = locked_fixture(fixture_id)
    _verify_open(fixture, timezone.now(), is_officer=True)
    return _prepare(fixture, by)


def _prepare(fixture: Fixture, by: User | None) -> Tournament:
    """The tournament of the match: home pairs 1 and 2, away pairs 3 and 4."""
    if fixture.date is None:
        raise TournamentError("no-date", _("L'incontro non ha ancora una data: scrivila, poi si prepara."))
    line_ups = {
        line_up.team_id: [player.person for player in line_up.players.select_related("person")]
        for line_up in fixture.line_ups.all()
    }
    if len(line_ups) < 2:
        raise TournamentError("line-up-missing", _("Manca una formazione: scrivila tu, o dai la sconfitta."))
    actor = Actor.officer(by) if by else PROGRAM
    home, away = fixture.home, fixture.away
    tournament = lifecycle.create(
        fixture.championship.club,
        on=fixture.date,
        by=actor,
        starts_at=fixture.starts_at,
        venue=fixture.venue,
        **names_of_match(fixture),
        **fixture.championship.match_fields,
    )
    for number, team in enumerate((home, away), start=1):
        four = line_ups[team.pk]
        for pair in (four[:2], four[2:]):
            entries.enter(
                tournament.pk, pair, by=actor, present=True, circle=team.club_name[:60], team=number
            )
    fixture.tournament = tournament
    record_fixture(fixture, by or PROGRAM.name, act="fixture.prepared", after={"tournament": tournament.code})
    captain_letters.tell(fixture, captain_letters.News.LINE_UPS, home, away, by=by)
    return tournament
