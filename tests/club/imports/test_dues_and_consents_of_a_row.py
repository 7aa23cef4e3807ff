"""What one row says of dues and consents, however it is written."""

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.imports.headings import FIELDS
from club.imports.rows import dates, reader, row_data
from club.imports.rows.row_data import SheetConsent, SheetDue
from club.imports.rules import Rules
from tests.club.register.book import TODAY

WHO = {
    "last_name": [("Cognome", "Rossi")],
    "first_name": [("Nome", "Ada")],
    "admitted_on": [("Dal", "10/1/2020")],
}


def read(rules: dict[str, Any] | None = None, **columns: list[tuple[str, str]]) -> row_data.SheetRow:
    return reader.read_row({**WHO, **columns}, Rules(resolution="x", category=1, **rules or {}), TODAY)


@pytest.mark.parametrize(
    ("text", "year", "rest"),
    [
        ("Quota 2025", "2025", "Quota"),
        ("Quota 24/25", "2024/2025", "Quota"),
        ("A.S. 2024-2025", "2024/2025", "A.S."),
        ("2023–24", "2023/2024", ""),
        ("dal 12/05/2024", "2024", "dal 12/05/"),
        ("Quota 24/26", "", "Quota 24/26"),
        ("Quota '24", "2024", "Quota"),
        ("Quota ’24", "2024", "Quota"),
        ("Quota 24", "", "Quota 24"),
        ("Quota '98", "1998", "Quota"),
        ("98/99", "1998/1999", ""),
        ("99/00", "1999/2000", ""),
        ("Quota", "", "Quota"),
    ],
)
def test_a_year_is_found_in_a_heading(text: str, year: str, rest: str) -> None:
    found, left = dates.find_year(text)
    assert (found, left.strip()) == (year, rest)


@pytest.mark.parametrize(
    ("told", "start", "first"),
    [("2025", 1, 2025), ("2024/2025", 1, None), ("2024/2025", 9, 2024), ("2025", 9, 2025), ("", 1, None)],
)
def test_a_year_is_one_of_the_clubs_or_none(told: str, start: int, first: int | None) -> None:
    assert dates.starting_year(told, start) == first


PAID = {"year": "2025", "is_paid": True}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("sì", PAID),
        ("X", PAID),
        ("Pagato", PAID),
        ("✓", PAID),
        ("no", {"year": "2025", "is_paid": False}),
        ("NON PAGATO", {"year": "2025", "is_paid": False}),
        ("0", {"year": "2025", "is_paid": False, "is_nought": True}),
        ("0,00 €", {"year": "2025", "is_paid": False, "is_nought": True}),
        ("30", {**PAID, "cents": 3000}),
        ("30 €", {**PAID, "cents": 3000}),
        ("€ 30,50", {**PAID, "cents": 3050}),
        ("25.5", {**PAID, "cents": 2550}),
        ("esente", {**PAID, "cents": 0}),
        ("12/3/2025", {**PAID, "on": date(2025, 3, 12)}),
        ("2025-03-12", {**PAID, "on": date(2025, 3, 12)}),
        ("45728", {**PAID, "on": date(2025, 3, 12)}),
        ("30 € contanti 12/03/2025", {**PAID, "cents": 3000, "means": "cash", "on": date(2025, 3, 12)}),
        ("30€ bonifico", {**PAID, "cents": 3000, "means": "transfer"}),
        (
            "ric. n. 45/B del 12.3.25 € 30,00",
            {**PAID, "cents": 3000, "note": "45/B", "on": date(2025, 3, 12)},
        ),
        ("1.234,50", {**PAID, "cents": 123450}),
        ("1,234.50", {**PAID, "cents": 123450}),
        ("12,5", {**PAID, "cents": 1250}),
        ("20.-", {**PAID, "cents": 2000}),
        ("25,=", {**PAID, "cents": 2500}),
        ("25.", {**PAID, "cents": 2500}),
        ("20,00 EUR", {**PAID, "cents": 2000}),
        ("ESENTE (onorario)", {**PAID, "cents": 0}),
        ("non dovuta", {**PAID, "cents": 0}),
        ("pag. 12 mar 2025", {**PAID, "on": date(2025, 3, 12)}),
        ("12 marzo 2025 € 25", {**PAID, "cents": 2500, "on": date(2025, 3, 12)}),
        ("25 - 12/3/2025", {**PAID, "cents": 2500, "on": date(2025, 3, 12)}),
        ("25 cont", {**PAID, "cents": 2500, "means": "cash"}),
        ("30 alla porta", {**PAID, "cents": 3000, "means": "cash"}),
        ("30 assegno", {**PAID, "cents": 3000, "means": "other"}),
        ("POS 25", {**PAID, "cents": 2500, "means": "card"}),
        ("30 a Gigi", {**PAID, "cents": 3000}),
        ("30 a Mario", {**PAID, "cents": 3000}),
        ("pagata il 12/3/2025", {**PAID, "on": date(2025, 3, 12)}),
    ],
)
def test_a_cell_of_dues_is_read_as_people_write_it(cell: str, expected: dict[str, Any]) -> None:
    said = read(dues=[("Quota 2025", cell)])
    assert said.dues == (SheetDue(**expected),)
    assert [problem["code"] for problem in said.problems if problem["bars"]] == []
    assert row_data.row_from_json(said.as_json) == said


