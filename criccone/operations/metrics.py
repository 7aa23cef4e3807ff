"""Figures for Prometheus at `/metriche/`, for programs with METRICS_TOKEN; others get a 404.

Requests are counted in each web process. With PROMETHEUS_MULTIPROC_DIR, as in the image, all processes of a
container write their counts into that folder, and any of them answers for all. Figures of the whole
installation (queue, builds, backups, beat, disk) are computed at each request.
"""

import hmac
import os
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import criccone
from club import background
from club.backups import places as backups
from criccone.health import waiting_tasks
from criccone.queues import SAVES
from tournaments.standings import builds

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
#: In seconds. A page below the first ones is quick; a phone stops waiting for a save after the last but one.
BUCKETS: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 8.0)


class MetricsMiddleware:
    """Counts requests by method, route and status, their seconds, and the results that were stored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self.counters = _counters()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.monotonic()
        response = self.get_response(request)
        match = request.resolver_match
        route = f"/{match.route}" if match else ""
        self.counters["requests"].labels(request.method, route, response.status_code).inc()
        self.counters["seconds"].labels(route).observe(time.monotonic() - begun)
        if _stored_a_result(request, response):
            self.counters["saves"].inc()
        return response


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures as text. Raises Http404 without the token, whose comparison takes the same time for all."""
    given = request.headers.get("Authorization", "").encode()
    if not settings.METRICS_TOKEN or not hmac.compare_digest(
        given, f"Bearer {settings.METRICS_TOKEN}".encode()
    ):
        raise Http404
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

    registry = CollectorRegistry()
    registry.register(Installation())
    whole = generate_latest(registry)
    if FOLDER in os.environ:
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    else:
        counted = _registry()
    return HttpResponse(whole + generate_latest(counted), content_type=CONTENT_TYPE_LATEST)


@cache
def _registry() -> Any:
    from prometheus_client import CollectorRegistry

    return CollectorRegistry()


@cache
def _counters() -> dict[str, Any]:
    """The counters of this process. The library is read only where there is a token."""
    if folder := os.environ.get(FOLDER):
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    from prometheus_client import Counter, Histogram

    by_route = ("method", "route", "status")
    return {
        "requests": Counter("criccone_requests", "Answered requests.", by_route, registry=_registry()),
        "seconds": Histogram(
            "criccone_request_seconds",
            "Seconds to answer.",
            ("route",),
            buckets=BUCKETS,
            registry=_registry(),
        ),
        "saves": Counter(
            "criccone_results_stored", "Deals stored or answered by tables.", registry=_registry()
        ),
    }


def _stored_a_result(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        request.method in SAVES.methods
        and response.status_code < 400
        and SAVES.address.fullmatch(request.path) is not None
    )


class Installation:
    """The figures of the whole installation, computed at each request. Two queries."""

    def collect(self) -> Iterator[Any]:
        """Yields the figures for Prometheus, without unknown ones."""
        from prometheus_client.core import GaugeMetricFamily

        version = GaugeMetricFamily("criccone_info", "The version, as a label.", labels=("version",))
        version.add_metric([criccone.__version__], 1)
        yield version
        for name, explanation, value in _values():
            if value is not None:
                yield GaugeMetricFamily(f"criccone_{name}", explanation, value=value)


def _values() -> Iterator[tuple[str, str, float | None]]:
    """Each figure with its explanation."""
    yield "backup_age_seconds", "Age of the newest backup.", _age(backups.latest())
    yield "queue_length", "Tasks that wait for a worker.", waiting_tasks()
    yield "builds_waiting", "Evenings whose standings are not built yet.", builds.waiting_count()
    yield "last_build_age_seconds", "Time since standings were last built.", _age(builds.last_built_at())
    if settings.REDIS_URL:
        heartbeat = background.last_heartbeat()
        yield "heartbeat_age_seconds", "Last sign of life of worker and beat.", _age(heartbeat)
    yield "free_disk_bytes", "Free space for the data folder.", shutil.disk_usage(settings.DATA_DIR).free


def _age(at: datetime | None) -> float | None:
    return (timezone.now() - at).total_seconds() if at else None
