"""Whatever is wrong, the answer has the one shape: a code for programs, a sentence for people."""

import json
from typing import Any

import pytest

from tests.tournaments.api.conftest import Evening


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