NO_AMOUNTS = (
    "-25", "- 25 €", "(25)", "−25", "25+5", "25 e 30", "20/25", "2x15", "12/3", "15/01", "15.01",
    "marzo 2025", "gen-25", "12 mar", "2024", "12/2024", "1,234", "25,555", "1e3", "25?", "=25", "n. 12",
    "30 (di cui 5 tessera)", "1/2/2025 e 3/4/2025",
    "25 Mario 12", "²", "12³", "1000000",
)  # fmt: skip


@pytest.mark.parametrize("cell", ["boh", "acconto 10", "deve 15", "non ancora", "30 da saldare", *NO_AMOUNTS])
def test_what_is_not_clear_stops_the_row(cell: str) -> None:
    [problem] = read(dues=[("Quota 2025", cell)]).problems
    assert (problem["code"], problem["value"], problem["bars"]) == ("dues-unclear", cell, True)


def test_several_columns_of_one_year_say_one_thing() -> None:
    said = read(
        dues=[("Pagato 2025", "sì"), ("Importo 2025", "30"), ("2024", "no")],
        dues_on=[("Pagato il 2025", "12/3/2025")],
        dues_means=[("Modo 2025", "Bonifico")],
        dues_receipt=[("Ricevuta 2025", "17")],
    )
    assert said.dues == (
        SheetDue("2025", True, 3000, date(2025, 3, 12), "transfer", "17"),
        SheetDue("2024", is_paid=False),
    )


def test_an_amount_beside_a_no_is_what_is_owed() -> None:
    said = read(dues=[("Quota 2025", "30"), ("Pagato 2025", "no")])
    assert (said.dues, said.problems) == ((SheetDue("2025", is_paid=False, cents=3000),), ())
    said = read(dues=[("Quota 2025", "30")], dues_on=[("Pagato il 2025", "no")])
    assert (said.dues, said.problems) == ((SheetDue("2025", is_paid=False, cents=3000),), ())


def test_two_amounts_of_one_year_stop_the_row() -> None:
    said = read(dues=[("Quota 2025", "30"), ("Importo 2025", "25")])
    assert [problem["code"] for problem in said.problems] == ["dues-unclear"]


def test_an_amount_without_the_day_that_others_have_is_to_be_looked_at() -> None:
    said = read(dues=[("Quota 2025", "30")], dues_on=[("Pagato il 2025", "")])
    assert [(problem["code"], problem["bars"]) for problem in said.problems] == [("dues-no-day", False)]


def test_what_was_not_understood_beside_an_amount_is_told() -> None:
    said = read(dues=[("Quota 2025", "30 a Gigi")])
    assert [(problem["code"], problem["bars"]) for problem in said.problems] == [("dues-loose", False)]


def test_the_year_may_have_a_column_of_its_own() -> None:
    cells = {"dues_year": [("Anno quota", "2025")], "dues": [("Quota", "30")]}
    assert read(**cells).dues == (SheetDue("2025", True, 3000),)
    assert read(dues_year=[("Ultimo anno pagato", "2024")]).dues == (SheetDue("2024", True),)
    said = read({"dues_year": "2025"}, dues=[("Quota 2025", "sì"), ("Importo", "30")])
    assert said.dues == (SheetDue("2025", True, 3000),)
    assert "dues-year" in [each["code"] for each in read(dues_year=[("Anno quota", "boh")]).problems]


