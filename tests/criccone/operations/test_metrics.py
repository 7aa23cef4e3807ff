"""The figures for Prometheus: who may read them, and that they count what happened, in all web processes."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils import timezone
from pytest_django import Settings

from club.models import Club
from criccone.operations import metrics
from tests.evening import FourPeople, a_round, a_tournament, settle, signed_in
from tests.service.installation import ROOT, free_port, on_sqlite, serving, until
from tournaments.models import Tournament
from tournaments.standings import builds

TOKEN = "a-token-of-the-monitoring"


@pytest.fixture
def token(settings: Settings) -> str:
    settings.METRICS_TOKEN = TOKEN
    return TOKEN


@pytest.fixture
def counted() -> Iterator[None]:
    """Counters of this test alone."""
    for made in (metrics._registry, metrics._counters):
        made.cache_clear()
    yield
    for made in (metrics._registry, metrics._counters):
        made.cache_clear()


def read(client: Client) -> dict[str, float]:
    response = client.get("/metriche/", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    return values(response.content.decode())


def values(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"(?m)^([^#]\S*(?:\{.*\})?) (\S+)$", text)}


@pytest.mark.django_db
def test_none_of_the_four_reads_them_and_without_a_token_nobody_does(
    four: FourPeople, settings: Settings
) -> None:
    for set_token in ("", TOKEN):
        settings.METRICS_TOKEN = set_token
        for person in (*map(signed_in, (four.organiser, four.referee, four.player, four.stranger)), Client()):
            for given in ("", "Bearer ", "Bearer wrong", f"Token {TOKEN}", TOKEN):
                assert person.get("/metriche/", headers={"Authorization": given}).status_code == 404


def test_who_has_the_token_reads_the_figures_of_the_installation(
    club: Club, token: str, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_DIR = tmp_path
    told = read(Client())
    assert "criccone_backup_age_seconds" not in told
    assert "criccone_last_build_age_seconds" not in told
    assert told["criccone_builds_waiting"] == 0
    assert told["criccone_free_disk_bytes"] > 0
    (tmp_path / f"criccone-{timezone.now():%Y%m%dT%H%M%SZ}.zip").touch()
    tournament = a_tournament(club)
    settle(tournament, a_round(tournament, seed=1))
    builds.build(tournament.pk)
    Tournament.objects.filter(pk=tournament.pk).update(results_version=100)
    told = read(Client())
    assert 0 <= told["criccone_backup_age_seconds"] < 60
    assert 0 <= told["criccone_last_build_age_seconds"] < 60
    assert told["criccone_builds_waiting"] == 1


def test_requests_are_counted_by_route_not_by_code(token: str, counted: None, club: Club) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        request.resolver_match = resolved  # type: ignore[assignment]
        return HttpResponse(status=200)

    middleware = metrics.MetricsMiddleware(answer)
    for method, where in (
        ("GET", "/tavolo/abc/"),
        ("POST", "/tavolo/abc/smazzate/1/"),
        ("GET", "/tavolo/def/"),
    ):
        resolved = resolve(where)
        middleware(RequestFactory().generic(method, where))
    told = read(Client())
    assert told['criccone_requests_total{method="GET",route="/tavolo/<str:table_code>/",status="200"}'] == 2
    assert told["criccone_results_stored_total"] == 1
    assert told['criccone_request_seconds_count{route="/tavolo/<str:table_code>/"}'] == 2
    assert not [name for name in told if "abc" in name or "def" in name]


@pytest.mark.slow
def test_any_web_process_answers_for_all(tmp_path: Path) -> None:
    """As in the image: each process writes its counts into one folder."""
    (tmp_path / "data").mkdir()
    here, port, folder = on_sqlite(tmp_path / "data"), free_port(), tmp_path / "counts"
    more = {"METRICS_TOKEN": TOKEN, metrics.FOLDER: str(folder), "ALLOWED_HOSTS": "localhost"}
    process = subprocess.Popen(
        serving(port, 2), cwd=ROOT, env=here.environment(**more), start_new_session=True
    )
    asked = 0

    def both_answered() -> bool:
        nonlocal asked
        with suppress(requests.ConnectionError):
            assert requests.get(f"http://localhost:{port}/salute/pagine/", timeout=5).ok
            asked += 1
        # Each makes its files when it starts, which may be before it listens.
        return asked > 1 and len({path.stem.split("_")[-1] for path in folder.glob("*.db")}) == 2

    try:
        until(both_answered, "one process answered all")
        given = {"Authorization": f"Bearer {TOKEN}"}
        told = values(requests.get(f"http://localhost:{port}/metriche/", headers=given, timeout=5).text)
        assert told['criccone_requests_total{method="GET",route="/salute/pagine/",status="200"}'] == asked
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
