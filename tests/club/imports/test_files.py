"""What a file is, and how it is read: any encoding, separator and workbook, and the traps among them."""

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from random import Random

import pytest
from openpyxl import Workbook

from club.imports import files, headings
from club.imports.grid import MOST_ROWS, NO_VALUE, Unreadable
from tests.club.imports import sheets

ROWS = (("Cognome", "Nome", "Città"), ("Nicolò", "Perché", "Forlì"), ("D'Angelò", "Zoë", "Cefalù"))


def cells(body: bytes, **said: str) -> list[list[str]]:
    return [row for _number, row in files.read_file(body, **said).rows]


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "cp850", "mac_roman", "utf-16"])
def test_text_is_read_however_it_was_saved(separator: str, encoding: str) -> None:
    assert cells(sheets.text(*ROWS, separator=separator, encoding=encoding)) == [list(row) for row in ROWS]


def test_a_comma_in_an_address_is_no_separator() -> None:
    body = sheets.text(
        ("Cognome", "Nome", "Via"), ("Rossi", "Ada", "Via Po, 3"), ("Neri", "Ugo", "Via Reno, 4")
    )
    assert cells(body)[1] == ["Rossi", "Ada", "Via Po, 3"]


def test_the_separator_that_excel_writes_above_is_taken() -> None:
    assert files.read_file(b"sep=|\r\nCognome|Nome\r\nRossi|Ada\r\n").rows == [
        (2, ["Cognome", "Nome"]),
        (3, ["Rossi", "Ada"]),
    ]


def test_accents_ruined_by_another_program_are_mended_and_told() -> None:
    grid = files.read_file("Cognome;Nome\nNicolÃ²;CittÃ\u00a0 di PerÃ¹\n".encode())
    assert grid.rows[1][1] == ["Nicolò", "Città di Perù"]
    assert {"code": "mended", "count": 1} in grid.notes


def test_what_a_person_says_of_the_encoding_wins() -> None:
    body = sheets.text(*ROWS, encoding="cp850")
    assert cells(body, encoding="cp1252")[1][0] == "Nicol•"
    with pytest.raises(Unreadable, match="other-encoding"):
        files.read_file(body, encoding="utf-8")


def test_a_workbook_is_read_as_people_read_it_aloud() -> None:
    body = sheets.workbook(
        ("Testo", "Intero", "Virgola", "Giorno", "Sì", "Spazi"),
        ("  Rossi\u00a0 ", 40121.0, 2.5, datetime(1950, 3, 12), True, "a\nb\u200b"),  # noqa: DTZ001
        ("'=1+1", 7, "", date(1950, 3, 12), False, ""),
    )
    assert cells(body)[1:] == [
        ["Rossi", "40121", "2.5", "1950-03-12", "sì", "a b"],
        ["=1+1", "7", "", "1950-03-12", "no", ""],
    ]


def test_cells_merged_over_rows_say_the_same_in_each() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("Via", "Nome"), ("Via Po 3", "Ada"), (None, "Ugo"), (None, "Eva")):
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    grid = files.read_file(sheets.saved(book))
    assert [row for _number, row in grid.rows[1:]] == [["Via Po 3", "Ada"], ["Via Po 3", "Ugo"], ["", "Eva"]]
    assert {"code": "merged", "count": 1} in grid.notes


def test_a_formula_gives_its_result_and_is_never_worked_out() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Cognome", "Nome"])
    sheet.append(["Rossi", '=CONCATENATE("A","da")'])
    sheet.append(["Neri", '=HYPERLINK("http://example.org","Ugo")'])
    worked_out = re.compile(rb'("A","da"\)</f>)<v ?/>|("A","da"\)</f>)<v></v>')
    body = _edited(
        sheets.saved(book),
        "xl/worksheets/sheet1.xml",
        lambda xml: worked_out.sub(b'"A","da")</f><v>40121</v>', xml),
    )
    grid = files.read_file(body)
    assert [row[1] for _number, row in grid.rows[1:]] == ["40121", NO_VALUE]
    assert {"code": "formulas", "count": 2} in grid.notes
    assert {"code": "unknown-formulas", "count": 1} in grid.notes


