"""The addresses that are no plain views answer in the API's own shape too."""

from http import HTTPMethod

import pytest
from django.test import Client

from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_errors import refused

PLAIN = ["{evening.at}/events/", "/api/v1/errors/", "/api/v1/docs/", "/api/v1/schema/"]
WRITING = [HTTPMethod.POST, HTTPMethod.PUT, HTTPMethod.PATCH, HTTPMethod.DELETE]


@pytest.mark.parametrize("method", WRITING)
@pytest.mark.parametrize("path", PLAIN)
def test_what_is_only_read_refuses_other_methods_as_a_problem(
    evening: Evening, path: str, method: HTTPMethod
) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.generic(method, path.format(evening=evening))
    refused(answer, 405, "method-not-allowed")
    assert "GET" in answer["Allow"]


@pytest.mark.parametrize("path", PLAIN)
def test_the_headers_alone_may_be_asked_for(evening: Evening, path: str) -> None:
    answer = evening.anybody.head(path.format(evening=evening))
    assert answer.status_code in (200, 302)
    assert answer.content == b""


def test_the_stream_of_no_tournament_is_a_problem(evening: Evening) -> None:
    assert evening.anybody.head("/api/v1/tournaments/zzzz/events/").status_code == 404


@pytest.mark.parametrize("name", ["results.csvx", "results.%1A", "0.-~", "0."])
def test_a_file_that_is_not_there_is_a_problem_whatever_its_name(evening: Evening, name: str) -> None:
    refused(evening.anybody.get(f"{evening.at}/files/{name}"), 404, "not-found")


@pytest.mark.parametrize(
    "path",
    [
        *PLAIN,
        "{evening.at}/picture.png",
        "{evening.at}/entries/1/picture.png",
        "{evening.club_at}/calendar.ics",
        "{evening.club_at}/files/ratings.csv",
    ],
)
def test_a_query_word_that_nothing_reads_is_refused(evening: Evening, path: str) -> None:
    answer = evening.anybody.get(path.format(evening=evening) + "?zzz=1")
    refused(answer, 400, "invalid")
    assert list(answer.json()["fields"]) == ["zzz"]


def test_the_documentation_still_opens_with_its_script(evening: Evening) -> None:
    assert evening.anybody.get("/api/v1/docs/").status_code == 200
    assert "javascript" in evening.anybody.get("/api/v1/docs/?script=")["Content-Type"]


def test_the_schema_is_not_sent_twice(evening: Evening) -> None:
    first = evening.anybody.get("/api/v1/schema/")
    assert "public" in first["Cache-Control"]
    seen = {"If-None-Match": first["ETag"]}
    assert evening.anybody.get("/api/v1/schema/", headers=seen).status_code == 304


@pytest.mark.parametrize("method", WRITING)
def test_an_act_without_the_final_slash_is_told_to_add_it(evening: Evening, method: HTTPMethod) -> None:
    answer = evening.organiser.generic(method, f"{evening.at}/close")
    assert "barra" in refused(answer, 404, "not-found")
    read = evening.organiser.get(f"{evening.at}/rounds")
    assert (read.status_code, read["Location"]) == (301, f"{evening.at}/rounds/")
