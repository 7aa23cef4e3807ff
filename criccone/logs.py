"""Log lines: JSON in service mode, readable on a laptop, which keeps them in a file too.

Each line has the request's id, the account's key and the club's slug, and never the URL of a table or of a
letter, nor what people wrote: only the fields of `FIELDS` are kept.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from pythonjsonlogger.json import JsonFormatter as Json

from club import log_context
from criccone import data_folder
from criccone.operations import scrubbing

access = logging.getLogger("criccone.access")

#: The facts about its request that a line has; all other attributes of a record are dropped.
CONTEXT: Final = ("request_id", "user", "club")
FIELDS: Final = (*CONTEXT, "method", "route", "status", "milliseconds")
REQUEST_ID_HEADER: Final = "X-Request-ID"
#: The file on a laptop: this many of this size, in bytes.
FILES, FILE_BYTES = 5, 1_000_000


def safe(record: logging.LogRecord) -> logging.LogRecord:
    """The record that is written: the route where Django would log the path, the context, no other fields.

    The path holds the codes of tables and the tokens of letters, which give access.
    """
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    args = record.args
    if path and isinstance(args, tuple):
        args = tuple(route(request) if each == path else each for each in args)
    copied = logging.makeLogRecord(
        {name: record.__dict__.get(name) for name in ("name", "levelno", "levelname", "created", "msecs")}
    )
    copied.msg, copied.args = _message(record, args), ()
    copied.exc_info, copied.stack_info = record.exc_info, record.stack_info
    copied.__dict__.update(_fields(record))
    return copied


def _message(record: logging.LogRecord, args: Any) -> str:
    text = str(record.msg) % args if args else str(record.msg)
    if record.exc_info:
        # Celery repeats the traceback in its message, with the values.
        return scrubbing.without_values(text.strip().partition("\n")[0])
    return scrubbing.scrubbed(text)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    context = log_context.current()
    fields = {name: getattr(context, name) for name in CONTEXT} if context else {}
    fields |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
    return {name: value for name, value in fields.items() if value not in (None, "")}


class LineFormatter(logging.Formatter):
    """A line to be read: time, level, source, message, and the context in brackets; then the traceback."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return super().format(safe(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name of logging
        context = [f"{name}={record.__dict__[name]}" for name in CONTEXT if name in record.__dict__]
        return super().formatMessage(record) + (f" [{' '.join(context)}]" if context else "")

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return scrubbing.trace(*ei)


class JsonFormatter(Json):
    """An object on one line, for programs that gather logs."""

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
        super().__init__(
            ["levelname", "name", "message"], rename_fields=names, timestamp="time", json_ensure_ascii=False
        )

    def format(self, record: logging.LogRecord) -> str:
        return super().format(safe(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return scrubbing.trace(*ei)


class KeptLog(RotatingFileHandler):
    """The file of a laptop, which only its owner reads. It is opened at the first line.

    Where another process has it open, Windows refuses to rename it: it then grows until a later line.
    """

    def __init__(self, filename: Path) -> None:
        super().__init__(filename, maxBytes=FILE_BYTES, backupCount=FILES - 1, encoding="utf-8", delay=True)

    def _open(self) -> Any:
        Path(self.baseFilename).parent.mkdir(mode=0o700, exist_ok=True)
        data_folder.private_file(Path(self.baseFilename))
        return super()._open()

    def doRollover(self) -> None:  # noqa: N802
        with suppress(OSError):
            super().doRollover()
        if self.stream is None:
            self.stream = self._open()


def route(request: Any) -> str:
    """The method and the pattern of the address, never the address itself."""
    match = request.resolver_match
    return f"{request.method} /{match.route}" if match else f"{request.method} (no page)"


class RequestLogMiddleware:
    """Gives each request an id and logs its answer: method, route, status, milliseconds.

    The web server's own log would show the path. The id is in the answer's header. Behind the proxy, which
    writes one itself, a well-formed id of the request is kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.monotonic()
        context = log_context.begin(given_id(request), request=request)
        response = self.get_response(request)
        response.headers[REQUEST_ID_HEADER] = context.request_id
        milliseconds = round(1000 * (time.monotonic() - begun))
        where = route(request)
        fields = {"method": request.method, "route": where.partition(" ")[2], "status": response.status_code}
        access.info(
            "%s %d %d ms", where, response.status_code, milliseconds,
            extra={**fields, "milliseconds": milliseconds},
        )  # fmt: skip
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if request.resolver_match and (slug := request.resolver_match.kwargs.get("slug")):
            log_context.note_club(slug)


def given_id(request: HttpRequest) -> str:
    """The id that the proxy has written; empty if there is none, or if anybody could have written it."""
    given = request.headers.get(REQUEST_ID_HEADER, "") if settings.BEHIND_HTTPS else ""
    is_well_formed = 8 <= len(given) <= 64 and given.isascii() and given.replace("-", "").isalnum()
    return given if is_well_formed else ""
