"""The captain's page and the API's answer ask as much of the database for many matches as for a few."""

from datetime import date, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.evening import a_club, an_officer
from tests.tournaments.championships.played import a_championship, drawn, give_both
from tournaments.championships import captain_codes, match_dates
from tournaments.models import Championship, Team

pytestmark = pytest.mark.django_db

FIRST = date(2030, 10, 4)


def team_of(championship: Championship, matches: int) -> Team:
    """The first team of a championship where it has so many matches: every third is prepared, one has a
    proposal of the other captain, and the line-ups of the next were asked for again."""
    by = an_officer(championship.club)
    drawn(championship, by, [FIRST + timedelta(weeks=week) for week in range(matches + 1)])
    team = championship.teams.get(number=1)
    own = [each for each in championship.fixtures.select_related("home", "away") if each.side_of(team.pk)]
    assert len(own) == matches
    for number, fixture in enumerate(own):
        fixture.championship = championship
        other = fixture.away if fixture.home == team else fixture.home
        if number % 3 == 0:
            give_both(fixture)
        elif number % 3 == 1:
            match_dates.propose(fixture.pk, other, on=FIRST, starts_at=time(20), venue="Altrove")
        else:
            give_both(fixture)
            match_dates.move(fixture.pk, by=by, on=FIRST, starts_at=None, venue="", reason="Neve")
    return team


@pytest.mark.parametrize("page", ["/squadra/{}/", "/api/v1/captains/{}/"])
def test_as_many_queries_for_fourteen_matches_as_for_four(page: str) -> None:
    found = []
    for of, legs, matches in ((5, 1, 4), (8, 2, 14)):
        club = a_club(f"circolo-{of}")
        team = team_of(a_championship(club, an_officer(club), of=of, legs=legs, size=4), matches)
        address = page.format(captain_codes.code_of(team))
        Client().get(address)
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(address)
        assert answer.status_code == 200
        found.append([each["sql"] for each in queries])
    assert len(found[0]) == len(found[1]), found[1]
