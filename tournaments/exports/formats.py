"""The formats of exported tables: the club's formats, and JSON for programs."""

import json
from datetime import datetime

from django.utils import timezone

from club.tables import Source, Table, Value, files
from club.tables.files import Format
from tournaments.models import Tournament


def as_json(table: Table) -> bytes:
    """Returns title, source, columns, and an object for each row. Titles are translated, keys are not."""
    keys = [column.key for column in table.columns]
    document = {
        "title": table.title,
        **_about_source(table.source),
        "columns": [
            {"key": column.key, "title": column.title, "kind": column.kind.name.lower().replace("_", "-")}
            for column in table.columns
        ],
        "rows": [dict(zip(keys, map(_json_value, cells), strict=True)) for cells in table.cells()],
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _about_source(source: Source) -> dict[str, object]:
    """Returns the evening of the table; for a table of a club, the club and the subject."""
    about = {"name": source.name, "date": source.date.isoformat()}
    if not isinstance(source, Tournament):
        return {"of": {**about, "club": source.club.name}}
    return {
        "tournament": {
            "code": source.code,
            **about,
            "venue": source.venue,
            "club": source.club.name,
        }
    }


def _json_value(value: Value) -> str | int | bool | None:
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(timespec="seconds")
    return value if value is None or isinstance(value, str | int) else value.isoformat()


FORMATS = {**files.FORMATS, "json": Format("application/json", as_json, 100_000)}


def table_file(table: Table, ending: str) -> bytes:
    """Returns the table as a file of that format. Raises ClubInputRefused where it has too many rows."""
    return files.table_file(table, ending, FORMATS)
