"""Limits the size of requests before they are read.

Django under ASGI writes the whole body to memory or disk before any middleware runs. `BoundedBodies` counts
the bytes as they arrive and passes an empty body on if they are too many; `config.refusals` then answers 413.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: The key in the scope that marks a refused body, with the limit.
REFUSED = "criccone.body_refused_over"
MOST_DIGITS = 18


class BoundedBodies:
    """The ASGI application, with a limit on each request's body."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            receive = Body(scope, receive).next_part
        await self.application(scope, receive, send)


class Body:
    """A request's body; at most the limit is passed on, whether its length is declared or not."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope, self._receive = scope, receive
        self._limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        self._is_limit_asked = False
        self._read = 0

    async def next_part(self) -> Message:
        """The server's next message; once the body is too large, one that ends it without data."""
        if REFUSED in self._scope:
            return await self._discarded()
        if not self._read and not await self._takes(_told_length(self._scope)):
            return self._refuse()
        message = await self._receive()
        self._read += len(message.get("body", b""))
        return message if await self._takes(self._read) else self._refuse()

    async def _takes(self, length: int) -> bool:
        if length > self._limit and not self._is_limit_asked:
            self._is_limit_asked = True
            self._limit = await sync_to_async(limit_of)(self._scope["path"])
        return length <= self._limit

    def _refuse(self) -> Message:
        self._scope[REFUSED] = self._limit
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _discarded(self) -> Message:
        """Reads and drops the rest until the client disconnects: browsers send all before they read the
        answer.
        """
        while (message := await self._receive())["type"] == "http.request":
            pass
        return message


def limit_of(path: str) -> int:
    """The most bytes of a request to this path: more if its view takes files."""
    fields: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        view = resolve(path).func
    except Resolver404:
        return fields
    return fields + view.most_bytes() if hasattr(view, "most_bytes") else fields


def limit_exceeded(request: HttpRequest) -> int | None:
    """The limit that a request's body exceeds, by its declared length or as read; None if it does not."""
    refused: int | None = getattr(request, "scope", {}).get(REFUSED)
    if refused is not None:
        return refused
    length = _number(request.META.get("CONTENT_LENGTH") or "")
    if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return None
    limit = limit_of(request.path_info)
    return limit if length > limit else None


def _told_length(scope: Scope) -> int:
    return _number(
        next((value for name, value in scope["headers"] if name == b"content-length"), b"").decode()
    )


def _number(written: str) -> int:
    return int(written[:MOST_DIGITS]) if written.isdecimal() else 0
