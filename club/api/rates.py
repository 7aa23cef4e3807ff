"""The headers that tell a program its limits (draft-ietf-httpapi-ratelimit-headers), where there are any."""

from collections.abc import Iterable
from math import ceil
from typing import Any

from rest_framework.throttling import SimpleRateThrottle


def headers_of(throttles: Iterable[Any]) -> dict[str, str]:
    """`RateLimit-Policy` and `RateLimit` of the throttles that have counted this request."""
    counted: list[Any] = [
        each for each in throttles if isinstance(each, SimpleRateThrottle) and hasattr(each, "history")
    ]
    if not counted:
        return {}
    return {
        "RateLimit-Policy": ", ".join(map(_policy, counted)),
        "RateLimit": ", ".join(map(_left, counted)),
    }


def _policy(throttle: Any) -> str:
    """The number of requests, and the seconds in which they are allowed."""
    return f'"{throttle.scope}";q={throttle.num_requests};w={ceil(throttle.duration)}'


def _left(throttle: Any) -> str:
    """How many requests are left, and the seconds until there are more.

    The oldest request that counts is the last of `history`; it is the first to be forgotten.
    """
    oldest = throttle.history[-1] if throttle.history else throttle.now
    requests = max(0, throttle.num_requests - len(throttle.history))
    return f'"{throttle.scope}";r={requests};t={ceil(max(0, oldest + throttle.duration - throttle.now))}'
