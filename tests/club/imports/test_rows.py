"""One row by itself: days, names, addresses, and everything that can be wrong with it."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.utils import translation

from club.imports import headings, judging, wording
from club.imports.rows import dates, person, reader, row_data
from club.imports.rules import Rules
from club.register.person_data import PersonData
from tests.club.register.book import TODAY

RULES = Rules(resolution="libro", category=1)
GOOD = {"last_name": "Rossi", "first_name": "Ada", "admitted_on": "10/1/2020"}


def read(rules: Rules = RULES, **cells: str) -> row_data.SheetRow:
    return reader.read_row({field: [(field, text)] for field, text in cells.items()}, rules, TODAY)


def wrong(rules: Rules = RULES, **cells: str) -> list[str]:
    return [problem["code"] for problem in read(rules, **{**GOOD, **cells}).problems]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("12/3/1950", date(1950, 3, 12)),
        ("12.03.1950", date(1950, 3, 12)),
        ("12-3-50", date(1950, 3, 12)),
        ("12 marzo 1950", date(1950, 3, 12)),
        ("lunedì 12 MAR. 1950", date(1950, 3, 12)),
        ("1° gennaio 2001", date(2001, 1, 1)),
        ("1950-03-12 00:00:00", date(1950, 3, 12)),
        ("12/03/1950 00:00", date(1950, 3, 12)),
        ("12031950", date(1950, 3, 12)),
        ("18334", date(1950, 3, 12)),
        ("29/2/00", date(2000, 2, 29)),
        ("1/1/26", date(2026, 1, 1)),
        ("1/1/27", date(1927, 1, 1)),
    ],
)
def test_days_are_read_as_people_write_them(written: str, expected: date) -> None:
    assert dates.parse_day(written, is_month_first=False, today=TODAY).day == expected


@pytest.mark.parametrize(
    ("written", "code"),
    [("31/2/1950", "no-such-day"), ("1950", "only-a-year"), ("boh", "no-day"), ("29/2/27", "no-such-day"),
     ("12/03/1950/1", "no-day"), ("٣/٣/1950", "no-day"), ("99999", "no-day")],
)  # fmt: skip
def test_what_is_no_day_is_named(written: str, code: str) -> None:
    with pytest.raises(dates.NoDay, match=code):
        dates.parse_day(written, is_month_first=False, today=TODAY)


def test_american_days_are_known_by_a_thirteenth_month() -> None:
    assert dates.is_month_first(["3/13/1950", "1/2/1950"])
    assert not dates.is_month_first(["3/13/1950", "13/2/1950"])
    assert dates.parse_day("3/12/1950", is_month_first=True, today=TODAY).day == date(1950, 3, 12)


@pytest.mark.parametrize(
    ("text", "code", "is_first_before_last", "expected"),
    [
        ("Rossi Ada", "", False, ("Rossi", "Ada", True)),
        ("Ada Rossi", "", True, ("Rossi", "Ada", True)),
        ("De Luca Ada", "", False, ("De Luca", "Ada", True)),
        ("Ada Maria De Luca", "", True, ("De Luca", "Ada Maria", False)),
        ("Rossi, Ada Maria", "", False, ("Rossi", "Ada Maria", True)),
        ("Nanni Costa Ada", "", False, ("Nanni", "Costa Ada", False)),
        ("Mario Rossi", "RSSMRA80A01A944I", False, ("Rossi", "Mario", True)),
        ("Rossi", "", False, ("Rossi", "", True)),
    ],
)
def test_a_whole_name_is_cut(text: str, code: str, is_first_before_last: bool, expected: Any) -> None:
    assert person.split_name(text, code, is_first_before_last=is_first_before_last) == expected


def test_capitals_addresses_and_provinces() -> None:
    assert person.capitalise("D'ANGELO DE LUCA") == "D'Angelo De Luca"
    assert person.capitalise("McArthur") == "McArthur"
    assert person.split_address("Via Po, 3 - 40121 Bologna (BO)") == {
        "street": "Via Po, 3", "postcode": "40121", "town": "Bologna", "province": "BO",
    }  # fmt: skip
    assert [person.province_code(text) for text in ("bo", "(BO)", "Bologna", "Forlì", "??")] == [
        "BO",
        "BO",
        "BO",
        "FC",
        "",
    ]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("FO", "FC"), ("PS", "PU"), ("prov. di Bologna", "BO"), ("BO - Bologna", "BO"),
        ("Bologna (BO)", "BO"),
        ("Forlì Cesena", "FC"), ("Monza Brianza", "MB"), ("Reggio nell'Emilia", "RE"), ("XX", ""),
    ],
)  # fmt: skip
def test_provinces_are_understood_as_people_write_them(written: str, code: str) -> None:
    assert person.province_code(written) == code


@pytest.mark.parametrize(
    ("written", "category"),
    [("sost.", "sostenitore"), ("Ord", "ordinario"), ("onor.", "onorario"), ("Socio", "Socio"), ("S", "S"),
     ("famiglia", "famiglia")],
)  # fmt: skip
def test_shortened_categories_are_read_in_full(written: str, category: str) -> None:
    assert reader.full_category(written) == category


@pytest.mark.parametrize(
    ("heading", "field"), [("Luogo", "born_in"), ("Nr. prog.", "number"), ("Tutore", "notes")]
)
def test_headings_that_clubs_use(heading: str, field: str) -> None:
    assert headings.field_of(heading) == field


def test_a_year_alone_stops_the_row_unless_a_rule_takes_its_first_day() -> None:
    assert wrong(admitted_on="1998") == ["only-a-year"]
    first = replace(RULES, only_years="first")
    taken = read(first, **{**GOOD, "admitted_on": "1998", "born_on": "1950"})
    assert (taken.admitted_on, taken.written.born_on) == (date(1998, 1, 1), None)
    assert [problem["code"] for problem in taken.problems] == ["year-dropped", "year-taken"]


def test_names_the_other_way_round_are_told_by_the_other_rows() -> None:
    pairs = ["Rossi Mario", "Rossi Ada", "Rossi Ugo", "Neri Mario", "Verdi Mario", "Gatti Leo", "Mario Rossi"]
    told = {
        row: PersonData(last_name=last, first_name=first)
        for row, (last, first) in enumerate((pair.split() for pair in pairs), start=1)
    }
    assert judging.swapped_rows(told) == {7}
    told[7] = replace(told[7], fiscal_code="MRARSS80A01A944I")
    assert judging.swapped_rows(told) == set()


def test_a_row_is_read_whole() -> None:
    said = read(
        full_name="ROSSI MARIO", born="Bologna (BO), il 01/01/1980", fiscal_code="rss mra 80a01 a944i",
        full_address="via Po 3, 121 Roma", postcode="121", email="mailto:a@b.it;", admitted_on="10/1/2020",
        number="n. 007", ended_on="1/2/2024", end_cause="Deceduta", category="Ordinaria",
    )  # fmt: skip
    written = said.written
    assert (written.last_name, written.first_name) == ("Rossi", "Mario")
    assert (written.born_on, written.born_in, written.born_province) == (date(1980, 1, 1), "Bologna", "BO")
    assert (written.fiscal_code, written.postcode, written.email) == ("RSSMRA80A01A944I", "00121", "a@b.it")
    assert (said.number, said.end_cause, said.requested_on) == (7, "death", date(2020, 1, 10))
    assert said.problems == ()
    assert row_data.row_from_json(said.as_json) == said


def test_two_phones_and_notes_with_their_heading() -> None:
    cells = {"last_name": [("c", "Rossi")], "first_name": [("n", "Ada")],
             "phone": [("Tel", "051 1"), ("Cell", "333"), ("Altro", "333")],
             "notes": [("Note", "brava"), ("Tessera ARCI", "=cmd|'/c calc'!A0")]}  # fmt: skip
    written = reader.read_row(cells, Rules(enters="people"), TODAY).written
    assert written.phone == "051 1 / 333"
    assert written.notes == "brava\nTessera ARCI: =cmd|'/c calc'!A0"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({}, []),
        ({"first_name": ""}, ["name-missing"]),
        ({"last_name": "R" * 61}, ["too-long"]),
        ({"born_on": "1/1/2030"}, ["born-in-the-future", "born-after-request"]),
        ({"born_on": "1/1/1850"}, ["born-too-long-ago"]),
        ({"born_on": "1/1/2021"}, ["born-after-request"]),
        ({"born_on": "1/1/50"}, ["century-guessed"]),
        ({"born_on": "n.d.", "email": "-", "fiscal_code": "?"}, []),
        ({"born_on": "#N/D"}, ["formula-error"]),
        ({"email": "ada.it"}, ["no-email"]),
        ({"phone": "3,33123E+09"}, ["shortened"]),
        ({"province": "Narnia"}, ["no-province"]),
        ({"number": "zero"}, ["no-number"]),
        ({"number": "0"}, ["no-number"]),
        ({"fiscal_code": "RSSMRA80A01A944I"}, ["code-doubts"]),
        ({"admitted_on": ""}, ["admission-missing"]),
        ({"admitted_on": "1/1/2030"}, ["in-the-future"]),
        ({"requested_on": "11/1/2020"}, ["out-of-order"]),
        ({"ended_on": "1/1/2019", "end_cause": "morte"}, ["out-of-order"]),
        ({"ended_on": "1/1/2024"}, ["cause-missing"]),
        ({"ended_on": "1/1/2024", "end_cause": "chissà"}, ["unknown-cause"]),
        ({"end_cause": "dimissioni"}, ["end-missing"]),
    ],
)
def test_every_problem_of_a_row_is_named(cells: dict[str, str], expected: list[str]) -> None:
    assert wrong(**cells) == expected


@pytest.mark.parametrize(
    ("rules", "code", "kept", "notes"),
    [
        (Rules(resolution="x", wrong_codes="keep"), "code-kept", "RSSMRA80A01A944I", ""),
        (Rules(resolution="x", wrong_codes="drop"), "code-dropped", "", "RSSMRA80A01A944I"),
    ],
)
def test_a_wrong_code_is_kept_or_dropped_as_was_said(rules: Rules, code: str, kept: str, notes: str) -> None:
    said = read(rules, **GOOD, fiscal_code="RSSMRA80A01A944I")
    assert [problem["code"] for problem in said.problems] == [code]
    assert said.written.fiscal_code == kept
    assert notes in said.written.notes


@pytest.mark.parametrize("cells", [{"last_name": "TOTALE"}, {"street": "da pagare"}, {"number": "300"}])
def test_titles_and_totals_are_nobody(cells: dict[str, str]) -> None:
    assert read(**cells).is_nobody


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_problem_has_words(language: str) -> None:
    facts = {
        "value": "x", "last": "x", "first": "x", "longest": 1, "year": 1950, "doubts": ["last_name"],
        "name": "Rossi", "born": "1950-03-12", "other": 4, "fields": ["phone"], "day": "2020-01-10",
        "number": 7, "known": 8, "ours": 2500, "theirs": 3000, "cents": 2500,
    }  # fmt: skip
    with translation.override(language):
        for code in wording.PROBLEMS:
            day = {"value": "2020-01-10"} if code == "in-the-future" else {}
            [told] = wording.problem_texts([{"code": code, "field": "born_on", "bars": True, **facts, **day}])
            assert "%(" not in told.sentence
        for code in wording.NOTES:
            said = {"code": code, "most": 1, "row": 2, "sheet": "x", "count": 2, "club": "x",
                    "encoding": "utf-8", "separator": "tab", "day": "2020-01-10"}  # fmt: skip
            assert "%(" not in wording.note_text(said)
