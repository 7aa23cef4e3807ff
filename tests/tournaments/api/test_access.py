"""Every address against everybody: DESIGN's table of roles, read from the door."""

from typing import Any

import pytest

from tests.tournaments.api.conftest import Evening

EVERYBODY = [
    "organiser",
    "referee",
    "player",
    "stranger",
    "anybody",
    "table code",
    "another table's code",
]
OFFICERS = {"organiser", "referee"}
KNOWN = {"organiser", "referee", "player", "stranger"}

# An address starts at the tournament's; with "club:" at the club's, with "api:" at the API's.
PUBLIC = [
    "api:/clubs/",
    "club:/",
    "club:/tournaments/",
    "api:/tournaments/",
    "/",
    "/entries/",
    "/entries/1/",
    "/entries/1/evening/",
    "/rounds/",
    "/rounds/1/",
    "/results/",
    "/ranking/",
]
RUNS_THE_EVENING = [
    ("POST", "club:/tournaments/"),
    ("PATCH", "/"),
    ("PUT", "/ranking/"),
    ("POST", "/close/"),
    ("POST", "/reopen/"),
    ("POST", "/entries/"),
    ("POST", "/entries/all-present/"),
    ("PATCH", "/entries/1/"),
    ("DELETE", "/entries/1/"),
    ("POST", "/rounds/"),
    ("DELETE", "/rounds/1/"),
    ("POST", "/rounds/1/publish/"),
    ("POST", "/rounds/1/play/"),
    ("POST", "/rounds/1/settle/"),
    ("POST", "/rounds/1/renew-codes/"),
    ("GET", "club:/people/?letters=cog"),
    ("POST", "club:/people/"),
]
AT_THE_TABLE = [
    ("PUT", "/rounds/1/tables/1/deals/1/"),
    ("DELETE", "/rounds/1/tables/1/deals/1/"),
    ("POST", "/rounds/1/tables/1/deals/1/count/"),
]
RULES: list[tuple[str, str, set[str]]] = [
    *(("GET", address, set(EVERYBODY)) for address in PUBLIC),
    *((method, address, {"organiser"}) for method, address in RUNS_THE_EVENING),
    *((method, address, OFFICERS | {"table code"}) for method, address in AT_THE_TABLE),
    ("GET", "/rounds/1/tables/1/", set(EVERYBODY) - {"another table's code"}),
    ("GET", "/rounds/1/sheets/", OFFICERS),
    ("GET", "/log/", OFFICERS),
    ("GET", "api:/me/", KNOWN),
    ("GET", "api:/tokens/", KNOWN),
]
IDS = [f"{method} {address}" for method, address, _passing in RULES]
REFUSED = {401, 403}


def answer(evening: Evening, who: str, method: str, address: str) -> Any:
    where = {"api": "/api/v1", "club": evening.club_at}
    start, colon, rest = address.partition(":")
    path = f"{where[start]}{rest}" if colon else f"{evening.at}{address}"
    return evening.devices[who].generic(method, path, "{}", content_type="application/json")


@pytest.mark.parametrize(("method", "address", "passing"), RULES, ids=IDS)
def test_an_address_opens_to_those_of_the_table_of_roles_and_to_nobody_else(
    evening: Evening, method: str, address: str, passing: set[str]
) -> None:
    statuses = {who: answer(evening, who, method, address).status_code for who in EVERYBODY}
    assert {who for who, status in statuses.items() if status not in REFUSED} == passing, statuses


@pytest.mark.parametrize(("method", "address", "passing"), RULES[len(PUBLIC) :], ids=IDS[len(PUBLIC) :])
def test_who_is_unknown_is_asked_who_he_is_and_who_is_known_is_told_no(
    evening: Evening, method: str, address: str, passing: set[str]
) -> None:
    for who in set(EVERYBODY) - passing:
        response = answer(evening, who, method, address)
        error = response.json()["error"]
        assert response.status_code == (401 if who == "anybody" else 403), who
        assert error["code"]
        assert error["message"].endswith((".", "?")), error
        if who == "anybody":
            assert "Token" in response["WWW-Authenticate"]
            assert "Table" in response["WWW-Authenticate"]


def test_a_table_s_code_used_at_another_table_says_which_one_it_opens(evening: Evening) -> None:
    response = evening.devices["another table's code"].get(f"{evening.at}/rounds/1/tables/1/")
    assert response.json()["error"] == {
        "code": "code-of-another-table",
        "message": "Questo codice apre soltanto il tavolo 2 del turno 1.",
    }


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        ("Table nonsense", 403, "code-unknown"),
        ("Table", 403, "code-unknown"),
        ("Table 1.1.ààà", 401, "authentication-failed"),
        ("Token nonsense", 401, "authentication-failed"),
        ("Token", 401, "authentication-failed"),
        ("Token a b", 401, "authentication-failed"),
    ],
)
def test_credentials_that_open_nothing_are_refused_even_where_everybody_may_read(
    evening: Evening, header: str, status: int, code: str
) -> None:
    response = evening.anybody.get(f"{evening.at}/results/", headers={"Authorization": header})
    assert response.status_code == status
    assert response.json()["error"]["code"] == code


def test_codes_made_worthless_open_nothing(evening: Evening) -> None:
    assert evening.organiser.post(f"{evening.at}/rounds/1/renew-codes/").status_code == 204
    response = evening.table_code.get(f"{evening.at}/rounds/1/tables/1/")
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "code-renewed"


def test_trying_codes_is_stopped_and_a_good_code_still_passes(evening: Evening) -> None:
    wrong = {"Authorization": "Table 1.1.wrong"}
    statuses = [evening.anybody.get(f"{evening.at}/", headers=wrong).status_code for _try in range(61)]
    assert statuses == [403] * 60 + [429]
    assert evening.table_code.get(f"{evening.at}/rounds/1/tables/1/").status_code == 200


def test_a_session_of_the_pages_serves_for_the_api_with_its_csrf_token_only(evening: Evening) -> None:
    client = type(evening.anybody)(enforce_csrf_checks=True)
    client.force_login(evening.people.organiser)
    assert client.get(f"{evening.at}/log/").status_code == 200
    assert client.post(f"{evening.at}/entries/all-present/").status_code == 403
