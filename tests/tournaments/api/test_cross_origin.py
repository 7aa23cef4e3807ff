"""Scripts of other sites read what everybody may read, without credentials, and change nothing."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.api.conftest import Evening

ORIGIN = "https://www.example.org"


def preflight(path: str, method: str, *headers: str) -> Any:
    asked = {
        "Origin": ORIGIN,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": ", ".join(headers),
    }
    return Client().options(path, headers=asked)


def test_any_site_reads_results_and_their_etag(evening: Evening) -> None:
    answer = Client().get(f"{evening.at}/results/", headers={"Origin": ORIGIN})
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    again = Client().get(
        f"{evening.at}/results/", headers={"Origin": ORIGIN, "If-None-Match": answer["ETag"]}
    )
    assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")


def test_any_site_asks_whether_an_evening_has_changed(evening: Evening) -> None:
    at = f"/t/{evening.tournament.code}/versione/"
    answer = Client().get(at, headers={"Origin": ORIGIN})
    assert answer.json()["version"]
    assert answer["Access-Control-Allow-Origin"] == "*"
    page = Client().get(f"/t/{evening.tournament.code}/", headers={"Origin": ORIGIN})
    assert "Access-Control-Allow-Origin" not in page


def test_a_preflight_allows_reading_alone(evening: Evening) -> None:
    allowed = preflight(f"{evening.at}/results/", "GET", "if-none-match")
    assert allowed.status_code == 200
    assert set(allowed["Access-Control-Allow-Methods"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("header", ["authorization", "idempotency-key", "content-type", "x-csrftoken"])
def test_no_credential_and_no_body_crosses(evening: Evening, header: str) -> None:
    allowed = preflight(f"{evening.at}/results/", "POST", header)
    assert header not in allowed["Access-Control-Allow-Headers"].split(", ")
    assert "POST" not in allowed["Access-Control-Allow-Methods"].split(", ")


def test_pages_are_not_open_to_scripts_of_other_sites(evening: Evening) -> None:
    for page in (f"/t/{evening.tournament.code}/", "/accesso/login/"):
        assert "Access-Control-Allow-Origin" not in Client().get(page, headers={"Origin": ORIGIN})
