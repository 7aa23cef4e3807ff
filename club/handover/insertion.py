"""The second pass over an archive: inserts its rows with new keys, without the changes that `save` makes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django.db import DataError, IntegrityError
from django.db.models import Model
from django.db.models.sql import InsertQuery
from django.utils.translation import gettext as _

from club.errors import ArchiveRefused
from club.handover.archive_reader import OpenArchive
from club.handover.parts import Part, Rows
from club.handover.rows import Keys
from club.models import Club, User

#: The key of no row, which replaces the keys of rows that no longer exist.
NOBODY = 0


@dataclass
class Inserter:
    """Inserts the parts of an archive."""

    opened: OpenArchive
    keys: Keys
    #: The club's slug here.
    slug: str
    #: The codes that other rows have here, by model and column: a row of the archive gets another.
    codes_in_use: Mapping[tuple[Rows, str], set[str]]
    #: Accounts of the archive that exist here already and stay unchanged.
    known: set[int]
    renewed: dict[str, int] = field(default_factory=dict)

    def insert(self, part: Part) -> None:
        """Inserts all rows of a part. Raises ArchiveRefused if the database refuses them."""
        for rows in self.opened.batches(part):
            instances = [
                self._row(part, row) for row in rows if part.model is not User or row["id"] not in self.known
            ]
            try:
                _write(part, instances)
            except (IntegrityError, DataError, ValueError, OverflowError) as wrong:
                raise _refused(part) from wrong

    def _row(self, part: Part, values: dict[str, object]) -> Model:
        for column in part.columns:
            value = values.get(column.attname)
            if value is None:
                continue
            if column is part.key and part.has_own_key:
                values[column.attname] = self.keys.present(part.label, value)
            elif column.remote_field:
                values[column.attname] = self._pointed(part, column.remote_field.model, cast(int, value))
        self._replace_inner_keys(part, values)
        self._renew(part, values)
        return _instance(part, values)

    def _pointed(self, part: Part, target: type[Model], key: int) -> int:
        new = self.keys.present(target._meta.label_lower, key)
        if new is None:
            raise ArchiveRefused(
                "points-outside",
                _("Nell'archivio una riga di «%(model)s» rimanda fuori: fatti dare il file di nuovo.")
                % {"model": part.label},
            )
        return new

    def _replace_inner_keys(self, part: Part, values: dict[str, object]) -> None:
        """Replaces the keys in columns that are not foreign keys."""
        for column, words in part.keys_inside.items():
            values[column] = self._nested(values[column], words)
        for column, kind in part.keys_of_any.items():
            values[column] = self.keys.present(cast(str, values[kind]), values[column]) or NOBODY

    def _nested(self, value: Any, words: Mapping[str, Rows]) -> Any:
        if isinstance(value, list):
            return [self._nested(each, words) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            word: self._key(words[word], each) if word in words else self._nested(each, words)
            for word, each in value.items()
        }

    def _key(self, model: Rows, key: Any) -> Any:
        if not isinstance(key, int) or isinstance(key, bool):
            return key
        return self.keys.present(model._meta.label_lower, key) or NOBODY

    def _renew(self, part: Part, values: dict[str, object]) -> None:
        if "slug" in values and part.model is Club:
            values["slug"] = self.slug
        for column, make in part.renewed.items():
            if values[column] in self.codes_in_use.get((part.model, column), ()):
                values[column] = _unused_code(part, column, make)
                self.renewed[part.label] = self.renewed.get(part.label, 0) + 1


def _unused_code(part: Part, column: str, make: Callable[[], str]) -> str:
    while part.model._base_manager.filter(**{column: (made := make())}).exists():
        pass
    return made


def _instance(part: Part, values: dict[str, object]) -> Model:
    made = part.model(**values)
    if isinstance(made, User):
        made.set_unusable_password()
    return made


def _write(part: Part, rows: list[Model]) -> None:
    """Inserts many rows as `Model.save_base(raw=True)` would one: creation days stay as they are."""
    if not rows:
        return
    query = InsertQuery(part.model)
    columns = part.model._meta.concrete_fields
    query.insert_values(columns, rows, raw=True)
    query.get_compiler(using="default").execute_sql()


def _refused(part: Part) -> ArchiveRefused:
    return ArchiveRefused(
        "rows-refused",
        _("L'archivio ha righe di «%(model)s» che non stanno insieme: fatti dare il file di nuovo.")
        % {"model": part.label},
    )
