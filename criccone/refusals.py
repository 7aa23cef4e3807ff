"""Refusals as pages with a sentence and a status; and the errors of the API, all in one form."""

import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.template.loader import get_template
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from club import log_context
from club.access import RoleMissing, SecondFactorMissing
from club.api import preconditions
from club.errors import ClubOutdated, NotFound, Refusal
from criccone import problems
from criccone.bodies import Reason, refusal_of
from criccone.bodies import Refusal as BodyRefusal
from scoring import ScoringError
from tournaments.errors import Outdated
from tournaments.web.refusals import seconds_to_wait, sentence_of, status_of

Answer = Callable[[HttpRequest], HttpResponse]


class RefusalMiddleware:
    """Turns a ScoringError, TournamentError or ClubError into a page, or into htmx's message line.

    That line also reports the end of a session: htmx would put the login page into a part of the page.
    The API has its own handler, `error_response`.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_part_of_a_page(request) and _leads_to_login(response):
            sentence = _(
                "La sessione è finita: ricarica la pagina per entrare di nuovo. Se qui hai scritto "
                "qualcosa, prima copialo."
            )
            return refused(request, sentence, 409)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, SecondFactorMissing) and not getattr(request, "htmx", False):
            context = {"club": error.club, "back": request.get_full_path()}
            return render(request, "club/second_factor_missing.html", context, status=403)
        if isinstance(error, RoleMissing) and not getattr(request, "htmx", False):
            return render(request, "403.html", {"club": error.club, "missing": error}, status=403)
        if isinstance(error, NotFound):
            raise Http404(str(error)) from error
        status = 403 if isinstance(error, SecondFactorMissing) else status_of(error)
        if status is None:
            return None
        response = refused(request, sentence_of(error), status)
        if seconds := seconds_to_wait(error):
            response["Retry-After"] = str(seconds)
        return response


def _is_part_of_a_page(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of an open page. A phone's outbox, which names no page, does not: it
    follows the redirect and keeps what it could not send."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx and htmx.current_url)


def _leads_to_login(response: HttpResponse) -> bool:
    return isinstance(response, HttpResponseRedirect) and urlsplit(response.url).path == resolve_url(
        settings.LOGIN_URL
    )


class UnreadBodyMiddleware:
    """Answers instead of the view when the body is too large or too slow, or when too many arrive at once.

    It comes after the middleware that the page of the refusal needs.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = refusal_of(request)
        if refusal is None:
            return self.get_response(request)
        if refusal.reason is Reason.SIGNED_OUT and not _is_for_the_api(request):
            return redirect_to_login(request.get_full_path())
        status, sentence = status_and_sentence(refusal)
        if _is_for_the_api(request):
            return problems.as_json(refusal.reason.value, sentence, status)
        return refused(request, sentence, status)


def status_and_sentence(refusal: BodyRefusal) -> tuple[int, str]:
    if refusal.reason is Reason.SIGNED_OUT:
        return 401, _("Per mandare un file serve un accesso: manda il token del dispositivo.")
    if refusal.reason is Reason.TOO_SLOW:
        return 408, _("Quello che hai inviato non arriva, la rete è lenta: riprova da dove prende meglio.")
    if refusal.reason is Reason.TOO_MANY:
        return 503, _("Stanno arrivando troppi file insieme: riprova tra un momento.")
    limit = refusal.limit
    sentence = _(
        "Quello che hai inviato è troppo grande: da qui si inviano al massimo %(most)s. "
        "Accorcia il testo o scegli un file più piccolo, poi riprova."
    )
    return 413, sentence % {"most": f"{limit // 2**20} MB" if limit >= 2**20 else f"{limit // 2**10} kB"}


#: The fields in which people write sentences: the page of a refusal shows them, to be copied.
TYPED = ("reason", "resolution", "note", "text")


def refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """The page with the refusal, with the sentences that were sent; or htmx's message line."""
    context = {
        "sentence": sentence,
        "status": status,
        "back": _came_from(request),
        # A refused body is not read.
        "typed": _typed(request) if status in (409, 422) else [],
    }
    if getattr(request, "htmx", False):
        response = render(request, "components/refusal.html", context, status=status)
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    return render(request, "refused.html", context, status=status)


