"""Whoever is erased leaves the team and the line-ups to come; what was played, and the standings, stay."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from club.models import Club, Person, RoleKind
from club.privacy import erasure
from tests.evening import JURY, FourPeople, an_officer
from tests.tournaments.championships.played import a_championship, before_close, drawn, play, players_of
from tournaments.championships import line_ups, match_dates
from tournaments.championships.team_standings import championship_standings
from tournaments.evenings import lifecycle
from tournaments.models import LineUp, Team, Tournament
from tournaments.privacy.parts import open_line_ups

pytestmark = pytest.mark.usefixtures("commits")


def test_an_erased_captain_leaves_no_name_and_the_standings_stay(club: Club, four: FourPeople) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    championship = a_championship(club, four.organiser, of=2, legs=2)
    first, second = drawn(championship, four.organiser)
    play(first)
    captain = first.home.captain
    assert captain
    line_ups.give(
        second.pk, first.home, [each.pk for each in players_of(first.home)[:4]], now=before_close(second)
    )
    reason = f"{captain.full_name} non può"
    match_dates.propose(
        second.pk, first.home, on=before_close(second).date(), starts_at=None, venue="", reason=reason
    )
    for match in Tournament.objects.filter(fixture__championship=championship):
        lifecycle.close(match.pk, by=JURY, sends_letters=False)
    before = championship_standings(championship)
    day = before_close(first).date()
    erasure.erase(captain.pk, club, typed=captain.full_name, reason="Lo chiede", today=day, by=owner)
    assert Team.objects.get(pk=first.home_id).captain is None
    assert not LineUp.objects.filter(fixture=second).exists()
    assert not second.proposals.filter(reason__contains=captain.last_name).exists()
    after = championship_standings(championship)
    assert after.groups == before.groups
    assert [row.points for row in after.players] == [row.points for row in before.players]
    assert Person.objects.get(pk=captain.pk).erased_number is not None


def test_a_dossier_tells_no_line_up_that_is_still_secret(club: Club, four: FourPeople) -> None:
    """An officer makes it, also one who is the captain of the other team."""
    fixture = drawn(a_championship(club, four.organiser, of=2), four.organiser)[0]
    people = players_of(fixture.home)[:4]
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in people], now=before_close(fixture))
    assert not open_line_ups(people[0])
    others = [each.pk for each in players_of(fixture.away)[:4]]
    line_ups.give(fixture.pk, fixture.away, others, now=before_close(fixture))
    assert len(open_line_ups(people[0])) == 1


def test_the_log_of_a_line_up_asked_for_again_loses_the_name(club: Club, four: FourPeople) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    fixture = drawn(a_championship(club, four.organiser, of=2), four.organiser)[0]
    people = players_of(fixture.home)
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in people[:4]], now=before_close(fixture))
    closes_at = fixture.line_ups_close_at
    assert closes_at
    with patch.object(timezone, "now", lambda: closes_at + timedelta(minutes=1)):
        on = before_close(fixture).date() + timedelta(weeks=2)
        match_dates.move(
            fixture.pk, by=four.organiser, on=on, starts_at=None, venue="", reason="La sala è chiusa"
        )
    act = club.log.get(act="fixture.line-ups-asked-again")
    assert people[0].full_name in str(act.before)
    today = timezone.localdate()
    erasure.erase(people[0].pk, club, typed=people[0].full_name, reason="Lo chiede", today=today, by=owner)
    act.refresh_from_db()
    assert people[0].full_name not in str(act.before)
    assert people[1].full_name in str(act.before)
