"""The health check: 200 where every part works, 503 and the part that does not otherwise."""

import json
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

import criccone
from club import background
from criccone import health
from tests.conftest import REDIS

AWAY = "redis://127.0.0.1:1/0"
WELL = {"database": True, "migrations": True, "disk": True, "backup": {"minutes": None, "well": False},
        "version": criccone.__version__}  # fmt: skip

pytestmark = pytest.mark.django_db


def told(response: HttpResponse) -> dict[str, Any]:
    """What it says besides the free space, which changes all the time."""
    return {name: value for name, value in json.loads(response.content).items() if name != "free_mb"}


@pytest.fixture(autouse=True)
def _without_backups(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path


def test_embedded_it_looks_at_database_and_disk(client: Client) -> None:
    response = client.get("/salute/")
    assert (response.status_code, told(response)) == (200, WELL)
    assert response.json()["free_mb"] > 200
    assert "no-store" in response["Cache-Control"]


def test_it_costs_three_queries(client: Client, django_assert_max_num_queries: pytest.FixtureRequest) -> None:
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        client.get("/salute/")


def test_without_redis_a_service_is_ill_but_its_pages_are_not(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = AWAY
    settings.CACHES = {"default": {"BACKEND": "criccone.caches.ForgivingRedisCache", "LOCATION": AWAY}}
    response = client.get("/salute/")
    missing = {"redis": False, "worker": False, "beat": False}
    assert (response.status_code, told(response)) == (503, {**WELL, **missing, "queue": None})
    assert client.get("/salute/pagine/").status_code == 200


@pytest.mark.redis
def test_with_redis_and_a_recent_heartbeat_a_service_is_well(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = REDIS
    background.heartbeat()
    there = {"redis": True, "worker": True, "beat": True}
    with redis.Redis.from_url(REDIS) as queue:
        waiting = queue.llen("celery")
        queue.rpush("celery", "a task")
        assert told(client.get("/salute/")) == {**WELL, **there, "queue": waiting + 1}
        queue.lrem("celery", 1, "a task")
    cache.delete(background.BEATS)


def test_a_full_disk_is_seen(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_DISK", 2**60)
    response = client.get("/salute/")
    assert (response.status_code, told(response)) == (503, {**WELL, "disk": False})


def test_a_migration_not_applied_is_seen(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'club'")
    for address in ("/salute/", "/salute/pagine/"):
        response = client.get(address)
        assert (response.status_code, response.json()["migrations"]) == (503, False)


@pytest.mark.parametrize("address", ["/salute/", "/salute/pagine/"])
def test_it_only_answers_reading(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
