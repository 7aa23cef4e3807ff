"""A club that wants more than a password of its officers, and what they read until they have it."""

import pytest
from rest_framework.test import APIClient

from club.access import RIGHTS, rights
from club.accounts import second_factor_policy
from club.errors import ClubError
from club.models import Club, DeviceToken, RoleKind, User
from tests.club.accounts.entering import said, with_app
from tests.evening import a_club, a_tournament, an_officer, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def demanding(club: Club, owner: User) -> Club:
    second_factor_policy.require_second_factor(club, required=True, by=with_app(owner))
    club.refresh_from_db()
    return club


def test_an_owner_without_it_cannot_ask_others_for_it(club: Club, owner: User) -> None:
    answer = signed_in(owner).post(
        f"/circoli/{club.slug}/incarichi/secondo-fattore/", {"requires_second_factor": "on"}
    )
    assert answer.status_code == 409
    assert "Prima aggiungi un secondo fattore al tuo accesso" in said(answer)
    club.refresh_from_db()
    assert not club.requires_second_factor


def test_the_owner_asks_for_it_and_lets_it_go_and_the_log_says_so(club: Club, owner: User) -> None:
    client = signed_in(with_app(owner))
    at = f"/circoli/{club.slug}/incarichi/secondo-fattore/"
    for sent, required in (({"requires_second_factor": "on"}, True), ({}, False), ({}, False)):
        client.post(at, sent)
        club.refresh_from_db()
        assert club.requires_second_factor is required
    assert [entry.act for entry in club.log.all()] == ["second-factor.required", "second-factor.free"]
    assert "ha chiesto a tutti il secondo fattore" in said(client.get(f"/circoli/{club.slug}/incarichi/"))


def test_without_it_roles_open_nothing_and_with_it_what_they_did(demanding: Club) -> None:
    referee = an_officer(demanding, RoleKind.REFEREE)
    elsewhere = a_club("Un altro circolo")
    assert rights(referee, demanding) == frozenset()
    assert rights(an_officer(elsewhere, RoleKind.REFEREE), elsewhere) == RIGHTS[RoleKind.REFEREE]
    with_app(referee)
    assert rights(referee, demanding) == RIGHTS[RoleKind.REFEREE]


def test_the_pages_say_what_is_missing_and_how_to_add_it(demanding: Club) -> None:
    tournament = a_tournament(demanding, pairs=2)
    client = signed_in(an_officer(demanding, RoleKind.ORGANISER))
    for page in (f"/circoli/{demanding.slug}/persone/", f"/t/{tournament.code}/iscrizioni/"):
        answer = client.get(page)
        assert answer.status_code == 403, page
        assert "Manca il secondo fattore" in said(answer)
        assert 'href="/accesso/secondo-fattore/"' in said(answer)
        assert f'href="{page}"' in said(answer), "and the way back here"
    assert client.get(f"/t/{tournament.code}/").status_code == 200, "what is public stays so"
    assert "chiede un secondo fattore" in said(client.get("/accesso/"))


def test_a_stranger_is_not_told_of_it(demanding: Club) -> None:
    stranger = an_officer(a_club("Un altro circolo"), *RoleKind)
    answer = signed_in(stranger).get(f"/circoli/{demanding.slug}/persone/")
    assert answer.status_code == 403
    assert "Manca il secondo fattore" not in said(answer)


def test_a_program_is_told_of_it_by_a_code(demanding: Club) -> None:
    _device, token = DeviceToken.objects.create(user=an_officer(demanding, RoleKind.SECRETARY))
    answer = APIClient(headers={"Authorization": f"Token {token}"}).get(
        f"/api/v1/clubs/{demanding.slug}/people/"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "second-factor-missing")
    (office,) = APIClient(headers={"Authorization": f"Token {token}"}).get("/api/v1/me/").json()["clubs"]
    assert (office["roles"], office["rights"]) == (["secretary"], [])


def test_who_was_an_owner_when_the_page_opened_asks_for_nothing(club: Club, owner: User) -> None:
    former = with_app(an_officer(club, RoleKind.REFEREE))
    with pytest.raises(ClubError) as refused:
        second_factor_policy.require_second_factor(club, required=True, by=former)
    assert refused.value.code == "not-owner"
