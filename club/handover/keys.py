"""The keys of the rows that come in: as they were where nobody has them here, new ones elsewhere.

In an empty table they stay, and with them every address that names a row. Beside other clubs' rows new ones
are drawn as any insert draws them; the order stays, for some rows are shown in the order of their keys.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Max, Model


class Keys:
    """From the keys in the archive to those here, by model."""

    def __init__(self) -> None:
        self._new: dict[str, dict[int, int]] = {}
        self._kept: list[type[Model]] = []

    def place(self, model: type[Model], old: Collection[int]) -> None:
        """Gives every row of the model its key."""
        label, in_order = model._meta.label_lower, sorted(old)
        if _is_empty(model):
            self._kept.append(model)
            self._new[label] = {key: key for key in in_order}
        else:
            self._new[label] = dict(zip(in_order, _drawn(model, len(in_order)), strict=True))

    def put(self, model: type[Model], old: int, new: int) -> None:
        """Says that a row of the archive is this one, which is here already."""
        self._new.setdefault(model._meta.label_lower, {})[old] = new

    def of(self, label: str, old: Any) -> int | None:
        """The key here; None where the archive has no such row."""
        return self._new.get(label, {}).get(old)

    def moved(self, label: str) -> Iterator[tuple[int, int]]:
        """The rows that are called otherwise here: old key, new key."""
        return ((old, new) for old, new in self._new.get(label, {}).items() if old != new)

    def all_of(self, label: str) -> Iterable[tuple[int, int]]:
        """Every row of a model: old key, new key."""
        return self._new.get(label, {}).items()

    def settle(self) -> None:
        """Lets the database give out keys beyond those that were kept."""
        with connection.cursor() as cursor:
            for order in connection.ops.sequence_reset_sql(no_style(), self._kept):
                cursor.execute(order)


def _is_empty(model: type[Model]) -> bool:
    """Whether the table has no row; on PostgreSQL it then gets none from others before we are done."""
    if model._base_manager.exists():
        return False
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
        return not model._base_manager.exists()
    return True


def _drawn(model: type[Model], count: int) -> list[int]:
    """So many keys that nobody has or will have, in order."""
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = [connection.ops.quote_name(table), column, count]
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", sequence
            )
            return sorted(key for (key,) in cursor.fetchall())
        # The write lock of the whole file is ours: nobody else draws meanwhile.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        drawn = cursor.fetchone()
    highest = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0
    first = max(highest, drawn[0] if drawn else 0) + 1
    return list(range(first, first + count))
