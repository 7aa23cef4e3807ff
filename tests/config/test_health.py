"""The health check: 200 where the process can work, 503 and the missing part where it cannot."""

from pathlib import Path

import pytest
from django.test import Client, override_settings

from tests.conftest import REDIS

AWAY = "redis://127.0.0.1:1/0"
NONE = {"backup": {"minutes": None, "well": False}}


@pytest.fixture(autouse=True)
def _without_backups(settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path


@pytest.mark.django_db
def test_embedded_it_asks_the_database_alone(client: Client):
    response = client.get("/salute/")
    assert (response.status_code, response.json()) == (200, {"database": True, **NONE})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_it_costs_one_query(client: Client, django_assert_num_queries):
    with django_assert_num_queries(1):
        client.get("/salute/")


@pytest.mark.django_db
def test_without_redis_a_service_is_ill(client: Client):
    away = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": AWAY}}
    with override_settings(REDIS_URL=AWAY, CACHES=away):
        response = client.get("/salute/")
    assert (response.status_code, response.json()) == (503, {"database": True, "redis": False, **NONE})


@pytest.mark.redis
@pytest.mark.django_db
def test_with_redis_a_service_is_well(client: Client):
    there = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS}}
    with override_settings(REDIS_URL=REDIS, CACHES=there):
        assert client.get("/salute/").json() == {"database": True, "redis": True, **NONE}


@pytest.mark.django_db
def test_it_only_answers_reading(client: Client):
    assert client.post("/salute/").status_code == 405
