"""The append-only log of a tournament, in which a hash chains each entry to the one before."""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.history.hash_chain import Head, chain
from tournaments.actors import Actor
from tournaments.errors import TournamentError
from tournaments.models import LogEntry, Match, Tournament
from tournaments.models.row_digests import Row, digests_of

#: The most entries that one side of a table writes in a match. Sides make some forty: the limit keeps a guest
#: with a table's code from filling the log.
MOST_OF_SIDE: Final = 400


def write(
    tournament: Tournament,
    by: Actor,
    act: str,
    *,
    subject: Mapping[str, object] | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    key: UUID | None = None,
    rows: Iterable[Row] = (),
) -> LogEntry:
    """The entry just appended. The caller holds the tournament's lock, so that numbers have no gap.

    `rows` are the rows that the act changes, with their new values: the entry stores their digests. Raises
    TournamentError for a side that has written too many entries.
    """
    entry = LogEntry(
        tournament=tournament,
        at=timezone.now(),
        actor=by.user,
        actor_name=by.name,
        act=act,
        subject=subject or {},
        before=before,
        after=after,
        reason=reason,
        key=key,
        digests=digests_of(rows) or None,
    )
    chain(entry, tournament.log.only("tournament", "number", "hash").order_by("-number").first())
    if by.side and entry.number > MOST_OF_SIDE:
        _verify_few(tournament, by)
    entry.save(force_insert=True)
    return entry


def _verify_few(tournament: Tournament, side: Actor) -> None:
    if tournament.log.filter(actor_name=side.name).count() >= MOST_OF_SIDE:
        raise TournamentError(
            "too-many-acts",
            _("Da questo tavolo sono arrivati troppi cambiamenti: dite all'arbitro che cosa scrivere."),
        )


def last_number(tournament: Tournament) -> int:
    """The number of the last entry, 0 for an empty log."""
    return tournament.log.order_by("-number").values_list("number", flat=True).first() or 0


def acts_at(match: Match) -> QuerySet[LogEntry]:
    """The acts on that table, the newest first."""
    at_table = {f"subject__{key}": value for key, value in match.subject.items()}
    entries = LogEntry.objects.filter(tournament=match.round.tournament_id, **at_table)
    return entries.select_related("tournament").order_by("-number")


def head(tournament: Tournament) -> Head:
    """The head of the tournament's log as it is now. One query."""
    last = tournament.log.order_by("-number").values_list("number", "hash").first()
    return Head(f"tournament/{tournament.code}", *(last or (0, "")))
