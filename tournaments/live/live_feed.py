"""The live feed: sends open pages the version of their tournament each time that it changes.

A process has one feed for each tournament that somebody follows, for any number of listeners: one query for
each change, not for each phone. A feed reads the database when a change in this process or, in service mode,
a message from Redis wakes it, and every few seconds anyway: so it also sees changes that another process of
an embedded installation made, and those it missed while Redis did not answer.

In service mode one process at a time reads the version and publishes it to the others, so that all show the
same version of a page, which is rendered once. A verb calls `announce` to notify the pages of its change.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.exceptions import RedisError

from club import redis_state
from club.errors import NotFound
from tournaments.live import page_versions
from tournaments.models import Tournament

log = logging.getLogger(__name__)

# In seconds. In embedded mode, only looking shows changes of other processes; with Redis it is a safety net.
LOOK_EMBEDDED, LOOK_SERVICE, RECONNECT = 2, 10, 2
# A change is sent at once. Changes right after it, as when every table ends, are sent together after this
# delay. Each open page lengthens it, because sending to all pages takes time from the saves.
TOGETHER, TOGETHER_A_PAGE = 0.5, 0.001
# A loop that wakes later than planned by the factor BUSY has spent the time on sending; it then waits at most
# LONGEST_REST longer, for the saves.
BUSY, LONGEST_REST = 1.1, 3.0
# The longest that a feed waits for Redis to answer.
PATIENCE = 1

Answer = TypeVar("Answer")
Look = asyncio.Future[str | None]

_feeds: dict[str, Feed] = {}
#: By tournament, the query in flight, and the next one.
_looking: dict[str, Look] = {}
_coming: dict[str, Look] = {}


def channel(code: str) -> str:
    """Redis's channel for the changes of that tournament."""
    return f"criccone.live.{code}"


def with_kept_connection(work: Callable[..., Answer], *args: Any) -> Answer:
    """Returns `work(*args)`, in the feeds' thread, whose database connection stays open.

    Otherwise the pages would queue for the pool's connections behind every table that saves. Retries with a
    new connection if the old one was closed. Raises DatabaseError where the database does not answer.
    """
    try:
        return work(*args)
    except DatabaseError:
        connection.close()
        return work(*args)


def wake(code: str) -> None:
    """Makes this process's feed of `code` look at once; thread-safe; does nothing if nobody listens."""
    if feed := _feeds.get(code):
        # RuntimeError: the loop was closed between the two lines, so nobody listens.
        with contextlib.suppress(RuntimeError):
            feed.loop.call_soon_threadsafe(feed.woken.set)


async def version(code: str) -> str | None:
    """The version of the tournament now, None if there is no such tournament.

    Read from the database, so that a client that reconnects sees at once every change that it missed. A whole
    room reconnects together after a lost server: clients that ask while a query is in flight share the next
    answer, so that five hundred pages are a handful of queries.
    """
    while (coming := _in_flight(_coming, code)) is not None:
        await asyncio.wait([coming])
        if not coming.cancelled():
            return coming.result()
    own = _coming[code] = asyncio.get_running_loop().create_future()
    try:
        if (before := _in_flight(_looking, code)) is not None:
            await asyncio.wait([before])
        # Clients that ask from here on need a new query.
        _looking[code] = _coming.pop(code)
        current: str | None = await sync_to_async(_version_now)(code)
        own.set_result(current)
        return current
    finally:
        # If this query failed, the clients that waited for it start queries of their own, one after another.
        own.cancel()
        for kept in (_coming, _looking):
            if kept.get(code) is own:
                del kept[code]


def _in_flight(kept: dict[str, Look], code: str) -> Look | None:
    """The query of this event loop in flight, if there is one."""
    look = kept.get(code)
    return look if look is not None and look.get_loop() is asyncio.get_running_loop() else None


async def versions(code: str, *, known: str, silence: float) -> AsyncGenerator[str | None, None]:
    """Yields the version, `known` first, then every new one; None after `silence` seconds without any.

    Two changes before a read are one version. Ends when the caller closes it.
    """
    feed = _joined(code)
    # The feed may have learnt more while `known` was being read.
    if feed.version is None or not page_versions.covers(feed.version, known):
        feed.learn(known)
    try:
        seen: str | None = None
        while True:
            changed = feed.changed
            if feed.version != seen:
                seen = feed.version
                yield seen
                continue
            try:
                await asyncio.wait_for(changed.wait(), silence)
            except TimeoutError:
                yield None
    finally:
        feed.leave()