def test_macros_are_told_and_hidden_sheets_are_not_read() -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["Segreto"])
    book.active.sheet_state = "hidden"
    for title, name in (("Soci", "Ada"), ("Altri", "Ugo")):
        book.create_sheet(title).append([name])
    body = _with(sheets.saved(book), "xl/vbaProject.bin", b"\xd0\xcf\x11\xe0 Shell")
    grid = files.read_file(body)
    assert (grid.sheets, grid.rows) == (("Soci", "Altri"), [(1, ["Ada"])])
    assert {"code": "macros"} in grid.notes
    assert files.read_file(body, sheet="Altri").rows == [(1, ["Ugo"])]


def test_a_file_of_ours_says_whose_it_is() -> None:
    book = Workbook()
    book.properties.creator, book.properties.title = "Criccone", "Libro soci · Circolo altrove"
    assert book.active is not None
    book.active.append(["Cognome"])
    assert {"code": "ours", "club": "Circolo altrove"} in files.read_file(sheets.saved(book)).notes


def _with(body: bytes, name: str, part: bytes) -> bytes:
    file = io.BytesIO(body)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr(name, part)
    return file.getvalue()


def _edited(body: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            new.writestr(each, change(old.read(each)) if each == name else old.read(each))
    return file.getvalue()


def _zip(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name.replace("__", "/").replace("_dot_", "."), part)
    return file.getvalue()


def _a_bomb() -> bytes:
    """A few kilobytes that unpacked are millions of cells."""
    grown = b"<worksheet><sheetData>" + b"<c/>" * 3_100_000
    return _edited(sheets.workbook(("a",)), "xl/worksheets/sheet1.xml", lambda _xml: grown)


def _with_entities() -> bytes:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet/>'
    return _edited(sheets.workbook(("a",)), "xl/worksheets/sheet1.xml", lambda _xml: laughs)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(b"", "empty-file", id="empty"),
        pytest.param(b" \r\n ", "empty-file", id="blank"),
        pytest.param(b"a;b\n" * (50 * 2**20 // 4), "too-big", id="fifty megabytes"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "old-or-locked", id="xls or password"),
        pytest.param(b"%PDF-1.7", "no-sheet", id="pdf"),
        pytest.param(b"\x7fELF\x00\x00\x00", "no-sheet", id="a program"),
        pytest.param(b"<html><table><tr><td>Rossi", "web-page", id="html called xls"),
        pytest.param(b"PK\x03\x04 cut", "broken", id="cut zip"),
        pytest.param(_zip(mimetype=b"x", content_dot_xml=b"<x/>"), "open-document", id="ods"),
        pytest.param(_zip(word__document_dot_xml=b"<x/>"), "no-sheet", id="docx"),
        pytest.param(_zip(xl__workbook_dot_bin=b"x"), "old-or-locked", id="xlsb"),
        pytest.param(_zip(xl__workbook_dot_xml=b"<x/>"), "broken", id="workbook of nothing"),
        pytest.param(_with_entities(), "broken", id="entities"),
        pytest.param(_edited(sheets.workbook(("a",)), "xl/worksheets/sheet1.xml", lambda xml: xml[:-30]),
                     "broken", id="cut sheet"),
        pytest.param(sheets.workbook(()), "nothing-in-it", id="empty workbook"),
        pytest.param(b'Cognome;Nome\n"Rossi;' + b"Ada;" * 40_000, "open-quotes", id="quotes never closed"),
        pytest.param(b"a;b\n" * (MOST_ROWS + 1), "too-many-rows", id="rows"),
        pytest.param(b"a;" * 70 + b"a\n", "too-many-columns", id="columns"),
    ],
)  # fmt: skip
def test_what_is_no_sheet_is_refused_by_name(body: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        files.read_file(body)
    assert refusal.value.code == code


def test_a_small_file_that_grows_too_big_is_refused_before_it_is_opened() -> None:
    body = _a_bomb()
    assert len(body) < 50_000
    with pytest.raises(Unreadable, match="grows-too-big"):
        files.verify_file(body)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("COGNOME", "last_name"),
        ("Cognome del socio *", "last_name"),
        ("Data di nascita (gg/mm/aaaa)", "born_on"),
        ("Nato/a il", "born_on"),
        ("Cod.Fisc.", "fiscal_code"),
        ("C.F.", "fiscal_code"),
        ("N° tessera", "number"),
        ("Città", "town"),
        ("Tel.", "phone"),
        ("e-mail", "email"),
        ("Quota 2025", "dues"),
        ("2024/25", "dues"),
        ("Pagato il (2025)", "dues_on"),
        ("Tessera 2025", "card"),
        ("N. ricevuta 2025", "dues_receipt"),
        ("Liberatoria foto/video", "consent_photos"),
        ("Privacy (firma)", "notes"),
        ("Tessera ARCI", "notes"),
        ("Torneo 2025", ""),
        ("", ""),
    ],
)
def test_headings_are_known_whatever_their_signs(heading: str, field: str) -> None:
    assert headings.field_of(heading) == field


