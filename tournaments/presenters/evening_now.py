"""The present moment of an entry: it plays at a table, or waits between two tables."""

from dataclasses import dataclass

from tournaments import queries
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import Entry, Match, Rest, RoundState
from tournaments.pairing import pairing_service


@dataclass(frozen=True)
class EveningNow:
    """The present moment of an entry; without a `match`, the reason why it has none."""

    #: Its table in the announced round, until the round is settled.
    match: Match | None
    #: Without a match: "entered", "absent" (not checked in yet), "bye", "idle" (it does not play this round),
    #: "waiting" for the next round, or "end".
    moment: str
    #: The newest announced round; None before the first.
    turn: int | None
    #: Its row in the newest standings; None before the first.
    row: StoredRow | None
    #: Changes whenever one of these facts changes.
    version: str


def evening_now(entry: Entry) -> EveningNow:
    """Returns the present moment of `entry`; needs its tournament and club fetched.

    At most four queries; between the rounds of a knock-out, also the queries of a draw.
    """
    tournament = entry.tournament
    newest = queries.visible_rounds(tournament).defer("draw_input").order_by("-number").first()
    rows = queries.newest_rows([tournament.pk]).get(tournament.pk, [])
    row = next((row for row in rows if row["number"] == entry.number), None)
    place = row["place"] if row else 0
    names = tournament.club.names_version

    def now(moment: str, match: Match | None = None) -> EveningNow:
        turn, state = (newest.number, newest.version) if newest else (None, 0)
        version = f"{turn}.{state}.{moment}.{place}.{names}"
        return EveningNow(match, moment, turn, row, version)

    if tournament.closed_at:
        return now("end")
    if newest is None:
        return now("entered" if entry.checked_in_at else "absent")
    newest.tournament = tournament
    if newest.state != RoundState.SETTLED:
        match = queries.with_round(newest.matches.filter(seats__entry=entry)).first()
        if match:
            match.round = newest
            return now("table", match)
        return now("bye" if Rest.objects.filter(round=newest, entry=entry).exists() else "idle")
    is_end = newest.is_last or pairing_service.is_decided(tournament, newest)
    return now("end" if is_end else "waiting")
