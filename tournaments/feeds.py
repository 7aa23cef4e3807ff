"""What open pages listen to: the version of a tournament, each time that it changes.

A process keeps one feed for each tournament that somebody follows, whatever the number of listeners: one
query a change, not one a phone. A feed looks at the database when it is woken, by a change made in this
process or by a message from Redis in service mode, and every few seconds anyway: so it also sees what another
process did to an embedded installation, and what was said while Redis was away.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import AsyncGenerator

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tournaments import queries
from tournaments.models import Tournament

log = logging.getLogger(__name__)

# Seconds. Embedded, the look is the only way to see another process's change; with Redis it is a safety net.
LOOK_EMBEDDED, LOOK_SERVICE, RECONNECT = 2, 10, 2

_feeds: dict[str, Feed] = {}


def channel(code: str) -> str:
    """Redis's channel for the changes of that tournament."""
    return f"criccone.live.{code}"


def wake(code: str) -> None:
    """Lets this process's feed of `code` look again at once; from any thread, nothing if nobody listens."""
    if feed := _feeds.get(code):
        # RuntimeError: the loop closed between the two lines, and its listeners with it.
        with contextlib.suppress(RuntimeError):
            feed.loop.call_soon_threadsafe(feed.woken.set)


async def version(code: str) -> str | None:
    """The version of the tournament now, None if there is no such tournament.

    The connection goes back as soon as it has answered: a page may stay open for hours.
    """
    return await sync_to_async(_version)(code)


async def versions(code: str, *, known: str, silence: float) -> AsyncGenerator[str | None, None]:
    """The version, `known` to begin with, then every new one; None after `silence` seconds without any.

    What changes twice before it is read comes once. Ends when the caller closes it.
    """
    feed = _joined(code)
    feed.learn(known)
    try:
        seen: str | None = None
        while True:
            turned = feed.turned
            if feed.version != seen:
                seen = feed.version
                yield seen
                continue
            try:
                await asyncio.wait_for(turned.wait(), silence)
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
        self.turned = asyncio.Event()  # set at the next new version, and replaced
        self.listeners = 0
        # Tasks of their own, not of the request that came first: it may end long before the others.
        work = [self._follow(), self._hear()] if settings.REDIS_URL else [self._follow()]
        self._tasks = [self.loop.create_task(task, context=contextvars.Context()) for task in work]

    def learn(self, version: str | None) -> None:
        """Takes `version`, just read, for the current one and lets every listener know if it is new."""
        if version != self.version:
            self.version = version
            turned, self.turned = self.turned, asyncio.Event()
            turned.set()

    def leave(self) -> None:
        """Counts one listener less; the last one ends the feed."""
        self.listeners -= 1
        if self.listeners:
            return
        for task in self._tasks:
            task.cancel()
        if _feeds.get(self.code) is self:
            del _feeds[self.code]

    async def _follow(self) -> None:
        look_again = LOOK_SERVICE if settings.REDIS_URL else LOOK_EMBEDDED
        while True:
            self.woken.clear()
            await self._look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), look_again)

    async def _look(self) -> None:
        try:
            found = await version(self.code)
        except DatabaseError as lost:
            log.warning("The database does not answer, pages stay as they are: %s", lost)
            return
        self.learn(found)

    async def _hear(self) -> None:
        while True:
            try:
                await self._subscribe()
            except (RedisError, OSError) as lost:
                log.warning("Redis is away, pages update every %s s: %s", LOOK_SERVICE, lost)
                await asyncio.sleep(RECONNECT)

    async def _subscribe(self) -> None:
        # Without a timeout on reading: silence between two results is no fault of the connection.
        async with Redis.from_url(settings.REDIS_URL, socket_timeout=None) as redis, redis.pubsub() as ear:
            await ear.subscribe(channel(self.code))
            # The first message is the subscription's own: what was said before it is seen by that look.
            async for _message in ear.listen():
                self.woken.set()


def _joined(code: str) -> Feed:
    feed = _feeds.get(code)
    if feed is None or feed.loop is not asyncio.get_running_loop():
        feed = _feeds[code] = Feed(code)
    feed.listeners += 1
    return feed


def _version(code: str) -> str | None:
    try:
        return queries.live_version(queries.tournament(code))
    except Tournament.DoesNotExist:
        return None
    finally:
        connection.close()
