"""Access to a table: for officers by round and number, for players by the code on the score sheet or by their
entry's evening code.

All open the same pages; a `TableVisit` holds the visitor and their rights.
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
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from club.access import Right, rights
from club.accounts import password_attempts
from club.web.guards import OfficerRequest, PageRequest
from tournaments import queries
from tournaments.actors import Actor
from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Entry, Match, RoundState, Tournament
from tournaments.presenters.tournaments import shown_entry
from tournaments.results import codes, evening_codes
from tournaments.results.codes import CodeRefused
from tournaments.text.names import PUBLIC
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
    #: Whether it is the entry's evening code, which opens the tables of all rounds.
    is_evening: bool = False
    #: For a page that polls, the tournament's live version. It is read before the table: if the table changes
    #: in between, the next poll shows the change.
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
        """Whether a deal may be entered now: during play, or as a correction of a settled round.

        A side enters none where a ruling decides the match.
        """
        if self.tournament.closed_at or (self.side and self.match.is_decided):
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
        if self.is_evening:
            return reverse(f"{page}_by_evening", args=[self.code, self.match.round.number, *numbers])
        if self.code:
            return reverse(f"{page}_by_code", args=[self.code, *numbers])
        round_ = self.match.round
        return reverse(page, args=[self.tournament.code, round_.number, self.match.table, *numbers])

    @property
    def answers(self) -> dict[str, str]:
        """The addresses to which a side sends its answers and its call."""
        return {name: self.url(f"table_{name}") for name in ("confirm", "contest", "call", "withdraw_call")}


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
        if on_sheet and (sentence := _why_not_on_sheet(visit, **numbers)):
            raise Http404(sentence)
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
            match = opened.match
            if not numbers and request.method in SAFE_METHODS and _is_officer(request, match):
                return redirect("table", match.round.tournament.code, match.round.number, match.table)
            visit = _players_visit(request, match, opened.side, renews=renews)
        except CodeRefused as refused:
            if refused.code == "code-over" and request.method in SAFE_METHODS:
                return _after_the_round(request, table_code)
            return explain(request, refused, renews=renews)
        if sentence := _why_not_on_sheet(visit, **numbers):
            return _not_on_sheet(request, sentence)
        return view(request, replace(visit, code=table_code), **numbers)

    return run


def by_evening(view: TableView, *, renews: bool = False) -> View:
    """Opens `view` to the entry with that evening code, at its table in the round `turn`.

    Once the round is settled, it redirects to what the entry does now. The address of an act contains the
    round, so that a deal from a phone's outbox is never stored at a later table.
    """

    @wraps(view)
    def run(request: PageRequest, evening_code: str, turn: int, **numbers: int) -> HttpResponseBase:
        try:
            entry = evening_codes.entry_of(evening_code)
            match = evening_codes.table_in(entry, turn)
            visit = evening_visit(request, entry, match, evening_code, renews=renews)
        except CodeRefused as refused:
            if refused.code in ("code-over", "no-table") and request.method in SAFE_METHODS:
                return redirect_page(request, reverse("evening", args=[evening_code]))
            return explain(request, refused, renews=renews)
        if sentence := _why_not_on_sheet(visit, **numbers):
            return _not_on_sheet(request, sentence)
        return view(request, visit, **numbers)

    return run


def evening_visit(
    request: PageRequest, entry: Entry, match: Match, evening_code: str, *, renews: bool
) -> TableVisit:
    """Returns the visit of that entry to its table. Raises CodeRefused if the round was settled meanwhile."""
    visit = _players_visit(request, match, evening_codes.side_of(entry, match), renews=renews)
    return replace(visit, code=evening_code, is_evening=True)


def _players_visit(request: PageRequest, match: Match, side: str, *, renews: bool) -> TableVisit:
    round_ = match.round
    version = queries.table_version(round_.tournament, round_.number, match.table) if renews else ""
    whole = _match(match.pk, round_.tournament)
    codes.verify_in_play(whole)  # it may have ended since the code was read
    is_referee = not request.user.is_authenticated and password_attempts.has_signed_in_before(request)
    return TableVisit(whole, Actor.at_table(whole, side), version=version, may_be_referee=is_referee)


def _officers_visit(request: OfficerRequest, tournament: Tournament, turn: int, table: int) -> TableVisit:
    may_run = Right.RUN_EVENING in request.rights
    rounds = queries.visible_rounds(tournament, drafts=may_run).filter(number=turn)
    match = queries.tables(rounds).filter(table=table).first()
    if match is None:
        raise Http404(_("In questo turno quel tavolo non c'è."))
    match.round.tournament = tournament
    by = Actor.officer(request.user)
    return TableVisit(match, by, may_correct=Right.CORRECT_RESULTS in request.rights, may_run=may_run)


def _why_not_on_sheet(visit: TableVisit, number: int | None = None) -> str:
    """Returns why no deal of that number is written at the table; empty if one is."""
    if number is None:
        return ""
    if WHOLE_MATCH in visit.match.points and number != WHOLE_MATCH:
        return _("Di questo tavolo ci sono i totali della partita: le smazzate non si scrivono più.")
    if number in visit.numbers:
        return ""
    facts = {"deals": len(visit.numbers), "number": number}
    if visit.match.last_deal:
        return (
            _("Tempo scaduto: la partita è finita con la smazzata %(deals)s, la %(number)s non conta.")
            % facts
        )
    return _("La smazzata %(number)s non c'è: al tavolo se ne giocano %(deals)s.") % facts


def _not_on_sheet(request: PageRequest, sentence: str) -> HttpResponse:
    """Explains to a phone that still shows the deal's form why nothing is stored (409)."""
    if request.method in SAFE_METHODS or not request.htmx:
        raise Http404(sentence)
    context = {"sentence": sentence, "decided": True}
    response = render(request, "table/deal/not_saved.html", context, status=409)
    response["X-Refusal"] = "not-on-sheet"
    return response


