"""Refusals of the rules and of the state, as pages show them: one sentence and the right status."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from club.access import SecondFactorMissing
from tournaments.refusals import sentence_of, status_of

Answer = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """A ScoringError, TournamentError or ClubError that reaches here becomes a page, or htmx's message line.

    The API has its own handler and never gets here.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, SecondFactorMissing) and not getattr(request, "htmx", False):
            context = {"club": error.club, "back": request.get_full_path()}
            return render(request, "club/second_factor_missing.html", context, status=403)
        status = 403 if isinstance(error, SecondFactorMissing) else status_of(error)
        if status is None:
            return None
        context = {"sentence": sentence_of(error), "status": status, "back": _came_from(request)}
        if getattr(request, "htmx", False):
            response = render(request, "components/refusal.html", context, status=status)
            response["HX-Retarget"] = "#messages"
            response["HX-Reswap"] = "innerHTML"
            return response
        return render(request, "refused.html", context, status=status)


def _came_from(request: HttpRequest) -> str:
    """The page of this site that sent the request, to go back to; empty when unknown."""
    referer = request.headers.get("Referer", "")
    return referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else ""
