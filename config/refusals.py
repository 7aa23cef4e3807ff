"""Refusals as pages: one sentence and the right status."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from club.access import SecondFactorMissing
from config.bodies import limit_exceeded
from tournaments.errors import NotFound
from tournaments.web.refusals import sentence_of, status_of

Answer = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """Turns a ScoringError, TournamentError or ClubError into a page, or into htmx's message line.

    The API has a handler of its own.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, SecondFactorMissing) and not getattr(request, "htmx", False):
            context = {"club": error.club, "back": request.get_full_path()}
            return render(request, "club/second_factor_missing.html", context, status=403)
        if isinstance(error, NotFound):
            raise Http404(str(error)) from error
        status = 403 if isinstance(error, SecondFactorMissing) else status_of(error)
        if status is None:
            return None
        return refused(request, sentence_of(error), status)


class TooLargeMiddleware:
    """Answers 413 for a body that is too large, before anything reads it.

    It comes after the middleware that a page needs.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = limit_exceeded(request)
        if limit is None:
            return self.get_response(request)
        sentence = _(
            "Quello che hai inviato è troppo grande: da qui si inviano al massimo %(most)s. "
            "Accorcia il testo o scegli un file più piccolo, poi riprova."
        ) % {"most": f"{limit // 2**20} MB" if limit >= 2**20 else f"{limit // 2**10} kB"}
        if request.path.startswith("/api/"):
            return JsonResponse({"error": {"code": "too-large", "message": sentence}}, status=413)
        return refused(request, sentence, 413)


def refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """The page with the refusal, or htmx's message line."""
    context = {"sentence": sentence, "status": status, "back": _came_from(request)}
    if getattr(request, "htmx", False):
        response = render(request, "components/refusal.html", context, status=status)
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    return render(request, "refused.html", context, status=status)


def _came_from(request: HttpRequest) -> str:
    """The page of this site that sent the request, for a link back; empty if unknown."""
    referer = request.headers.get("Referer", "")
    return referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else ""
