"""Credentials that open nothing. Who may open what is told in `tests.criccone.test_every_address`."""

import pytest

from tests.tournaments.api.conftest import Evening


def test_a_table_s_code_used_at_another_table_says_which_one_it_opens(evening: Evening) -> None:
    response = evening.devices["another table's code"].get(f"{evening.at}/rounds/1/tables/1/")
    told = response.json()
    assert (told["code"], told["detail"]) == (
        "code-of-another-table",
        "Questo codice apre soltanto il tavolo 2 del turno 1.",
    )


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
    assert response.json()["code"] == code


def test_codes_made_worthless_open_nothing(evening: Evening) -> None:
    assert evening.organiser.post(f"{evening.at}/rounds/1/renew-codes/").status_code == 204
    response = evening.table_code.get(f"{evening.at}/rounds/1/tables/1/")
    assert response.status_code == 403
    assert response.json()["code"] == "code-renewed"


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
