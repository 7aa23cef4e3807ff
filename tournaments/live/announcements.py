"""Tells open pages that something changed; `tournaments.live.live_feed` says how each page gets the news."""

import functools
import logging

from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.exceptions import RedisError

from tournaments.live import live_feed, page_versions
from tournaments.models import Tournament

log = logging.getLogger(__name__)


def announce(tournament: Tournament) -> None:
    """After the commit, tells every open page of `tournament` to look again.

    A failure does not undo the change: pages then notice it at their feed's next look.
    """
    transaction.on_commit(lambda: _tell(tournament.code), robust=True)


def _tell(code: str) -> None:
    page_versions.changed(code)
    live_feed.wake(code)
    if not settings.REDIS_URL:
        return
    try:
        _redis(settings.REDIS_URL).publish(live_feed.channel(code), "")
    except RedisError as away:
        log.warning(
            "Redis is away, other processes learn of a change in %s s: %s", live_feed.LOOK_SERVICE, away
        )


@functools.cache
def _redis(url: str) -> Redis:
    """One connection pool per process. Its short timeouts bound how long a saved result waits for Redis."""
    return Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=None)
