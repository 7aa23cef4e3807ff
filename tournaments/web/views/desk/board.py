"""The referee's board, where tables that need somebody come first, and the club's catalogue of rulings."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club
from club.queries import first_or_not_found
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments import queries
from tournaments.core.play import WHOLE_MATCH, Forecast, TablePace, forecast
from tournaments.models import Article, Call, Deal, Match, Round, RoundState, Tournament
from tournaments.presenters.tables import ShownTable, shown_table
from tournaments.results import calls
from tournaments.results.catalogue import adopt_base_catalogue, missing
from tournaments.rounds import time_outs
from tournaments.rounds.completeness import OutstandingDeals, outstanding_deals
from tournaments.web.forms.reasons import version_in
from tournaments.web.forms.referee import ArticleForm
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages

TIME_OUT_MINUTES = 5


class Need(IntEnum):
    """The needs of a table, the most urgent first."""

    CALLED = 0
    CONTESTED = 1
    SILENT = 2
    UNCONFIRMED = 3
    PLAYING = 4
    DONE = 5


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
    last_at: Any
    is_late: bool


@uncached_page
@officers(Right.ENTER_RESULTS)
def board(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the board. htmx polls with the version `seen`, and gets 204 if neither the data nor the minute
    has changed."""
    version = f"{queries.live_version(tournament)}.{timezone.now():%H%M}"
    if pages.is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    template = "desk/referee/board_tables.html" if pages.is_fragment(request) else "desk/referee/board.html"
    shown = _board_context(tournament)
    return pages.page(request, tournament, template, "board", shown, board_version=version)


@uncached_page
@officers(Right.ENTER_RESULTS)
def open_calls(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows which tables call or contest a deal, for the badge of the desk's pages.

    htmx polls with those `seen`, and gets 204 while they are the same.
    """
    waiting, contested = list(calls.open_calls(tournament)), list(calls.open_contests(tournament))
    marks = [*(str(call.pk) for call in waiting), *(f"{deal.pk}.{deal.version}" for deal in contested)]
    seen = "-".join(marks)
    if pages.is_fragment(request) and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    matches = [*(call.match for call in waiting), *(deal.match for deal in contested)]
    tables = list(dict.fromkeys(match.table for match in matches))
    return pages.page(request, tournament, "desk/referee/calls.html", "board", tables=tables, seen=seen)


@require_POST
@officers(Right.ENTER_RESULTS)
def go_there(request: OfficerRequest, tournament: Tournament, turn: int, table: int) -> HttpResponse:
    """Records that an officer is going to the table that called."""
    rounds = queries.visible_rounds(tournament).filter(number=turn)
    matches = Match.objects.filter(round__in=rounds, table=table).select_related("round")
    match = first_or_not_found(matches, _("In questo turno quel tavolo non c'è."))
    calls.answer(match, by=pages.actor(request))
    return pages.go("board", tournament.code)


@require_POST
@officers(Right.CORRECT_RESULTS)
def extend(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Adds five minutes to the round being played."""
    seen = version_in(request.POST, "extra_minutes") or 0
    time_outs.extend(tournament.pk, turn, TIME_OUT_MINUTES, by=pages.actor(request), seen=seen)
    return pages.go("board", tournament.code)


@require_POST
@officers(Right.CORRECT_RESULTS)
def end_turn(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Ends by the clock all matches of the round that lack deals."""
    untold = time_outs.end_round(tournament.pk, turn, by=pages.actor(request))
    messages.success(request, _("Tempo scaduto: i tavoli sanno con quale smazzata finiscono."))
    if untold:
        sentence = ngettext(
            "Al tavolo %(tables)s non è scritta nessuna smazzata: "
            "quante contano lo dice il foglio, o la pagina del tavolo.",
            "Ai tavoli %(tables)s non è scritta nessuna smazzata: "
            "quante contano lo dice il foglio, o la pagina del tavolo.",
            len(untold),
        )
        messages.warning(request, sentence % {"tables": ", ".join(map(str, untold))})
    return pages.go("board", tournament.code)


def _board_context(tournament: Tournament) -> dict[str, object]:
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
    tables = sorted(
        (_table(round_, match, ahead, debts) for match in matches),
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
        # The totals of a whole match, entered at its end, say nothing of the pace of a deal.
        if not match.is_decided and WHOLE_MATCH not in match.points
    ]
    started = round_.started_at or timezone.now()
    usual = max((each.deals or 1 for each in paces), default=1)
    return forecast(paces, usual, started, timezone.now(), round_.lasts)


def _table(round_: Round, match: Match, ahead: Forecast, debts: OutstandingDeals) -> BoardTable:
    deals = list(match.deals.all())
    asks = round_.tournament.confirmation and not match.is_decided
    doubted = [deal for deal in deals if asks and deal.agreement != "confirmed"]
    contested = [deal for deal in doubted if deal.agreement == Deal.Agreement.CONTESTED]
    waiting = [deal for deal in doubted if deal.agreement == Deal.Agreement.WAITING]
    call = next(iter(match.calls.all()), None)
    last_at = max((deal.changed_at for deal in deals), default=round_.started_at or round_.drawn_at)
    missing = match.table in debts.missing
    is_late = round_.state == RoundState.PLAYING and match.table in ahead.silent
    need = _need(call, contested, waiting, missing=missing, is_late=is_late)
    table = shown_table(match, {"full_names": True})
    same_device = [deal for deal in deals if deal.same_device]
    return BoardTable(table, need, call, contested, waiting, same_device, last_at, is_late)


def _need(
    call: Call | None, contested: list[Deal], waiting: list[Deal], *, missing: bool, is_late: bool
) -> Need:
    if call:
        return Need.CALLED
    if contested:
        return Need.CONTESTED
    if is_late:
        return Need.SILENT
    if waiting and not missing:
        return Need.UNCONFIRMED
    return Need.PLAYING if missing else Need.DONE


# The club's catalogue of rulings.


@form_page
@guards.officers(Right.CORRECT_RESULTS)
def catalogue(request: OfficerRequest, club: Club) -> HttpResponse:
    """Lists the articles in use and the retired ones, with a form for a new one."""
    form = ArticleForm(request.POST or None, instance=Article(club=club))
    if form.is_valid():
        form.save()
        messages.success(request, _("L'articolo è nel catalogo."))
        return pages.go("catalogue", club.slug)
    shown = {"articles": club.articles.all(), "missing": missing(club)}
    return club_pages.page(request, club, "desk/referee/catalogue.html", shown, form=form)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def adopt(_request: OfficerRequest, club: Club) -> HttpResponse:
    """Adds the usual articles to the catalogue."""
    adopt_base_catalogue(club)
    return pages.go("catalogue", club.slug)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def retire(request: OfficerRequest, club: Club, article_id: int) -> HttpResponse:
    """Retires an article, or takes it into use again, as `retired` says; its rulings stay."""
    sentence = _("Questo articolo non è nel catalogo del circolo.")
    article = first_or_not_found(club.articles.filter(pk=article_id), sentence)
    retires = request.POST.get("retired") != "no"
    if article.retired and not retires and _step_is_taken(article):
        messages.error(
            request, _("Un altro articolo ha già questo gradino del ritardo: mettilo prima fuori uso.")
        )
        return pages.go("catalogue", club.slug)
    article.retired = retires
    article.save(update_fields=["retired"])
    return pages.go("catalogue", club.slug)


def _step_is_taken(article: Article) -> bool:
    steps = article.club.articles.filter(retired=False, late_step__isnull=False)
    return steps.filter(late_step=article.late_step).exists()
