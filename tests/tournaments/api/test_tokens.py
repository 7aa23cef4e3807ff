"""Tokens of devices: given for a password, listed by name, taken back."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from club.models import DeviceToken
from tests.club.accounts.entering import code, with_app
from tests.evening import PASSWORD
from tests.tournaments.api.conftest import Evening

AT = "/api/v1/tokens/"


def asked(evening: Evening, **body: Any) -> Any:
    whole = {"email": evening.people.referee.email, "password": PASSWORD, "device": "Telefono di Ada", **body}
    return APIClient().post(AT, whole, format="json")


def test_a_password_gives_a_token_that_opens_what_its_owner_may(evening: Evening) -> None:
    response = asked(evening)
    assert response.status_code == 201
    token = response.json()["token"]
    device = APIClient(headers={"Authorization": f"Token {token}"})
    assert device.get("/api/v1/me/").json()["email"] == evening.people.referee.email
    assert not DeviceToken.objects.filter(digest__contains=token).exists(), "the token itself is not kept"


def test_devices_are_listed_by_name_without_their_tokens(evening: Evening) -> None:
    token = asked(evening).json()["token"]
    response = evening.referee.get(AT)
    assert [device["device"] for device in response.json()] == ["Telefono di Ada", "prova"]
    assert token not in response.content.decode()


def test_a_token_taken_back_opens_nothing(evening: Evening) -> None:
    made = asked(evening).json()
    device = APIClient(headers={"Authorization": f"Token {made['token']}"})
    assert evening.organiser.delete(f"{AT}{made['id']}/").status_code == 404, "only one's own"
    assert device.delete(f"{AT}{made['id']}/").status_code == 204
    assert device.get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [{"password": "sbagliata"}, {"email": "nessuno@example.org"}],
    ids=["password", "account"],
)
def test_a_wrong_password_and_an_unknown_account_sound_the_same(
    evening: Evening, wrong: dict[str, str]
) -> None:
    response = asked(evening, **wrong)
    assert response.status_code == 401
    told = response.json()
    assert (told["code"], told["detail"]) == (
        "authentication-failed",
        "E-mail o password non corrispondono a nessun account.",
    )


def test_with_a_second_factor_the_password_alone_gives_no_token(evening: Evening) -> None:
    with_app(evening.people.referee)
    for sent, wanted in (({}, "second-factor-needed"), ({"code": "000000"}, "second-factor-wrong")):
        response = asked(evening, **sent)
        assert (response.status_code, response.json()["code"]) == (401, wanted)
    assert asked(evening, code=code()).status_code == 201
    assert asked(evening, code=code()).status_code == 401, "a code serves once"


def test_a_closed_account_gets_no_token_and_its_tokens_stop(evening: Evening) -> None:
    evening.people.referee.is_active = False
    evening.people.referee.save(update_fields=["is_active"])
    assert asked(evening).status_code == 401
    assert evening.referee.get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize("field", ["email", "password", "device"])
@pytest.mark.parametrize("value", [None, "", True, ["a"]], ids=repr)
def test_credentials_have_a_shape(evening: Evening, field: str, value: object) -> None:
    response = asked(evening, **{field: value})
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert DeviceToken.objects.filter(name="Telefono di Ada").count() == 0


@pytest.mark.parametrize("field", ["email", "password", "device"])
def test_text_that_cannot_be_stored_is_refused(evening: Evening, field: str) -> None:
    response = asked(evening, **{field: "\x00"})
    assert response.status_code == 400
    assert response.json()["code"] == "parse-error"
    assert DeviceToken.objects.filter(name="Telefono di Ada").count() == 0


def test_trying_passwords_is_stopped_with_the_time_to_wait(evening: Evening) -> None:
    answers = [asked(evening, password=f"prova {n}") for n in range(11)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "throttled"
    assert {response.status_code for response in answers[:5]} == {401}
    assert asked(evening).status_code == 429, "the right password too, for a while"
    assert evening.referee.get("/api/v1/me/").status_code == 200, "devices that are in stay in"


def test_a_token_s_owner_is_told_by_letter_which_device_got_it(evening: Evening) -> None:
    asked(evening)
    assert mail.outbox[-1].to == [evening.people.referee.email]
    assert "«Telefono di Ada»" in mail.outbox[-1].body


def device_with(token: str) -> APIClient:
    return APIClient(headers={"Authorization": f"Token {token}"})


def test_a_token_unused_for_three_months_is_over_and_every_use_counts_anew(evening: Evening) -> None:
    made = asked(evening).json()
    kept = DeviceToken.objects.filter(token_key=made["id"])
    assert kept.get().expiry - timezone.now() > timedelta(days=89)
    kept.update(expiry=timezone.now() + timedelta(days=1))
    assert device_with(made["token"]).get("/api/v1/me/").status_code == 200
    assert kept.get().expiry - timezone.now() > timedelta(days=89)
    kept.update(expiry=timezone.now() - timedelta(seconds=1))
    assert made["id"] not in evening.referee.get(AT).content.decode()
    assert device_with(made["token"]).get("/api/v1/me/").status_code == 401
    assert not kept.exists()


def test_a_token_is_over_after_a_year_however_it_is_used(evening: Evening) -> None:
    made = asked(evening).json()
    kept = DeviceToken.objects.filter(token_key=made["id"])
    kept.update(created=timezone.now() - timedelta(days=364), expiry=timezone.now() + timedelta(hours=1))
    assert device_with(made["token"]).get("/api/v1/me/").status_code == 200
    assert kept.get().expiry - timezone.now() <= timedelta(days=1)


def test_a_token_from_an_earlier_version_gets_three_months_too(evening: Evening) -> None:
    DeviceToken.objects.update(expiry=None)
    migration = import_module("club.migrations.0021_tokens_expire")
    migration.forwards(apps, SimpleNamespace(connection=connection))
    days = {(expiry - timezone.now()).days for (expiry,) in DeviceToken.objects.values_list("expiry")}
    assert days <= {89, 90}