@pytest.mark.parametrize(
    ("titles", "row", "expected"),
    [
        (["Tessera", "N. socio", "Nome", "Cognome"], [], ["card", "number", "first_name", "last_name"]),
        (["Nome", "Via"], [], ["full_name", "street"]),
        (["Tel. casa", "Cellulare", "Socio"], [], ["phone", "phone", "full_name"]),
        (
            ["?", "x", "Nome e cognome"],
            ["RSSMRA80A01A944I", "a@b.it"],
            ["fiscal_code", "email", "first_last"],
        ),
        (["Comune", "Città", "Cognome"], [], ["town", "", "last_name"]),
    ],
)
def test_each_column_is_guessed_once(titles: list[str], row: list[str], expected: list[str]) -> None:
    below = [(2, row + [""] * (len(titles) - len(row)))]
    assert headings.guess_columns(titles, below) == expected


def test_headings_are_found_below_titles_and_without_them_columns_have_letters() -> None:
    rows = [(1, ["Circolo", "", ""]), (3, ["Cognome", "Nome", "Tel"]), (4, ["Rossi", "Ada", "1"])]
    assert headings.headings_line(rows) == 3
    assert headings.split_at(rows, 0)[0] == ["(A)", "(B)", "(C)"]
    with pytest.raises(Unreadable, match="no-rows"):
        headings.split_at(rows, 4)


def test_a_damaged_workbook_is_refused_or_read_wherever_the_damage_is() -> None:
    whole = sheets.workbook(*ROWS)
    codes = set()
    for seed in range(1, 201):
        random, damaged = Random(seed), bytearray(whole)
        for _byte in range(20):
            damaged[random.randrange(4, len(whole))] ^= random.randrange(1, 256)
        try:
            files.read_file(bytes(damaged))
        except Unreadable as refusal:
            codes.add(refusal.code)
    assert "broken" in codes


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Cognome,Nome,Luogo,Data nascita,Via,CAP,Luogo", ["born_in", "town"]),
        ("Cognome,Nome,Via,CAP,Luogo", ["town"]),
        ("Cognome,Nome,Luogo,Luogo di nascita", ["town", "born_in"]),
        ("Cognome,Nome,Luogo,Data nascita,Comune,Luogo", ["born_in", "town", ""]),
    ],
)
def test_of_two_places_one_is_the_birthplace_and_one_the_residence(written: str, expected: list[str]) -> None:
    titles = written.split(",")
    found = headings.guess_columns(titles, [(2, ["Rossi"] * len(titles))])
    places = [at for at, title in enumerate(titles) if title in ("Luogo", "Luogo di nascita", "Comune")]
    assert [found[at] for at in places] == expected
