"""A club's people, as its desk and its secretary find them; and what an account may do where."""

import pytest

from club.models import RoleKind
from club.register import people
from tests.evening import an_officer
from tests.tournaments.api.conftest import Evening, device_of


def test_a_few_letters_find_people_of_this_club_only(evening: Evening) -> None:
    people.add(evening.tournament.club, last_name="Nicolò", first_name="Però")
    other = evening.people.stranger.roles.first().club
    people.add(other, last_name="Nicolai", first_name="Ada")
    found = evening.organiser.get(f"{evening.club_at}/people/?letters=nico").json()
    assert [person["name"] for person in found] == ["Nicolò Però"]


def test_never_more_are_found_than_one_reads(evening: Evening) -> None:
    for number in range(30):
        people.add(evening.tournament.club, last_name="Bianchi", first_name=f"A{number}")
    assert len(evening.organiser.get(f"{evening.club_at}/people/?letters=bia").json()) == 20


@pytest.mark.parametrize("query", ["", "?letters=", "?letters=%00", f"?letters={'x' * 131}"])
def test_letters_are_needed(evening: Evening, query: str) -> None:
    response = evening.organiser.get(f"{evening.club_at}/people/{query}")
    assert response.status_code == 400
    assert "letters" in response.json()["fields"]


@pytest.mark.parametrize("kind", [RoleKind.SECRETARY, RoleKind.TREASURER, RoleKind.OWNER])
def test_who_keeps_the_register_finds_people_and_runs_no_evening(evening: Evening, kind: RoleKind) -> None:
    device = device_of(an_officer(evening.tournament.club, kind))
    assert device.get(f"{evening.club_at}/people/?letters=cog").status_code == 200
    assert device.post(f"{evening.at}/rounds/").status_code == 403
    assert device.put(evening.deal_at(), {}, format="json").status_code == 403


def test_a_guest_is_added_with_the_day_of_the_consent(evening: Evening) -> None:
    body = {"last_name": "Zanasi", "first_name": "Olga", "name_consent_on": "2026-11-21"}
    response = evening.organiser.post(f"{evening.club_at}/people/", body, format="json")
    assert response.status_code == 201
    assert response.json() == {
        "id": evening.tournament.club.people.get(last_name="Zanasi").pk,
        "name": "Zanasi Olga",
        "is_guest": True,
        **body,
    }


def test_an_account_reads_its_rights_club_by_club(evening: Evening) -> None:
    answer = evening.referee.get("/api/v1/me/").json()
    assert answer["email"] == evening.people.referee.email
    assert answer["clubs"] == [
        {
            "club": evening.referee.get(f"{evening.club_at}/").json(),
            "roles": ["referee"],
            "rights": ["correct_results", "enter_results"],
        }
    ]
    assert evening.devices["player"].get("/api/v1/me/").json()["clubs"] == []
