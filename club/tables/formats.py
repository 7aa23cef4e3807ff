"""The formats in which every table can be taken away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.tables.as_csv import as_csv
from club.tables.as_pdf import as_pdf
from club.tables.columns import Table


@dataclass(frozen=True)
class Format:
    content_type: str
    write: Callable[[Table], bytes]
    #: Rows: beyond, a file takes a server's memory and nobody's evening. Paper has its own bound.
    most_rows: int


def _as_xlsx(table: Table) -> bytes:
    from club.tables.as_xlsx import as_xlsx  # Here: openpyxl takes 8 MB, and numpy with it 12 more.

    return as_xlsx(table)


FORMATS = {
    "csv": Format("text/csv; charset=utf-8", as_csv, 100_000),
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _as_xlsx, 50_000),
    "pdf": Format("application/pdf", as_pdf, 4_000),
}


def written(table: Table, ending: str, formats: Mapping[str, Format] = FORMATS) -> bytes:
    """The table as a file of that ending. Raises ClubInputRefused where the rows are too many for it."""
    chosen = formats[ending]
    rows = [row for _at, row in zip(range(chosen.most_rows + 1), table.rows, strict=False)]
    if len(rows) > chosen.most_rows:
        raise ClubInputRefused(
            "too-many-rows",
            _("Le righe sono più di %(most)s, troppe per questo formato: prendi il CSV, o leggile dall'API.")
            % {"most": chosen.most_rows},
        )
    return chosen.write(replace(table, rows=rows))
