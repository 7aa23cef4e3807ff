"""Tables to download: declared once, written as CSV, PDF and Excel files."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, auto
from operator import attrgetter
from typing import Any, Protocol

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from club import money
from club.days import day_in_words, short_day
from club.errors import ClubInputRefused
from club.models import Club
from club.typesetting import pdf

Day = date  # for classes with a field named `date`
Value = str | int | bool | date | datetime | None


class Kind(Enum):
    """The kind of a column's values, in every format."""

    TEXT = auto()
    WHOLE = auto()
    #: A whole number shown with its sign.
    SIGNED = auto()
    #: Cents: a number with two decimals in a sheet, an amount on paper.
    EUROS = auto()
    #: An empty cell, to be filled in with a pen.
    BLANK = auto()
    DAY = auto()
    MOMENT = auto()
    YES_NO = auto()
    #: A digest in hexadecimal: complete in files for programs, shortened on paper.
    DIGEST = auto()

    @property
    def is_number(self) -> bool:
        return self in (Kind.WHOLE, Kind.SIGNED, Kind.EUROS)


@dataclass(frozen=True)
class Column:
    """A column: `key` is for programs and never translated; `title` is in the language of the request."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]


class Owner(Protocol):
    """The club of a table."""

    @property
    def name(self) -> str: ...


class Source(Protocol):
    """The subject of a table: an evening, or the register of a club on a day."""

    @property
    def name(self) -> str: ...
    @property
    def date(self) -> Day: ...
    @property
    def venue(self) -> str: ...
    @property
    def club(self) -> Owner: ...


@dataclass(frozen=True)
class Table:
    """Columns and rows; `about` is a line that only the paper shows."""

    title: str
    source: Source
    columns: Sequence[Column]
    rows: Iterable[Any]
    about: str = ""

    def cells(self) -> Iterable[list[Value]]:
        """The rows as lists of values, one at a time."""
        for row in self.rows:
            yield [column.value(row) for column in self.columns]


def field(key: str, title: str, kind: Kind = Kind.TEXT) -> Column:
    """A column of rows that are dictionaries with that key."""
    return Column(key, title, kind, lambda row: row[key])


def attribute(key: str, title: str, kind: Kind = Kind.TEXT) -> Column:
    """A column of rows that are objects with an attribute of that name."""
    return Column(key, title, kind, attrgetter(key))


@dataclass(frozen=True)
class ClubSource:
    """The club on a day as the subject of a table; `name` is in the title and in the file's name."""

    club: Club
    name: str
    date: Day
    venue: str = ""


# Tables as CSV, PDF and Excel files, and the names of files.

# Characters that Windows, macOS or Linux refuse in a name, and invisible ones.
FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+')
#: The most bytes of a name: file systems allow 255, and a browser may add " (1)".
MOST_BYTES = 180


def file_name(title: str, source: Source, ending: str) -> str:
    """The file's name: title, source and date, as "Classifica dopo il turno 2 - Torneo - 2026-11-21.csv"."""
    stem = f"{title} - {source.name}"
    return f"{_cut(clean_file_name(stem))} - {source.date:%Y-%m-%d}.{ending}"


def clean_file_name(name: str) -> str:
    """The name without characters that a file system refuses, but with its accents."""
    spaced = FORBIDDEN.sub(" ", unicodedata.normalize("NFC", name))
    return " ".join(spaced.split()).strip(". ") or "Criccone"


def _cut(name: str) -> str:
    return name.encode()[:MOST_BYTES].decode(errors="ignore").rstrip()


BYTE_ORDER_MARK = "\ufeff"
# These begin a formula in a spreadsheet (some systems type the wide forms), or are white space that some
# programs strip first.
FORMULA_MARKS = tuple("=+-@＝＋－＠\t\r\n")


