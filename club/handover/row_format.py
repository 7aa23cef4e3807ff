"""A row as a line of JSON: the same bytes for the same row, whichever database it comes from."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import BinaryField, CharField, Field, JSONField

#: The standings of a thousand pairs have fewer; more would take much more memory than the line.
MOST_VALUES: Final = 500_000


class Unfit(ValueError):
    """The line cannot be a row of its model; the message names the column."""


def line_of(columns: Sequence[Field[Any, Any]], row: Sequence[Any]) -> bytes:
    """The row as a line, its columns by name."""
    values = {column.attname: _json_value(value) for column, value in zip(columns, row, strict=True)}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _json_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def row_of(columns: Sequence[Field[Any, Any]], text: bytes, *, is_older: bool = False) -> dict[str, object]:
    """The values of a line by column. Raises Unfit.

    Columns unknown to an older archive get the model's defaults.
    """
    try:
        if text.count(b",") > MOST_VALUES:
            raise Unfit("JSON")
        values = json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise Unfit("JSON") from broken
    column_of = {column.attname: column for column in columns}
    if not isinstance(values, dict):
        raise Unfit("JSON")
    wrong = values.keys() - column_of.keys() if is_older else values.keys() ^ column_of.keys()
    if wrong:
        raise Unfit(min(wrong))
    return {name: _value(column_of[name], value) for name, value in values.items()}


def _value(column: Field[Any, Any], stored: Any) -> Any:
    if stored is None:
        if column.null or isinstance(column, JSONField):
            return None
        raise Unfit(column.attname)
    if isinstance(column, JSONField):
        return stored
    try:
        value = (
            base64.b64decode(stored, validate=True)
            if isinstance(column, BinaryField)
            else _plain(column, stored)
        )
    except (ValidationError, ValueError, TypeError, OverflowError) as wrong:
        raise Unfit(column.attname) from wrong
    if isinstance(column, CharField) and column.max_length and len(value) > column.max_length:
        raise Unfit(column.attname)
    return value


def _plain(column: Field[Any, Any], stored: Any) -> Any:
    if isinstance(stored, dict | list):
        raise Unfit(column.attname)
    return column.to_python(stored) if column.remote_field is None else int(stored)
