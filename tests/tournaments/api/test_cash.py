"""The cash of an evening by token: fees, lines, dues, the count; every payment counts once."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from club.models import Look, RoleKind
from tests.club.dues.members import a_member, a_year
from tests.evening import an_officer
from tests.tournaments.api.conftest import Evening, device_of


@pytest.fixture
def treasurer(evening: Evening) -> APIClient:
    evening.tournament.fee_cents = 2000
    evening.tournament.save(update_fields=["fee_cents"])
    return device_of(an_officer(evening.tournament.club, RoleKind.TREASURER))


def line(kind: str, cents: int, **fields: object) -> dict[str, object]:
    return {"kind": kind, "cents": cents, "cause": "…", "key": str(uuid4()), **fields}


def put(client: APIClient, where: str, body: dict[str, object]) -> Any:
    return client.post(where, body, format="json")


def test_fees_are_taken_once_by_their_key(evening: Evening, treasurer: APIClient) -> None:
    body: dict[str, object] = {"cents": 2000, "key": str(uuid4())}
    first, second = (put(evening.organiser, f"{evening.at}/entries/1/fee/", body) for _time in range(2))
    assert (first.status_code, first.json()) == (201, second.json())
    assert (first.json()["kind"], first.json()["cents"], first.json()["entry"]) == ("fee", 2000, 1)
    again = put(evening.organiser, f"{evening.at}/entries/1/fee/", body | {"key": str(uuid4())})
    assert (again.status_code, again.json()["code"]) == (409, "already-paid")
    fees = evening.organiser.get(f"{evening.at}/cash/").json()["fees"]
    assert [(fee["entry"], fee["left"]) for fee in fees] == [(1, 0), (2, 2000), (3, 2000), (4, 2000)]


def test_a_payment_needs_a_key(evening: Evening, treasurer: APIClient) -> None:
    refused = put(evening.organiser, f"{evening.at}/entries/1/fee/", {"cents": 2000})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["key"])


def test_lines_are_written_cancelled_counted_and_the_cash_reopened(
    evening: Evening, treasurer: APIClient
) -> None:
    cash = f"{evening.at}/cash/"
    assert evening.organiser.get(cash).json()["lines"] == []
    put(evening.organiser, f"{cash}lines/", line("opening", 5000))
    prize = put(evening.organiser, f"{cash}lines/", line("prize", 3000)).json()
    assert (prize["number"], prize["cents"]) == (2, -3000)
    too_much = put(evening.organiser, f"{cash}lines/", line("prize", 30_000))
    assert (too_much.status_code, too_much.json()["code"]) == (409, "not-enough-cash")
    where = f"{cash}lines/2/?reason=errore&key={uuid4()}"
    counters = [evening.organiser.delete(where).json() for _time in range(2)]
    assert [(each["number"], each["cancels"]) for each in counters] == [(3, 2), (3, 2)]
    short = put(evening.organiser, f"{cash}count/", {"counted_cents": 4000, "key": str(uuid4())})
    assert (short.status_code, short.json()["code"]) == (422, "difference-unexplained")
    counted = put(evening.organiser, f"{cash}count/", {"counted_cents": 5000, "key": str(uuid4())})
    assert (counted.status_code, counted.json()["difference_cents"]) == (201, 0)
    closed = put(evening.organiser, f"{cash}lines/", line("in", 100))
    assert closed.json()["code"] == "cash-closed"
    reopened = put(evening.organiser, f"{cash}reopen/", {"reason": "manca una riga"})
    assert reopened.status_code == 204
    now = evening.organiser.get(cash).json()
    assert (now["is_open"], now["balance"]["cash"], len(now["counts"])) == (True, 5000, 1)


def test_dues_are_taken_with_a_receipt_which_only_the_register_s_keepers_cancel(
    evening: Evening, treasurer: APIClient
) -> None:
    club = evening.tournament.club
    boss = an_officer(club, RoleKind.OWNER)
    year = a_year(club, by=boss)
    member = a_member(club, "Rossi", by=boss)
    owing = treasurer.get(f"{evening.at}/cash/?letters=rossi").json()["dues"]
    if not owing:
        pytest.skip("the year of the scene is not the one of today")
    body: dict[str, object] = {"person": member.pk, "year": year.pk, "key": str(uuid4())}
    taken = put(treasurer, f"{evening.at}/cash/dues/", body)
    assert taken.status_code == 201
    assert taken.json()["receipt"]
    where = f"{evening.at}/cash/lines/{taken.json()['number']}/?reason=errore&key={uuid4()}"
    assert evening.organiser.delete(where).status_code == 403
    assert treasurer.delete(where).status_code == 200


def test_an_organiser_sees_no_dues_and_the_access_log_notes_payers(
    evening: Evening, treasurer: APIClient
) -> None:
    assert evening.organiser.get(f"{evening.at}/cash/?letters=cognome").json()["dues"] == []
    boss = an_officer(evening.tournament.club, RoleKind.OWNER)
    a_year(evening.tournament.club, by=boss)
    a_member(evening.tournament.club, "Rossi", by=boss)
    if treasurer.get(f"{evening.at}/cash/?letters=rossi").json()["dues"]:
        assert Look.objects.filter(page=Look.Page.CASH, officer__roles__kind=RoleKind.TREASURER).exists()


def test_reading_the_cash_takes_the_same_queries_for_one_line_as_for_four(
    evening: Evening, treasurer: APIClient
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert evening.organiser.get(f"{evening.at}/cash/").status_code == 200
        return len(captured)

    def pay(number: int) -> None:
        fee: dict[str, object] = {"cents": 2000, "key": str(uuid4())}
        put(evening.organiser, f"{evening.at}/entries/{number}/fee/", fee)

    pay(1)
    one = queries()
    for number in (2, 3, 4):
        pay(number)
    assert queries() == one


def test_the_money_of_a_year_is_told_by_evening_and_by_source(evening: Evening, treasurer: APIClient) -> None:
    fee: dict[str, object] = {"cents": 2000, "key": str(uuid4())}
    put(evening.organiser, f"{evening.at}/entries/1/fee/", fee)
    assert treasurer.get(f"{evening.club_at}/cash/").json() == [{"year": 2026}]
    year = treasurer.get(f"{evening.club_at}/cash/2026/").json()
    assert [each["code"] for each in year["evenings"]] == [evening.tournament.code]
    assert (year["sums"]["came_in"], year["sums"]["by_kind"]["fee"]) == (2000, 2000)
    assert treasurer.get(f"{evening.club_at}/accounts/").json()[0]["key"] == "2026"
    accounts = treasurer.get(f"{evening.club_at}/accounts/2026/").json()
    assert accounts["total"]["came_in"] == 2000
    assert treasurer.get(f"{evening.club_at}/accounts/nothing/").status_code == 404
    book = treasurer.get(f"{evening.club_at}/accounts/2026.xlsx")
    assert book.content.startswith(b"PK")
