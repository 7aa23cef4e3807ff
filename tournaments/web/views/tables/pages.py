"""A table's page: its seats, its score sheet with running totals, its history, and the next steps."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from club.models import Club
from club.web.guards import PageRequest
from tournaments import log, queries
from tournaments.models import OF_ENTRIES, Match, Round, RoundState, Tournament
from tournaments.presenters.scorecards import Chair, DealOnSheet, SideOfTable, deals_of, seating, sides
from tournaments.presenters.tables import ShownTable, shown_table
from tournaments.results import calls, rulings, scores
from tournaments.results.push import subscriptions
from tournaments.rounds import completeness
from tournaments.text import log_wording
from tournaments.text.deal_terms import contestable_lines, seat_name
from tournaments.text.names import AT_THE_TABLE
from tournaments.web.forms.referee import side_entry_key
from tournaments.web.views.desk.pages import go
from tournaments.web.views.tables.ahead import deals_ahead
from tournaments.web.views.tables.table_access import TableVisit

#: Acts of a table shown on its page; the log has them all.
MOST_ACTS = 60


@dataclass(frozen=True)
class Sheet:
    """The score sheet of a table as its visitor sees it."""

    table: ShownTable
    sides: list[SideOfTable]
    deals: list[DealOnSheet]
    seating: list[Chair]
    #: The visitor's side; empty for an officer.
    side: str
    confirmation: bool
    #: Deals confirmed by another side, which the visitor's side was not asked about and may still contest.
    contestable: list[DealOnSheet]
    #: The deals that the visitor may answer: for a side those of its opponents, for an officer all.
    to_answer: list[DealOnSheet]

    @property
    def doubtful(self) -> list[DealOnSheet]:
        """The deals that one side entered and the other has not confirmed."""
        if not self.confirmation:
            return []
        return [each for each in self.deals if each.deal and each.deal.agreement != "confirmed"]

    @property
    def awaiting(self) -> list[DealOnSheet]:
        """The deals that the visitor's side, or an ally, entered and the opponents have not confirmed."""
        return [each for each in self.doubtful if each not in self.to_answer]

    @property
    def next_missing(self) -> int | None:
        """The number of the first missing deal; None when all are entered."""
        return next((each.number for each in self.deals if each.deal is None), None)

    @property
    def last_written(self) -> int | None:
        """The number of the last deal that is entered; None while there is none."""
        return max((each.number for each in self.deals if each.deal), default=None)

    @property
    def score(self) -> list[int]:
        """The points of each side so far."""
        return [self.table.points[side.key] for side in self.sides]

    @property
    def difference(self) -> int:
        """The points by which the leading side is ahead of the next."""
        highest, second, *_rest = sorted(self.score, reverse=True)
        return highest - second

    @property
    def losers(self) -> list[str]:
        """The sides that have lost, at games that name losers."""
        return [side.full for side in self.sides if side.key in self.table.losers]

    @property
    def winner(self) -> str:
        """The side that has won, in words; empty before the end, or where several have won."""
        return next((side.full for side in self.sides if side.key == self.table.winner), "")


def sheet_of(visit: TableVisit, *, why: bool = False) -> Sheet:
    """Returns the score sheet; `why` adds the explanation of each deal's count. No query of its own."""
    table = shown_table(visit.match, AT_THE_TABLE)
    deals = deals_of(visit.match, table, players_by_name(visit) if why else None)
    dealing = next((each.dealer for each in deals if each.deal is None), "")
    names = {seat.position: seat.name for seat in table.seats}
    chairs = seating(visit.match, names, dealing)
    stored = {deal.number: deal for deal in visit.match.deals.all()}
    late = {
        number for number, deal in stored.items() if scores.may_still_contest(visit.match, deal, visit.side)
    }
    waiting = {
        number for number, deal in stored.items() if scores.awaits_answer(visit.match, deal, visit.side)
    }
    return Sheet(
        table,
        sides(visit.match, table),
        deals,
        chairs,
        visit.side,
        visit.tournament.confirmation,
        contestable=[each for each in deals if each.number in late],
        to_answer=[each for each in deals if each.number in waiting],
    )


def side_names(sheet: Sheet) -> dict[str, str]:
    """Returns the sides by seats and names: "N-S, Anna Rossi – Bruno Neri"."""
    return {side.key: side.full for side in sheet.sides}


def players_apart(visit: TableVisit) -> dict[str, str]:
    """Returns the players of an individual rotation by `side_entry_key`; {} in other tournaments."""
    if not visit.tournament.is_rotation:
        return {}
    return {
        side_entry_key(seat.side, seat.entry.number): f"{seat.person.full_name} ({seat_name(seat.position)})"
        for position in visit.match.play.positions
        for seat in visit.match.seats.all()
        if seat.position == position
    }


def people_by_side(sheet: Sheet) -> dict[str, str]:
    """Returns the names of the people on each side."""
    return {side.key: side.people for side in sheet.sides}


def players_by_name(visit: TableVisit) -> dict[str, str]:
    """Returns name and seat of the engine's players A1, B1, A2, B2."""
    names = {
        seat.position: f"{seat.person.full_name} ({seat_name(seat.position)})"
        for seat in visit.match.seats.all()
    }
    return scores.players_by_name(visit.match, names)


