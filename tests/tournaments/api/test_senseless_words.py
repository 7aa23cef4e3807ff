"""A day outside the calendar, or a cursor that no page has given, is a 400 that names it."""

from base64 import b64encode
from typing import Any
from urllib.parse import quote

import pytest

from tests.tournaments.api.conftest import Evening


def names_refused(answer: Any) -> list[str]:
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
    return list(answer.json()["fields"])


@pytest.mark.parametrize(
    "moment", ["0001-01-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "3000-01-01"]
)
def test_a_moment_outside_the_calendar_is_refused(evening: Evening, moment: str) -> None:
    said = quote(moment)
    at = f"/api/v1/tournaments/?updated_since={said}"
    assert names_refused(evening.anybody.get(at)) == ["updated_since"]
    for word in ("since", "until"):
        assert names_refused(evening.organiser.get(f"{evening.at}/log/?{word}={said}")) == [word]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_outside_the_calendar_is_refused(evening: Evening, day: str) -> None:
    for word in ("date_from", "date_to"):
        assert names_refused(evening.anybody.get(f"/api/v1/tournaments/?{word}={day}")) == [word]


LISTS = ["/api/v1/tournaments/", "/api/v1/tournaments/?order=name", "/api/v1/clubs/", "{evening.at}/log/"]
SENSELESS = [
    *["p=%00", "r=1&p=90", "p=" + "9" * 30, "p=2026-13-45", "p=&p=", "o=9", "o=-1", "r=x", "o=1&x=1"],
    *["r=1", "o=0", "\0", "", "p=9999-12-31 23:59:59-12:00", "p=0001-01-01 00:00:00+14:00", "p=None"],
]


@pytest.mark.parametrize("parts", SENSELESS)
def test_a_cursor_that_no_page_gives_is_refused(evening: Evening, parts: str) -> None:
    cursor = quote(b64encode(parts.encode()).decode())
    for at in LISTS:
        address = at.format(evening=evening)
        # The name of a club or a tournament may be any text.
        if ("name" in address or "clubs" in address) and parts.startswith(
            ("p=9", "p=2", "p=0", "p=N", "r=1&")
        ):
            continue
        answer = evening.organiser.get(f"{address}{'&' if '?' in address else '?'}cursor={cursor}")
        assert names_refused(answer) == ["cursor"], address


@pytest.mark.parametrize("written", ["%00", "cD0lMDA%3D", "bz05", "x", "%C3%A8", "cj0xJnA9MA%3D%3D"])
def test_what_is_no_cursor_is_refused(evening: Evening, written: str) -> None:
    assert names_refused(evening.anybody.get(f"/api/v1/tournaments/?cursor={written}")) == ["cursor"]


@pytest.mark.parametrize("order", ["number", "-number"])
def test_the_cursors_of_pages_lead_through_the_list_and_back(evening: Evening, order: str) -> None:
    whole = [
        each["number"] for each in evening.organiser.get(f"{evening.at}/log/?order={order}").json()["results"]
    ]
    found: list[int] = []
    back: list[int] = []
    last = at = f"{evening.at}/log/?order={order}&size=2"
    while at:
        page, last = evening.organiser.get(at).json(), at
        found += [each["number"] for each in page["results"]]
        at = page["next"]
    assert found == whole
    while last:
        page = evening.organiser.get(last).json()
        back = [each["number"] for each in page["results"]] + back
        last = page["previous"]
    assert back == whole
