"""The events of tournaments for webhooks: read from the logs afterwards, so that saves do no extra work.

Every act of a tournament is an entry of its log, and standings are rows of their own. Each run makes the
deliveries of the entries and rows added since the last run. The id of an event is made from its entry, so
that no event is delivered twice, and none is lost while this process is down.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from club.models import Webhook, WebhookEvent
from club.webhooks import deliveries
from club.webhooks.deliveries import Event
from tournaments.models import LogEntry, Snapshot, Tournament

logger = logging.getLogger(__name__)

#: The seconds between two runs, which are also the longest that an event waits.
EVERY_SECONDS: Final = 5.0
#: Rows read again at each run: a transaction may commit a row after another with a higher number.
OVERLAP: Final = 500
MOST_AT_ONCE: Final = 2_000
#: The results of a tournament in each slot of this length make one event, sent after the slot, so that its
#: reader finds all of them. An entry may be committed a little later than its time.
TOGETHER, LATE = timedelta(seconds=10), timedelta(seconds=3)

#: The event of each act of the log, where there is one.
EVENT_OF_ACT: Final = {
    **{
        event.value: event
        for event in WebhookEvent
        if event not in (WebhookEvent.RESULT_ENTERED, WebhookEvent.STANDINGS_BUILT)
    },
    "tournament.ranking": WebhookEvent.TOURNAMENT_CHANGED,
    **dict.fromkeys(["deal.entered", "deal.corrected", "deal.erased"], WebhookEvent.RESULT_ENTERED),
    **dict.fromkeys(
        ["entry.withdrawn", "entry.returned", "entry.expelled", "entry.substituted", "entry.present"],
        WebhookEvent.ENTRY_CHANGED,
    ),
    **dict.fromkeys(
        ["entry.absent", "entry.all-present", "entry.substitution-ended", "entries.seeded"],
        WebhookEvent.ENTRY_CHANGED,
    ),
}
#: Events of which there is one for each slot.
GATHERED: Final = {WebhookEvent.RESULT_ENTERED, WebhookEvent.ENTRY_CHANGED}
NAMESPACE: Final = UUID("3c1f1a7e-6f0b-4a57-9b0e-2f4a1c9d7e55")


@shared_task(name="tournaments.webhooks.run", expires=EVERY_SECONDS)  # type: ignore[untyped-decorator]
def run(now: datetime | None = None) -> None:
    """Makes the deliveries of new events, and sends those that are due. One query without webhooks."""
    now = now or timezone.now()
    webhooks = list(Webhook.objects.filter(is_active=True).select_related("club"))
    for webhook in webhooks:
        read(webhook, now)
    if webhooks:
        deliveries.forget(now)
        deliveries.send_due(now)


def run_in_thread() -> None:
    """Calls `run` in the thread of an embedded installation, which an error of one run must not end.

    Raises DatabaseError.
    """
    try:
        run()
    except DatabaseError:
        raise
    except Exception:  # otherwise the thread would end, and no event would be sent until the next start
        logger.exception("Webhooks were not run: unexpected error")


def read(webhook: Webhook, now: datetime) -> None:
    """Makes the deliveries of events added since the last run. Six queries at most."""
    newest = {
        "read_to_entry": LogEntry.objects.aggregate(last=Max("pk"))["last"] or 0,
        "read_to_snapshot": Snapshot.objects.aggregate(last=Max("pk"))["last"] or 0,
    }
    entries, snapshots = list(_entries(webhook)), list(_snapshots(webhook))
    early = {entry.pk for entry in entries if _is_early(entry, now)}
    ready = [entry for entry in entries if entry.pk not in early]
    events = [*_of_entries(ready), *(_of_snapshot(snapshot) for snapshot in snapshots)]
    if events:
        deliveries.make(webhook, sorted(events, key=lambda event: event.at), now)
    # The next run goes on where this one reached its limit.
    if len(entries) == MOST_AT_ONCE:
        newest["read_to_entry"] = entries[-1].pk + OVERLAP
    if len(snapshots) == MOST_AT_ONCE:
        newest["read_to_snapshot"] = snapshots[-1].pk + OVERLAP
    if early:
        newest["read_to_entry"] = min(newest["read_to_entry"], min(early) - 1 + OVERLAP)
    Webhook.objects.filter(pk=webhook.pk).exclude(**newest).update(**newest)


def _entries(webhook: Webhook) -> Iterator[LogEntry]:
    since = webhook.read_to_entry - OVERLAP
    entries = LogEntry.objects.filter(pk__gt=since, at__gte=webhook.made_at, act__in=EVENT_OF_ACT)
    of_club = entries.filter(tournament__club=webhook.club).select_related("tournament__club")
    yield from of_club.order_by("pk")[:MOST_AT_ONCE]


def _snapshots(webhook: Webhook) -> Iterator[Snapshot]:
    since = webhook.read_to_snapshot - OVERLAP
    snapshots = Snapshot.objects.filter(pk__gt=since, built_at__gte=webhook.made_at)
    of_club = snapshots.filter(tournament__club=webhook.club).select_related("tournament__club")
    yield from of_club.only("built_at", "round_number", "tournament").order_by("pk")[:MOST_AT_ONCE]


def _slot(entry: LogEntry) -> int:
    """The number of the entry's slot."""
    return int(entry.at.timestamp() // TOGETHER.total_seconds())


def _is_early(entry: LogEntry, now: datetime) -> bool:
    """Whether the slot of the entry's event is not over yet."""
    end = (_slot(entry) + 1) * TOGETHER.total_seconds() + LATE.total_seconds()
    return EVENT_OF_ACT[entry.act] in GATHERED and now.timestamp() < end


def _of_entries(entries: list[LogEntry]) -> Iterator[Event]:
    """An event for each entry; for those of one slot, events with the same id."""
    for entry in entries:
        event = EVENT_OF_ACT[entry.act]
        occasion = f"at {_slot(entry)}" if event in GATHERED else str(entry.number)
        name = f"{event} {entry.tournament.code} {occasion}"
        yield _event(event, entry.tournament, entry.at, name, entry.subject)


def _of_snapshot(snapshot: Snapshot) -> Event:
    tournament = snapshot.tournament
    name = f"standings {tournament.code} {snapshot.pk}"
    return _event(
        WebhookEvent.STANDINGS_BUILT, tournament, snapshot.built_at, name, {"turn": snapshot.round_number}
    )


def _event(
    event: WebhookEvent, tournament: Tournament, at: datetime, name: str, subject: dict[str, object]
) -> Event:
    kind, resource_id, path = _resource(event, tournament.code, subject)
    return Event(
        id=uuid5(NAMESPACE, name),
        kind=event.value,
        at=at,
        club=tournament.club.slug,
        resource=kind,
        resource_id=resource_id,
        url=f"{settings.SITE_URL}{path}",
    )


def _resource(event: WebhookEvent, code: str, subject: dict[str, object]) -> tuple[str, str, str]:
    """The kind and id of the event's resource, and its path in the API."""
    turn, entry = subject.get("turn"), subject.get("entry")
    if event.startswith("round.") and turn:
        return "round", f"{code}/{turn}", reverse("v1:round", args=[code, turn])
    if event in (WebhookEvent.RESULT_ENTERED, WebhookEvent.RULING_GIVEN, WebhookEvent.RULING_REVOKED):
        return "results", code, reverse("v1:results", args=[code])
    if event == WebhookEvent.STANDINGS_BUILT:
        return "standings", f"{code}/{turn}", reverse("v1:standings", args=[code])
    if event == WebhookEvent.ENTRY_ENTERED and entry:
        return "entry", f"{code}/{entry}", reverse("v1:entry", args=[code, entry])
    if event.startswith("entry."):
        return "entries", code, reverse("v1:entries", args=[code])
    if event.startswith("booking."):
        return "booking", f"{code}/{subject.get('booking')}", reverse("v1:tournament", args=[code])
    return "tournament", code, reverse("v1:tournament", args=[code])
