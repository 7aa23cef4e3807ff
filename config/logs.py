"""The format of log lines: time, level, source, and never the URL of a table or of a letter."""

import logging
import time
from collections.abc import Callable
from copy import copy
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

access = logging.getLogger("criccone.access")


class RouteFormatter(logging.Formatter):
    """Logs the route of a request where Django would log its path.

    The path holds the codes of tables and the tokens of letters, which let their reader in. Tracebacks have
    files, lines and the error, never the values of variables.
    """

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            record = copy(record)
            record.args = tuple(_route(request) if each == path else each for each in record.args or ())
        return super().format(record)


def _route(request: Any) -> str:
    match = request.resolver_match
    return f"{request.method} /{match.route}" if match else f"{request.method} (no page)"


@sync_and_async_middleware
def AccessLogMiddleware(get_response: Callable[[HttpRequest], Any]) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Logs each answer: method, route, status, milliseconds. The web server's own log would have the path."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            begun = time.monotonic()
            return _log_access(request, await get_response(request), begun)

        return markcoroutinefunction(answer_async)

    def answer(request: HttpRequest) -> HttpResponseBase:
        begun = time.monotonic()
        return _log_access(request, get_response(request), begun)

    return answer


def _log_access(request: HttpRequest, response: HttpResponseBase, begun: float) -> HttpResponseBase:
    milliseconds = 1000 * (time.monotonic() - begun)
    access.info("%s %d %.0f ms", _route(request), response.status_code, milliseconds)
    return response
