"""Answers to a deal that the other side entered, and the call to the referee.

A side confirms or contests the deal; an officer may accept it.
"""

from collections.abc import Callable
from typing import cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.limits import CannotCount, TryLater
from club.web.guards import PageRequest
from tournaments.actors import Actor
from tournaments.errors import DealDecided, InputRefused, TournamentError
from tournaments.results import calls, codes, scores
from tournaments.web.refusals import status_of
from tournaments.web.throttles import WRONG_SHORT_CODES
from tournaments.web.views.tables.pages import go_to, page_context
from tournaments.web.views.tables.table_access import TableVisit


class AnswerForm(forms.Form):
    """Fields that the buttons of the table's page send; `seen` is "number:version", once for each deal."""

    key = forms.UUIDField(required=False)
    short_code = forms.CharField(max_length=20, required=False)
    reason = forms.CharField(max_length=300, required=False)
    #: The lines of the sheet that are wrong, which the form of a contest offers.
    line = forms.Field(required=False)

    def contest_reason(self) -> str:
        """Returns the lines chosen and the words typed: "Cricche, Totale: erano tre fanti"."""
        lines = ", ".join(cast(QueryDict, self.data).getlist("line"))
        return ": ".join(part for part in (lines, self.cleaned_data["reason"]) if part)[:300]

    def seen(self) -> dict[int, int]:
        """Returns the version seen of each deal that is answered. Raises InputRefused."""
        pairs = [each.partition(":") for each in cast(QueryDict, self.data).getlist("seen")]
        if not pairs or not all(
            a.isdecimal() and b.isdecimal() and len(a + b) < 12 for a, _colon, b in pairs
        ):
            raise InputRefused("nothing-answered", _("Scegli la smazzata a cui rispondi."))
        return {int(number): int(version) for number, _colon, version in pairs}


@require_POST
def confirm(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Confirms deals that the other side entered: on the confirming side's phone, or on the other side's with
    the short code of the confirming side."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        by = _answering_actor(visit, form.cleaned_data["short_code"])
        same_device = by.side != visit.side
        scores.confirm(visit.match, form.seen(), by=by, key=key, same_device=same_device)
        return _("Confermato: grazie.")

    return _answer(request, visit, act)


@require_POST
def contest(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Contests deals that the other side entered, and gives the referee the reason."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        by = _answering_actor(visit, form.cleaned_data["short_code"])
        scores.contest(visit.match, form.seen(), by=by, reason=form.contest_reason(), key=key)
        return _("L'arbitro è avvisato: intanto parlatene, e correggete la smazzata se serve.")

    return _answer(request, visit, act)


@require_POST
def call(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Calls the referee to the table."""

    def act(form: AnswerForm, key: UUID | None) -> str:
        calls.call(visit.match, by=visit.by, reason=form.cleaned_data["reason"][:120], key=key)
        return _("La chiamata è arrivata alla Giuria: resta al tavolo.")

    return _answer(request, visit, act)


@require_POST
def withdraw_call(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Withdraws the call of this side."""

    def act(_form: AnswerForm, key: UUID | None) -> str:
        calls.withdraw(visit.match, by=visit.by, key=key)
        return _("La chiamata è ritirata.")

    return _answer(request, visit, act)


@require_POST
def accept(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Accepts deals without the other side's confirmation, as an officer."""

    def act(form: AnswerForm, _key: UUID | None) -> str:
        scores.accept(visit.match, form.seen(), by=visit.by, reason=form.cleaned_data["reason"])
        return _("Accettato.")

    return _answer(request, visit, act)


def _answer(
    request: PageRequest, visit: TableVisit, act: Callable[[AnswerForm, UUID | None], str]
) -> HttpResponse:
    """Does the act and returns to the table's page, with the outcome or the refusal."""
    form = AnswerForm(request.POST)
    form.is_valid()
    try:
        messages.success(request, act(form, form.cleaned_data.get("key")))
    except TournamentError as refused:
        return _refused_page(request, visit, refused)
    return go_to(request, visit.url())


def _refused_page(request: PageRequest, visit: TableVisit, refused: TournamentError) -> HttpResponse:
    status = status_of(refused) or 409
    if request.htmx:
        shown = {"sentence": str(refused), "decided": isinstance(refused, DealDecided)}
        return render(request, "table/deal/not_saved.html", shown, status=status)
    context = page_context(visit) | {"refused": str(refused)}
    return render(request, "table/state/table.html", context, status=status)


def _answering_actor(visit: TableVisit, short_code: str) -> Actor:
    """Returns the answering actor: the side of this phone, or the side whose short code was typed on it."""
    if not short_code:
        return visit.by
    table = str(visit.match.pk)
    try:
        WRONG_SHORT_CODES.take(table)
    except (TryLater, CannotCount) as refusal:
        # With status 429 or 503 the phone would queue the answer for a retry, and hold back later results.
        raise TournamentError(refusal.code, str(refusal)) from refusal
    side = codes.side_of(visit.match, short_code)
    WRONG_SHORT_CODES.give_back(table)
    return Actor.at_table(visit.match, side)
