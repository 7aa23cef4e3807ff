"""The cache of service mode: Redis. While it does not answer, nothing is cached; every page still works."""

import logging
from collections.abc import Iterable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from club import redis_state

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis's cache; a lost connection is a cache miss, and rate limits then count nothing."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("add", True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._or("get", default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("set", None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("touch", False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("delete", False, *args, **kwargs)

    def get_many(self, keys: Iterable[Any], version: Any = None) -> Any:
        return self._or("get_many", {}, keys, version)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("set_many", [], *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or("has_key", False, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._or("incr", delta, key, delta, version)

    def clear(self) -> Any:
        return self._or("clear", False)

    def _or(self, act: str, missed: Any, *args: Any, **kwargs: Any) -> Any:
        if redis_state.is_away():
            return missed
        try:
            answer = getattr(super(), act)(*args, **kwargs)
        except RedisError as error:
            redis_state.failed()
            log.warning("Redis does not answer, so nothing is cached: %s", error)
            return missed
        redis_state.answered()
        return answer
