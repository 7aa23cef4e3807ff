"""The health checks: `/salute/` for monitoring, `/salute/pagine/` for the proxy."""

import shutil
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

import criccone
from club import background
from club.backups import places as backups

#: In bytes: with less, the next evening may not be stored.
LEAST_DISK: Final = 200 * 2**20
#: Seconds for Redis to answer.
REDIS_SECONDS: Final = 1


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 if every part works; otherwise 503, with false for the parts that do not.

    Also the version, the free disk in MB, the age of the newest backup and how many tasks wait.
    """
    free = shutil.disk_usage(settings.DATA_DIR).free
    parts = {**parts_of_pages(), "disk": free >= LEAST_DISK}
    # A missing or late backup is reported, but the status stays 200: the site works without it.
    more: dict[str, object] = {"free_mb": free // 2**20, "backup": backups.health()}
    if settings.REDIS_URL:
        more["queue"] = waiting = waiting_tasks()
        parts["redis"] = waiting is not None
        # Without Redis, worker and beat can neither work nor report.
        parts |= background.answering() if parts["redis"] else {"worker": False, "beat": False}
    return _answer(parts, version=criccone.__version__, **more)


@never_cache
@require_safe
def health_of_pages(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 if pages can be shown and results entered, which needs neither Redis nor a worker; else 503."""
    return _answer(parts_of_pages())


def _answer(parts: dict[str, bool], **more: object) -> JsonResponse:
    answer = JsonResponse({**parts, **more}, status=200 if all(parts.values()) else 503)
    # Otherwise Django would log an error for each 503, at every poll of the monitoring.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def parts_of_pages() -> dict[str, bool]:
    """Whether the database answers, and whether it is migrated."""
    is_there = database_answers()
    return {"database": is_there, "migrations": is_there and is_migrated()}


def database_answers() -> bool:
    """Whether the database answers a question. One query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def is_migrated() -> bool:
    """Whether every migration of this program is applied. One query."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def waiting_tasks() -> int | None:
    """How many tasks wait for a worker; None if Redis does not answer.

    None without Redis too: tasks are then run in place.
    """
    if not settings.REDIS_URL:
        return None
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
        ) as redis:
            length: int = redis.llen("celery")
            return length
    except (RedisError, ValueError):  # ValueError: the address is malformed
        return None
