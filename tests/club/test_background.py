"""Faults of Redis and of the work in the background, as an officer reads them on the desk."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from club import background, redis_state
from club.models import RoleKind
from tests.evening import a_club, a_tournament, an_officer

pytestmark = pytest.mark.django_db

STOPPED = "Il lavoro in sottofondo è fermo."


@pytest.fixture
def desk(client: Client, settings: Settings) -> str:
    """The desk's address, in service mode, for the signed-in organiser."""
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CELERY_TASK_ALWAYS_EAGER = True
    club = a_club()
    client.force_login(an_officer(club, RoleKind.ORGANISER))
    return f"/t/{a_tournament(club).code}/iscrizioni/"


def shown(client: Client, desk: str) -> str:
    return " ".join(client.get(desk).content.decode().split())


def test_with_a_recent_heartbeat_the_desk_says_nothing(client: Client, desk: str) -> None:
    assert STOPPED in shown(client, desk), "before the first one"
    background.heartbeat()
    assert STOPPED not in shown(client, desk)


def test_an_old_heartbeat_is_told_with_its_time(client: Client, desk: str) -> None:
    last = timezone.localtime() - timedelta(days=1)
    cache.set(background.BEATS, last.timestamp())
    page = shown(client, desk)
    assert f"{STOPPED} Dal {last:%d/%m/%Y}" in page
    assert "La classifica la fa il sito" in page


def test_a_heartbeat_of_before_the_clock_was_set_back_is_none(client: Client, desk: str) -> None:
    cache.set(background.BEATS, (timezone.now() + timedelta(hours=1)).timestamp())
    assert STOPPED in shown(client, desk)
    background.heartbeat()
    assert STOPPED not in shown(client, desk)


def test_a_redis_that_failed_is_told_until_it_answers(client: Client, desk: str) -> None:
    background.heartbeat()
    redis_state.failed()
    assert "Redis non risponde. Dalle " in shown(client, desk)
    redis_state.answered()
    assert "Redis non risponde" not in shown(client, desk)


def test_embedded_there_is_nothing_to_tell(client: Client, desk: str, settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert STOPPED not in shown(client, desk)
