"""Refuses the database of a newer program, on which the pages of this one would fail one after another.

Migrations that are unknown here give it away, in a database and in a backup of one.
"""

from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from club.backups.contents import migrations_of
from club.errors import ClubError
from club.handover.manifest import program_version


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
