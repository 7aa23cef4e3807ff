"""The pages and the API of webhooks: for the club's owner, and each club's own."""

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from club.models import Club, ClubLogEntry, DeviceToken, RoleKind, User, Webhook
from club.webhooks import hooks
from tests.club.webhooks.test_deliveries import a_delivery
from tests.evening import a_club, an_officer, signed_in
from tests.tournaments.api.conftest import device_of

pytestmark = pytest.mark.django_db

URL = "https://www.example.org/criccone"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, RoleKind.OWNER)


def at(club: Club) -> str:
    return f"/circoli/{club.slug}/avvisi/"


def api(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/webhooks/"


def test_the_secret_is_shown_once(club: Club, owner: User) -> None:
    client = signed_in(owner)
    made = client.post(f"{at(club)}nuovo/", {"url": URL, "events": ["round.settled"]})
    assert made.status_code == 201
    webhook = Webhook.objects.get()
    (secret,) = set(re.findall(r"whsec_[\w-]+", made.content.decode()))
    assert secret == webhook.secret
    for page in (at(club), f"{at(club)}{webhook.pk}/"):
        assert secret not in client.get(page).content.decode()
    assert ClubLogEntry.objects.filter(club=club, act="webhook.added", actor=owner).count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://10.0.0.1/"},
        {"url": "ftp://example.org"},
        {"url": ""},
        {"events": []},
        {"events": ["x"]},
    ],
    ids=repr,
)
def test_a_wrong_form_is_shown_again(club: Club, owner: User, wrong: dict[str, object]) -> None:
    answer = signed_in(owner).post(f"{at(club)}nuovo/", {"url": URL, "events": ["round.settled"], **wrong})
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def test_events_are_changed_and_it_is_switched_off_and_removed(club: Club, owner: User) -> None:
    webhook = hooks.add(club, url=URL, events=["round.settled"], by=owner)
    client, page = signed_in(owner), f"{at(club)}{webhook.pk}/"
    client.post(page, {"events": ["tournament.created", "standings.built"]})
    webhook.refresh_from_db()
    assert (webhook.events, webhook.is_active) == (["tournament.created", "standings.built"], False)
    assert client.post(f"{page}togli/").status_code == 302
    assert not Webhook.objects.exists()


def test_a_delivery_is_replayed_from_its_page(club: Club, owner: User) -> None:
    webhook = hooks.add(club, url=URL, events=["round.settled"], by=owner)
    delivery = a_delivery(webhook)
    signed_in(owner).post(f"{at(club)}{webhook.pk}/mandati/{delivery.pk}/")
    assert webhook.deliveries.filter(event_id=delivery.event_id).count() == 2


def test_one_club_sees_nothing_of_another(club: Club, owner: User) -> None:
    other = a_club("Un altro circolo")
    webhook = hooks.add(other, url=URL, events=["round.settled"], by=an_officer(other, RoleKind.OWNER))
    delivery = a_delivery(webhook)
    client, device = signed_in(owner), device_of(owner)
    assert URL not in client.get(at(club)).content.decode()
    assert device.get(api(club)).json() == []
    for page in (f"{webhook.pk}/", f"{webhook.pk}/togli/", f"{webhook.pk}/mandati/{delivery.pk}/"):
        assert client.post(at(club) + page, {"events": ["round.settled"]}).status_code == 404
    for one in (f"{webhook.pk}/", f"{webhook.pk}/deliveries/"):
        assert device.get(api(club) + one).status_code == 404
        assert device.get(api(other) + one).status_code == 403
    assert device.post(f"{api(club)}{webhook.pk}/deliveries/{delivery.pk}/replay/").status_code == 404
    assert Webhook.objects.count() == 1


def test_a_program_adds_changes_replays_and_removes(club: Club, owner: User) -> None:
    device = device_of(owner)
    made = device.post(api(club), {"url": URL, "events": ["round.settled"]}, format="json")
    assert made.status_code == 201
    told = made.json()
    assert told["secret"] == Webhook.objects.get().secret
    one = f"{api(club)}{told['id']}/"
    assert "secret" not in device.get(one).json()
    changed = device.put(one, {"events": ["standings.built"], "is_active": True}, format="json")
    assert changed.json()["events"] == ["standings.built"]
    Webhook.objects.update(events=["round.settled"])
    delivery = a_delivery(Webhook.objects.get())
    listed = device.get(f"{one}deliveries/").json()["results"]
    assert [(each["id"], each["event"]) for each in listed] == [(delivery.pk, "round.settled")]
    replayed = device.post(f"{one}deliveries/{delivery.pk}/replay/")
    assert (replayed.json()["replay"], replayed["Location"]) == (1, f"{one}deliveries/")
    twice = device.post(f"{one}deliveries/{delivery.pk}/replay/")
    assert (twice.status_code, twice.json()["code"]) == (409, "delivery-waiting"), "it is on its way already"
    assert device.delete(one).status_code == 204
    assert device.get(one).status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"url": "http://127.0.0.1/", "events": ["round.settled"]}, 422),
        ({"url": URL, "events": []}, 400),
        ({"url": URL, "events": ["x"]}, 400),
        ({"url": URL}, 400),
        ({"url": URL, "events": ["round.settled"], "secret": "x"}, 400),
    ],
)
def test_a_wrong_body_adds_nothing(club: Club, owner: User, body: dict[str, object], status: int) -> None:
    assert device_of(owner).post(api(club), body, format="json").status_code == status
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("scope", ["read", "results", "evening", "register", "money"])
def test_a_narrowed_token_opens_none(club: Club, owner: User, scope: str) -> None:
    _device, token = DeviceToken.objects.create(owner, scopes=[scope])
    assert APIClient(headers={"Authorization": f"Token {token}"}).get(api(club)).status_code == 403


def test_a_webhook_number_that_is_none_is_not_found(owner: User, club: Club) -> None:
    client: Client = signed_in(owner)
    assert client.get(f"{at(club)}99/").status_code == 404


def test_the_sites_of_a_club_change_only_as_they_were_read(club: Club, owner: User) -> None:
    device, at = device_of(owner), f"/api/v1/clubs/{club.slug}/frames/"
    read = device.get(at)["ETag"]
    body = {"origins": ["https://www.example.org"]}
    wrong = device.put(at, body, format="json", headers={"If-Match": '"altro"'})
    assert (wrong.status_code, device.get(at).json()) == (412, {"origins": []})
    assert device.put(at, body, format="json", headers={"If-Match": read}).status_code == 200
    assert device.put(at, {"origins": []}, format="json", headers={"If-Match": read}).status_code == 412
