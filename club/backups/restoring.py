"""Restoring a whole installation from a backup: everything is verified before anything is replaced."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from club.backups import engines, locks
from club.backups.backup_file import (
    BackupManifest,
    altered,
    is_sealed,
    newer,
    opened_backup,
    unsealed,
    whole_file,
)
from club.backups.contents import Contents, contents_of, copy_opened, unknown_migrations
from club.errors import ArchiveRefused, ClubError, PlaceTaken
from club.models import Club, User

#: PostgreSQL's code for a database to which somebody is connected.
OBJECT_IN_USE: Final = "55006"


@dataclass(frozen=True)
class Restored:
    manifest: BackupManifest
    #: Where the replaced database is kept: a file or the name of a database; empty if there was none.
    former: str


def restore(path: Path, passphrase: Callable[[], str], *, replace: bool = False) -> Restored:
    """Replaces the installation's database by the backup's. Calls `passphrase` if the backup is encrypted.

    With `replace` a database that has clubs or accounts is replaced, and kept beside the new one. Raises
    ClubError, and then nothing has changed.
    """
    folder = Path(settings.DATA_DIR)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=folder) as drafts:
        plain = unsealed(path, passphrase(), Path(drafts)) if is_sealed(path) else path
        with opened_backup(plain) as backup:
            _verify_fit(backup.manifest)
            if not replace and not is_empty():
                raise _not_empty()
            fresh = Path(drafts) / "database"
            backup.unpack(fresh)
            secret = backup.secret()
            bring_in = _into_postgres if connection.vendor == "postgresql" else _into_sqlite
            former = bring_in(fresh, backup.manifest, timezone.now())
            _store_secret(secret)
            return Restored(backup.manifest, former)


def _verify_fit(manifest: BackupManifest) -> None:
    if manifest.vendor != connection.vendor:
        kinds = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
        raise ArchiveRefused(
            "other-database",
            _(
                "La copia è di un'installazione con %(theirs)s, questa usa %(here)s: cambia DATABASE_URL, o "
                "porta i circoli uno per uno con export_club e restore_club."
            )
            % {
                "theirs": kinds.get(manifest.vendor, manifest.vendor[:20]),
                "here": kinds[connection.vendor],
            },
        )
    if unknown_migrations(manifest.contents.migrations):
        raise newer(manifest.program)


def is_empty() -> bool:
    """Whether the installation has no club and no account, or not even tables.

    A damaged file is not empty: its rows may still be saved by other means.
    """
    try:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
    except DatabaseError:
        return False
    if Club._meta.db_table not in tables or User._meta.db_table not in tables:
        return True
    return not Club.objects.exists() and not User.objects.exists()


def _verify_contents(restored: Contents, manifest: BackupManifest) -> None:
    """Refuses a database whose contents differ from those in the manifest."""
    if restored != manifest.contents:
        raise altered()


def _into_sqlite(fresh: Path, manifest: BackupManifest, now: datetime) -> str:
    target, had_rows = Path(str(connection.settings_dict["NAME"])), not is_empty()
    _verify_contents(engines.verified_sqlite(fresh), manifest)
    connection.close()
    with locks.alone():
        former = _put_aside(target, now)
        fresh.replace(target)
    if had_rows:
        return str(former)
    former.unlink()
    return ""


def _put_aside(target: Path, now: datetime) -> Path:
    """Gives the present database a second name. First merges its write-ahead log into it, so that the new
    database does not find that log.
    """
    former = target.with_name(f"{target.stem}-{now:%Y%m%dT%H%M%SZ}.sqlite3")
    try:
        with closing(sqlite3.connect(target, timeout=0)) as present:
            if present.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",):
                raise locks.in_use()
    except sqlite3.OperationalError as locked:
        raise locks.in_use() from locked
    except sqlite3.DatabaseError:
        # A damaged file goes aside with its log, which may still hold the last rows.
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                target.with_name(target.name + ending).rename(f"{former}{ending}")
    former.hardlink_to(target)
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    return former


def _into_postgres(fresh: Path, manifest: BackupManifest, now: datetime) -> str:
    """Restores into a new database, verifies it, and exchanges the names of the two."""
    present = str(connection.settings_dict["NAME"])
    stamp = f"{now:%Y%m%dT%H%M%SZ}".lower()
    draft, former = f"{present}_draft_{stamp}", f"{present}_{stamp}"
    had_rows = not is_empty()
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    with _maintenance() as order:
        try:
            order("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", draft)
        except DatabaseError as refused:
            raise _not_allowed(refused) from refused
        try:
            engines.load_postgres(fresh, draft)
            with copy_opened(engines.postgres_copy(draft)) as alias:
                _verify_contents(contents_of(alias), manifest)
            _exchange(order, present, draft, former)
        except BaseException:
            order("DROP DATABASE IF EXISTS {}", draft)
            raise
        if not had_rows:
            order("DROP DATABASE {}", former)
    return former if had_rows else ""


def _exchange(order: Callable[..., None], present: str, draft: str, former: str) -> None:
    try:
        order("ALTER DATABASE {} RENAME TO {}", present, former)
    except DatabaseError as refused:
        is_busy = getattr(refused.__cause__, "sqlstate", "") == OBJECT_IN_USE
        raise (locks.in_use() if is_busy else _not_allowed(refused)) from refused
    try:
        order("ALTER DATABASE {} RENAME TO {}", draft, present)
    except BaseException:
        order("ALTER DATABASE {} RENAME TO {}", former, present)
        raise


@contextmanager
def _maintenance() -> Iterator[Callable[..., None]]:
    """Yields a function that runs statements on whole databases, over a connection to another database."""
    # The way in which Django's own test runner creates databases.
    with connection._nodb_cursor() as cursor:

        def order(words: str, *names: str) -> None:
            cursor.execute(words.format(*map(connection.ops.quote_name, names)))

        yield order


def _not_allowed(refused: DatabaseError) -> ClubError:
    return ClubError(
        "no-new-database",
        _("Il server non lascia creare o rinominare una base dati (%(why)s): dai al ruolo CREATEDB.")
        % {"why": str(refused).strip()},
    )


def _store_secret(secret: str) -> None:
    """Puts the backup's secret into the data folder, unless the environment sets one."""
    path = Path(settings.DATA_DIR) / "secret"
    if not secret or not path.exists() or path.read_text(encoding="utf-8") != settings.SECRET_KEY:
        return
    with whole_file(path) as out:
        out.write(secret.encode())


def _not_empty() -> PlaceTaken:
    return PlaceTaken(
        "not-empty",
        _(
            "Questa installazione ha già dei dati: con --force li sostituisci con quelli della copia; quelli "
            "di ora restano da parte, con un altro nome."
        ),
    )
