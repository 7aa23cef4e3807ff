"""JSON for programs: the keys are never translated, the titles are."""

import json
from datetime import datetime
from typing import Any

from django.utils import timezone

from club.tables.columns import Source, Table, Value
from tournaments.models import Tournament


def as_json(table: Table) -> bytes:
    """What the table is, its columns, and a dictionary a row."""
    keys = [column.key for column in table.columns]
    said = {
        "title": table.title,
        **_of(table.source),
        "columns": [
            {"key": column.key, "title": column.title, "kind": column.kind.name.lower().replace("_", "-")}
            for column in table.columns
        ],
        "rows": [dict(zip(keys, map(_said, cells), strict=True)) for cells in table.cells()],
    }
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def _of(source: Source) -> dict[str, Any]:
    """The evening that the table is of; for a table of the club itself, the club and what of it."""
    said = {"name": source.name, "date": source.date.isoformat()}
    if not isinstance(source, Tournament):
        return {"of": {**said, "club": source.club.name}}
    return {
        "tournament": {
            "code": source.code,
            **said,
            "venue": source.venue,
            "club": source.club.name,
        }
    }


def _said(value: Value) -> str | int | bool | None:
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(timespec="seconds")
    return value if value is None or isinstance(value, str | int) else value.isoformat()