class Feed:
    """One tournament's version in one process, followed while it has listeners."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.loop = asyncio.get_running_loop()
        self.version: str | None = None
        self.woken = asyncio.Event()
        self.changed = asyncio.Event()  # set at the next new version, then replaced by a new event
        self.listeners = 0
        self._redis: Redis | None = None  # None while Redis does not answer
        # Separate tasks, because the request that created the feed may end long before the others.
        work = [self._follow(), self._listen()] if settings.REDIS_URL else [self._follow()]
        self._tasks = [self.loop.create_task(task, context=contextvars.Context()) for task in work]

    def learn(self, version: str | None) -> None:
        """Stores the `version` just read, and tells every listener if it is new."""
        if version != self.version:
            self.version = version
            changed, self.changed = self.changed, asyncio.Event()
            changed.set()

    def leave(self) -> None:
        """Removes a listener; the last one ends the feed."""
        self.listeners -= 1
        if self.listeners:
            return
        for task in self._tasks:
            task.cancel()
        if _feeds.get(self.code) is self:
            del _feeds[self.code]
        if not _feeds:
            self.loop.create_task(sync_to_async(_close)(), context=contextvars.Context())

    async def _follow(self) -> None:
        look_again = LOOK_SERVICE if settings.REDIS_URL else LOOK_EMBEDDED
        while True:
            self.woken.clear()
            before = self.version
            if await self._is_first():
                await self._look()
            else:
                # The first process publishes its version, but may have read it before this change: so look
                # again soon.
                self.woken.set()
            if self.version != before or self.woken.is_set():
                await rest(self._together)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), look_again)

    @property
    def _together(self) -> float:
        """The seconds in which changes are gathered to be sent together."""
        return TOGETHER + TOGETHER_A_PAGE * self.listeners

    async def _look(self) -> None:
        try:
            newest = await sync_to_async(with_kept_connection)(
                _version, self.code, page_versions.read_edition
            )
        except DatabaseError as lost:
            log.warning("The database does not answer, pages stay as they are: %s", lost)
            return
        if newest and newest != self.version:
            await self._ask(lambda redis: redis.publish(channel(self.code), newest))
        self.learn(newest)

    async def _is_first(self) -> bool:
        """Whether no other process has looked just now; if so, claims the look for this one."""
        claim, milliseconds = f"criccone.looked.{self.code}", int(1000 * self._together)
        claimed = await self._ask(lambda redis: redis.set(claim, "", nx=True, px=milliseconds))
        return claimed is not None

    async def _ask(self, command: Callable[[Redis], Awaitable[Any]]) -> Any:
        """The answer of Redis; False if it is not connected or does not answer."""
        if self._redis is None:
            return False
        try:
            return await asyncio.wait_for(command(self._redis), PATIENCE)
        except (RedisError, OSError, TimeoutError):
            return False

    async def _listen(self) -> None:
        while True:
            try:
                await self._subscribe()
            except (RedisError, OSError) as lost:
                self._redis = None
                log.warning("Redis does not answer, pages update every %s s: %s", LOOK_SERVICE, lost)
                await asyncio.sleep(RECONNECT)

    async def _subscribe(self) -> None:
        # No read timeout, because silence between two results is not a fault.
        async with Redis.from_url(settings.REDIS_URL, socket_timeout=None) as redis, redis.pubsub() as pubsub:
            await pubsub.subscribe(channel(self.code))
            self._redis = redis
            # The first message confirms the subscription; the look that it causes finds earlier changes.
            async for message in pubsub.listen():
                data = message["data"] if message["type"] == "message" else b""
                self._handle_message(data.decode())

    def _handle_message(self, version: str) -> None:
        """Handles a message: empty for a change, else the version that another process read."""
        if not version:
            self.woken.set()
        elif self.version is None or not page_versions.covers(self.version, version):
            self.learn(version)


async def rest(seconds: float) -> None:
    """Waits for that many seconds while a version is sent; if sending takes longer, waits as long again.

    Otherwise, on a slow machine with many pages, sending would leave the process no time for the saves.
    """
    clock = asyncio.get_running_loop().time
    begun = clock()
    await asyncio.sleep(seconds)
    elapsed = clock() - begun
    if elapsed > BUSY * seconds:
        await asyncio.sleep(min(elapsed, LONGEST_REST))


def _joined(code: str) -> Feed:
    feed = _feeds.get(code)
    if feed is None or feed.loop is not asyncio.get_running_loop():
        feed = _feeds[code] = Feed(code)
    feed.listeners += 1
    return feed


def _close() -> None:
    """Closes the kept connection of the current thread."""
    connection.close()


def _version_now(code: str) -> str | None:
    # Closes the connection after the answer, because a page may stay open for hours.
    try:
        return _version(code, page_versions.read_edition)
    finally:
        connection.close()


def _version(code: str, read: Callable[[str], page_versions.Edition]) -> str | None:
    try:
        return read(code).version
    except NotFound:
        return None


def announce(tournament: Tournament) -> None:
    """After the commit, tells every open page of `tournament` to look again.

    A failure does not undo the change: pages then notice it at their feed's next look.
    """
    transaction.on_commit(lambda: _tell(tournament.code), robust=True)


def _tell(code: str) -> None:
    page_versions.changed(code)
    wake(code)
    if not settings.REDIS_URL or redis_state.is_away():
        return
    try:
        _redis(settings.REDIS_URL).publish(channel(code), "")
    except RedisError as error:
        redis_state.failed()
        log.warning(
            "Redis does not answer, other processes learn of a change in %s s: %s", LOOK_SERVICE, error
        )


@functools.cache
def _redis(url: str) -> SyncRedis:
    """One connection pool per process. Its short timeouts bound how long a saved result waits for Redis."""
    return SyncRedis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=None)
