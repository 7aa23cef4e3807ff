"""The referee's board: the tables of the current round, first those that need the referee."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from tournaments import queries
from tournaments.core.play import WHOLE_MATCH, Forecast, TablePace, forecast
from tournaments.models import Call, Deal, Match, Round, RoundState, Tournament
from tournaments.presenters.tables import ShownTable, shown_table
from tournaments.results.scores import board_checks, place_of
from tournaments.results.scores.deal_schema import Written
from tournaments.rounds.completeness import OutstandingDeals, outstanding_deals
from tournaments.text.names import AT_THE_TABLE


class Need(IntEnum):
    """The needs of a table, the most urgent first."""

    CALLED = 0
    CONTESTED = 1
    SILENT = 2
    UNCONFIRMED = 3
    PLAYING = 4
    DONE = 5


@dataclass(frozen=True)
class RefusedDeal:
    """A deal that is impossible with the cards of its board, as its table entered it last."""

    number: int
    tries: int
    #: Whether only the referee may enter it now.
    is_stuck: bool
    reason: str


@dataclass(frozen=True)
class BoardTable:
    """A table of the board, with its need."""

    table: ShownTable
    need: Need
    call: Call | None
    contested: list[Deal]
    waiting: list[Deal]
    #: The deals that one side confirmed on the other side's phone.
    same_device: list[Deal]
    refused: list[RefusedDeal]
    last_at: Any
    is_late: bool


def board_context(tournament: Tournament) -> dict[str, Any]:
    """The current round, its tables by need, and the forecast of its end."""
    round_ = queries.visible_rounds(tournament).order_by("-number").first()
    if round_ is None:
        return {"round": None}
    round_.tournament = tournament
    opened = Prefetch("calls", queryset=Call.objects.filter(answered_at__isnull=True))
    matches = list(queries.tables(tournament.rounds.filter(pk=round_.pk)).prefetch_related(opened))
    for match in matches:
        match.round = round_
    debts = outstanding_deals(round_)
    ahead = _forecast(round_, [match for match in matches if match.table not in debts.abandoned])
    refused = refused_deals(round_, matches)
    tables = sorted(
        (_table(round_, match, ahead, debts, refused.get(match.table, [])) for match in matches),
        key=lambda each: (each.need, each.last_at, each.table.table),
    )
    return {
        "round": round_,
        "tables": tables,
        "forecast": ahead if round_.takes_results else None,
        "needs": Need,
        "done": sum(each.need == Need.DONE for each in tables),
    }


def _forecast(round_: Round, matches: list[Match]) -> Forecast:
    paces = [
        TablePace(
            match.table,
            tuple(deal.entered_at for deal in match.deals.all()),
            len(match.play.numbers(match.points)),
        )
        for match in matches
        # The totals of a whole match do not show how long its deals took.
        if not match.is_decided and WHOLE_MATCH not in match.points
    ]
    started = round_.started_at or timezone.now()
    usual = max((each.deals or 1 for each in paces), default=1)
    return forecast(paces, usual, started, timezone.now(), round_.lasts)


def _table(
    round_: Round, match: Match, ahead: Forecast, debts: OutstandingDeals, refused: list[RefusedDeal]
) -> BoardTable:
    deals = list(match.deals.all())
    asks = round_.tournament.confirmation and not match.is_decided
    doubted = [deal for deal in deals if asks and deal.agreement != "confirmed"]
    contested = [deal for deal in doubted if deal.agreement == Deal.Agreement.CONTESTED]
    waiting = [deal for deal in doubted if deal.agreement == Deal.Agreement.WAITING]
    call = next(iter(match.calls.all()), None)
    last_at = max((deal.changed_at for deal in deals), default=round_.started_at or round_.drawn_at)
    missing = match.table in debts.missing
    is_late = round_.state == RoundState.PLAYING and match.table in ahead.silent
    is_stuck = bool(contested) or any(each.is_stuck for each in refused)
    need = _need(call, waiting, missing=missing, is_late=is_late, is_stuck=is_stuck)
    table = shown_table(match, AT_THE_TABLE)
    same_device = [deal for deal in deals if deal.same_device]
    return BoardTable(table, need, call, contested, waiting, same_device, refused, last_at, is_late)


def refused_deals(round_: Round, matches: Iterable[Match]) -> dict[int, list[RefusedDeal]]:
    """Returns the missing deals that each table tried to enter and was refused.

    One query, none without duplicated deals.
    """
    tried = board_checks.refused_of_sides(round_) if round_.takes_results else {}
    return {
        match.table: list(_refused(match, tried[match.table])) for match in matches if match.table in tried
    }


def _refused(match: Match, tried: Mapping[int, Sequence[Written]]) -> Iterator[RefusedDeal]:
    deals = list(match.deals.all())
    for number in sorted(tried.keys() - {deal.number for deal in deals}):
        tries = tried[number]
        if fault := board_checks.fault_of(match, number, place_of(match, number, deals), tries[-1]):
            is_stuck = len(tries) >= board_checks.MOST_TRIES
            yield RefusedDeal(number, len(tries), is_stuck, fault.for_referee)


def _need(call: Call | None, waiting: list[Deal], *, missing: bool, is_late: bool, is_stuck: bool) -> Need:
    if call:
        return Need.CALLED
    if is_stuck:
        return Need.CONTESTED
    if is_late:
        return Need.SILENT
    if waiting and not missing:
        return Need.UNCONFIRMED
    return Need.PLAYING if missing else Need.DONE
