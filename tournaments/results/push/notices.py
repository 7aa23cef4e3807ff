"""The notices: your table is known, your opponents' deal waits for your confirmation, the evening is over.

A notice says nothing about other entries. It is sent in the background, after the commit, in the language of
the subscription.
"""

import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from club.accounts import letters as post_office
from tournaments.models import Match, PushSubscription, Seat, Tournament
from tournaments.results import evening_codes
from tournaments.results.push import subscriptions
from tournaments.results.push.web_push import Network, NotDelivered, Subscriber, installation_key, send
from tournaments.text.deal_terms import seat_name

logger = logging.getLogger(__name__)

#: Seconds for which a notice is useful: half a round, or two hours for the final standings.
TTL = {"table": 1200, "answer": 1200, "end": 7200}
#: Notices that are sent at the same time.
AT_ONCE = 8


def tell_tables(tournament: Tournament, turn: int) -> None:
    """Tells the entries where they sit in that round, after the commit."""
    _later(tournament, "table", turn)


def ask_for_answer(match: Match, side: str) -> None:
    """Tells the other sides of `match` that a deal of `side` waits for their answer, after the commit."""
    others = match.seats.exclude(side=side).order_by("entry").values_list("entry__number", flat=True)
    _later(match.round.tournament, "answer", match.round.number, lambda: list(others.distinct()))


def tell_end(tournament: Tournament) -> None:
    """Tells everybody that the final standings are out, after the commit."""
    _later(tournament, "end", 0)


def _later(
    tournament: Tournament, kind: str, turn: int, find: Callable[[], list[int] | None] = lambda: None
) -> None:
    """Hands the notices over after the commit, for the entries with the numbers that `find` returns."""

    def hand_over() -> None:
        numbers = find()
        if not subscriptions.of_entries(tournament.pk, numbers).exists():
            return
        if not settings.CELERY_TASK_ALWAYS_EAGER:
            send_notices.delay(tournament.pk, kind, turn, numbers)
        else:  # in the thread that sends letters, so that no page waits for a push service
            post_office.soon(lambda: send_notices.delay(tournament.pk, kind, turn, numbers))

    transaction.on_commit(hand_over, robust=True)


# Acknowledged before it runs: a notice that comes twice is worse than one that a dying worker loses.
@shared_task(name="tournaments.results.send_notices", acks_late=False)
def send_notices(tournament_id: int, kind: str, turn: int, numbers: list[int] | None = None) -> None:
    """Sends the notices of that `kind`, and deletes the subscriptions that have expired."""
    deliver(tournament_id, kind, turn, numbers, network=_public_network())


@cache
def _public_network() -> Network:
    return Network()


def deliver(
    tournament_id: int, kind: str, turn: int, numbers: list[int] | None = None, *, network: Network
) -> None:
    """Sends the notices through `network`. Three queries, and one for subscriptions that have expired."""
    subscribed = list(subscriptions.of_entries(tournament_id, numbers))
    seats = _seats(tournament_id, turn) if kind != "end" else {}
    messages = [(each, _message(each, kind, turn, seats)) for each in subscribed]
    key, contact = installation_key(settings.SECRET_KEY), _contact()

    def is_gone(each: PushSubscription, message: bytes) -> bool:
        subscriber = Subscriber(each.endpoint, each.public_key, each.secret)
        try:
            send(message, subscriber, key, contact=contact, ttl=TTL[kind], network=network)
        except NotDelivered as fault:
            logger.info("A notice was not delivered: %s", fault)
            return fault.is_gone
        return False

    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") as pool:
        sent = [(each, pool.submit(is_gone, each, message)) for each, message in messages if message]
    gone = [each.pk for each, answer in sent if answer.result()]
    if gone:
        PushSubscription.objects.filter(pk__in=gone).delete()


def _seats(tournament_id: int, turn: int) -> Mapping[int, Seat]:
    """A seat of each entry in that round."""
    seats = Seat.objects.filter(round__tournament=tournament_id, round__number=turn).select_related("match")
    return {seat.entry_id: seat for seat in seats.order_by("-pk")}


def _message(to: PushSubscription, kind: str, turn: int, seats: Mapping[int, Seat]) -> bytes:
    """The notice as the service worker reads it; empty for an entry that has no table."""
    tournament, seat = to.entry.tournament, seats.get(to.entry_id)
    if kind != "end" and seat is None:
        return b""
    with translation.override(to.language):
        facts = {"turn": turn, "table": seat.match.table if seat else 0}
        if kind == "table":
            body = _("Turno %(turn)s: il tuo tavolo è il %(table)s.") % facts
            if tournament.is_individual and seat:
                seated = {**facts, "seat": seat_name(seat.position)}
                body = _("Turno %(turn)s: il tuo tavolo è il %(table)s, sei %(seat)s.") % seated
        elif kind == "answer":
            body = _("Tavolo %(table)s: una smazzata aspetta la vostra conferma.") % facts
        else:
            body = _("Si è giocato tutto: guarda la classifica finale.")
    return json.dumps(
        {
            "title": tournament.name,
            "body": body,
            "url": reverse("evening", args=[evening_codes.code_of(to.entry)]),
            "tag": f"{tournament.code}-{kind}",
        }
    ).encode()


def _contact() -> str:
    """The address under which a push service can reach the operator of the installation."""
    is_https = settings.SITE_URL.startswith("https://")
    return settings.SITE_URL if is_https else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
