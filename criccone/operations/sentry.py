"""Reports of errors to Sentry, or a service that speaks its language, if SENTRY_DSN names one.

A report is made anew from a few of Sentry's own fields: what a later release may add is not sent. It has the
error's kind and the lines of code, not its message, which may quote anybody: the log has that, under the
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

#: Fields that tell nothing of people.
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
    if entry := event.get("logentry"):  # the text with its gaps, without what fills them
        kept["logentry"] = {"message": scrubbing.scrubbed(str(entry.get("message", "")))}
    if errors := event.get("exception", {}).get("values"):
        kept["exception"] = {"values": [_error(each) for each in errors]}
    if context := log_context.current():
        kept["tags"] = {"request_id": context.request_id, "club": context.club}
        kept["user"] = {"id": context.user} if context.user else {}
        if context.request is not None:
            kept["transaction"] = logs.route(context.request)
    return kept


def _error(told: dict[str, Any]) -> dict[str, Any]:
    frames = told.get("stacktrace", {}).get("frames", [])
    return {
        "type": told.get("type"),
        "module": told.get("module"),
        "stacktrace": {"frames": [{name: frame.get(name) for name in FRAME} for frame in frames]},
    }
