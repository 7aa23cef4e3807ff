"""Services a test needs, and what happens where they are missing: a visible skip, or a failure in CI."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.utils import translation
from playwright.sync_api import Browser
from pytest_django import Settings

from tests.browser import CHROMIUM, launched

REQUIRED = os.environ.get("REQUIRE_SERVICES") == "1"
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


def _answers(url: str) -> bool:
    where = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((where.hostname or "", where.port or 0)) == 0


def _missing() -> dict[str, str]:
    """For each marker whose service is away, the reason to show."""
    reasons = {}
    if not _answers(POSTGRES):
        reasons["postgres"] = f"no PostgreSQL answers at {POSTGRES}"
    if not _answers(REDIS):
        reasons["redis"] = reasons["worker"] = f"no Redis answers at {REDIS}"
    if not Path(CHROMIUM).exists():
        reasons["browser"] = f"there is no Chromium at {CHROMIUM}"
    return reasons


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if REQUIRED:
        return  # CI installs the services: what is missing there fails where it is used
    missing = _missing()
    for item in items:
        for marker, reason in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, settings: Settings) -> Iterator[None]:
    """Every test with an empty cache, static files as they lie in the source, quick passwords."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, for tests alone
    cache.clear()
    with translation.override(settings.LANGUAGE_CODE):  # a request in English leaves its language behind
        yield
    cache.clear()
