"""Where the players of a table go after its round."""

from dataclasses import dataclass

from tournaments import queries
from tournaments.models import Match, Rest, RoundState
from tournaments.pairing import pairing_service
from tournaments.presenters.tables import ShownTable, shown_table


@dataclass(frozen=True)
class NextTables:
    """The tables of a side's players in the round after theirs, with the names that everybody may read."""

    #: The announced round; None while players wait for it.
    turn: int | None
    #: One table; in an individual rotation one for each player. Empty for those who do not play.
    tables: list[ShownTable]
    #: Whether they have a bye.
    rests: bool
    #: Whether no round will follow.
    is_end: bool
    #: Changes with all of this.
    version: str


def next_tables(match: Match, side: str) -> NextTables:
    """The next tables of the players of `side`, after the round of `match`. At most seven queries, and
    those of a draw between the rounds of a knock-out."""
    tournament = match.round.tournament
    newest = queries.visible_rounds(tournament).defer("draw_input").order_by("-number")[0]
    if newest.state == RoundState.SETTLED:
        is_end = (
            tournament.closed_at is not None
            or newest.number >= tournament.turns
            or pairing_service.is_decided(tournament, newest)
        )
        return NextTables(None, [], rests=False, is_end=is_end, version=f"{newest.number}.{is_end}")
    entries = match.seats.filter(side=side).values_list("entry", flat=True)
    matches = queries.tables(tournament.rounds.filter(pk=newest.pk)).filter(seats__entry__in=entries)
    for each in (found := list(matches.distinct().order_by("table"))):
        each.round.tournament = tournament
    return NextTables(
        newest.number,
        [shown_table(each, {}, with_deals=False) for each in found],
        rests=Rest.objects.filter(round=newest, entry__in=entries).exists(),
        is_end=False,
        version=f"{newest.number}.{newest.version}.{newest.state}.{tournament.club.names_version}",
    )
