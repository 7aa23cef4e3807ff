"""The format of log lines: time, level, source, and never the URL of a table or of a letter."""

import logging
import time
from collections.abc import Callable
from copy import copy
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

access = logging.getLogger("criccone.access")


class RouteFormatter(logging.Formatter):
    """Logs the route of a request where Django would log its path.

    The path holds the codes of tables and the tokens of letters, which give access. Tracebacks have files,
    lines and the error, never the values of variables.
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


class AccessLogMiddleware:
    """Logs each answer: method, route, status, milliseconds. The web server's own log would show the path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.monotonic()
        response = self.get_response(request)
        milliseconds = 1000 * (time.monotonic() - begun)
        access.info("%s %d %.0f ms", _route(request), response.status_code, milliseconds)
        return response
