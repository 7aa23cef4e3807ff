"""Many at once: a list of entries or a sheet all or none, the sheets of a round each by itself."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evening import a_tournament
from tests.tournaments.api.conftest import Evening
from tournaments.models import Deal

A_GUEST = {"last_name": "Serra", "first_name": "Pia"}


def guests(*names: str) -> list[dict[str, Any]]:
    return [
        {"players": [{"last_name": name, "first_name": first} for first in ("Ada", "Ugo")]} for name in names
    ]


def deal(number: int, *, total: int = 194, based_on: int = 0) -> dict[str, Any]:
    entered = {"last_trick": "A", "A": {"total": total}, "B": {"total": 106}}
    return {"number": number, "way": "totals", "entered": entered, "based_on": based_on}


@pytest.fixture
def at_desk(evening: Evening) -> str:
    """The address of an evening without rounds."""
    empty = a_tournament(evening.tournament.club, pairs=0)
    return f"/api/v1/tournaments/{empty.code}"


def test_entries_are_made_in_the_order_of_the_list_each_with_its_own_fields(
    evening: Evening, at_desk: str
) -> None:
    wanted = guests("Rossi", "Neri")
    wanted[1] |= {"present": True, "circle": "Circolo di Budrio"}
    made = evening.organiser.post(f"{at_desk}/entries/bulk/", {"entries": wanted}, format="json")
    assert made.status_code == 201
    assert [(entry["number"], entry["name"]) for entry in made.json()] == [
        (1, "Rossi Ada – Rossi Ugo"),
        (2, "Neri Ada – Neri Ugo"),
    ]
    assert [entry["present"] for entry in made.json()] == [False, True]
    assert made.json()[1]["circle"] == "Circolo di Budrio"


def test_a_refused_entry_is_named_by_its_row_and_none_is_made(evening: Evening, at_desk: str) -> None:
    wanted = [*guests("Rossi"), {"players": [{"person": 999_999}, A_GUEST]}]
    refused = evening.organiser.post(f"{at_desk}/entries/bulk/", {"entries": wanted}, format="json")
    assert refused.status_code == 422
    assert (refused.json()["code"], refused.json()["row"]) == ("no-person", 2)
    one_alone = [*guests("Rossi"), {"players": [A_GUEST]}]
    refused = evening.organiser.post(f"{at_desk}/entries/bulk/", {"entries": one_alone}, format="json")
    assert refused.json()["row"] == 2
    assert evening.organiser.get(f"{at_desk}/entries/").json() == []


def test_a_list_sent_twice_with_its_key_makes_its_entries_once(evening: Evening, at_desk: str) -> None:
    body = {"entries": guests("Rossi", "Neri"), "key": str(uuid4())}
    first, second = (
        evening.organiser.post(f"{at_desk}/entries/bulk/", body, format="json") for _time in range(2)
    )
    assert first.json() == second.json()
    assert len(evening.organiser.get(f"{at_desk}/entries/").json()) == 2


def test_a_pasted_list_is_read_and_nothing_is_stored(evening: Evening, at_desk: str) -> None:
    known = evening.tournament.club.people.get(last_name="Cognome001", first_name="Anna")
    text = "1) Cognome001 Anna / Serra Pia\nCognome002\n"
    rows = evening.organiser.post(f"{at_desk}/entries/list/", {"text": text}, format="json").json()
    assert [row["is_ready"] for row in rows] == [True, False]
    assert [player["person"] for player in rows[0]["players"]] == [known.pk, None]
    assert rows[0]["players"][1]["is_new"]
    assert rows[1]["refusal"]
    assert evening.organiser.get(f"{at_desk}/entries/").json() == []


def test_the_sheet_of_a_table_is_stored_whole(evening: Evening) -> None:
    body = {"deals": [deal(number) for number in range(1, 5)], "key": str(uuid4())}
    stored = evening.referee.put(f"{evening.at}/rounds/1/tables/1/sheet/", body, format="json")
    assert stored.status_code == 200
    assert stored.json()["points"] == {"A": 776, "B": 424}
    again = evening.referee.put(f"{evening.at}/rounds/1/tables/1/sheet/", body, format="json")
    assert again.json() == stored.json()


def test_a_sheet_with_an_impossible_deal_stores_none_and_says_which(evening: Evening) -> None:
    wrong = deal(2, total=9_999)
    refused = evening.referee.put(
        f"{evening.at}/rounds/1/tables/1/sheet/", {"deals": [deal(1), wrong]}, format="json"
    )
    assert refused.status_code == 422
    assert refused.json()["code"] == "sheet-refused"
    assert [each["number"] for each in refused.json()["deals"]] == [2]
    assert not Deal.objects.exists()


def test_a_sheet_over_somebody_else_s_deal_is_refused(evening: Evening) -> None:
    where = f"{evening.at}/rounds/1/tables/1/sheet/"
    first = evening.referee.put(where, {"deals": [deal(1)]}, format="json").json()["deals"][0]
    refused = evening.organiser.put(where, {"deals": [deal(1, total=211), deal(2)]}, format="json")
    assert refused.status_code == 409
    assert [each["number"] for each in refused.json()["deals"]] == [1]
    corrected = evening.organiser.put(
        where, {"deals": [deal(1, total=211, based_on=first["version"])]}, format="json"
    )
    assert corrected.json()["points"] == {"A": 211, "B": 106}


def test_a_table_that_the_round_has_not_is_the_same_refusal_alone_and_among_others(evening: Evening) -> None:
    alone = evening.referee.put(
        f"{evening.at}/rounds/1/tables/99/sheet/", {"deals": [deal(1)]}, format="json"
    )
    assert (alone.status_code, alone.json()["code"]) == (404, "no-table")
    sheets = {"sheets": [{"table": 99, "deals": [deal(1)]}]}
    [among] = evening.referee.put(f"{evening.at}/rounds/1/sheets/", sheets, format="json").json()
    assert (among["status"], among["code"], among["message"]) == (404, "no-table", alone.json()["detail"])


def test_each_sheet_of_a_round_is_stored_or_refused_by_itself(evening: Evening) -> None:
    sheets = [
        {"table": 1, "deals": [deal(number) for number in range(1, 5)]},
        {"table": 2, "deals": [deal(1), deal(2, total=9_999)]},
        {"table": 9, "deals": [deal(1)]},
    ]
    answer = evening.referee.put(f"{evening.at}/rounds/1/sheets/", {"sheets": sheets}, format="json")
    assert answer.status_code == 200
    told = [(each["table"], each["status"], each["code"]) for each in answer.json()]
    assert told == [(1, 200, None), (2, 422, "sheet-refused"), (9, 404, "no-table")]
    assert answer.json()[0]["match"]["points"] == {"A": 776, "B": 424}
    assert [each["number"] for each in answer.json()[1]["deals"]] == [2]
    assert Deal.objects.count() == 4


@pytest.mark.parametrize(
    "sheets",
    [
        [{"table": 1, "deals": []}],
        [{"table": 1, "deals": [{"number": 1}]}],
        [{"table": 1, "deals": [deal(1), deal(1)]}],
        [{"table": 1, "deals": [deal(1)]}, {"table": 1, "deals": [deal(2)]}],
        [],
    ],
    ids=["no deal", "half a deal", "a deal twice", "a table twice", "no sheet"],
)
def test_malformed_sheets_are_refused_before_any_is_stored(evening: Evening, sheets: object) -> None:
    answer = evening.referee.put(f"{evening.at}/rounds/1/sheets/", {"sheets": sheets}, format="json")
    assert answer.status_code == 400
    assert not Deal.objects.exists()


def test_reading_the_tables_of_sheets_takes_the_same_queries_for_one_as_for_two(evening: Evening) -> None:
    def reads(tables: list[int]) -> int:
        sheets = [{"table": table, "deals": [deal(1, total=9_999)]} for table in tables]
        with CaptureQueriesContext(connection) as queries:
            evening.referee.put(f"{evening.at}/rounds/1/sheets/", {"sheets": sheets}, format="json")
        return len([each for each in queries if each["sql"].startswith("SELECT")])

    assert reads([1]) == reads([1, 2])


@pytest.mark.parametrize(
    "other",
    [("Rossi",), ("Rossi", "Neri", "Bruni"), ("Rossi", "Bruni"), ("Bruni", "Verdi"), ("Neri", "Rossi")],
)
def test_the_key_of_a_list_makes_no_other_list(
    evening: Evening, at_desk: str, other: tuple[str, ...]
) -> None:
    at, key = f"{at_desk}/entries/bulk/", str(uuid4())
    sent = {"entries": guests("Rossi", "Neri"), "key": key}
    first, again = (evening.organiser.post(at, sent, format="json") for _time in range(2))
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    refused = evening.organiser.post(at, {"entries": guests(*other), "key": key}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "key-used")
    assert evening.organiser.get(f"{at_desk}/entries/").json() == first.json()
