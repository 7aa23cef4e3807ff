"""Cursors of lists: a cursor that no page could have given is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from urllib.parse import parse_qsl

from django.core.exceptions import ValidationError as Invalid
from django.db import connection
from django.db.models import Field, QuerySet
from django.utils.encoding import force_str
from django.utils.timezone import is_naive
from rest_framework.pagination import Cursor

#: The parts of a cursor: the rows to pass over, whether it goes backwards, and the value to start after.
PARTS: Final = {"o", "r", "p"}


def is_sensible(cursor: Cursor, queryset: QuerySet[Any], order: str, size: int) -> bool:
    """Whether a page of that size may have given the cursor.

    It stands after a value of the order's first column, or after whole pages of rows with the same value.
    """
    if cursor.position is None:
        return bool(cursor.offset) and cursor.offset % size == 0
    return _is_value_of(_column(queryset, order.lstrip("-")), str(cursor.position))


def has_known_parts(decoded: str) -> bool:
    """Whether the text of a cursor consists of its parts, each once."""
    names = [name for name, _value in parse_qsl(decoded, keep_blank_values=True)]
    return bool(names) and len(names) == len(set(names)) and set(names) <= PARTS


def _column(queryset: QuerySet[Any], name: str) -> Field[Any, Any]:
    annotation = queryset.query.annotations.get(name)
    if annotation is not None:
        output: Field[Any, Any] = annotation.output_field
        return output
    column: Field[Any, Any] = queryset.model._meta.get_field(
        queryset.model._meta.pk.name if name == "pk" else name
    )
    return column


def _is_value_of(column: Field[Any, Any], written: str) -> bool:
    """Whether a page would write a value of the column as this text."""
    try:
        value = column.to_python(written)
        column.run_validators(value)
        if isinstance(value, datetime) and is_naive(value):
            return False
        column.get_db_prep_value(value, connection)
    except (Invalid, ValueError, OverflowError):
        return False
    return "\0" not in written and force_str(value) == written
