"""Reading an Excel workbook row by row: results of formulas, no macros, merged cells filled in."""

import io
import warnings
import zipfile
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet._reader import ROW_TAG, WorkSheetParser
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.xml.functions import iterparse

from club.imports.grid import (
    MOST_COLUMNS,
    MOST_ROWS,
    NO_VALUE,
    Grid,
    Note,
    Unreadable,
    repair_encoding,
    tidy_cell,
    trim_rows,
)
from club.untrusted_files import DAMAGED

NAMES = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FORMULA, MERGED_CELL = f"{NAMES}f", f"{NAMES}mergeCell"
#: Merged ranges of a sheet: a list of members has one for each family, at most.
MOST_MERGED = 10_000
#: The author of our own files, and the separator between table and club in their title.
OURS, BETWEEN = "Criccone", " · "
BROKEN = (
    *DAMAGED, ArithmeticError, AttributeError, InvalidFileException, LookupError, SyntaxError, TypeError,
)  # fmt: skip


class _Parser(WorkSheetParser):
    """openpyxl's parser for rows and merged cells alone: the time for some other parts of a sheet grows with
    the square of their size. Counts formulas, and those that were never computed.
    """

    formulas = 0
    unknown = 0

    def parse(self) -> Generator[tuple[int, list[dict[str, Any]]], None, None]:
        #: First column, first row and last row of each merged range, known after the last row.
        self.merged: list[tuple[int, int, int]] = []
        for _event, element in iterparse(self.source):
            if element.tag == ROW_TAG:
                row = self.parse_row(element)
                element.clear()
                yield row
            elif element.tag == MERGED_CELL:
                self._add_merged(element)

    def _add_merged(self, element: Any) -> None:
        if len(self.merged) == MOST_MERGED:
            raise Unreadable("too-many-merged", most=MOST_MERGED)
        column, first, _last_column, last = range_boundaries(element.get("ref"))
        if column and first and last:
            self.merged.append((column, first, last))

    def parse_cell(self, element: Any) -> dict[str, object]:
        cell: dict[str, object] = super().parse_cell(element)
        if element.find(FORMULA) is not None:
            self.formulas += 1
            if cell["value"] is None:
                self.unknown += 1
                cell["value"] = NO_VALUE
        return cell


def read_workbook(body: bytes, *, sheet: str = "") -> Grid:
    """The chosen sheet, or the first one that is visible and not empty. Raises `Unreadable`.

    All files that openpyxl cannot read are refused with the same code.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and validations, which are not imported
        try:
            return _read(body, sheet)
        except BROKEN as broken:
            raise Unreadable("broken") from broken


def _read(body: bytes, sheet: str) -> Grid:
    book: Any = load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
    try:
        seen = [each for each in book.worksheets if each.sheet_state == "visible"]
        names = tuple(each.title for each in seen)
        for each in [one for one in seen if one.title == sheet] or seen:
            rows, notes = _rows(book, each)
            if rows:
                notes += _about(body, book, names, each.title)
                return Grid(rows, notes, names, {"sheet": each.title})
        raise Unreadable("nothing-in-it")
    finally:
        book.close()


def _about(body: bytes, book: Any, names: tuple[str, ...], chosen: str) -> list[Note]:
    notes: list[Note] = []
    with zipfile.ZipFile(io.BytesIO(body)) as zipped:
        if "xl/vbaProject.bin" in zipped.namelist():
            notes.append({"code": "macros"})
    if len(names) > 1:
        notes.append({"code": "sheets", "sheet": chosen, "count": len(names)})
    title = book.properties.title or ""
    if book.properties.creator == OURS and BETWEEN in title:
        notes.append({"code": "ours", "club": title.rsplit(BETWEEN, 1)[1]})
    return notes


def _rows(book: Any, sheet: Any) -> tuple[list[tuple[int, list[str]]], list[Note]]:
    with sheet._get_source() as source:
        parser = _Parser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        cells_of = dict(_cells(parser))
    merged = _fill_merged(cells_of, parser.merged)
    mangled = sum(cells != [repair_encoding(cell) for cell in cells] for cells in cells_of.values())
    rows = trim_rows(
        (number, [tidy_cell(repair_encoding(cell)) for cell in cells])
        for number, cells in sorted(cells_of.items())
    )
    counts = (
        ("formulas", parser.formulas),
        ("unknown-formulas", parser.unknown),
        ("merged", merged),
        ("mended", mangled),
    )
    return rows, [{"code": code, "count": count} for code, count in counts if count]


def _cells(parser: _Parser) -> Iterator[tuple[int, list[str]]]:
    full = 0
    for number, cells in parser.parse():
        texts: list[str] = []
        for cell in cells:
            text = _text(cell["value"])
            if text and cell["column"] > 4 * MOST_COLUMNS:
                raise Unreadable("too-many-columns", most=MOST_COLUMNS, row=number)
            if text:
                texts += [""] * (cell["column"] - len(texts))
                texts[cell["column"] - 1] = text
        full += bool(texts)
        if full > MOST_ROWS:
            raise Unreadable("too-many-rows", most=MOST_ROWS)
        if texts:
            yield number, texts


def _fill_merged(cells_of: dict[int, list[str]], merged: Iterable[tuple[int, int, int]]) -> int:
    """Repeats a cell merged over several rows in each of them; returns how many were filled.

    Rows without other cells stay out.
    """
    filled, numbers = 0, sorted(cells_of)
    for column, first, last in merged:
        top = cells_of.get(first, [])
        if last == first or len(top) < column or not top[column - 1]:
            continue
        for number in numbers[bisect_right(numbers, first) : bisect_right(numbers, last)]:
            below = cells_of[number]
            below += [""] * (column - len(below))
            below[column - 1] = top[column - 1]
            filled += 1
        if filled > MOST_ROWS * MOST_COLUMNS:  # ranges over one another, which no spreadsheet program writes
            raise Unreadable("too-many-merged", most=MOST_MERGED)
    return filled


def _text(value: Any) -> str:
    """The cell as a person would read it; days in ISO form."""
    if value is None or isinstance(value, ArrayFormula | DataTableFormula):
        return ""
    if isinstance(value, bool):
        return "sì" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date | time | timedelta):
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
