"""Scopes of tokens: each leaves a part of its owner's rights, and never adds any."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.access import PRINTERS, READERS, RIGHTS, SCOPES, Right, narrowed
from club.accounts import tokens
from club.models import Club, DeviceToken, Person, RoleKind, Scope, User
from tests.evening import PASSWORD, a_club, an_officer
from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_deals import by_cards, sent


def device_of(user: User, *scopes: str, club: Club | None = None) -> APIClient:
    _device, token = DeviceToken.objects.create(user, scopes=list(scopes or [Scope.ALL]), club=club)
    return APIClient(headers={"Authorization": f"Token {token}"})


def enter(client: APIClient, evening: Evening) -> int:
    return sent(client, evening.deal_at(), **by_cards(evening)).status_code  # type: ignore[no-any-return]


def test_a_reading_token_reads_full_names_and_changes_nothing(evening: Evening) -> None:
    Person.objects.update(name_consent_on=None)
    reader = device_of(evening.people.organiser, Scope.READ)
    whole = evening.organiser.get(f"{evening.at}/entries/").json()
    assert reader.get(f"{evening.at}/entries/").json() == whole
    assert reader.get(f"{evening.at}/entries/").json() != evening.anybody.get(f"{evening.at}/entries/").json()
    assert enter(reader, evening) == 403
    refused = reader.post(f"{evening.at}/rounds/1/settle/", {"version": 1}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert reader.get(f"{evening.club_at}/people/?letters=ro").status_code == 403, "nor does it find people"


def test_a_token_for_results_enters_them_and_does_not_run_the_evening(evening: Evening) -> None:
    device = device_of(evening.people.organiser, Scope.RESULTS)
    assert enter(device, evening) == 200
    assert device.post(f"{evening.at}/close/", {}, format="json").status_code == 403


def test_a_token_for_the_evening_enters_no_results(evening: Evening) -> None:
    device = device_of(evening.people.organiser, Scope.EVENING)
    assert enter(device, evening) == 403
    assert device.get(f"{evening.club_at}/people/?letters=ro").status_code == 200


@pytest.mark.parametrize("scope", Scope.values)
@pytest.mark.parametrize("kind", RoleKind.values)
@pytest.mark.parametrize("readers", [READERS, PRINTERS, frozenset()], ids=["reading", "printing", "writing"])
def test_no_scope_gives_what_its_owner_has_not(kind: str, scope: str, readers: frozenset[str]) -> None:
    held = RIGHTS[kind]
    club = Club(pk=1)
    left = narrowed(held, DeviceToken(scopes=[scope]), club, readers=readers)
    assert left <= held
    assert scope != Scope.ALL or left == held
    assert not narrowed(held, DeviceToken(scopes=[scope], club_id=2), club, readers=readers)


def test_register_and_money_are_apart_and_roles_are_given_by_whole_tokens_only() -> None:
    assert SCOPES[Scope.REGISTER] == {Right.KEEP_REGISTER}
    assert SCOPES[Scope.MONEY] == {Right.KEEP_ACCOUNTS}
    assert [scope for scope, rights in SCOPES.items() if Right.GIVE_ROLES in rights] == [Scope.ALL]
    assert SCOPES.keys() == set(Scope.values)


def test_a_token_of_one_club_is_a_stranger_in_another(evening: Evening) -> None:
    user = evening.people.organiser
    Person.objects.update(name_consent_on=None)
    other = a_club("Un altro circolo")
    device = device_of(user, club=other)
    assert enter(device, evening) == 403
    assert device.get(f"{evening.at}/entries/").json() == evening.anybody.get(f"{evening.at}/entries/").json()
    assert device_of(user, club=evening.tournament.club).get(f"{evening.at}/log/").status_code == 200


def test_me_tells_a_device_the_rights_that_it_has(evening: Evening) -> None:
    (office,) = device_of(evening.people.organiser, Scope.RESULTS).get("/api/v1/me/").json()["clubs"]
    assert office["rights"] == ["correct_results", "enter_results"]
    (office,) = evening.organiser.get("/api/v1/me/").json()["clubs"]
    assert office["rights"] == ["correct_results", "enter_results", "run_evening"]


def test_a_narrowed_token_sees_and_ends_no_other_but_itself(evening: Evening) -> None:
    user = evening.people.organiser
    other = DeviceToken.objects.filter(user=user).get()
    device = device_of(user, Scope.READ)
    assert device.get("/api/v1/tokens/").json()["code"] == "scope-missing"
    assert device.delete(f"/api/v1/tokens/{other.token_key}/").status_code == 403
    own = DeviceToken.objects.filter(user=user).exclude(pk=other.pk).get()
    assert device.delete(f"/api/v1/tokens/{own.token_key}/").status_code == 204
    assert list(DeviceToken.objects.filter(user=user)) == [other]


def test_a_token_is_made_narrow_by_a_program(evening: Evening) -> None:
    end = (timezone.now() + timedelta(days=2)).isoformat()
    club = evening.tournament.club.slug
    body = {"email": evening.people.referee.email, "password": PASSWORD, "device": "Tabellone"}
    narrow = {"scopes": ["read", "results"], "club": club, "ends_at": end}
    made = APIClient().post("/api/v1/tokens/", {**body, **narrow}, format="json")
    assert made.status_code == 201
    told = made.json()
    assert (told["scopes"], told["club"], told["renews"]) == (["read", "results"], club, False)
    assert told["used_at"] is None
    late = {"ends_at": (timezone.now() + timedelta(days=400)).isoformat()}
    assert APIClient().post("/api/v1/tokens/", {**body, **late}, format="json").status_code == 422
    for wrong in ({"scopes": ["everything"]}, {"scopes": []}, {"club": "nessuno"}):
        assert APIClient().post("/api/v1/tokens/", {**body, **wrong}, format="json").status_code == 400
    assert DeviceToken.objects.filter(name="Tabellone").count() == 1


def test_a_token_with_a_chosen_end_is_not_made_longer_by_use(evening: Evening) -> None:
    end = timezone.now() + timedelta(days=2)
    body = {"email": evening.people.referee.email, "password": PASSWORD, "device": "Tabellone"}
    made = APIClient().post("/api/v1/tokens/", {**body, "ends_at": end.isoformat()}, format="json").json()
    device = APIClient(headers={"Authorization": f"Token {made['token']}"})
    assert device.get("/api/v1/me/").status_code == 200
    kept = DeviceToken.objects.get(token_key=made["id"])
    assert abs(kept.expiry - end) < timedelta(seconds=5)
    assert kept.is_at_its_end


def test_a_use_is_written_every_five_minutes_at_most(evening: Evening) -> None:
    device = DeviceToken.objects.get(user=evening.people.referee)
    DeviceToken.objects.update(used_at=None)
    evening.referee.get("/api/v1/me/")
    device.refresh_from_db()
    first = device.used_at
    assert first is not None
    evening.referee.get("/api/v1/me/")
    device.refresh_from_db()
    assert device.used_at == first
    DeviceToken.objects.update(used_at=first - timedelta(minutes=6))
    evening.referee.get("/api/v1/me/")
    device.refresh_from_db()
    assert device.used_at is not None
    assert device.used_at >= first


def test_a_token_loses_the_role_with_its_owner(evening: Evening) -> None:
    officer = an_officer(evening.tournament.club, RoleKind.ORGANISER, email="breve@example.org")
    device = device_of(officer, Scope.EVENING)
    assert device.get(f"{evening.club_at}/people/?letters=ro").status_code == 200
    officer.roles.all().delete()
    assert device.get(f"{evening.club_at}/people/?letters=ro").status_code == 403


def test_a_link_of_the_desk_gives_a_program_its_token_once(evening: Evening) -> None:
    word = tokens.offer_link(
        evening.people.referee, evening.tournament.club, name="Tabellone", opens="/t/uno/proiettore/"
    )
    at = f"/api/v1/device-links/{word}/"
    told = APIClient().post(at)
    assert told.status_code == 201
    assert (told.json()["scopes"], told.json()["opens"]) == (["read"], "/t/uno/proiettore/")
    device = APIClient(headers={"Authorization": f"Token {told.json()['token']}"})
    assert device.get(f"{evening.at}/entries/").status_code == 200
    assert enter(device, evening) == 403
    assert APIClient().post(at).status_code == 404
    assert device.delete(told["Location"]).status_code == 204
    assert APIClient().post("/api/v1/device-links/indovinato/").status_code == 404


def test_a_link_ends_after_ten_minutes(evening: Evening) -> None:
    now = timezone.now()
    word = tokens.offer_link(
        evening.people.referee, evening.tournament.club, name="x", opens="/", now=now - timedelta(minutes=11)
    )
    assert APIClient().post(f"/api/v1/device-links/{word}/").status_code == 404
