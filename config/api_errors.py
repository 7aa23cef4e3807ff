"""Errors of the API, all in one form: `{"error": {"code", "message", …}}`."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from club.errors import Refusal
from scoring import ScoringError
from tournaments.errors import NotFound
from tournaments.web.refusals import seconds_to_wait, sentence_of, status_of


def error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """The error as a response, with details for programs; None for a fault of the program.

    A malformed body is a 400 with `fields`; a refusal by the rules is a 422, by the state a 409.
    """
    status = status_of(error)
    if status is not None:
        wait = seconds_to_wait(error)
        headers = {"Retry-After": str(wait)} if wait else None
        return Response({"error": _refusal(error)}, status=status, headers=headers)
    if isinstance(error, NotFound):
        error = Http404(str(error))
    response = exception_handler(error, context)
    if response is not None:
        response.data = {"error": _drf_error(error, response.data)}
    return response


def _refusal(error: Exception) -> dict[str, object]:
    if isinstance(error, ScoringError):
        return {"code": error.code, "message": sentence_of(error), "params": dict(error.params)}
    if isinstance(error, Refusal):
        return {**error.details, "code": error.code, "message": str(error)}
    raise TypeError(f"{error!r} is no refusal")


def _drf_error(error: Exception, data: Any) -> dict[str, object]:
    if isinstance(error, ValidationError):
        fields = data if isinstance(data, dict) else {api_settings.NON_FIELD_ERRORS_KEY: data}
        return {
            "code": "invalid",
            "message": next(_sentences(fields), _("Dati non validi.")),
            "fields": fields,
        }
    # Includes Django's own 404 and 403, for which DRF has set `detail` and its code.
    detail = data["detail"]
    code = str(detail.code) if not isinstance(error, APIException) else str(error.get_codes())
    return {"code": code.replace("_", "-"), "message": str(detail)}


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
