"""Access to a table: for officers by round and number, for players by the code on the score sheet.

Both open the same pages; a `TableVisit` holds the visitor and their rights.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from club.access import Right, rights
from club.accounts import password_attempts
from club.web.guards import OfficerRequest, PageRequest
from tournaments import queries
from tournaments.actors import Actor
from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Match, RoundState, Tournament
from tournaments.presenters.next_table import next_tables
from tournaments.results import codes
from tournaments.results.codes import CodeRefused
from tournaments.web.views.access import View, officers

SAFE_METHODS = ("GET", "HEAD")

TableView = Callable[Concatenate[PageRequest, "TableVisit", ...], HttpResponseBase]


@dataclass(frozen=True)
class TableVisit:
    """A table with its seats and deals, and the visitor who opened it."""

    match: Match
    by: Actor
    # The code that opened the table; empty for officers.
    code: str = ""
    #: For a page that polls, the tournament's live version, read before the table: a change in between then
    #: causes another poll.
    version: str = ""
    may_correct: bool = False
    may_run: bool = False
    #: Whether somebody has signed in on this browser before: perhaps a referee whose session is over.
    may_be_referee: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.match.round.tournament

    @property
    def is_officer(self) -> bool:
        return not self.code

    @property
    def side(self) -> str:
        """The side that opened the table; empty for officers."""
        return self.by.side

    @property
    def takes_results(self) -> bool:
        """Whether a deal may be entered now: during play, or as a correction of a settled round."""
        if self.tournament.closed_at:
            return False
        state = self.match.round.state
        return state == RoundState.PLAYING or (self.may_correct and state == RoundState.SETTLED)

    @property
    def numbers(self) -> range:
        """The numbers of the match's deals."""
        return self.match.play.numbers(self.match.points)

    @property
    def corrects(self) -> bool:
        """Whether a deal entered now changes a settled round."""
        return self.match.round.state == RoundState.SETTLED

    def url(self, page: str = "table", number: int | None = None) -> str:
        """Returns the address of `page` for the same visitor: by the code, or by round and table."""
        numbers = [] if number is None else [number]
        if self.code:
            return reverse(f"{page}_by_code", args=[self.code, *numbers])
        round_ = self.match.round
        return reverse(page, args=[self.tournament.code, round_.number, self.match.table, *numbers])


def by_officer(view: TableView, *, on_sheet: bool = True, renews: bool = False) -> View:
    """Opens `view` to the officers who enter results, at the table with that round and number.

    `on_sheet` means that the number in the address is a deal's, `renews` that the page polls for changes.
    """

    @officers(Right.ENTER_RESULTS)
    @wraps(view)
    def run(
        request: OfficerRequest, tournament: Tournament, turn: int, table: int, **numbers: int
    ) -> HttpResponseBase:
        version = queries.table_version(tournament, turn, table) if renews else ""
        visit = replace(_officers_visit(request, tournament, turn, table), version=version)
        if on_sheet:
            _verify_on_sheet(visit, **numbers)
        return view(request, visit, **numbers)

    return run


def by_code(view: TableView, *, renews: bool = False) -> View:
    """Opens `view` to the players with the code on the table's sheet; an expired code is explained (403).

    `renews` says that the page polls for changes.
    """

    @wraps(view)
    def run(request: PageRequest, table_code: str, **numbers: int) -> HttpResponseBase:
        try:
            opened = codes.table_code(table_code)
        except CodeRefused as refused:
            return _explain(request, refused, table_code, renews=renews)
        match = opened.match
        if not numbers and request.method in SAFE_METHODS and _is_officer(request, match):
            return redirect("table", match.round.tournament.code, match.round.number, match.table)
        round_ = match.round
        version = queries.table_version(round_.tournament, round_.number, match.table) if renews else ""
        whole = _match(match.pk, round_.tournament)
        visit = TableVisit(
            whole,
            Actor.at_table(whole, opened.side),
            code=table_code,
            version=version,
            may_be_referee=not request.user.is_authenticated and password_attempts.is_an_officers(request),
        )
        _verify_on_sheet(visit, **numbers)
        return view(request, visit, **numbers)

    return run


def _officers_visit(request: OfficerRequest, tournament: Tournament, turn: int, table: int) -> TableVisit:
    may_run = Right.RUN_EVENING in request.rights
    rounds = queries.visible_rounds(tournament, drafts=may_run).filter(number=turn)
    match = queries.tables(rounds).filter(table=table).first()
    if match is None:
        raise Http404(_("In questo turno quel tavolo non c'è."))
    match.round.tournament = tournament
    by = Actor.officer(request.user)
    return TableVisit(match, by, may_correct=Right.CORRECT_RESULTS in request.rights, may_run=may_run)


def _verify_on_sheet(visit: TableVisit, number: int | None = None) -> None:
    if number is None:
        return
    if WHOLE_MATCH in visit.match.points and number != WHOLE_MATCH:
        raise Http404(_("Di questo tavolo ci sono i totali della partita: le smazzate non si scrivono più."))
    if number not in visit.numbers:
        facts = {"deals": len(visit.numbers), "number": number}
        raise Http404(_("La smazzata %(number)s non c'è: al tavolo se ne giocano %(deals)s.") % facts)


def _match(match_id: int, tournament: Tournament) -> Match:
    match = queries.tables(tournament.rounds.all()).get(pk=match_id)
    match.round.tournament = tournament
    return match


def _is_officer(request: PageRequest, match: Match) -> bool:
    """Whether an officer scanned the sheet: they act under their own name instead."""
    return Right.ENTER_RESULTS in rights(request.user, match.round.tournament.club)


def _explain(request: PageRequest, refused: CodeRefused, table_code: str, *, renews: bool) -> HttpResponse:
    """Explains a code that no longer opens its table; after the round, shows where its players go next.

    A page that polls is reloaded, so that its reader sees the explanation.
    """
    if refused.code == "code-over" and (renews or not request.htmx):
        return _after_the_round(request, table_code)
    if request.htmx and renews:
        return HttpResponseClientRefresh()
    context = {"sentence": str(refused), "place": refused.details}
    if request.htmx:
        response = render(request, "table/deal/not_saved.html", context, status=403)
        response["X-Refusal"] = refused.code  # the page's script shows this refusal and no other 403
        return response
    return render(request, "table/state/code_renewed.html", context, status=403)


def _after_the_round(request: PageRequest, table_code: str) -> HttpResponse:
    """Shows where the players of the code's side go next. htmx polls with the version `next`, and gets 204
    while nothing changes."""
    held = codes.held_code(table_code)
    coming = next_tables(held.match, held.side)
    context = {
        "club": held.match.round.tournament.club,
        "tournament": held.match.round.tournament,
        "round": held.match.round,
        "match": held.match,
        "coming": coming,
        "url": reverse("table_by_code", args=[table_code]),
    }
    if not request.htmx:
        return render(request, "table/state/over.html", context, status=403)
    if "next" not in request.GET:
        return HttpResponseClientRefresh()
    if request.GET["next"] == coming.version:
        return HttpResponse(status=204)
    return render(request, "table/state/over_part.html", context)