def as_csv(table: Table) -> bytes:
    """CSV that an Italian Excel opens with a double click: UTF-8 with byte order mark, semicolons, CRLF.

    Excel takes the separator from the computer's region; the Italian one is the semicolon, because the comma
    is for decimals. Without the mark, Excel reads the accents as Windows-1252. The file is the same on
    English pages, because the region does not depend on the page's language. Days are in ISO form, which
    Excel reads in every region.
    """
    page = io.StringIO(newline="")
    page.write(BYTE_ORDER_MARK)
    writer = csv.writer(page, delimiter=";", lineterminator="\r\n")
    writer.writerow([escape_formula(column.title) for column in table.columns])
    kinds = [column.kind for column in table.columns]
    writer.writerows(list(map(_csv_value, kinds, cells)) for cells in table.cells())
    return page.getvalue().encode()


def escape_formula(text: str) -> str:
    """The text, with an apostrophe before it if a spreadsheet would evaluate it as a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA_MARKS) else text


def _csv_value(kind: Kind, value: Value) -> str | int:
    if value is None:
        return ""
    if kind == Kind.EUROS and isinstance(value, int):
        return money.plain(value)
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, int) else escape_formula(value.replace("\x00", ""))


#: The most columns of a page in portrait.
UPRIGHT = 7
#: The length of a shortened digest: enough to find the full one in another file.
OF_A_DIGEST = 12


def as_pdf(table: Table) -> bytes:
    """The table as PDF, with its titles on every page; in landscape if it has many columns."""
    source: Source = table.source
    return pdf(
        "table",
        {
            "club": source.club.name if source.club.name != source.name else "",
            "tournament": source.name,
            "date": day_in_words(source.date),
            "venue": source.venue,
            "title": table.title,
            "about": table.about,
            "lying": len(table.columns) > UPRIGHT,
            "columns": [{"title": column.title, "right": column.kind.is_number} for column in table.columns],
            "rows": [
                [_paper_value(column.kind, value) for column, value in zip(table.columns, cells, strict=True)]
                for cells in table.cells()
            ],
            "empty": _("Ancora niente."),
        },
    )


def _paper_value(kind: Kind, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("sì") if value else ""
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "j/n H:i")
    if isinstance(value, date):
        return short_day(value)
    if kind == Kind.EUROS and isinstance(value, int):
        return money.amount(value)
    if isinstance(value, int):
        signed = f"{value:+d}" if kind == Kind.SIGNED and value else str(value)
        return signed.replace("-", "−")
    return f"{value[:OF_A_DIGEST]}…" if kind == Kind.DIGEST else value


@dataclass(frozen=True)
class Format:
    content_type: str
    write: Callable[[Table], bytes]
    #: The limit of rows, for the server's memory and, on paper, the number of pages.
    most_rows: int


def _as_xlsx(table: Table) -> bytes:
    # Imported late: openpyxl takes 8 MB, and numpy with it 12 more.

    return as_xlsx(table)


FORMATS = {
    "csv": Format("text/csv; charset=utf-8", as_csv, 100_000),
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _as_xlsx, 50_000),
    "pdf": Format("application/pdf", as_pdf, 4_000),
}


def table_file(table: Table, ending: str, formats: Mapping[str, Format] = FORMATS) -> bytes:
    """The table as a file of that ending. Raises ClubInputRefused for too many rows."""
    chosen = formats[ending]
    rows = [row for _at, row in zip(range(chosen.most_rows + 1), table.rows, strict=False)]
    if len(rows) > chosen.most_rows:
        raise ClubInputRefused(
            "too-many-rows",
            _("Le righe sono più di %(most)s, troppe per questo formato: prendi il CSV, o leggile dall'API.")
            % {"most": chosen.most_rows},
        )
    return chosen.write(replace(table, rows=rows))


# A table as an Excel workbook: numbers that add up, dates that sort, text that is never a formula.

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
    """The workbook, written row by row; its title row is frozen and has filters."""
    book = Workbook(write_only=True)
    book.properties.title = _plain(f"{table.title} · {table.source.name}")
    book.properties.creator = "Criccone"
    sheet = book.create_sheet(_plain(NOT_IN_A_SHEET_S_NAME.sub(" ", table.title))[:31].strip("' "))
    rows = list(table.cells())
    _lay_out(sheet, table, rows)
    sheet.append([_heading(sheet, column) for column in table.columns])
    for cells in rows:
        sheet.append(_row(sheet, table, cells))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


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
