"""A team that withdraws: its results stay and the rest is forfeited, or they count for nobody."""

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club
from tests.evening import FourPeople, signed_in
from tests.tournaments.championships.played import a_championship, drawn, play
from tournaments.championships import play_off, reports, teams
from tournaments.championships.team_standings import championship_standings
from tournaments.errors import TournamentError
from tournaments.models import Championship, Fixture

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def begun(club: Club, four: FourPeople) -> tuple[Championship, Fixture]:
    """A championship of four of whose first match all is played."""
    championship = a_championship(club, four.organiser, of=4, qualifiers=2)
    fixture = drawn(championship, four.organiser)[0]
    play(fixture)
    return championship, fixture


def played(championship: Championship) -> dict[int, int]:
    """How many matches of each team count, by its number; forfeits are none."""
    return {row.number: row.played for row in championship_standings(championship).groups[1]}


def test_annulled_results_count_for_no_team_at_once_but_for_players(
    begun: tuple[Championship, Fixture], four: FourPeople
) -> None:
    championship, fixture = begun
    team, other = fixture.home, fixture.away
    page = reverse("withdraw_team", args=[championship.club.slug, championship.code, team.number])
    organiser, public = signed_in(four.organiser), championship.get_absolute_url()
    shown = organiser.get(page).content.decode()
    assert shown.index('value="yes"') < shown.index("checked")  # one of three matches: the usual rule annuls
    before = championship_standings(championship)
    Client().get(public)
    assert organiser.post(page, {"annuls": "yes", "reason": "Siamo in tre"}).status_code == 303
    known = championship_standings(championship)
    assert {row.number: (row.played, row.rested) for row in known.groups[1]} == dict.fromkeys(
        range(1, 5), (0, 0)
    )
    assert known.groups[1][-1].number == team.number
    assert known.players == before.players
    assert f"annullato: {team.name} si è ritirata" in Client().get(public).content.decode()
    assert played(championship)[other.number] == 0
    act = championship.club.log.get(act="championship.team-annulled")
    assert act.reason == "Siamo in tre"
    for each in known.fixtures:
        if not each.is_void:
            reports.forfeit(each.fixture.pk, by=four.referee, lost_by="A", reason="Non c'erano")
    assert championship_standings(championship).is_group_stage_over


def test_the_choice_can_be_made_again_until_the_play_off_is_drawn(
    begun: tuple[Championship, Fixture], four: FourPeople
) -> None:
    championship, fixture = begun
    team, by = fixture.home, four.organiser
    teams.withdraw(championship.pk, team.number, by=by, reason="In tre", annuls=True)
    teams.withdraw(championship.pk, team.number, by=by, reason="Era a metà", annuls=False)
    assert played(championship)[fixture.away.number] == 1
    for each in championship_standings(championship).fixtures:
        if not each.is_decided:
            reports.forfeit(each.fixture.pk, by=four.referee, lost_by="A", reason="Non c'erano")
    play_off.draw_stage(championship.pk, by=by)
    with pytest.raises(TournamentError, match="I play-off sono già sorteggiati"):
        teams.withdraw(championship.pk, team.number, by=by, reason="In tre", annuls=True)
    assert not any(each.is_void for each in championship_standings(championship).fixtures)


def test_before_the_calendar_a_team_goes_with_the_reason_in_the_log(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=2, size=1)
    page = reverse("withdraw_team", args=[club.slug, championship.code, 2])
    organiser = signed_in(four.organiser)
    assert "annuls" not in organiser.get(page).content.decode()
    assert organiser.post(page, {"reason": "Doppione"}).status_code == 303
    assert championship.teams.count() == 1
    assert club.log.get(act="championship.team-removed").reason == "Doppione"
