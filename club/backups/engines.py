"""Copies a database with the tools of its own engine: SQLite's online backup, `pg_dump`, `pg_restore`."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, Final, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.utils.translation import gettext as _

from club.backups.backup_file import BUFFER, Hashed, altered, private
from club.backups.contents import Contents, contents_of, copy_opened
from club.errors import ClubError
from club.handover.archive_writer import one_moment

#: The name of the database's file in a backup.
FILES: Final = {"sqlite": "criccone.sqlite3", "postgresql": "criccone.dump"}


def dump(out: Hashed, folder: Path) -> Contents:
    """Writes a snapshot of the database, while others go on writing to it; returns its contents.

    `folder` is for drafts. Raises ClubError.
    """
    return (_dump_postgres if connection.vendor == "postgresql" else _dump_sqlite)(out, folder)


def _dump_sqlite(out: Hashed, folder: Path) -> Contents:
    draft = folder / "draft.sqlite3"
    private(draft).close()
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)
        # So that the file is complete without a write-ahead log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    contents = verified_sqlite(draft)
    with draft.open("rb") as stream:
        shutil.copyfileobj(stream, out, BUFFER)
    return contents


def verified_sqlite(path: Path) -> Contents:
    """The contents of a SQLite file that is intact. Raises ArchiveRefused."""
    own = {**connection.settings_dict, "NAME": str(path), "OPTIONS": {}}
    try:
        with closing(sqlite3.connect(path)) as copy:
            is_intact = copy.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError as wrong:
        raise altered() from wrong
    if not is_intact:
        raise altered()
    with copy_opened(own) as alias:
        return contents_of(alias)


def _dump_postgres(out: Hashed, _folder: Path) -> Contents:
    """Both `pg_dump` and the counts read the snapshot of one transaction, so they see the same moment."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
        words = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        with _running(words, str(connection.settings_dict["NAME"])) as dumping:
            shutil.copyfileobj(cast(IO[bytes], dumping.stdout), out, BUFFER)
        return contents_of(DEFAULT_DB_ALIAS)


def load_postgres(dump_file: Path, database: str) -> None:
    """Restores the dump into an empty database, in one transaction. Raises ClubError."""
    words = ["pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    with _running([*words, f"--dbname={database}", str(dump_file)], database):
        pass


@contextmanager
def _running(words: list[str], database: str) -> Iterator[subprocess.Popen[bytes]]:
    """Yields the program while it runs on that database; raises ClubError if it is missing or fails."""
    program = shutil.which(words[0])
    if program is None:
        raise ClubError(
            "no-program",
            _(
                "Manca il programma %(program)s di PostgreSQL: installa postgresql-client, della versione "
                "del server o più nuova."
            )
            % {"program": words[0]},
        )
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - all words are ours
            [program, *words[1:]],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, **_libpq(database)},
        )
        try:
            yield process
            process.communicate()
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            errors.seek(0)
            raise ClubError(
                "program-failed",
                _("%(program)s non è riuscito: %(why)s")
                % {"program": words[0], "why": errors.read(2000).decode(errors="replace").strip()[:500]},
            )


def _libpq(database: str) -> dict[str, str]:
    """The environment by which PostgreSQL's programs find a database: arguments would show the password."""
    own = connection.settings_dict
    known = {"PGHOST": own["HOST"], "PGPORT": own["PORT"], "PGUSER": own["USER"]}
    known |= {"PGPASSWORD": own["PASSWORD"], "PGDATABASE": database}
    known |= {f"PG{name.upper()}": each for name, each in own["OPTIONS"].items() if name.startswith("ssl")}
    return {name: str(value) for name, value in known.items() if value}


def postgres_copy(database: str) -> dict[str, Any]:
    """The settings of another database on this installation's server."""
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    return {**connection.settings_dict, "NAME": database, "OPTIONS": options}
