"""The captain's code, which opens one team and no other."""

import pytest

from tests.evening import a_club, four_people
from tests.tournaments.championships.played import a_championship
from tournaments.championships import captain_codes
from tournaments.models import Championship
from tournaments.results.codes import CodeRefused

pytestmark = pytest.mark.django_db


def test_a_code_of_another_installation_opens_no_team_that_has_its_teams_key_here() -> None:
    """After a restore beside other clubs, where the old secret is kept for the sheets that were printed."""
    club = a_club()
    championship = a_championship(club, four_people(club).organiser, of=2)
    team = championship.teams.get(number=1)
    code = captain_codes.code_of(team)
    assert captain_codes.team_of(code) == team
    Championship.objects.filter(pk=championship.pk).update(code="altro")
    with pytest.raises(CodeRefused) as refused:
        captain_codes.team_of(code)
    assert refused.value.code == "captain-code-unknown"
