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

from club import background
from club.backups import places as backups

#: In bytes: with less, the next evening may not be stored.
LEAST_DISK: Final = 200 * 2**20
#: Seconds for Redis to answer.
REDIS_SECONDS: Final = 1


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 if every part works; otherwise 503, with false for the parts that do not."""
    parts = {**_parts_of_pages(), "disk": shutil.disk_usage(settings.DATA_DIR).free >= LEAST_DISK}
    if settings.REDIS_URL:
        parts["redis"] = _redis_answers()
        # Without Redis, worker and beat can neither work nor report.
        parts |= background.answering() if parts["redis"] else {"worker": False, "beat": False}
    # A missing or late backup is reported, but the status stays 200: the site works without it.
    return _answer(parts, backup=backups.health())


@never_cache
@require_safe
def health_of_pages(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 if pages can be shown and results entered, which needs neither Redis nor a worker; else 503."""
    return _answer(_parts_of_pages())


def _answer(parts: dict[str, bool], **more: object) -> JsonResponse:
    return JsonResponse({**parts, **more}, status=200 if all(parts.values()) else 503)


def _parts_of_pages() -> dict[str, bool]:
    is_there = _database_answers()
    return {"database": is_there, "migrations": is_there and _is_migrated()}


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _is_migrated() -> bool:
    """Whether every migration of this program is applied. One query."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _redis_answers() -> bool:
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
        ) as redis:
            return bool(redis.ping())
    except RedisError:
        return False
