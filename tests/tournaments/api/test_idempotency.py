"""What a program sends again with the same key acts once, and is answered as the first time."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.urls import path
from django.utils import timezone
from pytest_django import Settings
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from club.models import Person, Scope, StoredAnswer, User
from club.privacy.retention import apply_retention
from criccone import urls
from tests.service.installation import Installation, on_postgres, on_sqlite
from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_scopes import device_of
from tournaments.models import Tournament

KEY = {"Idempotency-Key": "5b0c7a52-serata"}
A_TOURNAMENT = {"name": "Serata d'inverno", "date": "2027-01-15"}
A_GUEST = {"last_name": "Serra", "first_name": "Pia"}


def test_a_lost_answer_is_given_again_and_nothing_is_made_twice(evening: Evening) -> None:
    at = f"{evening.club_at}/tournaments/"
    first, again = (
        evening.organiser.post(at, A_TOURNAMENT, format="json", headers={**KEY, "Accept-Language": language})
        for language in ("en", "it")
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    for name in ("Content-Type", "Content-Language", "Location", "Cache-Control"):
        assert again[name] == first[name]
    assert Tournament.objects.filter(name=A_TOURNAMENT["name"]).count() == 1


def test_without_a_key_or_with_another_one_it_is_another_act(evening: Evening) -> None:
    at = f"{evening.club_at}/people/"
    before = Person.objects.count()
    for headers in ({}, {}, KEY, {"Idempotency-Key": "another"}):
        assert evening.organiser.post(at, A_GUEST, format="json", headers=headers).status_code == 201
    assert Person.objects.count() == before + 4


@pytest.mark.parametrize(
    ("where", "body"), [("people", {**A_GUEST, "last_name": "Altra"}), ("tournaments", A_TOURNAMENT)]
)
def test_a_key_is_of_one_request_only(evening: Evening, where: str, body: dict[str, str]) -> None:
    evening.organiser.post(f"{evening.club_at}/people/", A_GUEST, format="json", headers=KEY)
    other = evening.organiser.post(f"{evening.club_at}/{where}/", body, format="json", headers=KEY)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-used")


def test_two_senders_may_have_the_same_key(evening: Evening) -> None:
    at = f"{evening.club_at}/tournaments/"
    assert evening.organiser.post(at, A_TOURNAMENT, format="json", headers=KEY).status_code == 201
    assert evening.referee.post(at, A_TOURNAMENT, format="json", headers=KEY).status_code == 403
    assert evening.anybody.post(at, A_TOURNAMENT, format="json", headers=KEY).status_code == 401


def test_a_narrower_token_is_not_given_what_its_account_was_answered(evening: Evening) -> None:
    at = f"{evening.club_at}/people/"
    assert evening.organiser.post(at, A_GUEST, format="json", headers=KEY).status_code == 201
    for scope in (Scope.READ, Scope.RESULTS, Scope.MONEY):
        narrower = device_of(evening.people.organiser, scope)
        answer = narrower.post(at, A_GUEST, format="json", headers=KEY)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")
    again = device_of(evening.people.organiser).post(at, A_GUEST, format="json", headers=KEY)
    assert (again.status_code, again["Idempotency-Replayed"]) == (201, "true"), "a token as wide is the same"


def test_who_has_left_the_club_is_not_given_the_answer_again(evening: Evening) -> None:
    at = f"{evening.club_at}/people/"
    assert evening.organiser.post(at, A_GUEST, format="json", headers=KEY).status_code == 201
    evening.people.organiser.roles.all().delete()
    again = evening.organiser.post(at, A_GUEST, format="json", headers=KEY)
    assert (again.status_code, "Idempotency-Replayed" in again) == (403, False)
    assert A_GUEST["last_name"] not in again.content.decode()


def test_a_session_without_its_csrf_token_is_refused_as_without_a_key(evening: Evening) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(evening.people.organiser)
    at = f"{evening.club_at}/people/"
    plain, keyed = (browser.post(at, A_GUEST, format="json", headers=each) for each in ({}, KEY))
    assert (plain.status_code, keyed.status_code) == (403, 403)
    assert keyed.json()["detail"] == plain.json()["detail"]


def test_a_refusal_is_not_kept_so_the_corrected_request_may_have_the_key(evening: Evening) -> None:
    at = f"{evening.club_at}/tournaments/"
    wrong = {**A_TOURNAMENT, "date": "domani"}
    assert evening.organiser.post(at, wrong, format="json", headers=KEY).status_code == 400
    assert not StoredAnswer.objects.exists()
    assert evening.organiser.post(at, A_TOURNAMENT, format="json", headers=KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "é", "a b", "a" * 256])
def test_a_key_is_some_plain_characters(evening: Evening, key: str) -> None:
    answer = evening.organiser.post(
        f"{evening.club_at}/people/", A_GUEST, format="json", headers={"Idempotency-Key": key}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-malformed")


def test_a_new_token_is_a_secret_and_is_not_kept(evening: Evening) -> None:
    password = "un altro cavallo"
    evening.people.referee.set_password(password)
    evening.people.referee.save()
    asked = {"email": evening.people.referee.email, "password": password, "device": "tavoletta"}
    for device in (evening.anybody, evening.organiser):
        answer = device.post("/api/v1/tokens/", asked, format="json", headers=KEY)
        assert answer.status_code == 201
    assert not StoredAnswer.objects.exists()


def test_a_new_evening_code_is_not_kept(evening: Evening) -> None:
    at = f"{evening.at}/entries/1/phone/"
    codes = [evening.organiser.post(at, headers=KEY).json()["code"] for _time in range(2)]
    assert codes[0] != codes[1], "each time it is renewed"
    assert not StoredAnswer.objects.exists()


class Broken(APIView):
    permission_classes = [AllowAny]

    def post(self, _request: Any) -> Response:
        """Writes, and fails."""
        User.objects.create(email="half@example.org")
        raise ZeroDivisionError


class Secret(APIView):
    permission_classes = [AllowAny]

    def post(self, request: Any) -> Response:
        """Shows something once."""
        shown = {"id": 1, "secret": "abc"}
        return Response([shown] if "many" in request.query_params else shown, status=201)


def test_what_is_shown_once_is_not_kept(evening: Evening, settings: Settings) -> None:
    class WithSecret:
        urlpatterns = [path("api/v1/secret/", Secret.as_view()), *urls.urlpatterns]
        handler404, handler500 = urls.handler404, urls.handler500

    settings.ROOT_URLCONF = WithSecret
    for address in ("/api/v1/secret/", "/api/v1/secret/", "/api/v1/secret/?many"):
        answer = evening.organiser.post(address, headers=KEY)
        assert (answer.status_code, "Idempotency-Replayed" in answer) == (201, False)
    assert not StoredAnswer.objects.exists()


def test_a_fault_of_ours_leaves_neither_the_act_nor_an_answer(evening: Evening, settings: Settings) -> None:
    class Faulty:
        urlpatterns = [path("api/v1/broken/", Broken.as_view()), *urls.urlpatterns]
        handler404, handler500 = urls.handler404, urls.handler500

    settings.ROOT_URLCONF = Faulty
    evening.organiser.raise_request_exception = False
    assert evening.organiser.post("/api/v1/broken/", headers=KEY).status_code == 500
    assert not StoredAnswer.objects.exists()
    assert not User.objects.filter(email="half@example.org").exists()


def test_answers_are_forgotten_after_a_day_and_with_their_account(evening: Evening) -> None:
    for key in ("old", "new"):
        headers = {"Idempotency-Key": key}
        evening.organiser.post(f"{evening.club_at}/people/", A_GUEST, format="json", headers=headers)
    old = StoredAnswer.objects.earliest("made_at")
    StoredAnswer.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(hours=25))
    apply_retention()
    assert StoredAnswer.objects.exclude(pk=old.pk).count() == StoredAnswer.objects.count() == 1
    assert settings.CELERY_BEAT_SCHEDULE["apply-retention"]["schedule"] == 24 * 3600


# Two at the same moment, against a server.

A_CLUB = """
import json
from tests.evening import a_club, four_people
from club.models import DeviceToken
club = a_club()
print(json.dumps([club.slug, DeviceToken.objects.create(four_people(club).organiser, name="p")[1]]))
"""
HOW_MANY = "from tournaments.models import Tournament; print(Tournament.objects.count())"


@pytest.fixture(params=[pytest.param("postgres", marks=pytest.mark.postgres), "sqlite"])
def installation(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Installation]:
    if request.param == "sqlite":
        yield on_sqlite(tmp_path)
        return
    with on_postgres(tmp_path) as there:
        yield there


@pytest.mark.slow
@pytest.mark.xdist_group("parallel devices")
def test_of_ten_at_once_one_acts_and_the_others_get_its_answer(installation: Installation) -> None:
    slug, token = json.loads(installation.run(A_CLUB).splitlines()[-1])

    def send(port: int) -> tuple[int, Any]:
        request = Request(
            f"http://127.0.0.1:{port}/api/v1/clubs/{slug}/tournaments/",
            data=json.dumps(A_TOURNAMENT).encode(),
            headers={"Authorization": f"Token {token}", "Content-Type": "application/json", **KEY},
        )
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            return refusal.code, json.load(refusal)

    processes = 2 if "postgres" in installation.database else 1
    with installation.served(processes=processes) as port, ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(send, [port] * 10))
    assert {status for status, _answer in answers} == {201}
    assert len({answer["code"] for _status, answer in answers}) == 1
    assert installation.run(HOW_MANY).splitlines()[-1] == "1"
