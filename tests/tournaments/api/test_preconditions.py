"""An `If-Match` is never ignored: it is the version, or the ETag of what is at the address, or refused."""

from typing import Any

import pytest

from tests.tournaments.api.conftest import Evening
from tournaments.models import Tournament

BODY = {"way": "totals", "entered": {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}}


def is_refused(answer: Any) -> bool:
    return (answer.status_code, answer.json()["code"]) == (412, "precondition-failed")


def test_the_version_of_what_was_never_written_is_zero(evening: Evening) -> None:
    at, seen = evening.deal_at(), {"If-Match": '"0-0a"'}
    written = evening.organiser.put(at, BODY, format="json", headers=seen)
    assert written.status_code == 200, written.json()
    other = {**BODY, "reason": "letto male", "entered": {**BODY["entered"], "last_trick": "B"}}  # type: ignore[dict-item]
    assert evening.organiser.put(at, other, format="json", headers=seen).status_code == 412


@pytest.mark.parametrize("if_match", ['"abc"', '"1-abc"', 'W/"abc"', "abc"])
def test_a_wrong_etag_stops_an_act_that_no_version_guards(evening: Evening, if_match: str) -> None:
    seen = {"If-Match": if_match}
    at = f"{evening.at}/entries/1/"
    before = evening.organiser.get(at).json()
    assert is_refused(evening.organiser.patch(at, {"seed": 3}, format="json", headers=seen))
    assert is_refused(evening.organiser.delete(at, headers=seen))
    assert evening.organiser.get(at).json() == before


def test_the_etag_that_was_read_lets_the_act_pass_once(evening: Evening) -> None:
    at = f"{evening.at}/entries/1/"
    seen = {"If-Match": evening.organiser.get(at)["ETag"]}
    assert evening.organiser.patch(at, {"seed": 3}, format="json", headers=seen).status_code == 200
    assert is_refused(evening.organiser.patch(at, {"seed": 4}, format="json", headers=seen))
    anything = {"If-Match": "*"}
    assert evening.organiser.patch(at, {"seed": 4}, format="json", headers=anything).status_code == 200


def test_an_act_at_an_address_without_anything_to_read_takes_no_if_match(evening: Evening) -> None:
    answer = evening.organiser.post(f"{evening.at}/close/", headers={"If-Match": '"1-abc"'})
    assert is_refused(answer)
    assert "senza `If-Match`" in answer.json()["detail"]
    assert Tournament.objects.get(pk=evening.tournament.pk).closed_at is None


@pytest.mark.parametrize("path", ["entries/1/", "entries/", "results/", "rounds/1/", "log/"])
def test_a_reading_by_if_match_of_something_else_is_refused_in_words(evening: Evening, path: str) -> None:
    at = f"{evening.at}/{path}"
    assert is_refused(evening.organiser.get(at, headers={"If-Match": '"abc"'}))
    english = evening.organiser.get(at, headers={"If-Match": '"abc"', "Accept-Language": "en"})
    assert english.json()["detail"].startswith("The `If-Match` is not")
    assert evening.organiser.get(at, headers={"If-Match": "*"}).status_code == 200


def test_who_may_not_act_learns_nothing_of_the_etag(evening: Evening) -> None:
    answer = evening.anybody.delete(f"{evening.at}/entries/1/", headers={"If-Match": '"abc"'})
    assert answer.status_code in (401, 403)


ACTS = ["entries/all-present/", "close/", "rounds/1/tables/1/call/answer/", "entries/1/phone/"]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("sent", ['{"zzz": 1}', "[1]", "null", "{", '"x"'])
def test_a_body_that_nothing_reads_is_refused(evening: Evening, act: str, sent: str) -> None:
    at = f"{evening.at}/{act}"
    answer = evening.organiser.generic("POST", at, sent, content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert answer.json()["detail"]


@pytest.mark.parametrize("sent", ["", "{}"])
def test_an_empty_body_is_none(evening: Evening, sent: str) -> None:
    at = f"{evening.at}/entries/all-present/"
    assert evening.organiser.generic("POST", at, sent, content_type="application/json").status_code == 200


def test_a_body_of_a_removal_is_refused(evening: Evening) -> None:
    answer = evening.organiser.delete(f"{evening.at}/entries/1/", {"reason": "x"}, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["reason"])
