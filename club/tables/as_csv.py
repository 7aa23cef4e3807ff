"""CSV as an Italian Excel opens it by a double click, and every other program reads it.

Excel takes the separator from the computer's region, and in Italy that is the semicolon, because the comma
is for decimals; with commas all of a row lands in its first cell. Without the byte order mark it takes the
accents for those of Windows-1252. The file is the same in English: the computer's region does not change with
the language of a page. Days and moments are in the ISO form, which Excel takes for dates in every region.
"""

import csv
import io
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from club import money
from club.tables.columns import Kind, Table, Value

BYTE_ORDER_MARK = "\ufeff"
# What begins a formula in a spreadsheet (the wide forms too, where the system writes in them), and the white
# space that some programs drop before they look.
FORMULA_MARKS = tuple("=+-@＝＋－＠\t\r\n")


def as_csv(table: Table) -> bytes:
    """UTF-8 with its mark, semicolons, a line of titles, CRLF."""
    page = io.StringIO(newline="")
    page.write(BYTE_ORDER_MARK)
    writer = csv.writer(page, delimiter=";", lineterminator="\r\n")
    writer.writerow([harmless(column.title) for column in table.columns])
    kinds = [column.kind for column in table.columns]
    writer.writerows(list(map(_said, kinds, cells)) for cells in table.cells())
    return page.getvalue().encode()


def harmless(text: str) -> str:
    """The text; after an apostrophe where a spreadsheet would work it out as a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA_MARKS) else text


def _said(kind: Kind, value: Value) -> str | int:
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
    return value if isinstance(value, int) else harmless(value.replace("\x00", ""))
