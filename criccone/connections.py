"""Limits how many connections may wait for their client, and for how long: a protocol class for uvicorn.

uvicorn itself closes only connections that are silent after an answer. A client that never sends a request,
or never reads its answer, would keep a descriptor for ever; an endless header would fill the memory. With
`--http criccone.connections:BoundedProtocol` no connection waits longer than the seconds below, and a header
that is too long closes it. When there are too many connections, the address with the most loses those that
have waited longest. A request that has arrived whole, or a stream, is never closed to make room.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from typing import Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from criccone import descriptors

#: The most bytes of a header, and of anything else before a body: the parser keeps all of it in memory.
MOST_HEADER: Final = 64 * 1024
#: Seconds from the connection, or from the first byte of a further request, to the end of its header.
HEADER_SECONDS: Final = 10.0
#: Seconds in which a client may go on sending a body whose request has been answered: browsers read the
#: answer only after that.
REST_SECONDS: Final = 60.0
#: Seconds in which a client reads nothing of an answer that is ready for it.
STALLED_SECONDS: Final = 30.0
SWEEP_SECONDS: Final = 1.0

log = logging.getLogger(__name__)


class BoundedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, whose connections are watched."""

    watch: Watch

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        #: The time since which the connection waits for its client; None while a request is answered.
        self.waits_since: float | None = self.loop.time()
        self.waits_for_rest = False
        self._unsent, self._unsent_since = 0, self.loop.time()
        #: Bytes of a header that is not whole yet.
        self._header_bytes = 0
        self.watch = watch_of(self.loop)
        self.watch.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.watch.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.waits_since is None and not self.is_answering:
            self.waits_since, self.waits_for_rest = self.loop.time(), self.has_rest
        self._header_bytes += len(data)
        super().data_received(data)
        if self.is_answering:
            self.waits_since = None
        if self._header_bytes > MOST_HEADER:
            self.drop()

    # The parser calls these while it reads. h11, the other one, has a limit of its own.
    def on_headers_complete(self) -> None:
        self._header_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._header_bytes = 0
        super().on_body(body)

    @property
    def is_answering(self) -> bool:
        """Whether the header of a request has arrived, and its answer is not complete."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def has_rest(self) -> bool:
        """Whether the client has not yet sent the whole body of the last request."""
        return self.cycle is not None and bool(self.cycle.more_body)

    @property
    def client_address(self) -> str:
        return self.client[0] if self.client else ""

    def is_overdue(self, now: float) -> bool:
        """Whether the client has kept the connection waiting for too long."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent:
            self._unsent_since = now
        self._unsent = unsent
        if unsent:
            return bool(now - self._unsent_since > STALLED_SECONDS)
        if self.waits_since is None:
            return False
        return bool(now - self.waits_since > (REST_SECONDS if self.waits_for_rest else HEADER_SECONDS))

    def waiting_since(self, now: float) -> float | None:
        """The time since which it waits for a header or a body's rest; None if it must not be closed."""
        if not self.is_answering:
            return self.waits_since if self.waits_since is not None else now
        return now if self.has_rest else None

    def drop(self) -> None:
        """Closes at once, without waiting for the client."""
        self.watch.discard(self)
        self.transport.abort()


class Watch:
    """The connections of one event loop: closes overdue ones, and makes room for new ones."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int) -> None:
        self.loop, self.most = loop, most
        # In order of their arrival.
        self.connections: dict[BoundedProtocol, None] = {}
        self._makes_room = False
        loop.call_later(SWEEP_SECONDS, self._sweep)

    def add(self, connection: BoundedProtocol) -> None:
        self.connections[connection] = None
        if len(self.connections) > self.most and not self._makes_room:
            self._makes_room = True
            # After two turns of the loop: many connections are accepted in one turn, and their requests are
            # read only in the next one. Until then they look silent.
            self.loop.call_soon(self.loop.call_soon, self._make_room)

    def discard(self, connection: BoundedProtocol) -> None:
        self.connections.pop(connection, None)

    def _sweep(self) -> None:
        now = self.loop.time()
        for connection in [each for each in self.connections if each.is_overdue(now)]:
            connection.drop()
        self.loop.call_later(SWEEP_SECONDS, self._sweep)

    def _make_room(self) -> None:
        """Drops the connections that have waited longest, from the address with the most waiting ones.

        It drops more than it must, because counting all connections takes as long as dropping some.
        """
        self._makes_room = False
        now = self.loop.time()
        waiting = {each: since for each in self.connections if (since := each.waiting_since(now)) is not None}
        target = self.most - max(1, self.most // 50)
        while waiting and len(self.connections) > target:
            for connection in chosen(waiting, most=len(self.connections) - target):
                connection.drop()
                del waiting[connection]


def chosen(waiting: dict[BoundedProtocol, float], *, most: int) -> Iterable[BoundedProtocol]:
    """The longest waiting connections of the address that has the most: at most `most`, and half of them."""
    if not waiting:
        return []
    [(address, count)] = Counter(each.client_address for each in waiting).most_common(1)
    own = sorted((each for each in waiting if each.client_address == address), key=waiting.__getitem__)
    return own[: min(most, max(1, count // 2))]


_watches: dict[asyncio.AbstractEventLoop, Watch] = {}


def watch_of(loop: asyncio.AbstractEventLoop) -> Watch:
    """The watch of the event loop."""
    if loop not in _watches:
        _watches.clear()  # they belong to loops that have ended
        _watches[loop] = Watch(loop, descriptors.for_connections())
    return _watches[loop]
