"""The health check of docker-compose.yml."""

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from club.backups import status as backups


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 if the database and, in service mode, Redis answer; otherwise 503 with the part that does not."""
    parts = {"database": _database_answers()}
    if settings.REDIS_URL:
        parts["redis"] = _redis_answers()
    well = all(parts.values())
    return JsonResponse({**parts, "backup": backups.health()}, status=200 if well else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    try:
        cache.get("health")
    except RedisError:
        return False
    return True
