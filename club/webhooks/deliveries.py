"""Deliveries to webhooks: each is retried, ever more rarely, until it is accepted or some days have passed.

A worker sends them; in an embedded installation a thread does (`criccone.lifespan`). Saving never waits for a
receiver: it writes the tournament's log, from which deliveries are made later.
"""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from club.history import log as club_log
from club.models import Webhook, WebhookDelivery
from club.webhooks import addresses, posting

logger = logging.getLogger(__name__)

#: The pauses before a retry, each twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=6)
#: The time after which a delivery is given up, and a webhook that accepts nothing is switched off.
PATIENCE: Final = timedelta(days=3)
#: How long a delivery is reserved for the worker that sends it; then another may take it.
LEASE: Final = timedelta(minutes=2)
#: How long deliveries stay in their log.
KEPT: Final = timedelta(days=30)
MOST_AT_ONCE: Final = 100


@dataclass(frozen=True)
class Event:
    """Something that happened, with the URL to read more, and without anything about people."""

    id: UUID
    kind: str
    at: datetime
    club: str
    resource: str
    resource_id: str
    url: str

    @property
    def payload(self) -> dict[str, Any]:
        """The body of the request."""
        return {
            "id": str(self.id),
            "type": self.kind,
            "at": timezone.localtime(self.at).isoformat(),
            "club": self.club,
            "resource": {"kind": self.resource, "id": self.resource_id, "url": self.url},
        }


def make(webhook: Webhook, events: Iterable[Event], now: datetime) -> None:
    """Stores a delivery for each event that the webhook wants, unless it is stored already."""
    wanted = [event for event in events if event.kind in webhook.events]
    WebhookDelivery.objects.bulk_create(
        [
            WebhookDelivery(
                webhook=webhook,
                event_id=event.id,
                event=event.kind,
                payload=event.payload,
                made_at=now,
                due_at=now,
            )
            for event in wanted
        ],
        ignore_conflicts=True,
    )


def send_due(now: datetime | None = None) -> None:
    """Hands each delivery that is due to one worker; if the broker is down, the next run does it."""
    now = now or timezone.now()
    waiting = WebhookDelivery.objects.filter(delivered_at=None, given_up_at=None, webhook__is_active=True)
    due = waiting.filter(due_at__lte=now).order_by("due_at", "pk")
    for delivery_id in list(due.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        if not WebhookDelivery.objects.filter(pk=delivery_id, due_at__lte=now).update(due_at=now + LEASE):
            continue
        try:
            deliver.delay(delivery_id)
        except OperationalError:
            return


def forget(now: datetime) -> None:
    """Deletes deliveries older than `KEPT`."""
    WebhookDelivery.objects.filter(made_at__lt=now - KEPT).delete()


@shared_task(name="club.webhooks.deliver")  # type: ignore[untyped-decorator]
def deliver(delivery_id: int) -> None:
    """Sends a delivery, and stores the outcome."""
    attempt(delivery_id)


def attempt(
    delivery_id: int, now: datetime | None = None, look_up: addresses.Resolver = addresses.resolve
) -> bool:
    """Sends a waiting delivery, and stores the outcome. Returns whether it was accepted.

    The request is made outside any transaction: a slow receiver holds no lock.
    """
    now = now or timezone.now()
    deliveries = WebhookDelivery.objects.select_related("webhook__club")
    delivery = deliveries.filter(
        pk=delivery_id, delivered_at=None, given_up_at=None, webhook__is_active=True
    ).first()
    if delivery is None:
        return False
    try:
        status = _sent(delivery, now, look_up)
    except posting.NotTaken as fault:
        _note_failure(delivery, fault, now)
        return False
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        delivered_at=timezone.now(), status=status, trouble="", tries=F("tries") + 1
    )
    Webhook.objects.filter(pk=delivery.webhook_id).exclude(failing_since=None).update(failing_since=None)
    return True


def _sent(delivery: WebhookDelivery, now: datetime, look_up: addresses.Resolver) -> int:
    """The status of the receiver's answer. Raises NotTaken."""
    webhook = delivery.webhook
    try:
        target = addresses.target(webhook.url, look_up)
    except addresses.NotAllowed as fault:
        raise posting.NotTaken("private") from fault
    except (OSError, UnicodeError) as fault:
        raise posting.NotTaken("unknown-host") from fault
    body = json.dumps(delivery.payload, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Criccone",
        "Criccone-Event": delivery.event,
        "Criccone-Delivery": str(delivery.key),
        posting.SIGNATURE: posting.signature(webhook.secret, body, int(now.timestamp())),
    }
    return posting.post(target, body, headers)


def _note_failure(delivery: WebhookDelivery, fault: posting.NotTaken, now: datetime) -> None:
    """Stores the failure and when to try again; switches a webhook off that has failed for days."""
    logger.info("The webhook %s did not take %s: %s", delivery.webhook_id, delivery.pk, fault)
    tries = delivery.tries + 1
    is_over = now - delivery.made_at >= PATIENCE
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        tries=tries,
        status=fault.status,
        trouble=fault.trouble,
        due_at=now + min(FIRST_PAUSE * 2 ** min(tries - 1, 20), LONGEST_PAUSE),
        given_up_at=now if is_over else None,
    )
    with transaction.atomic():
        club = club_log.lock(delivery.webhook.club_id)
        webhook = Webhook.objects.filter(pk=delivery.webhook_id, is_active=True).first()
        if webhook is None:
            return
        webhook.failing_since = webhook.failing_since or now
        if now - webhook.failing_since >= PATIENCE:
            webhook.is_active, webhook.switched_off_at = False, now
            club_log.write(club, None, "webhook.switched-off", subject={"webhook": webhook.pk})
        webhook.save(update_fields=["failing_since", "is_active", "switched_off_at"])
