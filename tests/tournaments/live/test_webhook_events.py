"""What happens in an evening reaches a webhook, each event once, and nothing about anybody."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from club.models import Club, Person, RoleKind, Webhook, WebhookDelivery, WebhookEvent
from club.webhooks import hooks
from tests.club.webhooks.receiver import Receiver, listening
from tests.evening import a_club, a_round, a_tournament, an_officer, settle
from tests.tournaments.live.server import serving
from tournaments.live import webhook_events
from tournaments.models import LogEntry, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    settings.SITE_URL = "https://torneo.example.org"
    with listening() as one:
        yield one


def run_later() -> None:
    """A run after all that is told together is over."""
    webhook_events.run(timezone.now() + timedelta(seconds=20))


def a_webhook(club: Club, url: str, events: list[str] | None = None) -> Webhook:
    owner = an_officer(club, RoleKind.OWNER, email=f"titolare-{club.pk}@example.org")
    return hooks.add(club, url=url, events=events or WebhookEvent.values, by=owner)


def played(club: Club) -> Tournament:
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    return tournament


def test_a_round_is_told_from_its_publication_to_its_standings(receiver: Receiver) -> None:
    club = a_club()
    webhook = a_webhook(club, receiver.url)
    tournament = played(club)
    run_later()
    run_later()
    told = [json.loads(body) for body in receiver.bodies]
    kinds = Counter(each["type"] for each in told)
    assert kinds["round.published"] == kinds["round.playing"] == kinds["round.settled"] == 1
    assert kinds["standings.built"] == 1
    assert 1 <= kinds["result.entered"] <= 2, "not one for each deal"
    (settled,) = (each for each in told if each["type"] == "round.settled")
    assert settled["resource"] == {
        "kind": "round",
        "id": f"{tournament.code}/1",
        "url": f"https://torneo.example.org/api/v1/tournaments/{tournament.code}/rounds/1/",
    }
    assert webhook.deliveries.filter(delivered_at=None).count() == 0


def test_results_are_told_together_after_the_last_of_them(receiver: Receiver) -> None:
    """Who reads at an event finds all that it stands for."""
    club = a_club()
    webhook = a_webhook(club, receiver.url, ["result.entered"])
    played(club)
    moments = LogEntry.objects.filter(act="deal.entered").values_list("at", flat=True)
    webhook_events.read(webhook, min(moments) + timedelta(milliseconds=1))
    assert webhook.deliveries.count() == 0, "more may come"
    webhook.refresh_from_db()
    webhook_events.read(webhook, max(moments) + timedelta(seconds=14))
    assert webhook.deliveries.count() >= 1
    webhook.refresh_from_db()
    told = webhook.deliveries.count()
    webhook_events.read(webhook, max(moments) + timedelta(seconds=60))
    assert webhook.deliveries.count() == told


def test_nothing_personal_is_told(receiver: Receiver) -> None:
    club = a_club()
    a_webhook(club, receiver.url)
    played(club)
    run_later()
    whole = b" ".join(receiver.bodies).decode()
    assert receiver.bodies
    for person in Person.objects.all():
        assert person.last_name not in whole


def test_what_happened_before_and_what_happens_elsewhere_is_not_told(receiver: Receiver) -> None:
    club = a_club()
    played(club)
    a_webhook(club, receiver.url)
    played(a_club("Un altro circolo"))
    run_later()
    assert receiver.bodies == []


def test_what_happened_while_nothing_ran_is_told_later_and_once(receiver: Receiver) -> None:
    club = a_club()
    webhook = a_webhook(club, receiver.url, ["tournament.created"])
    webhook_events.run()
    for _time in range(3):
        a_tournament(club, pairs=4)
    webhook_events.run()
    webhook_events.run()
    assert (
        len(receiver.bodies)
        == webhook.deliveries.count()
        == LogEntry.objects.filter(act="tournament.created").count()
    )


def test_an_entry_committed_late_is_told_too(receiver: Receiver) -> None:
    """Another transaction may commit an entry after one with a higher number."""
    club = a_club()
    webhook = a_webhook(club, receiver.url, ["tournament.created"])
    a_tournament(club, pairs=4)
    newest = LogEntry.objects.order_by("-pk")[0].pk
    Webhook.objects.update(read_to_entry=newest + 100)
    webhook_events.run()
    assert webhook.deliveries.count() >= 1


def test_two_webhooks_are_told_the_same_event(receiver: Receiver) -> None:
    club = a_club()
    a_webhook(club, receiver.url, ["tournament.created"])
    hooks.add(club, url=receiver.url, events=["tournament.created"], by=an_officer(club, RoleKind.OWNER))
    a_tournament(club, pairs=4)
    webhook_events.run()
    first, second = (json.loads(body)["id"] for body in receiver.bodies)
    assert first == second


def test_a_run_without_webhooks_is_one_query() -> None:
    played(a_club())
    with CaptureQueriesContext(connection) as queries:
        webhook_events.run()
    assert len(queries) == 1


def test_reading_takes_the_same_queries_for_any_number_of_events() -> None:
    club = a_club()
    webhook = a_webhook(club, "https://example.org/")

    def reading() -> int:
        with CaptureQueriesContext(connection) as queries:
            webhook_events.read(webhook, timezone.now())
        return len(queries)

    a_tournament(club, pairs=4)
    few = reading()
    for _time in range(4):
        a_tournament(club, pairs=4)
    assert reading() == few
    assert WebhookDelivery.objects.count() >= 5


@pytest.mark.slow
def test_the_server_itself_tells_what_another_process_did(receiver: Receiver, tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="", WEBHOOKS_TO_PRIVATE_ADDRESSES="1") as server:
        server.do(
            "from club.webhooks import hooks; from tests.evening import an_officer; club = a_club(); "
            f"hooks.add(club, url='{receiver.url}', events=['tournament.created'], by=an_officer(club)); "
            "a_tournament(club, pairs=4)"
        )
        until = time.monotonic() + 60
        while not receiver.bodies and time.monotonic() < until:
            time.sleep(0.2)
    assert json.loads(receiver.bodies[0])["type"] == "tournament.created"


def test_every_event_has_an_act_that_is_written() -> None:
    assert set(webhook_events.EVENT_OF_ACT.values()) | {WebhookEvent.STANDINGS_BUILT} == set(WebhookEvent)
