"""Redis keeps JSON and no pickles, so that nobody who can write there runs code in the web processes."""

import json

import pytest
from redis import Redis

from criccone.celery import app
from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow, pytest.mark.xdist_group("service")]

#: An evening that is visited twice: the second time most comes from Redis.
VISITS = """
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from tests.evening import a_club, a_round, a_tournament, four_people, settle, signed_in
from tournaments.standings import builds

club = a_club()
four, tournament = four_people(club), a_tournament(club)
settle(tournament, a_round(tournament))
builds.build(tournament.pk)
a_round(tournament, seed=2)
evening = f"/t/{tournament.code}/"
public = [
    *[evening + page for page in ("", "?fragment", "proiettore/", "coppie/1/", "classifica.pdf")],
    *[evening + page for page in ("scarica/iscritti.csv", "turni/2/sorteggio/", "turni/2/sorteggio.json")],
    *["/", reverse("ratings", args=[club.slug]), f"/api/v1/tournaments/{tournament.code}/results/"],
]
plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
files = {**settings.STORAGES, "staticfiles": plain}
with override_settings(STORAGES=files, ALLOWED_HOSTS=["testserver"]):
    for visit in range(2):
        for path in public:
            answer = Client().get(path)
            assert answer.status_code == 200, (path, answer.status_code)
        officer = signed_in(four.referee)
        for path in (evening, evening + "turni/2/fogli.pdf"):
            assert officer.get(path).status_code == 200, path
        Client().post("/accesso/login/", {"login": "uno@example.org", "password": "sbagliata"})
        wrong = {"Authorization": "Table sbagliato"}
        Client().get(f"/api/v1/tournaments/{tournament.code}/rounds/2/tables/1/", headers=wrong)
"""
KINDS = ("edition:", "part:", "page:", "file:", "draw-file:", "draw-check:", "wrong-codes", "changed:")


def test_what_an_evening_leaves_in_redis_is_json(service: Installation) -> None:
    service.run(VISITS)
    with Redis.from_url(service.redis) as redis:
        keys = [key for key in redis.scan_iter() if redis.type(key) == b"string"]
        kept = {key.decode(): redis.get(key) for key in keys}
        tasks = redis.lrange("celery", 0, -1)
    for key, value in kept.items():
        assert json.loads(value) is not None, key
    assert [kind for kind in KINDS if not any(kind in key for key in kept)] == []
    assert tasks
    assert {json.loads(task)["content-type"] for task in tasks} == {"application/json"}


def test_a_worker_takes_no_task_that_is_not_json() -> None:
    assert list(app.conf.accept_content) == ["json"]
