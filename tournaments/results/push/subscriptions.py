"""The browsers that asked for notices of an entry's evening."""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.errors import InputRefused
from tournaments.models import Entry, PushSubscription
from tournaments.results.push.web_push import Subscriber, installation_key, public_key_of, verify_keys

#: The most phones of one entry: two for each player of a pair.
MOST = 4


def public_key() -> str:
    """The installation's key, which browsers take when they subscribe."""
    return public_key_of(installation_key(settings.SECRET_KEY))


def subscribe(entry: Entry, subscriber: Subscriber) -> PushSubscription:
    """The subscription of that browser to the notices of `entry`, in the current language.

    Idempotent; beyond `MOST`, the oldest is deleted. Raises InputRefused for keys that no browser makes.
    """
    try:
        verify_keys(subscriber)
    except ValueError:
        raise InputRefused("subscription-unknown", _("Questo telefono non può ricevere avvisi.")) from None
    if entry.tournament.closed_at:
        raise InputRefused("evening-over", _("La serata è conclusa: non ci sono più avvisi."))
    kept, _is_new = PushSubscription.objects.update_or_create(
        entry=entry,
        endpoint=subscriber.endpoint,
        defaults={
            "public_key": subscriber.public_key,
            "secret": subscriber.secret,
            "language": get_language() or "it",
        },
    )
    newest = entry.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[:MOST]
    entry.push_subscriptions.exclude(pk__in=list(newest)).delete()
    return kept


def unsubscribe(entry: Entry, endpoint: str) -> None:
    """Deletes the subscription of that browser."""
    entry.push_subscriptions.filter(endpoint=endpoint).delete()


def of_entries(tournament_id: int, numbers: Iterable[int] | None = None) -> QuerySet[PushSubscription]:
    """The subscriptions in that tournament, or of these entries only."""
    subscribed = PushSubscription.objects.filter(entry__tournament=tournament_id).select_related(
        "entry__tournament"
    )
    return subscribed if numbers is None else subscribed.filter(entry__number__in=list(numbers))
