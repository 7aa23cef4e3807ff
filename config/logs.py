"""The format of log lines: time, level, source, and never the URL of a table or of a letter."""

import logging
from copy import copy
from typing import Any


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
