"""Pages go on without Redis: what the cache forgot is made anew."""

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from tests.evening import PASSWORD, a_club, a_round, a_tournament, an_officer, settle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def redis_is_away(settings: Settings) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "config.caches.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }


@pytest.mark.usefixtures("redis_is_away")
def test_every_page_of_an_evening_opens_without_redis() -> None:
    club = a_club()
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    an_officer(club, email="uno@example.org")
    for address in ("/", f"/t/{tournament.code}/", f"/t/{tournament.code}/proiettore/"):
        assert Client().get(address).status_code == 200
    assert Client().get(f"/t/{tournament.code}/coppie/1/").status_code == 200
    entered = Client().post("/accesso/login/", {"login": "uno@example.org", "password": PASSWORD})
    assert entered.status_code == 302
    token = {"email": "uno@example.org", "password": PASSWORD, "device": "telefono"}
    assert Client().post("/api/v1/tokens/", token, content_type="application/json").status_code in (200, 201)


@pytest.mark.usefixtures("redis_is_away")
def test_a_cache_without_redis_forgets_and_says_nothing() -> None:
    cache = caches["default"]
    cache.set("key", 1)
    assert cache.get("key", "nothing") == "nothing"
    assert cache.get_many(["key"]) == {}
    assert cache.add("key", 1)
    assert not cache.delete("key")
    assert "key" not in cache
