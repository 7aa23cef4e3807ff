"""Whatever is wrong, the answer has the one shape: a code for programs, a sentence for people."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from club.models import RoleKind
from tests.evening import an_officer
from tests.tournaments.api.conftest import Evening, device_of


def refused(response: Any, status: int, code: str) -> str:
    error = response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert (response.status_code, error["status"], error["code"]) == (status, status, code)
    assert error["type"] == f"/api/v1/errors/#{code}"
    assert error["title"]
    assert error["instance"] == response["X-Request-ID"]
    assert error["detail"]
    return str(error["detail"])


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b"[" * 100_000, b'{"seed": NaN}', b'{"seed": ' + b"9" * 5000 + b"}", b""],
    ids=["cut", "not utf-8", "deep", "not a number", "endless number", "empty"],
)
def test_what_is_no_json_is_a_400(evening: Evening, body: bytes) -> None:
    response = evening.organiser.generic(
        "PUT", evening.deal_at(), body, content_type="application/json; charset=utf-8"
    )
    assert response.status_code == 400
    assert response.json()["detail"]


@pytest.mark.parametrize(
    "body",
    [b" " * 300_000, json.dumps(dict.fromkeys(map(str, range(20_000)))).encode()],
    ids=["bytes", "unknown fields"],
)
def test_a_body_larger_than_any_deal_is_refused_without_a_sentence_for_each_value(
    evening: Evening, body: bytes
) -> None:
    response = evening.organiser.generic("PUT", evening.deal_at(), body, content_type="application/json")
    refused(response, 413, "too-large")


def test_a_form_is_no_json(evening: Evening) -> None:
    response = evening.organiser.put(evening.deal_at(), {"way": "totals"}, format="multipart")
    refused(response, 415, "unsupported-media-type")


@pytest.mark.parametrize(("language", "words"), [("it", "dev'essere di tipo"), ("en", "must be of type")])
def test_another_media_type_is_told_the_one_that_is_wanted(
    evening: Evening, language: str, words: str
) -> None:
    said = {"Accept-Language": language}
    form = evening.organiser.put(evening.deal_at(), {"way": "totals"}, format="multipart", headers=said)
    detail = refused(form, 415, "unsupported-media-type")
    assert words in detail
    assert "application/json" in detail
    picture = f"{evening.club_at}/picture/"
    answer = device_of(an_officer(evening.tournament.club, RoleKind.OWNER, email="o@example.org")).put(
        picture, {"picture": "x"}, format="json", headers=said
    )
    assert "multipart/form-data" in refused(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", "Troppe richieste: riprova tra"), ("en", "Too many requests: try again in")],
)
def test_too_many_requests_are_told_when_to_come_again(evening: Evening, language: str, words: str) -> None:
    device = APIClient(headers={"Authorization": "Table nonsense", "Accept-Language": language})
    answers = [device.get(f"{evening.at}/") for _each in range(61)]
    assert words in refused(answers[-1], 429, "throttled")


@pytest.mark.parametrize(("language", "words"), [("it", "il minimo è 1"), ("en", "the least is 1")])
def test_an_empty_list_is_told_the_least(evening: Evening, language: str, words: str) -> None:
    answer = evening.organiser.post(
        f"{evening.at}/entries/", {"players": []}, format="json", headers={"Accept-Language": language}
    )
    assert words in refused(answer, 400, "invalid")


def test_a_method_that_an_address_does_not_have_is_a_405(evening: Evening) -> None:
    refused(evening.organiser.post(f"{evening.at}/results/"), 405, "method-not-allowed")


def test_only_json_is_spoken(evening: Evening) -> None:
    refused(evening.organiser.get(f"{evening.at}/", headers={"Accept": "text/xml"}), 406, "not-acceptable")


def test_a_refusal_is_said_in_the_language_asked_for(evening: Evening) -> None:
    body = {"way": "cards", "entered": {"cards": {"A": ["Ang", "Ang"]}, "last_trick": "A"}, "based_on": 0}
    at = evening.deal_at()
    italian = evening.table_code.put(at, body, format="json")
    english = evening.table_code.put(at, body, format="json", headers={"Accept-Language": "en"})
    assert "compare due volte" in refused(italian, 422, "card-twice")
    assert "twice" in refused(english, 422, "card-twice")
    assert italian.json()["params"] == {"card": "Ang"}


def test_the_first_sentence_names_the_field_it_is_about(evening: Evening) -> None:
    body = {"players": [{"last_name": "Rossi", "first_name": ""}, {"person": 1}]}
    response = evening.organiser.post(f"{evening.at}/entries/", body, format="json")
    assert refused(response, 400, "invalid").startswith("players.0.first_name: ")
