"""The second reading: rows with their new keys, written as they are, without what a `save` would add."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import DataError, IntegrityError
from django.db.models import Model
from django.db.models.sql import InsertQuery
from django.utils.translation import gettext as _

from club.handover.errors import ArchiveRefused
from club.handover.keys import Keys
from club.handover.opening import Opened
from club.handover.parts import Part, Rows, part_of
from club.handover.surveying import batches
from club.models import User

#: Stands where a key leads to a row that is no more: no row has it.
NOBODY = 0


@dataclass
class Inserter:
    """Writes the parts of an archive."""

    opened: Opened
    keys: Keys
    #: The address of the club here.
    slug: str
    #: What is taken here, by model and column, and is therefore made anew.
    taken: Mapping[tuple[Rows, str], set[str]]
    #: Accounts of the archive that are here already: they stay as they are.
    known: set[int]
    renewed: dict[str, int] = field(default_factory=dict)

    def insert(self, part: Part) -> None:
        """All rows of a part. Raises ArchiveRefused for what the database refuses."""
        for rows in batches(self.opened.rows(part)):
            found = [
                self._row(part, row) for row in rows if part.model is not User or row["id"] not in self.known
            ]
            try:
                _write(part, found)
            except (IntegrityError, DataError, ValueError, OverflowError) as wrong:
                raise _refused(part) from wrong

    def _row(self, part: Part, said: dict[str, Any]) -> Model:
        for column in part.columns:
            value = said.get(column.attname)
            if value is None:
                continue
            if column is part.key and part.has_own_key:
                said[column.attname] = self.keys.of(part.label, value)
            elif column.remote_field:
                said[column.attname] = self._pointed(part, column.remote_field.model, value)
        self._inside(part, said)
        self._renew(part, said)
        return _instance(part, said)

    def _pointed(self, part: Part, target: type[Model], key: int) -> int:
        new = self.keys.of(target._meta.label_lower, key)
        if new is None:
            raise ArchiveRefused(
                "points-outside",
                _("Nell'archivio una riga di «%(model)s» rimanda fuori: fatti dare il file di nuovo.")
                % {"model": part.label},
            )
        return new

    def _inside(self, part: Part, said: dict[str, Any]) -> None:
        """The keys that columns hold without being foreign keys."""
        for column, words in part.keys_inside.items():
            said[column] = self._told(said[column], words)
        for column, kind in part.keys_of_any.items():
            said[column] = self.keys.of(said[kind], said[column]) or NOBODY

    def _told(self, value: Any, words: Mapping[str, Rows]) -> Any:
        if isinstance(value, list):
            return [self._told(each, words) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            word: self._key(words[word], each) if word in words else self._told(each, words)
            for word, each in value.items()
        }

    def _key(self, model: Rows, key: Any) -> Any:
        if not isinstance(key, int) or isinstance(key, bool):
            return key
        return self.keys.of(model._meta.label_lower, key) or NOBODY

    def _renew(self, part: Part, said: dict[str, Any]) -> None:
        if "slug" in said and part_of("club.club") == part:
            said["slug"] = self.slug
        for column, make in part.renewed.items():
            if said[column] in self.taken.get((part.model, column), ()):
                said[column] = _another(part, column, make)
                self.renewed[part.label] = self.renewed.get(part.label, 0) + 1


def _another(part: Part, column: str, make: Callable[[], str]) -> str:
    while part.model._base_manager.filter(**{column: (made := make())}).exists():
        pass
    return made


def _instance(part: Part, said: dict[str, Any]) -> Model:
    made = part.model(**said)
    if isinstance(made, User):
        made.set_unusable_password()
    return made


def _write(part: Part, rows: list[Model]) -> None:
    """As `Model.save_base(raw=True)` does, many at a time: a day of creation is not today."""
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
