"""The rows of an archive: each as a line of JSON, and its key in the installation that restores it."""

from __future__ import annotations

import base64
import json
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from itertools import chain
from typing import Any, Final, TypedDict
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import connection
from django.db.models import BinaryField, CharField, Field, JSONField, Max, Model

from club.email_addresses import canonical
from club.models import User

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


# The keys of restored rows: unchanged in an empty table, new ones beside other clubs' rows.
#
# In an empty table every URL with a key stays valid. Otherwise keys are drawn as an insert would draw them,
# in the same order, because some rows are shown in the order of their keys.

NO_KEYS: Final = array("q")


class Keys:
    """A mapping from the archive's keys to those here, by model.

    Sixteen bytes a row: an archive of ten years has millions.
    """

    def __init__(self) -> None:
        self._old: dict[str, array[int]] = {}
        self._new: dict[str, array[int]] = {}
        #: Single rows that exist here already.
        self._put: dict[str, dict[int, int]] = {}
        self._kept: list[type[Model]] = []

    def place(self, model: type[Model], old: Iterable[int]) -> None:
        """Gives every row of the model its key."""
        label, in_order = model._meta.label_lower, array("q", sorted(old))
        self._old[label] = in_order
        if _is_empty(model):
            self._kept.append(model)
            self._new[label] = in_order
        else:
            self._new[label] = array("q", _drawn(model, len(in_order)))

    def put(self, model: type[Model], old: int, new: int) -> None:
        """Maps a row of the archive to a row that exists here."""
        self._put.setdefault(model._meta.label_lower, {})[old] = new

    def present(self, label: str, old: Any) -> int | None:
        """The key here; None if the archive has no such row."""
        if old in self._put.get(label, ()):
            return self._put[label][old]
        keys = self._old.get(label, NO_KEYS)
        at = bisect_left(keys, old) if isinstance(old, int) else len(keys)
        return self._new[label][at] if at < len(keys) and keys[at] == old else None

    def moved(self, label: str) -> Iterator[tuple[int, int]]:
        """The rows whose key changes: old key, new key."""
        return ((old, new) for old, new in self.all_of(label) if old != new)

    def all_of(self, label: str) -> Iterable[tuple[int, int]]:
        """Every row of a model: old key, new key."""
        placed = zip(self._old.get(label, NO_KEYS), self._new.get(label, NO_KEYS), strict=True)
        return chain(placed, self._put.get(label, {}).items())

    def settle(self) -> None:
        """Moves the database's sequences beyond the keys that were kept."""
        with connection.cursor() as cursor:
            for order in connection.ops.sequence_reset_sql(no_style(), self._kept):
                cursor.execute(order)


def _is_empty(model: type[Model]) -> bool:
    """Whether the table is empty; on PostgreSQL it is then locked against other inserts."""
    if model._base_manager.exists():
        return False
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
        return not model._base_manager.exists()
    return True


def _drawn(model: type[Model], count: int) -> list[int]:
    """That many unused keys, in order."""
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = [connection.ops.quote_name(table), column, count]
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", sequence
            )
            return sorted(key for (key,) in cursor.fetchall())
        # The write lock covers the whole file: nobody else draws keys meanwhile.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        drawn = cursor.fetchone()
    highest = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
    first = max(highest, drawn[0] if drawn else 0) + 1
    return list(range(first, first + count))


class AccountRow(TypedDict):
    """The columns of an archived account that a restore reads."""

    id: int
    email: str


def place_accounts(keys: Keys, rows: Sequence[AccountRow]) -> set[int]:
    """Maps the archive's accounts; returns the archive's keys of those whose address has an account here."""
    addresses = {canonical(row["email"]): row["id"] for row in rows}
    here = ((canonical(email), pk) for pk, email in User.objects.values_list("pk", "email"))
    accounts_here = {addresses[email]: pk for email, pk in here if email in addresses}
    keys.place(User, {row["id"] for row in rows} - accounts_here.keys())
    for old, new in accounts_here.items():
        keys.put(User, old, new)
    return set(accounts_here)
