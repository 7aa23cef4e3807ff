"""The context of each log line of a request or a task: its id, the account's key, the club's slug.

Never a name, an address or an e-mail: people who read logs need not know the members.
"""

import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.utils.functional import LazyObject

#: The keys of the context in the headers of a task.
REQUEST_ID: Final = "criccone_request_id"
ACCOUNT: Final = "criccone_account"
CLUB: Final = "criccone_club"
HEADERS: Final = (REQUEST_ID, ACCOUNT, CLUB)


@dataclass
class LogContext:
    """The context of one request or task. Threads that work for it share the object."""

    request_id: str
    #: In a task, the account that requested it.
    account: int | None = None
    club: str = ""
    request: HttpRequest | None = None

    @property
    def user(self) -> int | None:
        """The key of the account, if a view has loaded it. No query."""
        return self.account if self.request is None else _account_of(self.request)


_current: ContextVar[LogContext | None] = ContextVar("log_context", default=None)


def current() -> LogContext | None:
    return _current.get()


def begin(request_id: str = "", *, request: HttpRequest | None = None) -> LogContext:
    """Begins a context, which lasts until the next one begins.

    Makes an id unless one is given.
    """
    context = LogContext(request_id or secrets.token_hex(8), request=request)
    _current.set(context)
    return context


def note_club(slug: str) -> None:
    """Stores the club of the request or task."""
    if context := current():
        context.club = slug


def headers() -> dict[str, Any]:
    """The context as headers of a task that is requested here; empty outside any context."""
    context = current()
    if context is None:
        return {}
    return {REQUEST_ID: context.request_id, ACCOUNT: context.user, CLUB: context.club}


def resume(carried: dict[str, Any]) -> None:
    """Begins the context of a task with the headers that it carries."""
    context = begin(carried.get(REQUEST_ID) or "")
    context.account, context.club = carried.get(ACCOUNT), carried.get(CLUB) or ""


def _account_of(request: HttpRequest) -> int | None:
    user = getattr(request, "user", None)
    # A session's user is lazy: reading it here would cause a query.
    if isinstance(user, LazyObject):
        user = getattr(request, "_cached_user", None)
    if user is not None:
        key: int | None = user.pk
        return key
    session = getattr(request, "session", None)
    stored = session.get(SESSION_KEY) if session is not None and session.accessed else None
    return int(stored) if stored else None
