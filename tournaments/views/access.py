"""Who may open a page: the tournament is found, the right is checked, then the view runs."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from club.access import Right, refusal, rights
from tournaments import queries
from tournaments.models import Tournament

View = Callable[..., HttpResponseBase]
TournamentView = Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponseBase]


def found(code: str) -> Tournament:
    """The tournament of that code, or the page that says there is none."""
    try:
        return queries.tournament(code)
    except Tournament.DoesNotExist:
        raise Http404(_("Nessun torneo ha questo indirizzo.")) from None


def everybody(view: TournamentView) -> View:
    """Finds the tournament of `code`; open to all. `request.rights` says what else the visitor may do."""

    @wraps(view)
    def run(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        tournament = found(code)
        request.rights = rights(request.user, tournament.club)  # type: ignore[attr-defined]
        return view(request, tournament, *args, **kwargs)

    return run


def officers(*needed: Right) -> Callable[[TournamentView], View]:
    """Finds the tournament of `code` for officers with one of the rights; others log in or are refused."""

    def guarded(view: TournamentView) -> View:
        @everybody
        @wraps(view)
        def run(request: HttpRequest, tournament: Tournament, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.rights & set(needed):  # type: ignore[attr-defined]
                raise refusal(request.user, tournament.club)
            return view(request, tournament, *args, **kwargs)

        return run

    return guarded
