"""Reports of errors to Sentry, or to a service with its protocol, if SENTRY_DSN names one.

A report has only the fields listed here, so that fields of a later release are not sent. It has the error's
kind and the lines of code, but not the message, which may quote people's texts: the log has that, under the
same id.
"""

from typing import Any, Final

import sentry_sdk
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.transport import Transport

import criccone
from club import log_context
from criccone import logs
from criccone.operations import scrubbing

#: Fields without data about people.
KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "pre_context", "context_line",
                "post_context", "in_app")  # fmt: skip


def start(dsn: str, transport: type[Transport] | None = None) -> None:
    """Reports every error that is logged, without bodies, addresses, variables, cookies and IPs."""
    sentry_sdk.init(
        dsn=dsn,
        release=f"criccone@{criccone.__version__}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="criccone",
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        integrations=[DjangoIntegration(middleware_spans=False), CeleryIntegration()],
        before_send=report,
        before_send_transaction=lambda _event, _hint: None,
        transport=transport,
    )


def report(event: Any, _hint: Any) -> Any:
    """The parts of an event that are sent."""
    kept = {name: event[name] for name in KEPT if name in event}
    if entry := event.get("logentry"):  # the text with its placeholders, without their values
        kept["logentry"] = {"message": scrubbing.scrubbed(str(entry.get("message", "")))}
    if errors := event.get("exception", {}).get("values"):
        kept["exception"] = {"values": [_error(each) for each in errors]}
    if context := log_context.current():
        kept["tags"] = {"request_id": context.request_id, "club": context.club}
        kept["user"] = {"id": context.user} if context.user else {}
        if context.request is not None:
            kept["transaction"] = logs.route(context.request)
    return kept


def _error(error: dict[str, Any]) -> dict[str, Any]:
    frames = error.get("stacktrace", {}).get("frames", [])
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "stacktrace": {"frames": [{name: frame.get(name) for name in FRAME} for frame in frames]},
    }
