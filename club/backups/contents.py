"""The contents of a database by which a backup is verified, and the refusal of a newer program's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.handover.manifest import program_version
from club.history.hash_chain import EntryRow, LogReading, first_broken
from club.models.club import ChainedEntry

#: Entries fetched at a time.
SLICE: Final = 1000
#: The alias of a database that is being verified.
COPY: Final = "copy"


@dataclass(frozen=True)
class Contents:
    """Rows by table, migrations by app, and the number and hash of each log's last entry."""

    tables: dict[str, int]
    migrations: dict[str, list[str]]
    logs: dict[str, list[Any]]
    #: The logs whose chain does not hold.
    broken: list[str]


def contents_of(alias: str) -> Contents:
    """The contents of a database. Verifies the chain of every log, so it reads all their entries."""
    connection = connections[alias]
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        tables = {}
        for name in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT COUNT(*) FROM {quoted(name)}")  # noqa: S608 - a name of the database
            tables[name] = cursor.fetchone()[0]
    logs, broken = {}, []
    for model in apps.get_models():
        if issubclass(model, ChainedEntry) and model._meta.db_table in tables:
            for name, last, holds in _logs(model, alias):
                logs[name] = last
                broken += [] if holds else [name]
    return Contents(tables, migrations_of(alias), logs, broken)


def _logs(model: type[ChainedEntry], alias: str) -> Iterator[tuple[str, list[Any], bool]]:
    """Yields each log's name, its last number and hash, and whether its chain holds.

    Columns that an older database lacks are left out.
    """
    owner = "club_id" if hasattr(model, "club_id") else "tournament_id"
    with connections[alias].cursor() as cursor:
        described = connections[alias].introspection.get_table_description(cursor, model._meta.db_table)
    columns = EntryRow.columns({column.name for column in described})
    rows = model._base_manager.using(alias).order_by(owner, "number").values_list(owner, *columns)
    for key, entries in groupby(rows.iterator(chunk_size=SLICE), key=itemgetter(0)):
        log = LogReading(EntryRow(*values[1:]) for values in entries)
        holds = first_broken(log) is None
        for _rest in log:  # reads on to the last entry: `first_broken` stops where a chain breaks
            pass
        yield f"{model._meta.label_lower}:{key}", [log.number, log.hash], holds


def migrations_of(alias: str) -> dict[str, list[str]]:
    """The applied migrations of a database, by app. One query."""
    by_app: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connections[alias]).applied_migrations()):
        by_app.setdefault(app, []).append(name)
    return by_app


@contextmanager
def copy_opened(settings: dict[str, Any]) -> Iterator[str]:
    """The alias of another database, open during the block."""
    connections[COPY] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, COPY)
    try:
        yield COPY
    finally:
        connections[COPY].close()
        del connections[COPY]


# The refusal of a newer program's database, on which the pages of this one would fail one after another.
# Unknown migrations reveal it, in a database and in a backup.


def unknown_migrations(migrations: dict[str, list[str]]) -> list[str]:
    """The migrations that this program lacks: a database that has some belongs to a newer program.

    Apps that are not installed here do not count.
    """
    loader = MigrationLoader(None)
    known = loader.disk_migrations.keys() | {
        replaced for migration in loader.disk_migrations.values() for replaced in migration.replaces
    }
    return [
        f"{app}.{name}"
        for app, names in migrations.items()
        for name in names
        if app in loader.migrated_apps and (app, name) not in known
    ]


def verify_database() -> None:
    """Raises ClubError if the database has migrations that this program lacks. One query."""
    if unknown := unknown_migrations(migrations_of(DEFAULT_DB_ALIAS)):
        raise ClubError(
            "newer-database",
            _(
                "La base dati è di una versione più nuova di Criccone (%(unknown)s; qui c'è la %(here)s): "
                "aggiorna il programma, oppure ripristina una copia di sicurezza fatta con questa versione."
            )
            % {"unknown": max(unknown), "here": program_version()},
        )


def check_database(**options: Any) -> list[CheckMessage]:
    """The refusal as a check of `migrate`, which the server's containers wait for."""
    if not options.get("databases"):
        return []
    try:
        verify_database()
    except ClubError as refusal:
        return [Error(str(refusal), id="club.E002")]
    return []
