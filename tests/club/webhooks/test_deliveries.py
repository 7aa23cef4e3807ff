"""Deliveries: sent until they are taken, ever more rarely, given up after days; replayed by hand."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from club.errors import ClubError, ClubInputRefused, NotFound
from club.models import Club, ClubLogEntry, RoleKind, User, Webhook, WebhookDelivery
from club.webhooks import deliveries, hooks
from club.webhooks.deliveries import Event
from tests.club.webhooks.receiver import Receiver, listening
from tests.evening import a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _own_network(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with listening() as one:
        yield one


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, RoleKind.OWNER)


def a_webhook(club: Club, owner: User, url: str) -> Webhook:
    return hooks.add(club, url=url, events=["round.settled"], by=owner)


def an_event(kind: str = "round.settled") -> Event:
    url = "https://torneo.example.org/api/v1/tournaments/abc/rounds/2/"
    return Event(uuid4(), kind, NOW, "circolo-mazzini", "round", "abc/2", url)


def a_delivery(webhook: Webhook) -> WebhookDelivery:
    deliveries.make(webhook, [an_event()], NOW)
    return webhook.deliveries.all()[0]


def test_an_event_arrives_signed_once(club: Club, owner: User, receiver: Receiver) -> None:
    webhook = a_webhook(club, owner, receiver.url)
    deliveries.make(webhook, [an_event(), an_event("tournament.created")], NOW)
    deliveries.send_due(NOW + timedelta(seconds=1))
    deliveries.send_due(NOW + timedelta(hours=1))
    (body,), (sent,) = receiver.bodies, receiver.sent
    told = json.loads(body)
    assert told["type"] == sent["Criccone-Event"] == "round.settled", "and not the one that it does not want"
    assert set(told) == {"id", "type", "at", "club", "resource"}
    assert set(told["resource"]) == {"kind", "id", "url"}
    moment, signed = (part.partition("=")[2] for part in sent["Criccone-Signature"].split(","))
    expected = hmac.new(webhook.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    assert signed == expected.hexdigest()
    (delivery,) = webhook.deliveries.all()
    assert (delivery.status, delivery.tries) == (200, 1)
    assert delivery.delivered_at is not None


def test_the_same_event_is_stored_once(club: Club, owner: User) -> None:
    webhook, event = a_webhook(club, owner, "https://example.org/"), an_event()
    for _time in range(2):
        deliveries.make(webhook, [event], NOW)
    assert webhook.deliveries.count() == 1


def test_a_failure_is_tried_again_ever_more_rarely(club: Club, owner: User, receiver: Receiver) -> None:
    receiver.status = 503
    webhook = a_webhook(club, owner, receiver.url)
    delivery, now, pauses = a_delivery(webhook), NOW, []
    for _time in range(5):
        assert not deliveries.attempt(delivery.pk, now)
        delivery.refresh_from_db()
        pauses.append((delivery.due_at - now).total_seconds())
        now = delivery.due_at
    assert pauses == [30, 60, 120, 240, 480]
    assert (delivery.status, delivery.trouble, delivery.tries) == (503, "refused", 5)
    webhook.refresh_from_db()
    assert webhook.failing_since == NOW
    receiver.status = 204
    assert deliveries.attempt(delivery.pk, now)
    webhook.refresh_from_db()
    assert (webhook.failing_since, webhook.is_active) == (None, True)


def test_after_three_days_it_is_switched_off_and_the_owner_reads_it_on_the_desk(
    club: Club, owner: User, receiver: Receiver
) -> None:
    receiver.status = 500
    webhook = a_webhook(club, owner, receiver.url)
    delivery = a_delivery(webhook)
    deliveries.attempt(delivery.pk, NOW)
    assert "non è più avvisato" not in signed_in(owner).get(f"/circoli/{club.slug}/banco/").content.decode()
    deliveries.attempt(delivery.pk, NOW + timedelta(days=3, hours=1))
    webhook.refresh_from_db()
    delivery.refresh_from_db()
    assert not webhook.is_active
    assert webhook.switched_off_at is not None
    assert delivery.given_up_at is not None
    assert ClubLogEntry.objects.filter(club=club, act="webhook.switched-off").count() == 1
    assert "non è più avvisato" in signed_in(owner).get(f"/circoli/{club.slug}/banco/").content.decode()
    seen = len(receiver.bodies)
    deliveries.send_due(NOW + timedelta(days=4))
    assert len(receiver.bodies) == seen
    hooks.change(club, webhook.pk, events=webhook.events, is_active=True, by=owner)
    webhook.refresh_from_db()
    assert (webhook.failing_since, webhook.switched_off_at) == (None, None)


def test_a_name_that_turns_private_gets_nothing(
    club: Club, owner: User, receiver: Receiver, settings: Settings
) -> None:
    webhook = a_webhook(club, owner, f"http://example.org:{receiver.port}/")
    Webhook.objects.update(url="http://example.org:8080/")
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    delivery = a_delivery(webhook)
    assert not deliveries.attempt(delivery.pk, NOW, lambda *_asked: ["127.0.0.1"])
    delivery.refresh_from_db()
    assert delivery.trouble == "private"
    assert receiver.bodies == []


def test_an_unknown_name_is_a_failure_like_others(club: Club, owner: User) -> None:
    def unknown(*_asked: object) -> list[str]:
        raise OSError

    delivery = a_delivery(a_webhook(club, owner, "https://example.org/"))
    assert not deliveries.attempt(delivery.pk, NOW, unknown)
    delivery.refresh_from_db()
    assert delivery.trouble == "unknown-host"


def test_a_replay_is_the_same_event_again(club: Club, owner: User, receiver: Receiver) -> None:
    webhook = a_webhook(club, owner, receiver.url)
    delivery = a_delivery(webhook)
    deliveries.send_due()
    again = hooks.replay(club, webhook.pk, delivery.pk)
    deliveries.send_due()
    first, second = map(json.loads, receiver.bodies)
    assert first == second
    assert again.replay == 1
    assert hooks.replay(club, webhook.pk, delivery.pk).replay == 2, "the one before has been sent"
    with pytest.raises(ClubError) as waiting:
        hooks.replay(club, webhook.pk, delivery.pk)
    assert waiting.value.code == "delivery-waiting"
    keys = {sent["Criccone-Delivery"] for sent in receiver.sent}
    assert len(keys) == 2
    with pytest.raises(NotFound):
        hooks.replay(a_club("Un altro circolo"), webhook.pk, delivery.pk)
    hooks.change(club, webhook.pk, events=webhook.events, is_active=False, by=owner)
    with pytest.raises(ClubError):
        hooks.replay(club, webhook.pk, delivery.pk)


def test_a_club_has_ten_at_most(club: Club, owner: User) -> None:
    for number in range(10):
        a_webhook(club, owner, f"https://example.org/{number}")
    with pytest.raises(ClubError):
        a_webhook(club, owner, "https://example.org/")


def test_an_address_that_leads_nowhere_public_is_not_stored(
    club: Club, owner: User, settings: Settings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    with pytest.raises(ClubInputRefused):
        a_webhook(club, owner, "http://127.0.0.1:8000/")
    assert not Webhook.objects.exists()


def test_the_log_goes_back_thirty_days(club: Club, owner: User) -> None:
    webhook = a_webhook(club, owner, "https://example.org/")
    a_delivery(webhook)
    deliveries.forget(NOW + timedelta(days=29))
    assert webhook.deliveries.count() == 1
    deliveries.forget(NOW + timedelta(days=31))
    assert webhook.deliveries.count() == 0
