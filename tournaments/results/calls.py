"""Calling the referee to a table, withdrawing the call, and answering it."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import Actor
from tournaments.errors import TournamentError
from tournaments.live import live_feed
from tournaments.locking import lock
from tournaments.models import Call, Deal, Match, RoundState, Tournament

#: How long a table reads that an officer is on the way, after the officer has said so.
ON_THE_WAY = timedelta(minutes=10)


def open_calls(tournament: Tournament) -> Iterable[Call]:
    """The tables' calls that no officer has answered, the oldest first. No query for a closed tournament."""
    if tournament.closed_at:
        return []
    waiting = Call.objects.filter(match__round__tournament=tournament, answered_at__isnull=True)
    return (
        waiting.exclude(match__round__state=RoundState.SETTLED).select_related("match__round").order_by("at")
    )


def open_contests(tournament: Tournament) -> Iterable[Deal]:
    """The deals that a side contests and nobody has decided, the oldest first: they call the referee, too."""
    if tournament.closed_at or not tournament.confirmation:
        return []
    contested = Deal.objects.filter(
        match__round__tournament=tournament,
        match__lost_by="",
        match__assigned__isnull=True,
        agreement=Deal.Agreement.CONTESTED,
    )
    undecided = contested.exclude(match__round__state=RoundState.SETTLED)
    return undecided.select_related("match").order_by("answered_at", "pk")


def shown_at(match: Match) -> Call | None:
    """The table's open call, or its last one while the officer who answered it is on the way."""
    recent = Q(answered_at__isnull=True) | Q(answered_at__gt=timezone.now() - ON_THE_WAY)
    return match.calls.filter(recent).order_by("-at").first()


@transaction.atomic
def call(match: Match, *, by: Actor, reason: str = "", key: UUID | None = None) -> Call | None:
    """The table's open call, created if there is none. Idempotent.

    None if the referee has answered the call with this `key` in the meantime.
    """
    tournament = lock(match.round.tournament_id)
    if tournament.closed_at or match.round.state == RoundState.SETTLED:
        raise TournamentError("turn-over", _("Il turno è concluso: vai al tavolo della Giuria."))
    waiting = Call.objects.filter(match=match, answered_at__isnull=True).first()
    if waiting or (key and tournament.log.filter(key=key).exists()):
        return waiting
    made = Call.objects.create(
        match=match, side=by.side, reason=reason.strip(), at=timezone.now(), by_name=by.name
    )
    log.write(tournament, by, "referee.called", subject=match.subject, reason=reason.strip(), key=key)
    live_feed.announce(tournament)
    return made


@transaction.atomic
def withdraw(match: Match, *, by: Actor, key: UUID | None = None) -> None:
    """Withdraws the open call of this side. Does nothing if there is none any more.

    Raises TournamentError for the call of another side.
    """
    tournament = lock(match.round.tournament_id)
    waiting = Call.objects.filter(match=match, answered_at__isnull=True).first()
    if waiting is None:
        return
    if waiting.side != by.side:
        raise TournamentError(
            "not-yours", _("L'arbitro l'hanno chiamato gli altri: la chiamata la ritirano loro.")
        )
    waiting.delete()
    log.write(tournament, by, "referee.withdrawn", subject=match.subject, key=key)
    live_feed.announce(tournament)


@transaction.atomic
def answer(match: Match, *, by: Actor) -> None:
    """Closes the table's call, since a referee is on the way. Does nothing without an open call."""
    tournament = lock(match.round.tournament_id)
    waiting = Call.objects.filter(match=match, answered_at__isnull=True).first()
    if waiting is None:
        return
    waiting.answered_at, waiting.answered_by, waiting.answered_by_name = timezone.now(), by.user, by.name
    waiting.save(update_fields=["answered_at", "answered_by", "answered_by_name"])
    log.write(tournament, by, "referee.came", subject=match.subject)
    live_feed.announce(tournament)
