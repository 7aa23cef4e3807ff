"""A table as an Excel workbook: numbers that add up, dates that sort, text that is never a formula."""

import io
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from club.tables import Column, Kind, Table, Value

NUMBER_FORMATS = {
    Kind.WHOLE: "0",
    Kind.SIGNED: "+0;-0;0",
    Kind.EUROS: "#,##0.00",
    Kind.DAY: "dd/mm/yyyy",
    Kind.MOMENT: "dd/mm/yyyy hh:mm:ss",
}
NOT_IN_A_SHEET_S_NAME = re.compile(r"[\[\]:*?/\\]")
#: The longest text of an Excel cell.
MOST_LETTERS = 32_767
NARROWEST, WIDEST, SIGNATURE = 7, 60, 30
BRICK, CREAM = "FF8F2D1B", "FFFFF4E0"


def as_xlsx(table: Table) -> bytes:
    """The table as a workbook of one sheet."""
    return as_workbook([table])


def as_workbook(tables: Sequence[Table]) -> bytes:
    """The workbook, named by the first table, with a sheet for each; written row by row."""
    book = Workbook(write_only=True)
    book.properties.title = _plain(f"{tables[0].title} · {tables[0].source.name}")
    book.properties.creator = "Criccone"
    for table in tables:
        _add_sheet(book, table)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _add_sheet(book: Workbook, table: Table) -> None:
    """A sheet whose title row is frozen and has filters."""
    sheet = book.create_sheet(_plain(NOT_IN_A_SHEET_S_NAME.sub(" ", table.title))[:31].strip("' "))
    rows = list(table.cells())
    _lay_out(sheet, table, rows)
    sheet.append([_heading(sheet, column) for column in table.columns])
    for cells in rows:
        sheet.append(_row(sheet, table, cells))


def _lay_out(sheet: Any, table: Table, rows: list[list[Value]]) -> None:
    """Sets the column widths, which must come before any row, and the titles of printed pages.

    The sheet is `Any` because the type hints of a write-only sheet lack the members used here.
    """
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{len(rows) + 1}"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    for at, column in enumerate(table.columns):
        longest = max([len(column.title) + 3, *(len(str(cells[at])) for cells in rows[:500])])
        longest = SIGNATURE if column.kind == Kind.BLANK else longest
        letter = get_column_letter(at + 1)
        sheet.column_dimensions[letter].width = min(max(longest + 1, NARROWEST), WIDEST)


def _heading(sheet: WriteOnlyWorksheet, column: Column) -> Cell:
    cell = _text(sheet, column.title)
    cell.font, cell.fill = Font(bold=True, color=CREAM), PatternFill("solid", fgColor=BRICK)
    cell.alignment = Alignment(horizontal="right" if column.kind.is_number else "left", vertical="center")
    return cell


def _row(sheet: WriteOnlyWorksheet, table: Table, cells: list[Value]) -> Iterator[Cell | None]:
    for column, value in zip(table.columns, cells, strict=True):
        yield _cell(sheet, column.kind, value)


def _cell(sheet: WriteOnlyWorksheet, kind: Kind, value: Value) -> Cell | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return _text(sheet, _("sì") if value else _("no"))
    if isinstance(value, str):
        return _text(sheet, value)
    # A sheet has no time zones: it gets the club's local time.
    local: Any = timezone.localtime(value).replace(tzinfo=None) if isinstance(value, datetime) else value
    if kind == Kind.EUROS and isinstance(value, int):
        local = Decimal(value) / 100
    cell = WriteOnlyCell(sheet, value=local)
    if isinstance(value, int | date):
        cell.number_format = NUMBER_FORMATS[kind]
    return cell


def _text(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    """A cell that is text for certain: an inline string, marked so that editing keeps it text."""
    cell = WriteOnlyCell(sheet, value=_plain(text)[:MOST_LETTERS])
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def _plain(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return str(ILLEGAL_CHARACTERS_RE.sub("", text))
