"""The state of background work, as pages show it; and threads that repeat work.

In service mode beat sends the task `heartbeat` every few seconds, and a worker stores the time. While that
time is recent, both beat and a worker are running.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from celery import current_app, shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from club import redis_state

logger = logging.getLogger(__name__)

BEATS: Final = "background-heartbeat"
#: Seconds between two heartbeats, and the age from which they count as missing.
EVERY_SECONDS, MISSING_SECONDS = 10.0, 30.0
KEPT: Final = timedelta(days=2)
#: Seconds for a worker to answer.
PING_SECONDS: Final = 0.5


@shared_task(name="club.background.heartbeat", expires=EVERY_SECONDS)  # type: ignore[untyped-decorator]
def heartbeat() -> None:
    """Stores the time, which shows that beat and a worker work."""
    cache.set(BEATS, timezone.now().timestamp(), KEPT.total_seconds())


def last_heartbeat() -> datetime | None:
    """When worker and beat last gave a sign of life; None if unknown."""
    seconds: float | None = cache.get(BEATS)
    return None if seconds is None else datetime.fromtimestamp(seconds, tz=timezone.get_default_timezone())


@dataclass(frozen=True)
class Fault:
    """The part that does not work, and since when; None if that is unknown."""

    part: str
    since: datetime | None


def fault() -> Fault | None:
    """The fault of Redis or of the background work, if there is one. None in embedded mode."""
    if not settings.REDIS_URL:
        return None
    last = last_heartbeat()
    if since := redis_state.away_since():
        return Fault("redis", since)
    now = timezone.now()
    if last is None or last - now > timedelta(seconds=MISSING_SECONDS):
        # A heartbeat in the future was stored before the clock was set back: its age is unknown.
        return Fault("background", None)
    if now - last > timedelta(seconds=MISSING_SECONDS):
        return Fault("background", last)
    return None


def answering() -> dict[str, bool]:
    """Whether a worker answers, and whether beat works. Takes half a second if one of them is missing.

    Without a worker nobody stores heartbeats, so beat counts as missing too.
    """
    is_beating = fault() is None
    return {"worker": is_beating or bool(_workers()), "beat": is_beating}


def _workers() -> list[object]:
    """The workers that answer; none if the broker is away or has closed the connection."""
    try:
        answers: list[object] = current_app.control.ping(timeout=PING_SECONDS)
    except (OperationalError, RedisError):
        return []
    return answers


class Repeated(threading.Thread):
    """Repeats work in the process that serves the pages, until it is stopped."""

    def __init__(self, name: str, work: Callable[[], object], every: float) -> None:
        super().__init__(name=name, daemon=True)
        self.work, self.every = work, every
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.work()
            except DatabaseError as away:
                # The next time catches up.
                logger.warning("%s: the database is away: %s", self.name, away)
            finally:
                connection.close()
            self.over.wait(self.every)

    def stop(self) -> None:
        """Stops after the work in progress."""
        self.over.set()
