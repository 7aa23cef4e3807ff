"""The tasks that wait for a worker."""

from typing import Final

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

#: Seconds for Redis to answer.
REDIS_SECONDS: Final = 1


def length() -> int | None:
    """How many tasks wait; None if Redis does not answer, and without Redis: tasks are then run in place."""
    if not settings.REDIS_URL:
        return None
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
        ) as redis:
            found: int = redis.llen("celery")
            return found
    except (RedisError, ValueError):  # ValueError: the address is none
        return None