def _typed(request: HttpRequest) -> list[str]:
    return [text for name in TYPED if (text := request.POST.get(name, "").strip())]


def _came_from(request: HttpRequest) -> str:
    """The page of this site that sent the request, for a link back; empty if unknown."""
    referer = request.headers.get("Referer", "")
    return referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else ""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to an unknown URL: JSON under `/api/`, whatever characters the URL has."""
    if _is_for_the_api(request):
        if not request.path.endswith("/"):
            return problems.as_json(
                "not-found",
                _("Non c'è niente a questo indirizzo: forse manca la barra alla fine, aggiungila."),
                404,
            )
        return problems.as_json("not-found", _("Non c'è niente a questo indirizzo."), 404)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an error that nothing else handled: 503 if the database is away or too busy, else 500."""
    is_away = isinstance(sys.exception(), OperationalError | InterfaceError)
    response: HttpResponse
    if not _is_for_the_api(request):
        page = get_template("503.html" if is_away else "500.html")
        response = HttpResponse(page.render({"request_id": _request_id()}), status=503 if is_away else 500)
    elif is_away:
        response = problems.as_json(
            "unavailable",
            _(
                "Il database non risponde: riprova tra un momento. "
                "Se quello che hai inviato era già arrivato, non conta due volte."
            ),
            503,
        )
    else:
        sentence = _("Errore nostro, non tuo: riprova tra un momento.")
        response = problems.as_json("server-error", sentence, 500)
    if is_away:
        response["Retry-After"] = "2"
    return response


def _is_for_the_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _request_id() -> str:
    """The id under which the log has the traceback."""
    context = log_context.current()
    return context.request_id if context else ""


def error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """The error as a problem, with facts for programs; None for a fault of the program.

    A malformed body is a 400 with `fields`, a refusal by the rules a 422, a refusal by the state a 409, and
    an outdated version in `If-Match` a 412.
    """
    status = status_of(error)
    if status is not None:
        wait = seconds_to_wait(error)
        headers = {"Retry-After": str(wait)} if wait else None
        code, facts = _code_and_facts(error)
        if isinstance(error, ClubOutdated | Outdated) and preconditions.has_decided():
            status = 412
        return problems.response(code, sentence_of(error), status, headers, **facts)
    if isinstance(error, NotFound):
        error = Http404(str(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    headers = {name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response}
    headers |= getattr(error, "headers", {})
    code, sentence, facts = _drf_error(error, response.data)
    if isinstance(error, APIException):
        sentence = problems.sentence_of_framework(error, context) or sentence
    return problems.response(code, sentence, response.status_code, headers, **facts)


def _code_and_facts(error: Exception) -> tuple[str, dict[str, object]]:
    if isinstance(error, ScoringError):
        return error.code, {"params": dict(error.params)}
    if isinstance(error, Refusal):
        return error.code, error.details
    raise TypeError(f"{error!r} is no refusal")


def _drf_error(error: Exception, data: Any) -> tuple[str, str, dict[str, object]]:
    if isinstance(error, ValidationError):
        fields = data if isinstance(data, dict) else {api_settings.NON_FIELD_ERRORS_KEY: data}
        return "invalid", next(_sentences(fields), _("Dati non validi.")), {"fields": fields}
    # Includes Django's own 404 and 403, for which DRF has set `detail` and its code.
    detail = data["detail"]
    code = str(detail.code) if not isinstance(error, APIException) else str(error.get_codes())
    return code.replace("_", "-"), str(detail), {}


def _sentences(fields: Any, name: str = "") -> Iterator[str]:
    """Yields every error as `field: sentence`, in the order of the fields."""
    if isinstance(fields, dict):
        for key, inner in fields.items():
            own = "" if key == api_settings.NON_FIELD_ERRORS_KEY else str(key)
            yield from _sentences(inner, ".".join(filter(None, (name, own))))
    elif isinstance(fields, list):
        for inner in fields:
            yield from _sentences(inner, name)
    else:
        yield f"{name}: {fields}" if name else str(fields)
