"""The two doors of a table: an officer's, by turn and number, and the players', by the code on the sheet.

Behind both are the same pages; a `Door` says who came in and what they may do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from club.access import Right, rights
from tournaments import codes, queries
from tournaments.actors import Actor
from tournaments.codes import CodeRefused
from tournaments.models import Match, RoundState, Tournament
from tournaments.views.access import View, officers

SAFE_METHODS = ("GET", "HEAD")

DoorView = Callable[Concatenate[HttpRequest, "Door", ...], HttpResponseBase]


@dataclass(frozen=True)
class Door:
    """A table as somebody came to it, with its seats and deals read."""

    match: Match
    by: Actor
    # The code that opened it; empty for officers.
    code: str = ""
    #: For a page that renews itself the tournament's live version, read before the table: what changes
    #: meanwhile is asked for again, not missed.
    version: str = ""
    may_correct: bool = False
    may_run: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.match.round.tournament

    @property
    def is_officer(self) -> bool:
        return not self.code

    @property
    def side(self) -> str:
        """The side of the table that came in; empty for officers."""
        return self.by.side

    @property
    def takes_results(self) -> bool:
        """Whether a deal may be written now: while it is played, or as a correction of a settled turn."""
        if self.tournament.closed_at:
            return False
        state = self.match.round.state
        return state == RoundState.PLAYING or (self.may_correct and state == RoundState.SETTLED)

    @property
    def numbers(self) -> range:
        """The numbers of the smazzate that a match has."""
        return self.match.play.numbers(self.match.points)

    @property
    def corrects(self) -> bool:
        """Whether writing now changes a turn that is over."""
        return self.match.round.state == RoundState.SETTLED

    def url(self, page: str = "table", number: int | None = None) -> str:
        """The address of `page` through this same door."""
        numbers = [] if number is None else [number]
        if self.code:
            return reverse(f"{page}_by_code", args=[self.code, *numbers])
        round_ = self.match.round
        return reverse(page, args=[self.tournament.code, round_.number, self.match.table, *numbers])


def by_officer(view: DoorView, *, on_sheet: bool = True, renews: bool = False) -> View:
    """Opens `view` to the officers who enter results, at the table of that turn.

    `on_sheet` says that the number in the address is a smazzata's, `renews` that the page renews itself.
    """

    @officers(Right.ENTER_RESULTS)
    @wraps(view)
    def run(
        request: HttpRequest, tournament: Tournament, turn: int, table: int, **numbers: int
    ) -> HttpResponseBase:
        version = queries.live_version(tournament) if renews else ""
        door = replace(_officers_door(request, tournament, turn, table), version=version)
        if on_sheet:
            _verify_on_sheet(door, **numbers)
        return view(request, door, **numbers)

    return run


def by_code(view: DoorView, *, renews: bool = False) -> View:
    """Opens `view` to whoever holds the code of the table's sheet; a code that is over says so (403).

    `renews` says that the page renews itself.
    """

    @wraps(view)
    def run(request: HttpRequest, table_code: str, **numbers: int) -> HttpResponseBase:
        try:
            opened = codes.read(table_code)
        except CodeRefused as refused:
            return _explain(request, refused)
        match = opened.match
        if not numbers and request.method in SAFE_METHODS and _is_officer(request, match):
            return redirect("table", match.round.tournament.code, match.round.number, match.table)
        round_ = match.round
        version = queries.live_version(round_.tournament) if renews else ""
        whole = _read(match.pk, round_.tournament)
        door = Door(whole, Actor.at_table(whole, opened.side), code=table_code, version=version)
        _verify_on_sheet(door, **numbers)
        return view(request, door, **numbers)

    return run


def _officers_door(request: HttpRequest, tournament: Tournament, turn: int, table: int) -> Door:
    held: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    may_run = Right.RUN_EVENING in held
    rounds = queries.visible_rounds(tournament, drafts=may_run).filter(number=turn)
    match = queries.tables(rounds).filter(table=table).first()
    if match is None:
        raise Http404(_("In questo turno quel tavolo non c'è."))
    match.round.tournament = tournament
    by = Actor.officer(request.user)  # type: ignore[arg-type]
    return Door(match, by, may_correct=Right.CORRECT_RESULTS in held, may_run=may_run)


def _verify_on_sheet(door: Door, number: int = 1) -> None:
    if number not in door.numbers:
        facts = {"deals": len(door.numbers), "number": number}
        raise Http404(_("Al tavolo si giocano %(deals)s smazzate: la %(number)s non c'è.") % facts)


def _read(match_id: int, tournament: Tournament) -> Match:
    match = queries.tables(tournament.rounds.all()).get(pk=match_id)
    match.round.tournament = tournament
    return match


def _is_officer(request: HttpRequest, match: Match) -> bool:
    """Whether the sheet was scanned by somebody who has a door of their own, with their own name on it."""
    return Right.ENTER_RESULTS in rights(request.user, match.round.tournament.club)


def _explain(request: HttpRequest, refused: CodeRefused) -> HttpResponse:
    context = {"sentence": str(refused), "place": refused.details, "refusal": refused.code}
    if getattr(request, "htmx", False):
        response = render(request, "table/not_saved.html", context, status=403)
        response["X-Refusal"] = refused.code  # the page's script shows this one, and no other 403
        return response
    return render(request, "table/code_over.html", context, status=403)
