"""The manifest of an archive: its origin, its parts with counts and digests, and whether it can be read."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from django.conf import settings
from django.db import connection, migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.db.models import Field
from django.utils.translation import gettext as _

from club.errors import ArchiveRefused

FORMAT: Final = "criccone-club"
FORMAT_VERSION: Final = 1
FILE: Final = "manifest.json"
#: The apps whose rows are in an archive.
APPS: Final = ("club", "tournaments")


class NoManifest(ValueError):
    """The text is not a manifest."""


@dataclass(frozen=True)
class PartFile:
    """The file of a part: one row a line."""

    model: str
    file: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    program: str
    made_at: str
    club: Mapping[str, str]
    migrations: Mapping[str, list[str]]
    #: For each log, its number of entries and last hash: the club's under "", a tournament's under its key.
    logs: Mapping[str, list[Any]]
    parts: tuple[PartFile, ...]
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    @property
    def counts(self) -> dict[str, int]:
        """The number of rows by model, without empty ones."""
        return {part.model: part.rows for part in self.parts if part.rows}

    def written(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """The manifest in these bytes. Raises NoManifest."""
        try:
            data = json.loads(text)
            if data.get("format") != FORMAT or not _is_number(data["format_version"]):
                raise NoManifest("format")
            if data["format_version"] > FORMAT_VERSION:
                return cls._from_newer_program(str(data.get("program")), data["format_version"])
            made = cls(**{**data, "parts": tuple(PartFile(**part) for part in data["parts"])})
            made._verify()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
            raise NoManifest(str(wrong)) from wrong
        return made

    @classmethod
    def _from_newer_program(cls, program: str, format_version: int) -> Self:
        """The versions alone, for an archive that only a newer program can read."""
        return cls(program, "", {}, {}, {}, (), format_version=format_version)

    def _verify(self) -> None:
        """Raises NoManifest, or another error of Python, for values of a wrong type."""
        texts = [self.program, self.made_at, self.club["slug"], self.club["name"]]
        texts += [text for part in self.parts for text in (part.model, part.file, part.sha256)]
        texts += [name for names in self.migrations.values() for name in names]
        if not all(isinstance(text, str) for text in texts):
            raise NoManifest("text")
        if not all(isinstance(last, list) for last in self.logs.values()):
            raise NoManifest("log")
        if not all(_is_number(part.rows) and _is_number(part.bytes) for part in self.parts):
            raise NoManifest("number")
        if len({part.model for part in self.parts}) < len(self.parts):
            raise NoManifest("twice")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def program_version() -> str:
    """The version of this program."""
    return str(settings.VERSION)


def applied_migrations() -> dict[str, list[str]]:
    """The migrations of this database, by app."""
    return by_app(MigrationRecorder(connection).applied_migrations())


def by_app(migrations: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names of the migrations by app, without squashed ones, whose originals are listed too."""
    ordered = sorted(each for each in migrations if "_squashed_" not in each[1])
    return {app: [name for owner, name in ordered if owner == app] for app in APPS}


HARMLESS: Final = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.AddConstraint,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
)
#: The attributes of a field that the database does not see.
DESCRIPTIVE: Final = ("choices", "verbose_name", "help_text", "blank")


def verify_readable(manifest: Manifest) -> bool:
    """Whether the archive is older than this program. Refuses newer ones, and older ones it cannot read.

    An archive lists the migrations of its database. The migrations that it lacks may add tables, indexes, and
    columns that are empty or have a default, and may loosen a column. A migration that rewrites rows makes an
    archive unreadable, because its rows were not rewritten.
    """
    applied = applied_migrations()
    in_archive = {app: set(names) for app, names in manifest.migrations.items()}
    if manifest.format_version > FORMAT_VERSION or any(
        names - set(applied.get(app, ())) for app, names in in_archive.items()
    ):
        raise ArchiveRefused(
            "newer",
            _(
                "L'archivio viene da una versione più nuova di Criccone (%(theirs)s, qui c'è la %(here)s): "
                "aggiorna questa installazione e riprova."
            )
            % {"theirs": manifest.program[:40], "here": program_version()},
        )
    missing = [
        (app, name) for app, names in applied.items() for name in names if name not in in_archive.get(app, ())
    ]
    loader = MigrationLoader(None, replace_migrations=False)
    if not all(_only_adds(loader, *migration) for migration in missing):
        raise ArchiveRefused(
            "older",
            _(
                "L'archivio viene da una versione più vecchia di Criccone (%(theirs)s, qui c'è la %(here)s), "
                "e i dati da allora sono cambiati di forma: ripristinalo con quella versione, aggiorna "
                "l'installazione e fanne un archivio nuovo."
            )
            % {"theirs": manifest.program[:40], "here": program_version()},
        )
    return bool(missing)


def _only_adds(loader: MigrationLoader, app: str, name: str) -> bool:
    migration = loader.disk_migrations.get((app, name))
    if migration is None:
        return False
    before = loader.project_state((app, name), at_end=False)
    return all(_adds(operation, app, before) for operation in migration.operations)


def _adds(operation: Operation, app: str, before: ProjectState) -> bool:
    if isinstance(operation, migrations.AlterField):
        model = before.models.get((app, operation.model_name_lower))
        old = model.fields.get(operation.name) if model else None
        return old is not None and _loosens(old, operation.field)
    if isinstance(operation, migrations.RunPython):
        return operation.code is migrations.RunPython.noop
    if isinstance(operation, migrations.AddField):
        column = operation.field
        return column.null or column.many_to_many or (column.has_default() and operation.preserve_default)
    return isinstance(operation, HARMLESS)


def _loosens(old: "Field[Any, Any]", new: "Field[Any, Any]") -> bool:
    """Whether every value of the old column is valid in the new one."""
    (_name, kind, places, was), (_name, now_kind, now_places, now) = old.deconstruct(), new.deconstruct()
    loosened = {"null": True} if new.null else {}
    return (kind, places, _shape(was) | loosened) == (now_kind, now_places, _shape(now))


def _shape(column: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in column.items() if name not in DESCRIPTIVE}
