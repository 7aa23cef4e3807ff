"""Guards of the views: they find the tournament, check the visitor's rights, then run the view."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib.auth.views import redirect_to_login
from django.http.response import HttpResponseBase

from club.access import Right, refusal, rights
from club.web.guards import OfficerRequest, PageRequest
from tournaments import queries
from tournaments.models import Tournament

View = Callable[..., HttpResponseBase]
TournamentView = Callable[Concatenate[PageRequest, Tournament, ...], HttpResponseBase]
OfficersView = Callable[Concatenate[OfficerRequest, Tournament, ...], HttpResponseBase]


def everybody(view: TournamentView) -> View:
    """Passes the tournament of `code` to a view that is open to all, with the visitor's `request.rights`."""

    @wraps(view)
    def run(request: PageRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        tournament = queries.tournament(code)
        request.rights = rights(request.user, tournament.club)
        return view(request, tournament, *args, **kwargs)

    return run


def officers(*needed: Right) -> Callable[[OfficersView], View]:
    """Passes the tournament of `code` to a view for officers who hold one of the rights.

    Anonymous visitors are sent to the login page, officers without the right are refused.
    """

    def guarded(view: OfficersView) -> View:
        @everybody
        @wraps(view)
        def run(request: PageRequest, tournament: Tournament, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.rights & set(needed):
                raise refusal(request.user, tournament.club, needed)
            return view(cast(OfficerRequest, request), tournament, *args, **kwargs)

        return run

    return guarded
