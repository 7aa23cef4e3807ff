"""The caches: one for pages, which works on without Redis, and one for counters of attempts, which does not.

The counters are in Redis, or without it in the database. See `club.limits`. Values in Redis are JSON, never
pickles, because a pickle runs the code of anybody who can write there.
"""

import json
import logging
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from math import inf
from typing import Any, ClassVar, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from django.db import transaction
from django.utils import timezone
from redis.exceptions import RedisError

from club import redis_state
from club.limits import CannotCount, digest_of
from club.models import AttemptCounter

log = logging.getLogger(__name__)

#: The only key of an object that stands for bytes.
BYTES: Final = "base64"


class JsonSerializer:
    """Values as JSON, bytes in base64. A tuple comes back as a list."""

    def dumps(self, value: Any) -> bytes:
        return json.dumps(value, default=_json_value, separators=(",", ":")).encode()

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored, object_hook=_cached_value)


def _json_value(value: Any) -> dict[str, str]:
    if isinstance(value, bytes):
        return {BYTES: b64encode(value).decode()}
    raise TypeError(f"{type(value)} cannot be cached: the cache holds JSON")


def _cached_value(value: dict[str, Any]) -> Any:
    return b64decode(value[BYTES]) if value.keys() == {BYTES} else value


class ForgivingRedisCache(RedisCache):
    """Redis's cache; a lost connection is a cache miss."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("add", True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._forgiving("get", default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("set", None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("touch", False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("delete", False, *args, **kwargs)

    def get_many(self, keys: Iterable[Any], version: Any = None) -> Any:
        return self._forgiving("get_many", {}, keys, version)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("set_many", [], *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._forgiving("has_key", False, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._forgiving("incr", delta, key, delta, version)

    def clear(self) -> Any:
        return self._forgiving("clear", False)

    def _forgiving(self, act: str, missed: Any, *args: Any, **kwargs: Any) -> Any:
        if redis_state.is_away():
            return self._without_redis(missed)
        try:
            answer = getattr(super(), act)(*args, **kwargs)
        except RedisError as error:
            redis_state.failed()
            log.warning("Redis does not answer, so nothing is cached or counted: %s", error)
            return self._without_redis(missed)
        redis_state.answered()
        return answer

    def _without_redis(self, missed: Any) -> Any:
        return missed


class RedisCounters(ForgivingRedisCache):
    """Counters of attempts in Redis. Raises CannotCount while it does not answer: every guess is counted."""

    def _without_redis(self, missed: Any) -> Any:  # noqa: ARG002
        raise CannotCount


#: More counters than an evening's people need; to fill them, an attacker needs as many addresses.
MOST_COUNTERS: Final = 100_000
#: The least seconds between two removals of expired counters, because each writes to the evening's database.
REMOVAL_SECONDS: Final = 60


class DatabaseCounters(BaseCache):
    """Counters of attempts in the database, for an installation without Redis.

    Unlike Django's database cache it removes only expired counters. When it is full, a new counter raises
    CannotCount, and the others still count. `incr` is atomic. Values are JSON.
    """

    #: The time of this process's last removal of expired counters, by the monotonic clock.
    removed_at: ClassVar[float] = -inf

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        if self._unexpired(key, version).exists():
            return False
        digest, fields = self._digest(key, version), self._fields(value, timeout)
        if AttemptCounter.objects.filter(digest=digest, expires_at__lte=timezone.now()).update(**fields):
            return True
        self._make_room()
        _row, is_new = AttemptCounter.objects.get_or_create(digest=digest, defaults=fields)
        return is_new

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        values = self._unexpired(key, version).values_list("value", flat=True)
        return next(iter(values), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        digest, fields = self._digest(key, version), self._fields(value, timeout)
        if not AttemptCounter.objects.filter(digest=digest).update(**fields):
            self._make_room()
            AttemptCounter.objects.update_or_create(digest=digest, defaults=fields)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """The new number, which expires when the old one would have. Raises ValueError if there is none."""
        with transaction.atomic():
            row = self._unexpired(key, version).select_for_update().first()
            if row is None:
                raise ValueError(f"There is no counter {key!r}")
            row.value += delta
            row.save(update_fields=["value"])
        return int(row.value)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return bool(self._unexpired(key, version).update(expires_at=self._expires_at(timeout)))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._unexpired(key, version).delete()[0])

    def clear(self) -> None:
        AttemptCounter.objects.all().delete()

    def _unexpired(self, key: Any, version: Any) -> Any:
        return AttemptCounter.objects.filter(digest=self._digest(key, version), expires_at__gt=timezone.now())

    def _digest(self, key: Any, version: Any) -> str:
        return digest_of(self.make_and_validate_key(key, version=version))

    def _fields(self, value: Any, timeout: Any) -> dict[str, Any]:
        return {"value": value, "expires_at": self._expires_at(timeout)}

    def _expires_at(self, timeout: Any) -> datetime:
        """The time when a counter expires. Every counter must expire, or a flood of them would stay."""
        until = self.get_backend_timeout(timeout)
        if until is None:
            raise ValueError("A counter needs a timeout")
        return datetime.fromtimestamp(until, UTC)

    def _make_room(self) -> None:
        now = time.monotonic()
        if now - DatabaseCounters.removed_at >= REMOVAL_SECONDS:
            DatabaseCounters.removed_at = now
            AttemptCounter.objects.filter(expires_at__lte=timezone.now()).delete()
        if AttemptCounter.objects.count() >= MOST_COUNTERS:
            raise CannotCount
