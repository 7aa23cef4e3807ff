"""A table on paper, in the house's look; its titles come again on every page."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club import money
from club.days import day_in_words
from club.tables.columns import Kind, Source, Table, Value
from club.typesetting import pdf

#: Columns that an upright page holds.
UPRIGHT = 7
#: Letters of a digest: enough to find it by, in a file that has it whole.
OF_A_DIGEST = 12


def as_pdf(table: Table) -> bytes:
    """Upright, or lying where the columns are many."""
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
                [_said(column.kind, value) for column, value in zip(table.columns, cells, strict=True)]
                for cells in table.cells()
            ],
            "empty": _("Ancora niente."),
        },
    )


def _said(kind: Kind, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("sì") if value else ""
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "j/n H:i")
    if isinstance(value, date):
        return date_format(value, "j/n/Y")
    if kind == Kind.EUROS and isinstance(value, int):
        return money.told(value)
    if isinstance(value, int):
        signed = f"{value:+d}" if kind == Kind.SIGNED and value else str(value)
        return signed.replace("-", "−")
    return f"{value[:OF_A_DIGEST]}…" if kind == Kind.DIGEST else value
