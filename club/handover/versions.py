"""Which archives this program can read: its own, and older ones where only something was added since.

An archive tells the migrations of the database it was made from. Of those it lacks, none may have done
more than add tables, indexes, and columns that are empty or have a default, or let a column be what it could
not be before: whatever rewrote rows here never saw the rows of the archive.
"""

from typing import Any, Final

from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field
from django.utils.translation import gettext as _

from club.handover.errors import ArchiveRefused
from club.handover.manifest import FORMAT_VERSION, Manifest, applied, program

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
#: What a field says of itself that no database hears of.
WORDS: Final = ("choices", "verbose_name", "help_text", "blank")


def verify(manifest: Manifest) -> bool:
    """Whether the archive is older than this program, and can be read all the same. Refuses the others."""
    here = applied()
    theirs = {app: set(names) for app, names in manifest.migrations.items()}
    if manifest.format_version > FORMAT_VERSION or any(
        names - set(here.get(app, ())) for app, names in theirs.items()
    ):
        raise ArchiveRefused(
            "newer",
            _(
                "L'archivio viene da una versione più nuova di Criccone (%(theirs)s, qui c'è la %(here)s): "
                "aggiorna questa installazione e riprova."
            )
            % {"theirs": manifest.program[:40], "here": program()},
        )
    since = [(app, name) for app, names in here.items() for name in names if name not in theirs.get(app, ())]
    loader = MigrationLoader(None)
    if not all(_only_adds(loader, *migration) for migration in since):
        raise ArchiveRefused(
            "older",
            _(
                "L'archivio viene da una versione più vecchia di Criccone (%(theirs)s, qui c'è la %(here)s), "
                "e i dati da allora sono cambiati di forma: ripristinalo con quella versione, aggiorna "
                "l'installazione e fanne un archivio nuovo."
            )
            % {"theirs": manifest.program[:40], "here": program()},
        )
    return bool(since)


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
    """Whether every value of the old column is one of the new: other words for it, or it may be empty now."""
    (_name, kind, places, was), (_name, now_kind, now_places, now) = old.deconstruct(), new.deconstruct()
    loosened = {"null": True} if new.null else {}
    return (kind, places, _shape(was) | loosened) == (now_kind, now_places, _shape(now))


def _shape(column: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in column.items() if name not in WORDS}
