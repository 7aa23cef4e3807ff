"""A whole score sheet typed by an officer: all deals of a match in one form, saved together.

Each deal is read, judged and stored as on its own page; after a save the next missing table follows.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import Right
from club.web.forms import choice_field
from club.web.guards import OfficerRequest, PageRequest
from scoring import ScoringError
from tournaments import queries
from tournaments.core.play import OPEN_SHEET, WHOLE_MATCH, in_order
from tournaments.errors import InputRefused, Outdated, SheetRefused, TournamentError
from tournaments.models import Deal, Round, RoundState, Tournament
from tournaments.results import scores
from tournaments.results.scores.deal_schema import calls_out
from tournaments.rounds.completeness import outstanding_deals
from tournaments.text.deal_terms import seat_name
from tournaments.web.forms.deal.sheet import SheetDeal
from tournaments.web.forms.reasons import device_key, version_in
from tournaments.web.refusals import status_of
from tournaments.web.views.access import officers
from tournaments.web.views.tables import pages
from tournaments.web.views.tables.pages import go_to, table_page
from tournaments.web.views.tables.table_access import TableVisit
from tournaments.web.views.tables.tallies import Offer, offers_beside, tally_of

WAYS = {"totali": Deal.Way.TOTALS, "parti": Deal.Way.PARTS, "partita": Deal.Way.MATCH}
#: Blank deals after the last one in a match without a fixed number of deals.
ROOM = 2
PAPER_DIGITS = 5


@dataclass
class SheetRow:
    """A deal of the sheet with the engine's verdict."""

    deal: SheetDeal
    verdict: dict[str, object] = field(default_factory=dict)
    dealer: str = ""
    #: The points of the match so far, in the order of the sides; empty while a deal before is missing.
    running: list[int] = field(default_factory=list)
    #: Why the deal was not stored; where somebody else stored it first, `theirs` has their points, and `seen`
    #: the version of their deal.
    refusals: list[str] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    theirs: list[int] | None = None
    seen: int | None = None

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def may_call_out(self) -> bool:
        """Whether the match may end here by a call, which has a page of its own."""
        return calls_out(self.deal.place)


@dataclass
class WholeSheet:
    """The rows of a table's sheet, and the points that they make together."""

    rows: list[SheetRow]
    drafts: dict[int, Deal]
    totals: dict[str, int]
    #: The last deal of the match, once it is over.
    last: int | None

    @property
    def sent(self) -> list[SheetRow]:
        return [row for row in self.rows if row.deal.is_sent]

    @property
    def counted(self) -> int:
        """The number of deals in the totals."""
        return len(self.drafts)


def read_sheet(visit: TableVisit, way: str, data: QueryDict | None) -> WholeSheet:
    """Returns the sheet as stored, or with `data` as typed; each deal is judged after those before it."""
    match, play = visit.match, visit.match.play
    people = pages.people_by_side(pages.sheet_of(visit))
    stored = {deal.number: deal for deal in match.deals.all()}
    drafts: dict[int, Deal] = {}
    rows = []
    numbers = _numbers(visit, way, data)
    for number in numbers:
        place = scores.place_of(match, number, drafts.values())
        row = SheetRow(SheetDeal(number, way, place, people, stored.get(number), data))
        if row.deal.is_sent:
            row.verdict = tally_of(visit, row.deal.form)
            row.verdict["offers"] = [_for_sheet(row, offer) for offer in _offers(row.verdict)]
            if "sides" in row.verdict:
                written = row.deal.form.written()
                drafts[number] = scores.draft(match, number, place, row.deal.way, written)
        elif number in stored and not row.deal.is_skipped:
            drafts[number] = stored[number]
        rows.append(row)
    points = {number: deal.points for number, deal in drafts.items()}
    entered = {number: deal.entered for number, deal in drafts.items()}
    dealers = play.dealers(match.first_dealer, numbers, entered, points)
    names = pages.names_by_seat(visit)
    for row, position in zip(rows, dealers, strict=True):
        row.dealer = f"{seat_name(position)}, {names[position]}" if position and row.number else ""
        before = [points[each] for each in range(1, row.number + 1) if each in points]
        row.running = list(play.totals(before).values()) if len(before) == row.number else []
    last = play.ended_with(in_order(points)) if play.is_over(points) else None
    return WholeSheet(rows, drafts, play.totals(in_order(points)), last)