def names_by_seat(visit: TableVisit) -> dict[str, str]:
    """Returns the full name of the player at each seat."""
    return {seat.position: seat.person.full_name for seat in visit.match.seats.all()}


def first_names(visit: TableVisit) -> dict[str, str]:
    """Returns the first name of the player at each seat, for places with little room."""
    return {seat.position: seat.person.first_name for seat in visit.match.seats.all()}


@require_safe
@never_cache
def page(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Shows the table. htmx polls with the version `seen`, and gets 204 while nothing changes."""
    is_poll = request.htmx
    playing = _other_tables_playing(visit)
    # A finished table shows how many others still play, so their number is part of its version.
    visit = replace(visit, version=f"{visit.version}.{playing}")
    if is_poll and request.GET.get("seen") == visit.version:
        return HttpResponse(status=204)
    template = "table/state/live.html" if is_poll else "table/state/table.html"
    return render(request, template, page_context(visit) | {"is_poll": is_poll, "other_tables": playing})


def _other_tables_playing(visit: TableVisit) -> int | None:
    """Returns the number of other tables that still play or do not agree.

    None for officers, and for a table that has not finished itself.
    """
    round_ = visit.match.round
    if visit.is_officer or round_.state != RoundState.PLAYING or visit.match.play.missing(visit.match.points):
        return None
    return len(completeness.outstanding_deals(round_).open_tables - {visit.match.table})


def page_context(visit: TableVisit) -> dict[str, object]:
    """Returns the context of the table's page."""
    shown = table_page(visit)
    return {
        **vars(shown),
        "live_version": visit.version,
        "calling": calls.shown_at(visit.match),
        "rulings": rulings.points_of_rulings(visit.match),
        "of_entries": OF_ENTRIES,
        "deals_ahead": deals_ahead(visit) if visit.is_evening else None,
        "push_key": subscriptions.public_key() if visit.is_evening else "",
        **(_officers_context(visit, shown.sheet) if visit.is_officer else {}),
    }


def _officers_context(visit: TableVisit, sheet: Sheet) -> dict[str, object]:
    """Returns the context for officers: substitutions, sides that may be late, the end by the clock."""
    made = queries.substitutions(visit.tournament, visit.match.round.number)
    here = made.filter(entry__seats__match=visit.match).distinct()
    late = players_apart(visit) or {side.key: side.short for side in sheet.sides}
    entered = max(visit.match.points, default=0)
    return {
        "substitutes": here.select_related("substitute", "replaced"),
        "may_be_late": late,
        # The last deal, should the clock end the match now.
        "last_by_clock": entered + (visit.tournament.time_over == Tournament.TimeOver.FINISH) or 1,
    }


@require_safe
@never_cache
def table_history(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Shows every act on the table, the newest first; htmx puts it into the table's page."""
    lines = log_wording.log_lines(log.acts_at(visit.match)[:MOST_ACTS])
    if request.htmx:
        return render(request, "components/log_lines.html", {"lines": lines})
    return render(request, "table/state/history.html", {**vars(table_page(visit)), "lines": lines})


def go_to(request: PageRequest, url: str) -> HttpResponse:
    """Redirects to `url` after a POST, sent by htmx or by a plain form."""
    if request.htmx:
        return HttpResponseClientRedirect(url)
    return go(url)


@dataclass(frozen=True)
class DealLink:
    """A deal of the score sheet with the address of its form."""

    shown: DealOnSheet
    url: str


@dataclass(frozen=True)
class TablePage:
    """The data that all pages of a table show."""

    club: Club
    tournament: Tournament
    round: Round
    match: Match
    visit: TableVisit
    sheet: Sheet
    rows: list[DealLink]
    side_names: dict[str, str]
    #: For a browser without scripts: an answer is idempotent by its key.
    answer_key: UUID
    ends_at: datetime | None
    next_url: str
    #: The lines of the sheet that a side may contest.
    contestable_lines: list[str]


def table_page(visit: TableVisit) -> TablePage:
    """Returns the data that all pages of a table show."""
    sheet = sheet_of(visit, why=True)
    round_ = visit.match.round
    return TablePage(
        club=visit.tournament.club,
        tournament=visit.tournament,
        round=round_,
        match=visit.match,
        visit=visit,
        sheet=sheet,
        rows=[DealLink(each, visit.url("table_deal", each.number)) for each in sheet.deals],
        side_names=side_names(sheet),
        answer_key=uuid4(),
        ends_at=round_.ends_at if round_.takes_results else None,
        next_url=visit.url("table_deal", sheet.next_missing) if sheet.next_missing else "",
        contestable_lines=contestable_lines(visit.match.play),
    )


@never_cache
@require_safe
def service_worker(request: PageRequest) -> HttpResponse:
    """Returns the service worker, which keeps the pages of the players' tables on their devices.

    Its address is at the root of the site, because a worker controls only the folder of its address. It
    changes with the static files, so that the browser installs the new worker, which drops the old copies.
    """
    context = {
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "static_url": settings.STATIC_URL,
    }
    return render(request, "service_worker.js", context, content_type="text/javascript")
