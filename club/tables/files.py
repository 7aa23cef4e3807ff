"""Tables as CSV, PDF and Excel files, and the names of files."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club import money
from club.days import day_in_words, short_day
from club.errors import ClubInputRefused
from club.tables import Kind, Source, Table, Value
from club.typesetting import pdf

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
# Characters that begin a formula in a spreadsheet (some systems type the wide forms), and white space that
# some programs strip before them.
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
#: The length of a shortened digest, enough to recognise the whole one in another file.
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


def workbook_file(tables: Sequence[Table]) -> bytes:
    """The tables as the sheets of one workbook. Raises ClubInputRefused for too many rows."""
    from club.tables.workbook import as_workbook  # Imported late, as below.

    return as_workbook([replace(table, rows=_rows(table, FORMATS["xlsx"])) for table in tables])


def _as_xlsx(table: Table) -> bytes:
    from club.tables.workbook import as_xlsx  # Imported late: openpyxl takes 8 MB, and numpy with it 12 more.

    return as_xlsx(table)


FORMATS = {
    "csv": Format("text/csv; charset=utf-8", as_csv, 100_000),
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _as_xlsx, 50_000),
    "pdf": Format("application/pdf", as_pdf, 4_000),
}


def table_file(table: Table, ending: str, formats: Mapping[str, Format] = FORMATS) -> bytes:
    """The table as a file of that ending. Raises ClubInputRefused for too many rows."""
    chosen = formats[ending]
    return chosen.write(replace(table, rows=_rows(table, chosen)))


def _rows(table: Table, chosen: Format) -> list[Any]:
    rows = [row for _at, row in zip(range(chosen.most_rows + 1), table.rows, strict=False)]
    if len(rows) > chosen.most_rows:
        raise ClubInputRefused(
            "too-many-rows",
            _("Le righe sono più di %(most)s, troppe per questo formato: prendi il CSV, o leggile dall'API.")
            % {"most": chosen.most_rows},
        )
    return rows
