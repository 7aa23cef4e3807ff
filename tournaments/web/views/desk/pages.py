"""Shared parts of the desk's pages: heading, tabs by rights, and questions before an act."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.forms import Form
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from club.access import Right
from club.days import day_in_words
from club.web.guards import OfficerRequest, PageRequest
from scoring import GAMES
from tournaments.actors import Actor
from tournaments.models import Tournament

SEE_OTHER = 303


def may(request: OfficerRequest, right: Right) -> bool:
    return right in request.rights


def is_fragment(request: PageRequest) -> bool:
    """Whether htmx asks for a part of the page."""
    return bool(request.htmx)


def actor(request: OfficerRequest) -> Actor:
    return Actor.officer(request.user)


def context(request: OfficerRequest, tournament: Tournament, tab: str) -> dict[str, object]:
    """Returns the context of the desk's base template."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "day": day_in_words(tournament.date),
        "game_name": GAMES[tournament.game].name,
        "tab": tab,
        "may_run": may(request, Right.RUN_EVENING),
        # An officer who only keeps the register may open nothing of an evening but its cash.
        "may_keep_register": may(request, Right.KEEP_REGISTER),
        "may_enter": may(request, Right.ENTER_RESULTS),
    }


def page(
    request: OfficerRequest,
    tournament: Tournament,
    template: str,
    tab: str,
    shown: Mapping[str, object] = MappingProxyType({}),
    *,
    status: int = 200,
    **own: object,
) -> HttpResponse:
    """Renders the template with the context of the desk and the page's own, in `shown` or by keyword."""
    return render(request, template, {**context(request, tournament, tab), **shown, **own}, status=status)


def go(to: str, *args: Any, anchor: str = "") -> HttpResponseRedirect:
    """Redirects after a change with 303, so that reloading repeats nothing."""
    response = redirect(to, *args)
    response.status_code = SEE_OTHER
    if anchor:
        response["Location"] += f"#{anchor}"
    return response


Sentence = str | Promise


@dataclass(frozen=True)
class Question:
    """A question before an act.

    `action` is the word on its button, empty where the act is impossible; `back` is the URL name of the
    evening's page to which it returns.
    """

    title: Sentence
    text: Sentence
    action: Sentence
    back: str
    danger: bool = True


def ask(
    request: OfficerRequest,
    tournament: Tournament,
    question: Question,
    form: Form | None = None,
    *,
    tab: str,
    status: int = 200,
) -> HttpResponse:
    """Asks before an act: on a page, or in a dialog for htmx. The answer is a POST to the same address.

    The status is 422 where the form has errors.
    """
    template = "desk/question/dialog.html" if is_fragment(request) else "desk/question/page.html"
    status = 422 if form is not None and form.errors else status
    return page(request, tournament, template, tab, status=status, question=question, form=form)
