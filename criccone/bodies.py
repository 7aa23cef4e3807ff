"""Limits the size of each request's body, the time in which it arrives, and the size of all bodies together.

Django under ASGI writes the whole body to memory or disk before any middleware runs. `BoundedBodies` counts
the bytes as they arrive. If a body is too large or too slow, or all bodies together are too large, it
passes an empty body on, and `criccone.refusals` answers instead of the view.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.http import HttpRequest
from django.urls import Resolver404, resolve

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: The key in the scope that marks a refused body, with its Refusal.
REFUSED: Final = "criccone.body_refused"
MOST_DIGITS: Final = 18
#: Seconds in which every body must arrive. A body with files has as many more as it takes at `SLOWEST`.
BODY_SECONDS: Final = 20.0
#: Bytes a second.
SLOWEST: Final = 50_000
#: A body of up to this many bytes is always read, so that deals can be entered; a deal has about 4,000.
#: Guests send no larger one, except where they send files.
SMALL: Final = 16 * 1024
#: The most bytes that a process keeps of all larger bodies together: a club's archive and some files.
MOST_KEPT: Final = 320 * 2**20

_kept = 0


class Reason(StrEnum):
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    TOO_MANY = "too-many-bodies"
    SIGNED_OUT = "signed-out"


@dataclass(frozen=True)
class Refusal:
    """The reason why a body is not read; `limit` is the most bytes that its address takes."""

    reason: Reason
    limit: int = 0


class BoundedBodies:
    """The ASGI application, with limits on each request's body."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        body = Body(scope, receive)
        try:
            await self.application(scope, body.next_part, send)
        finally:
            body.forget()


class Body:
    """A request's body, passed on up to its limit, whether its length is declared or not."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope, self._receive = scope, receive
        self._limit = SMALL
        self._is_limit_asked = self._is_whole = False
        self._read = self._kept = 0
        self._begun = asyncio.get_running_loop().time()

    async def next_part(self) -> Message:
        """The server's next message; once the body is refused, the end of an empty body."""
        if self._is_whole:
            return await self._receive()
        if REFUSED in self._scope:
            return await self._discarded()
        if not self._read and (refusal := await self._refusal_of_length(_declared_length(self._scope))):
            return self._refuse(refusal)
        try:
            message = await asyncio.wait_for(self._receive(), self._seconds_left())
        except TimeoutError:
            return self._refuse(Refusal(Reason.TOO_SLOW))
        self._is_whole = not message.get("more_body", False)
        self._read += len(message.get("body", b""))
        refusal = await self._refusal_of_length(self._read)
        if refusal is None and not self._keep():
            refusal = Refusal(Reason.TOO_MANY)
        return self._refuse(refusal) if refusal else message

    async def _refusal_of_length(self, length: int) -> Refusal | None:
        if length > self._limit and not self._is_limit_asked:
            self._is_limit_asked = True
            admission = await sync_to_async(_admission)(self._scope)
            if isinstance(admission, Refusal):
                return admission
            self._limit = admission
        return Refusal(Reason.TOO_LARGE, self._limit) if length > self._limit else None

    def _keep(self) -> bool:
        """Counts the bytes read as kept; False, without counting, if all bodies would be too large."""
        global _kept
        if self._read <= SMALL:
            return True
        if _kept + self._read - self._kept > MOST_KEPT:
            return False
        _kept += self._read - self._kept
        self._kept = self._read
        return True

    def forget(self) -> None:
        """Counts the body's bytes as kept no more."""
        global _kept
        _kept -= self._kept
        self._kept = 0

    def _seconds_left(self) -> float:
        length = max(self._read, _declared_length(self._scope)) if self._is_limit_asked else 0
        passed = asyncio.get_running_loop().time() - self._begun
        return BODY_SECONDS + length / SLOWEST - passed

    def _refuse(self, refusal: Refusal) -> Message:
        self.forget()
        self._is_whole = False
        self._scope[REFUSED] = refusal
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _discarded(self) -> Message:
        """Reads and drops the rest until the client disconnects: browsers send all before they read the
        answer.
        """
        while (message := await self._receive())["type"] == "http.request":
            pass
        return message


def _admission(scope: Scope) -> int | Refusal:
    """The most bytes that this request may have, or the reason why it may not be large."""
    try:
        if _is_signed_in(scope):
            return limit_of(scope["path"], is_guest=False)
        view = _view(scope["path"])
        # If the session has ended, the refusal says so, not that the body is too large.
        has_ended = bool(session_key(scope)) and not hasattr(view, "most_bytes")
        # A program sends its token, which is verified later.
        has_token = bool(_header(scope, b"authorization"))
        if has_ended or (getattr(view, "is_for_signed_in", False) and not has_token):
            return Refusal(Reason.SIGNED_OUT)
        return limit_of(scope["path"], is_guest=not has_token)
    finally:
        if not connection.in_atomic_block:
            connection.close()


def limit_of(path: str, *, is_guest: bool) -> int:
    """The most bytes of a request to this path: more if its view takes files. A guest has neither a session
    with an account nor a token of the API, which is verified later.
    """
    fields: int = SMALL if is_guest else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    view = _view(path)
    return fields + view.most_bytes() if hasattr(view, "most_bytes") else fields


def _view(path: str) -> Any:
    try:
        return resolve(path).func
    except Resolver404:
        return None


def _is_signed_in(scope: Scope) -> bool:
    """Whether the request has the cookie of a session with an account. One query."""
    key = session_key(scope)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return bool(key) and SESSION_KEY in store(key)


def session_key(scope: Scope) -> str:
    """The key in the cookie of a session, empty without one; nothing verifies that the session exists."""
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookies.load(value.decode("latin-1"))
            except CookieError:
                return ""
    sent = cookies.get(settings.SESSION_COOKIE_NAME)
    return sent.value if sent else ""


def refusal_of(request: HttpRequest) -> Refusal | None:
    """The reason why the request's body was not read, or is too large by its declared length, if there is
    one.
    """
    refused: Refusal | None = getattr(request, "scope", {}).get(REFUSED)
    if refused is not None:
        return refused
    length = _number(request.META.get("CONTENT_LENGTH") or "")
    if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return None
    limit = limit_of(request.path_info, is_guest=False)
    return Refusal(Reason.TOO_LARGE, limit) if length > limit else None


def _declared_length(scope: Scope) -> int:
    return _number(_header(scope, b"content-length").decode())


def _header(scope: Scope, name: bytes) -> bytes:
    """The value of the first header of this name, empty without one."""
    return next((value for each, value in scope["headers"] if each == name), b"")


def _number(written: str) -> int:
    return int(written[:MOST_DIGITS]) if written.isdecimal() else 0
