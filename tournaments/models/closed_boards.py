"""The rule of secrecy of duplicated deals: which results stay closed because somebody has still to play them.

Nobody may see the hands of a board, or the result of a table with it, before every table that plays it has
done so. Where all tables play the same set of deals in one round, its results open when the round is settled.
In a Mitchell the sets move from table to table, so all results open together: when the last round is settled,
or the evening is closed. A table sees its own deals; the officers who run the evening see what they enter.

Everything that shows deals, results or standings asks here. Only a reading context with ``closed_boards``
(`text.names.AT_THE_TABLE`) shows closed results.
"""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models.round import Match, Round, RoundState
from tournaments.models.tournament import Tournament


def open_together(tournament: Tournament) -> bool:
    """Whether the results of all rounds open at once, because sets of deals move from table to table."""
    return tournament.is_duplicated and tournament.format == Tournament.Format.MITCHELL


def are_all_closed(tournament: Tournament) -> bool:
    """Whether no result of the evening is open yet, nor any standings, because sets still move. One query,
    whose answer the object keeps; none where sets do not move."""
    if not open_together(tournament) or tournament.closed_at:
        return False
    known: bool | None = getattr(tournament, "_sets_still_move", None)
    if known is None:
        last = tournament.rounds.filter(state=RoundState.SETTLED, number__gte=tournament.turns)
        known = not last.exists()
        tournament._sets_still_move = known  # type: ignore[attr-defined]
    return known


def is_closed(round_: Round) -> bool:
    """Whether the results of the round are still closed; needs its tournament. At most the query of
    `are_all_closed`."""
    tournament = round_.tournament
    if not tournament.is_duplicated:
        return False
    return round_.state != RoundState.SETTLED or are_all_closed(tournament)


def hidden_from(match: Match, reading: Mapping[str, object]) -> bool:
    """Whether the reader may not see the results of that table; see `is_closed`."""
    return not reading.get("closed_boards") and is_closed(match.round)


def conceal(match: Match) -> None:
    """Removes the deals and the result from the object, which must not be saved, as if nothing had been
    entered."""
    match._prefetched_objects_cache = {  # type: ignore[attr-defined]
        **getattr(match, "_prefetched_objects_cache", {}),
        "deals": match.deals.none(),
    }
    match.assigned = None


def without_closed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches of settled rounds whose results are open to everybody."""
    settled = Round.objects.filter(tournament=OuterRef("round__tournament"), state=RoundState.SETTLED)
    moving = Q(
        round__tournament__is_duplicated=True,
        round__tournament__format=Tournament.Format.MITCHELL,
        round__tournament__closed_at__isnull=True,
    )
    last = Exists(settled.filter(number__gte=OuterRef("round__tournament__turns")))
    return matches.exclude(moving & ~last)
