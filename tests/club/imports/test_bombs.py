"""Files of some kilobytes that would take hours or gigabytes to read: each is refused within two seconds.

Here as in a club, files are read in a process of their own.
"""

import io
import zipfile
from collections.abc import Callable

import pytest

from club.imports import files, wording
from club.imports.grid import Unreadable
from club.models import Club, Import, User
from tests.club.imports.sheets import workbook
from tests.club.imports.steps import begun


@pytest.fixture(autouse=True)
def _read_here() -> None:
    """Files are read apart, in a process of their own."""


NAMES = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
#: The content type by which openpyxl finds the strings.
OF_STRINGS = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
    b'officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)
ROWS = b"".join(
    b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>x</t></is></c></row>' % (at, at) for at in range(1, 9_000)
)


def altered(**changes: Callable[[bytes], bytes]) -> bytes:
    """A small workbook with parts changed or added, by the last word of their names."""
    file, names = io.BytesIO(), {"sheet": SHEET, "strings": STRINGS, "types": "[Content_Types].xml"}
    with zipfile.ZipFile(io.BytesIO(workbook(("Cognome", "Nome"), ("Rossi", "Ada")))) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    for word, change in changes.items():
        parts[names[word]] = change(parts.get(names[word], b""))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in parts.items():
            new.writestr(name, part)
    return file.getvalue()


def with_sheet(rows: bytes, rest: bytes = b"") -> bytes:
    written = b"<worksheet %b><sheetData>%b</sheetData>%b</worksheet>" % (NAMES, rows, rest)
    return altered(sheet=lambda _xml: written)


def merged(ranges: int) -> bytes:
    each = b'<mergeCell ref="A1:A9000"/>' * ranges
    return with_sheet(ROWS, b"<mergeCells>%b</mergeCells>" % each)


def of_strings() -> bytes:
    table = b"<sst %b>%b</sst>" % (NAMES, b"<si/>" * 2_900_000)
    return altered(strings=lambda _xml: table, types=lambda xml: xml.replace(b"</Types>", OF_STRINGS))


def of_entries() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("xl/workbook.xml", b"<x/>")
        for number in range(10_000):
            made.writestr(f"{number}", b"")
    return file.getvalue()


@pytest.mark.parametrize(
    ("bomb", "code"),
    [
        pytest.param(lambda: merged(20_000), "too-many-merged", id="twenty thousand merged cells"),
        pytest.param(lambda: merged(500), "too-many-merged", id="merged cells over one another"),
        pytest.param(
            lambda: with_sheet(b"<row>" + b"<c/>" * 2_900_000 + b"</row>"), "grows-too-big", id="a row"
        ),
        pytest.param(
            lambda: with_sheet(b"<a>" * 1_400_000 + b"</a>" * 1_400_000), "grows-too-big", id="depth"
        ),
        pytest.param(of_strings, "grows-too-big", id="strings"),
        pytest.param(of_entries, "broken", id="entries of the zip"),
        pytest.param(lambda: b";" * 10_000_000, "nothing-in-it", id="separators"),
        pytest.param(lambda: b"a;b\n" * 2_500_000, "too-many-rows", id="rows of text"),
    ],
)
def test_a_bomb_is_refused_with_a_sentence(bomb: Callable[[], bytes], code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        files.read_apart(bomb(), {})
    assert refusal.value.code == code
    assert wording.note_text(refusal.value.as_json)


def test_ranges_that_openpyxl_compares_with_one_another_are_not_read() -> None:
    ranges = b" ".join(b"A%d" % at for at in range(1, 30_000))
    body = with_sheet(ROWS, b'<dataValidations><dataValidation sqref="%b"/></dataValidations>' % ranges)
    assert len(files.read_apart(body, {}).rows) == 8_999


def test_a_sheet_that_tells_of_a_million_rows_has_those_that_it_has() -> None:
    body = altered(sheet=lambda xml: xml.replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"'))
    grid = files.read_apart(body, {"sheet": "Sheet"})
    assert (grid.rows, grid.reading) == (
        [(1, ["Cognome", "Nome"]), (2, ["Rossi", "Ada"])],
        {"sheet": "Sheet"},
    )


def test_lines_without_a_cell_take_no_memory_and_keep_their_numbers() -> None:
    assert files.read_apart(b"a;b\n" + b"\n" * 5_000_000 + b"c;d\n", {}).rows == [
        (1, ["a", "b"]),
        (5_000_002, ["c", "d"]),
    ]


def test_a_process_that_fails_while_it_reads_is_a_refusal(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Unreadable, match="broken"):
        files.read_apart(b"Cognome;Nome\nRossi;Ada\n", {"unknown": "Rossi"})
    assert "club.imports ended with status 1: TypeError" in caplog.text
    assert "Rossi" not in caplog.text


def test_the_import_of_a_bomb_fails_with_its_sentence(club: Club, secretary: User) -> None:
    one = begun(club, merged(20_000), secretary)
    assert (one.state, one.trouble["code"]) == (Import.State.FAILED, "too-many-merged")