def _numbers(visit: TableVisit, way: str, data: QueryDict | None) -> range:
    """Returns the numbers of the sheet's deals, with room for more where their number is not fixed.

    The only number is `WHOLE_MATCH` for the totals of the match.
    """
    if way == Deal.Way.MATCH:
        return range(WHOLE_MATCH, WHOLE_MATCH + 1)
    points = {number: each for number, each in visit.match.points.items() if number != WHOLE_MATCH}
    play, entered = visit.match.play, max(points, default=0)
    if play.deals is not None or play.is_over(points):
        return play.numbers(points)
    sent = sum(name.endswith("-based_on") for name in data) if data else 0
    return range(1, max(OPEN_SHEET, entered + ROOM, min(sent, entered + OPEN_SHEET)) + 1)


def _offers(verdict: Mapping[str, object]) -> list[Offer]:
    offers: Any = verdict.get("offers", [])
    return list(offers)


def _for_sheet(row: SheetRow, offer: Offer) -> Offer:
    """Returns the offer with the cells of the sheet instead of the fields of the deal's own form."""
    return replace(offer, fields=json.dumps(row.deal.filled_by(json.loads(offer.fields))))


# --- The pages ------------------------------------------------------------------------------------------


@never_cache
@require_safe
@officers(Right.ENTER_RESULTS)
def next_sheet(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Redirects to the sheet of the table `tavolo`, by default the first table that lacks deals."""
    round_ = queries.visible_rounds(tournament).filter(number=turn).first()
    wanted = request.GET.get("tavolo", "")
    if round_ is None:
        return redirect("rounds", tournament.code)
    round_.tournament = tournament
    table = int(wanted) if wanted.isdecimal() else next(iter(missing_tables(round_)), None)
    if table is None or not round_.matches.filter(table=table).exists():
        message = _("Il tavolo %(table)s non c'è in questo turno.") % {"table": table}
        messages.info(request, message if wanted else _("I fogli di questo turno ci sono tutti."))
        return redirect("rounds", tournament.code)
    return redirect(_sheet_url(round_, table, request))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sheet(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Shows the sheet, and stores all deals that are sent, or none."""
    way = _way(request, visit)
    if request.method != "POST":
        return _page(request, visit, way, read_sheet(visit, way, None))
    read = read_sheet(visit, way, request.POST)
    refused = _refused_as_typed(read, request.POST)
    if refused:
        return _page(request, visit, way, read, refused=refused, status=422)
    totals = _whole_match(visit)
    if totals and way != Deal.Way.MATCH and "replaces" not in request.POST:
        return _page(request, visit, way, read, refused=_totals_exist(), status=409)
    try:
        scores.enter_sheet(
            visit.match,
            _written(read),
            by=visit.by,
            key=device_key(request.POST),
            time_is_over="time_over" in request.POST,
            replaces=version_in(request.POST, "replaces") if way != Deal.Way.MATCH else None,
        )
    except SheetRefused as refusal:
        for row in read.sent:
            if refusal.refusals.get(row.number):
                _write_refusal(visit, row, refusal.refusals[row.number])
        status = max(status_of(each) or 409 for each in refusal.refusals.values())
        if any(isinstance(each, Outdated) for each in refusal.refusals.values()):
            status = 409
        return _page(request, visit, way, read, refused=str(refusal), status=status)
    except TournamentError as refusal:
        return _page(request, visit, way, read, refused=str(refusal), status=status_of(refusal) or 409)
    return _saved(request, visit, read)


@require_POST
def sheet_count(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Returns the verdict of every deal and the totals of the match, as typed so far. Stores nothing."""
    way = _way(request, visit)
    context = _context(request, visit, way, read_sheet(visit, way, request.POST))
    return render(request, "table/sheet/count.html", context)


def _written(read: WholeSheet) -> list[scores.DealOfSheet]:
    return [
        scores.DealOfSheet(row.number, row.deal.way, row.deal.form.written(), row.deal.form.seen)
        for row in read.sent
    ]


def _way(request: PageRequest, visit: TableVisit) -> str:
    """Returns the requested way, else the way of the table's last deal, or totals."""
    asked = request.POST.get("way") or WAYS.get(request.GET.get("modo", ""))
    if asked in WAYS.values() and (asked != Deal.Way.MATCH or _takes_match_totals(visit)):
        return str(asked)
    written = max(visit.match.deals.all(), key=lambda each: each.number, default=None)
    if written and written.is_whole_match:
        return Deal.Way.MATCH
    return Deal.Way.TOTALS if written is None or written.way == Deal.Way.TOTALS else Deal.Way.PARTS


# --- Why nothing is stored --------------------------------------------------------------------------------


def _refused_as_typed(read: WholeSheet, data: QueryDict) -> str:
    """Returns why the sheet cannot be stored as typed, and marks its deals; "" if it can."""
    wrong = [row for row in read.sent if "sides" not in row.verdict]
    for row in wrong:
        hints: Any = row.verdict.get("hints") or []
        row.refusals = list(hints)
        row.offers = _offers(row.verdict)
    if wrong:
        return _("Nessuna smazzata è salvata: correggi quelle segnate e salva di nuovo.")
    if not read.drafts:
        if read.rows[0].deal.is_whole_match:
            return _("Il foglio è vuoto: scrivi i totali della partita.")
        return _("Il foglio è vuoto: scrivi almeno una smazzata.")
    return _paper_differs(read, data)


def _paper_differs(read: WholeSheet, data: QueryDict) -> str:
    """Returns why the sheet is refused where a total on the paper is not the sum of the deals; else ""."""
    paper = {side: data.get(f"paper-{side}", "").strip()[:PAPER_DIGITS] for side in read.totals}
    differs = any(digits and digits != str(read.totals[side]) for side, digits in paper.items())
    if not differs:
        return ""
    return _(
        "Il totale sul foglio è %(paper)s, ma le smazzate fanno %(made)s: rileggile, o cancella il totale."
    ) % {
        "paper": " – ".join(digits or "…" for digits in paper.values()),
        "made": " – ".join(map(str, read.totals.values())),
    }


def _write_refusal(visit: TableVisit, row: SheetRow, refused: Exception) -> None:
    """Writes beside the deal why it was not stored."""
    if isinstance(refused, ScoringError):
        names, language = pages.players_by_name(visit), get_language() or "it"
        row.refusals = [scores.refusal_sentence(refused, names, language, place=row.deal.place)]
        return
    row.refusals = [str(refused)]
    details: dict[str, Any] = getattr(refused, "details", {})
    if isinstance(refused, Outdated):
        current = details["current"]
        row.theirs = list(current["points"].values()) if current else []
        row.seen = details["version"]
    elif isinstance(refused, InputRefused):
        row.offers = [_for_sheet(row, offer) for offer in offers_beside(refused, row.deal.form)]


# --- What is shown ----------------------------------------------------------------------------------------


def missing_tables(round_: Round) -> list[int]:
    """Returns the tables of a round being played that still lack deals. Two queries."""
    return sorted(outstanding_deals(round_).missing) if round_.takes_results else []


def _saved(request: PageRequest, visit: TableVisit, read: WholeSheet) -> HttpResponse:
    """Goes on to the next missing table, in the order of the room, or to the round."""
    round_, table = visit.match.round, visit.match.table
    missing = missing_tables(round_)
    shown = {side.key: side.short for side in pages.sheet_of(visit).sides}
    points = ", ".join(f"{shown[side]} {total}" for side, total in read.totals.items())
    messages.success(request, _("Tavolo %(table)s: %(points)s.") % {"table": table, "points": points})
    if not missing:
        messages.success(request, _("I fogli di questo turno ci sono tutti."))
        return go_to(request, reverse("rounds", args=[visit.tournament.code]))
    following = next((each for each in missing if each > table), missing[0])
    if table in missing and visit.match.play.deals is None and read.counted == len(read.rows):
        following = table  # a long match: its sheet has room for more deals now
    return go_to(request, _sheet_url(round_, following, request))


def _sheet_url(round_: Round, table: int, request: HttpRequest) -> str:
    """Returns the address of a table's sheet, with the user's last way and last answer about totals."""
    given = request.POST or request.GET
    way = next((word for word, way in WAYS.items() if way == given.get("way")), given.get("modo", ""))
    kept = {"modo": way, "accusi": given.get("with_declared") or given.get("accusi", "")}
    address = reverse("table_sheet", args=[round_.tournament.code, round_.number, table])
    query = urlencode({name: value for name, value in kept.items() if value})
    return f"{address}?{query}" if query else address


def _context(request: PageRequest, visit: TableVisit, way: str, read: WholeSheet) -> dict[str, object]:
    shown = table_page(visit)
    names = {side.key: side for side in shown.sheet.sides}
    asks = next((row.deal.form for row in read.rows if "with_declared" in row.deal.form.fields), None)
    return {
        **vars(shown),
        "read": read,
        "way": way,
        "ways": _ways(visit, way),
        "totals": [(names[side], total) for side, total in read.totals.items()],
        "paper": [
            (names[side], request.POST.get(f"paper-{side}", "")[:PAPER_DIGITS]) for side in read.totals
        ],
        "whole_match": None if way == Deal.Way.MATCH else _whole_match(visit),
        "replaces": request.POST.get("replaces", ""),
        "asks_declared": choice_field(asks, "with_declared").choices if asks else [],
        "with_declared": request.POST.get("with_declared") or request.GET.get("accusi", ""),
        "time_over": "time_over" in request.POST if request.POST else _is_time_over(visit),
        "writable": visit.match.round.state == RoundState.PLAYING
        and not visit.tournament.closed_at
        and not visit.match.is_decided,
    }


def _is_time_over(visit: TableVisit) -> bool:
    ends_at = visit.match.round.ends_at
    return ends_at is not None and ends_at <= timezone.now()


def _ways(visit: TableVisit, way: str) -> list[dict[str, object]]:
    names = {"totali": _("Totali"), "parti": _("Parti")}
    if _takes_match_totals(visit):
        names["partita"] = _("Solo la partita")
    url = visit.url("table_sheet")
    return [{"name": names[word], "url": f"{url}?modo={word}", "chosen": WAYS[word] == way} for word in names]


# --- The totals of the match alone ----------------------------------------------------------------------


def _takes_match_totals(visit: TableVisit) -> bool:
    """Whether the match has totals instead of deals, or may have them."""
    return visit.tournament.match_totals or _whole_match(visit) is not None


def _whole_match(visit: TableVisit) -> Deal | None:
    return next((deal for deal in visit.match.deals.all() if deal.is_whole_match), None)


def _totals_exist() -> str:
    return _(
        "Di questo tavolo ci sono già i totali della partita: conferma in fondo al foglio che le smazzate ne "
        "prendono il posto."
    )


def _page(
    request: PageRequest,
    visit: TableVisit,
    way: str,
    read: WholeSheet,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        **_context(request, visit, way, read),
        "refused": refused,
        "missing": missing_tables(visit.match.round),
        "key": device_key(request.POST) or uuid4(),
    }
    template = "table/sheet/form.html" if request.htmx else "table/sheet/sheet.html"
    return render(request, template, context, status=status)