def _match(match_id: int, tournament: Tournament) -> Match:
    match = queries.tables(tournament.rounds.all()).get(pk=match_id)
    match.round.tournament = tournament
    return match


def _is_officer(request: PageRequest, match: Match) -> bool:
    """Whether an officer scanned the sheet: they act under their own name instead."""
    return Right.ENTER_RESULTS in rights(request.user, match.round.tournament.club)


def explain(request: PageRequest, refused: CodeRefused, *, renews: bool) -> HttpResponse:
    """Explains why a code opens no table (403). A page that polls is reloaded, to show the explanation."""
    if request.htmx and renews:
        return HttpResponseClientRefresh()
    context = {"sentence": str(refused), "place": refused.details}
    if request.htmx:
        response = render(request, "table/deal/not_saved.html", context, status=403)
        response["X-Refusal"] = refused.code  # the page's script shows this refusal and no other 403
        return response
    return render(request, "table/state/code_renewed.html", context, status=403)


def _after_the_round(request: PageRequest, table_code: str) -> HttpResponseBase:
    """Redirects from the sheet of a settled round to the evening of the entry that sat there.

    Where two entries sat on one side, a page asks the players which of them is theirs.
    """
    held = codes.held_code(table_code)
    tournament = held.match.round.tournament
    numbers = set(held.match.seats.filter(side=held.side).values_list("entry__number", flat=True))
    entries = queries.entries_by_number(tournament, numbers)
    links = [reverse("evening", args=[evening_codes.code_of(entry)]) for entry in entries]
    if len(entries) == 1:
        return redirect_page(request, links[0])
    if request.htmx:
        return HttpResponseClientRefresh()
    shown = [(shown_entry(entry, PUBLIC), link) for entry, link in zip(entries, links, strict=True)]
    context = {"club": tournament.club, "tournament": tournament, "round": held.match.round, "shown": shown}
    return render(request, "table/evening/which.html", context)


def redirect_page(request: PageRequest, url: str) -> HttpResponseBase:
    """Redirects a page, or a poll of htmx, to `url`."""
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