def test_an_empty_cell_says_nothing_or_that_it_is_owed_as_was_chosen() -> None:
    columns = {"dues": [("Quota 2025", ""), ("Quota 2024", "-")]}
    assert read(**columns).dues == ()
    owed = read({"blank_dues": "owed"}, **columns).dues
    assert owed == (SheetDue("2025", is_paid=False), SheetDue("2024", is_paid=False))


def test_two_tessere_of_years_cut_short_are_of_two_years() -> None:
    said = read(card=[("Tessera 24", "A-1"), ("Tessera 25", "A-2")])
    assert said.cards == (("A-1", "2024"), ("A-2", "2025"))


def test_a_payment_to_come_stops_the_row() -> None:
    assert "in-the-future" in [one["code"] for one in read(dues=[("Quota 2026", "1/1/2030")]).problems]


@pytest.mark.parametrize(
    ("cell", "is_given", "on"),
    [
        ("sì", True, date(2024, 5, 6)),
        ("x", True, date(2024, 5, 6)),
        ("NO", False, date(2024, 5, 6)),
        ("12/3/2023", True, date(2023, 3, 12)),
        ("sì 12/3/2023", True, date(2023, 3, 12)),
        ("no (12/3/2023)", False, date(2023, 3, 12)),
        ("firmato il 12/3/2023", True, date(2023, 3, 12)),
        ("SÌ, firmato in data 12.03.2023", True, date(2023, 3, 12)),
        ("NO il 12/3/2023", False, date(2023, 3, 12)),
        ("12 marzo 2023", True, date(2023, 3, 12)),
        ("44997", True, date(2023, 3, 12)),
        ("non autorizza", False, date(2024, 5, 6)),
    ],
)
def test_a_consent_is_a_yes_or_a_no_of_a_day(cell: str, is_given: bool, on: date) -> None:
    said = read(consent_photos=[("Foto", cell)], consented_on=[("Data consenso", "6/5/2024")])
    assert said.consents == (SheetConsent("photos", is_given, on),)
    assert row_data.row_from_json(said.as_json) == said


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("sì", "consent-date"),
        ("forse", "no-consent"),
        ("SI/NO", "no-consent"),
        ("12³", "no-consent"),
        ("sì, ma solo di gruppo 1/2/2024", "no-consent"),
        ("da firmare", "no-consent"),
        ("firmato nel 2019", "no-consent"),
        ("1/1/2030", "in-the-future"),
    ],
)
def test_a_consent_without_a_day_or_a_meaning_stops_the_row(cell: str, code: str) -> None:
    said = read(consent_name=[("Nome nei risultati", cell)])
    assert [problem["code"] for problem in said.problems] == [code]
    assert said.consents == ()


def test_an_empty_consent_is_none() -> None:
    assert read(consent_name=[("Nome nei risultati", "")]).consents == ()


PIECES = (
    "25", "0", "€", "-", "/", ".", ",", " ", "(", "12/3/2024", "29/2/23", "marzo 2024", "31 feb 2024", "ric.",
    "n.", "sì", "no", "x", "bon.", "esente", "45000", "²", "12³", "٣", "½", "𝟙", "'24", "+", "=cmd",
    "#N/D", "1.234,50",
)  # fmt: skip


@given(
    cells=st.dictionaries(
        st.sampled_from([field.key for field in FIELDS]),
        st.lists(
            st.tuples(
                st.sampled_from(["Quota 2024", "Quota", "Quota 23", "Quota 24", "'25"]),
                st.lists(st.sampled_from(PIECES), max_size=4).map("".join) | st.text(max_size=8),
            ),
            min_size=1,
            max_size=2,
        ),
    )
)
def test_whatever_is_in_the_cells_the_row_is_read_and_kept(cells: dict[str, list[tuple[str, str]]]) -> None:
    said = reader.read_row(cells, Rules(resolution="x", category=1), TODAY)
    assert row_data.row_from_json(json.loads(json.dumps(said.as_json))) == said
    assert all(quota.cents is None or quota.cents >= 0 for quota in said.dues)
