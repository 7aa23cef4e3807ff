"""The deals that are missing or not agreed before a round can be settled, and the refusals to settle it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import ngettext

from tournaments.errors import TournamentError
from tournaments.models import Deal, Match, Round, Seat

#: The codes of the draw's reasons for tables of a knock-out, where every match needs a winner.
TO_BE_WON = ("stage", "final", "third-place")
#: Tables whose result was not decided by the referee.
UNDECIDED = Q(match__lost_by="", match__assigned__isnull=True)


@dataclass(frozen=True)
class OutstandingDeals:
    """Deals that are missing or not agreed, by table number.

    `missing` has the deals of tables that can still play them. `abandoned` has the tables that an entry has
    left for good, each with the numbers of the other entries, which get the score of a bye (FIELD,
    Withdrawal).
    """

    missing: dict[int, list[int]]
    abandoned: dict[int, list[int]]
    #: Deals that the other side has not confirmed yet, and deals that it contests. Both are empty if the club
    #: plays without confirmation.
    waiting: dict[int, list[int]]
    contested: dict[int, list[int]]

    @property
    def open_tables(self) -> set[int]:
        """The tables that still play, or whose sides do not agree yet."""
        return {*self.missing, *self.waiting, *self.contested}


def outstanding_deals(round_: Round) -> OutstandingDeals:
    """The deals of the round that are missing or not agreed, except at tables decided by a ruling. Two
    queries."""
    entered: dict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    doubtful: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    deals = Deal.objects.filter(UNDECIDED, match__round=round_).order_by("match__table", "number")
    for table, number, agreement, points in deals.values_list(
        "match__table", "number", "agreement", "points"
    ):
        entered[table][number] = points
        if agreement != Deal.Agreement.CONFIRMED and round_.tournament.confirmation:
            doubtful[agreement][table].append(number)
    sitting: dict[int, dict[int, bool]] = defaultdict(dict)
    people: Counter[int] = Counter()
    last: dict[int, int | None] = {}
    seats = Seat.objects.filter(UNDECIDED, round=round_).order_by("match__table")
    columns = ("match__table", "match__last_deal", "entry__number", "entry__withdrawn_at")
    for table, last[table], number, left_at in seats.values_list(*columns):
        sitting[table][number] = left_at is None
        people[table] += 1
    missing = {
        table: round_.tournament.play(people[table], last=last[table]).missing(entered[table])
        for table in sorted(sitting)
    }
    lacking = {table: numbers for table, numbers in missing.items() if numbers}
    return OutstandingDeals(
        missing={table: deals for table, deals in lacking.items() if all(sitting[table].values())},
        abandoned={
            table: sorted(number for number, stays in sitting[table].items() if stays)
            for table in lacking
            if not all(sitting[table].values())
        },
        waiting=dict(doubtful[Deal.Agreement.WAITING]),
        contested=dict(doubtful[Deal.Agreement.CONTESTED]),
    )


def level_tables(round_: Round) -> list[int]:
    """The knock-out tables whose finished match is level. Three queries; none in other formats."""
    if round_.movement.get("kind") not in ("knockout", "groups-final"):
        return []
    matches: QuerySet[Match] = round_.matches.prefetch_related("deals", "seats")
    tables = []
    for match in matches:
        match.round = round_
        if match.reason.get("code") in TO_BE_WON and match.winner == "tie":
            tables.append(match.table)
    return tables


def verified_deals(round_: Round, *, accept_unconfirmed: bool) -> OutstandingDeals:
    """The outstanding deals of a round that can be settled: of tables that an entry has left, and those to
    accept if unconfirmed results count.

    Raises TournamentError with the tables where deals are missing, contested, or unconfirmed, or where a
    knock-out's match is level: somebody must go on.
    """
    deals = outstanding_deals(round_)
    if deals.missing:
        raise TournamentError(
            "results-missing",
            ngettext(
                "Mancano smazzate al tavolo %(tables)s: inseriscile prima di concludere il turno.",
                "Mancano smazzate ai tavoli %(tables)s: inseriscile prima di concludere il turno.",
                len(deals.missing),
            )
            % _named(deals.missing),
            tables=sorted(deals.missing),
        )
    if deals.contested:
        raise TournamentError(
            "results-contested",
            ngettext(
                "Al tavolo %(tables)s il risultato è contestato: decidi prima di concludere il turno.",
                "Ai tavoli %(tables)s il risultato è contestato: decidi prima di concludere il turno.",
                len(deals.contested),
            )
            % _named(deals.contested),
            tables=sorted(deals.contested),
        )
    _verify_winners(round_)
    if deals.waiting and not accept_unconfirmed:
        raise TournamentError(
            "results-unconfirmed",
            ngettext(
                "Al tavolo %(tables)s manca la conferma degli avversari: aspettala, o accetta così.",
                "Ai tavoli %(tables)s manca la conferma degli avversari: aspettala, o accetta così.",
                len(deals.waiting),
            )
            % _named(deals.waiting),
            tables=sorted(deals.waiting),
        )
    return deals


def _verify_winners(round_: Round) -> None:
    if level := level_tables(round_):
        raise TournamentError(
            "match-level",
            ngettext(
                "Al tavolo %(tables)s la partita è finita pari, e qualcuno deve passare: giocate ancora una "
                "smazzata, poi l'arbitro scriva il risultato con un punteggio arbitrale.",
                "Ai tavoli %(tables)s la partita è finita pari, e qualcuno deve passare: giocate ancora una "
                "smazzata, poi l'arbitro scriva il risultato con un punteggio arbitrale.",
                len(level),
            )
            % _named(level),
            tables=level,
        )


def _named(tables: Iterable[int]) -> dict[str, str]:
    return {"tables": ", ".join(map(str, sorted(tables)))}
