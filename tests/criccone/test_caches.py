"""Without Redis pages go on: what the cache forgot is made anew. What guesses a secret waits."""

import json
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from club.models import RoleKind
from criccone.caches import JsonSerializer
from tests.evening import PASSWORD, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.tournaments.web.tables.table import parts
from tournaments.live.page_versions import Edition
from tournaments.results import codes

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = {"email": "uno@example.org", "password": PASSWORD, "device": "telefono"}
LOGIN = {"login": "uno@example.org", "password": PASSWORD}


@pytest.fixture
def redis_is_away(settings: Settings) -> None:
    nobody = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {"BACKEND": "criccone.caches.ForgivingRedisCache", "LOCATION": nobody},
        "counters": {"BACKEND": "criccone.caches.RedisCounters", "LOCATION": nobody},
    }


@pytest.mark.parametrize(
    "value", [7, 0.5, True, None, "è", ["a", {"b": 1}], {"body": b"\x80\x04.", "n": [b""]}]
)
def test_values_in_redis_are_json_with_bytes_among_them(value: object) -> None:
    serializer = JsonSerializer()
    stored = serializer.dumps(value)
    json.loads(stored)
    assert serializer.loads(stored) == value


def test_an_object_of_ours_is_not_cached_as_a_pickle() -> None:
    with pytest.raises(TypeError, match="cannot be cached"):
        JsonSerializer().dumps(Edition("abc", "1.2.3", is_indexed=False))


@pytest.mark.usefixtures("redis_is_away")
def test_every_page_of_an_evening_opens_without_redis() -> None:
    club = a_club()
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    for address in ("/", f"/t/{tournament.code}/", f"/t/{tournament.code}/proiettore/", "/accesso/login/"):
        assert Client().get(address).status_code == 200
    assert Client().get(f"/t/{tournament.code}/coppie/1/").status_code == 200


@pytest.mark.usefixtures("redis_is_away")
@pytest.mark.parametrize("password", [PASSWORD, "sbagliata"], ids=["right", "wrong"])
def test_without_redis_no_password_is_tried_and_the_answer_says_why(password: str) -> None:
    an_officer(a_club(), email="uno@example.org")
    page = Client().post("/accesso/login/", {**LOGIN, "password": password})
    token = Client().post("/api/v1/tokens/", {**TOKEN, "password": password}, content_type="application/json")
    for answer in (page, token):
        assert answer.status_code == 503
        assert answer["Retry-After"] == "30"
        assert "non prova né password né codici: riprova fra qualche minuto" in answer.content.decode()
    assert token.json()["code"] == "cannot-count"
    assert Client().post("/accesso/password/reset/", {"email": "uno@example.org"}).status_code == 503


@pytest.mark.usefixtures("redis_is_away")
def test_without_redis_a_letter_that_has_arrived_still_chooses_the_password() -> None:
    user, phone = an_officer(a_club(), email="uno@example.org"), Client()
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    form = phone.get(f"/accesso/password/reset/key/{key}/", follow=True)
    chosen = {"password1": "nuova-parola-91", "password2": "nuova-parola-91"}
    assert phone.post(form.request["PATH_INFO"], chosen).status_code == 302


@pytest.mark.usefixtures("redis_is_away")
def test_without_redis_open_sessions_table_codes_and_passkeys_go_on(settings: Settings) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
    club = a_club()
    officer = signed_in(an_officer(club, RoleKind.ORGANISER))
    match = a_round(a_tournament(club, pairs=4)).matches.get(table=1)
    code, phone = codes.code_of(match, "A"), Client()
    assert officer.get(f"/circoli/{club.slug}/tornei/").status_code == 200
    assert phone.post(f"/tavolo/{code}/smazzate/1/", parts()).status_code == 303
    assert match.deals.count() == 1
    wrong: Any = Client().get("/api/v1/me/", headers={"Authorization": "Table 1.1.x"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "code-unknown"), "none can be guessed"
    assert phone.post("/accesso/secondo-fattore/webauthn/login/", {"credential": "{}"}).status_code == 302


@pytest.mark.usefixtures("redis_is_away")
def test_without_redis_no_short_code_is_tried_and_the_own_phone_confirms() -> None:
    match = a_round(a_tournament(a_club(), pairs=4)).matches.get(table=1)
    at, theirs = (f"/tavolo/{codes.code_of(match, side)}/" for side in "AB")
    phone = Client()
    phone.post(f"{at}smazzate/1/", parts())
    seen = f"1:{match.deals.get().version}"
    typed = {"seen": seen, "short_code": codes.short_code(match, "B")}
    refused = phone.post(f"{at}conferma/", typed)
    assert refused.status_code == 409, "which does not stay in the phone's queue, before its results"
    assert "non prova né password né codici" in refused.content.decode()
    assert phone.post(f"{theirs}conferma/", {"seen": seen}).status_code == 303


@pytest.mark.usefixtures("redis_is_away")
def test_a_cache_without_redis_forgets_and_says_nothing() -> None:
    cache = caches["default"]
    cache.set("key", 1)
    assert cache.get("key", "nothing") == "nothing"
    assert cache.get_many(["key"]) == {}
    assert cache.add("key", 1)
    assert not cache.delete("key")
    assert "key" not in cache
