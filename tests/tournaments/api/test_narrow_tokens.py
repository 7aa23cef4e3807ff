"""What a narrowed token does not reach: its owner's roles, the codes of tables, and money without its scope."""

import pytest

from club.models import Role, RoleKind, Scope
from tests.evening import an_officer
from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_scopes import device_of

NARROW = [scope for scope in Scope.values if scope != Scope.ALL]


@pytest.mark.parametrize("scope", NARROW)
def test_a_narrowed_token_gives_no_roles_back(evening: Evening, scope: str) -> None:
    club = evening.tournament.club
    every = an_officer(club, *RoleKind.values, email="tutto@example.org")
    own = f"{evening.club_at}/officers/me/"
    narrow = [device_of(every, scope), device_of(every, *NARROW), device_of(every, Scope.ALL, club=club)]
    for device in narrow:
        refused = device.delete(own)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert Role.objects.filter(user=every).count() == len(RoleKind)


def test_a_token_of_one_club_changes_nobody_s_roles(evening: Evening) -> None:
    owner = an_officer(evening.tournament.club, RoleKind.OWNER, email="titolare@example.org")
    device = device_of(owner, Scope.ALL, club=evening.tournament.club)
    body = {"email": "nuovo@example.org", "kinds": ["owner"]}
    assert device.post(f"{evening.club_at}/invitations/", body, format="json").status_code == 403
    assert device.put(f"{evening.club_at}/officers/{owner.pk}/", {"kinds": []}, format="json").status_code == 403
    assert device_of(owner).get(f"{evening.club_at}/officers/").status_code == 200


def test_a_reading_token_gets_no_code_of_a_table_or_a_phone(evening: Evening) -> None:
    at = f"{evening.at}/rounds/1"
    shown = [f"{at}/sheets/", f"{at}/papers/sheets.pdf", f"{evening.at}/entries/1/phone/"]
    for user in (evening.people.organiser, evening.people.referee):
        reader = device_of(user, Scope.READ)
        for address in shown:
            assert reader.get(address).status_code == 403
        assert reader.get(shown[0]).json()["code"] == "scope-missing"
        assert "sheets" not in {each["name"] for each in reader.get(f"{evening.at}/files/").json()}
        assert reader.get(f"{evening.at}/log/").status_code == 200, "it reads everything else"
    results = device_of(evening.people.referee, Scope.RESULTS)
    assert [results.get(address).status_code for address in shown] == [200, 200, 403]
    desk = device_of(evening.people.organiser, Scope.EVENING)
    assert [desk.get(address).status_code for address in shown] == [403, 403, 200]
