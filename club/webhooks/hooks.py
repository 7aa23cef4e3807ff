"""A club's webhooks: added with a secret that is shown once, changed, removed, and their events replayed."""

import secrets
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.history import log
from club.models import Club, User, Webhook, WebhookDelivery
from club.queries import first_or_not_found
from club.webhooks import addresses

MOST_OF_CLUB: Final = 10
#: Distinguishes the secret from a token of the API.
SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - only how it begins


def of_club(club: Club) -> QuerySet[Webhook]:
    return Webhook.objects.filter(club=club)


def one(club: Club, webhook_id: int) -> Webhook:
    """The webhook of the club. Raises NotFound."""
    return first_or_not_found(
        of_club(club).filter(pk=webhook_id), _("Fra gli avvisi del circolo non c'è questo.")
    )


def add(club: Club, *, url: str, events: Sequence[str], by: User) -> Webhook:
    """Adds a webhook, which gets the events from now on. The caller shows its `secret` once.

    Raises ClubInputRefused for an address to which nothing may be sent, ClubError for too many.
    """
    addresses.verify(url)
    with transaction.atomic():
        locked = log.lock(club.pk)
        if of_club(club).count() >= MOST_OF_CLUB:
            raise ClubError(
                "webhooks-many", _("Gli avvisi a programmi sono al massimo dieci: prima togline uno.")
            )
        webhook = Webhook.objects.create(
            club=club,
            url=url,
            secret=SECRET_PREFIX + secrets.token_urlsafe(32),
            events=list(events),
            made_at=timezone.now(),
            made_by=by,
        )
        log.write(locked, by, "webhook.added", subject={"webhook": webhook.pk})
        return webhook


def change(club: Club, webhook_id: int, *, events: Sequence[str], is_active: bool, by: User) -> Webhook:
    """Changes the events, or switches the webhook on or off; on again, it starts without failures."""
    with transaction.atomic():
        locked = log.lock(club.pk)
        webhook = one(club, webhook_id)
        if is_active and not webhook.is_active:
            webhook.failing_since = webhook.switched_off_at = None
            # Events from the time while it was off are not sent.
            webhook.made_at = timezone.now()
        webhook.events, webhook.is_active = list(events), is_active
        webhook.save(update_fields=["events", "is_active", "failing_since", "switched_off_at", "made_at"])
        log.write(locked, by, "webhook.changed", subject={"webhook": webhook.pk})
        return webhook


def remove(club: Club, webhook_id: int, *, by: User) -> None:
    """Removes the webhook with the log of its deliveries. Raises NotFound."""
    with transaction.atomic():
        locked = log.lock(club.pk)
        one(club, webhook_id).delete()
        log.write(locked, by, "webhook.removed", subject={"webhook": webhook_id})


def deliveries(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The deliveries to the webhook, the newest first."""
    return webhook.deliveries.all()


def replay(club: Club, webhook_id: int, delivery_id: int) -> WebhookDelivery:
    """Sends an event again, as a new delivery with the same event; it goes out with the next run.

    Raises NotFound, and ClubError for a webhook that is switched off, or an event that is being sent again.
    """
    with transaction.atomic():
        log.lock(club.pk)
        webhook = one(club, webhook_id)
        if not webhook.is_active:
            raise ClubError("webhook-off", _("L'avviso è spento: prima riaccendilo."))
        earlier = first_or_not_found(
            webhook.deliveries.filter(pk=delivery_id), _("Questo avviso non è fra quelli mandati.")
        )
        same = webhook.deliveries.filter(event_id=earlier.event_id)
        if same.filter(replay__gt=0, delivered_at=None, given_up_at=None, tries=0).exists():
            raise ClubError("delivery-waiting", _("Quest'avviso sta già per ripartire: aspetta un momento."))
        now = timezone.now()
        return WebhookDelivery.objects.create(
            webhook=webhook,
            event_id=earlier.event_id,
            replay=same.aggregate(last=Max("replay"))["last"] + 1,
            event=earlier.event,
            payload=earlier.payload,
            made_at=now,
            due_at=now,
        )
