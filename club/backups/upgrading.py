"""Brings the database to this program's version: a backup first, and back to it if anything goes wrong."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from club.backups import locks, places, restoring
from club.backups.contents import Contents, contents_of, verify_database
from club.backups.making import Backup, write_backup
from club.errors import ClubError, PlaceTaken
from club.os_reasons import reason

#: Tables of Django and of sessions, in which migrations may add and remove rows.
NOT_COUNTED: Final = ("django_", "auth_", "account_", "mfa_", "usersessions_")

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Upgraded:
    steps: int
    #: The backup of the database before it; None where there was nothing to keep.
    backup: Path | None


def pending() -> int:
    """How many migrations of this program the database lacks. One query."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def upgrade(tell: Tell) -> Upgraded:
    """Applies the missing migrations, after a backup; checks every log and that no row is lost.

    `tell` gets a sentence before each long step. Raises ClubError: ``newer-database``, ``in-use`` while the
    pages are served, ``no-backup``, and ``upgrade-failed`` once the former database is back.
    """
    verify_database()
    steps = pending()
    if not steps:
        return Upgraded(0, None)
    if restoring.is_empty():
        tell(_("Preparo la base dati: %(steps)d passi, alcuni secondi…") % {"steps": steps})
        _migrate(steps, tell)
        return Upgraded(steps, None)
    tell(_("Faccio prima una copia di sicurezza…"))
    backup = _backed_up()
    tell(_("Aggiorno la base dati: %(steps)d passi…") % {"steps": steps})
    try:
        with locks.alone():
            _migrate(steps, tell)
            tell(_("Controllo i registri e le righe…"))
            _verify_kept(backup.manifest.contents, contents_of(DEFAULT_DB_ALIAS))
    except PlaceTaken:
        raise
    except BaseException as wrong:  # Ctrl-C too
        raise _undone(backup.path, wrong) from wrong
    return Upgraded(steps, backup.path)


class _Steps(io.StringIO):
    """Receives the output of `migrate`, and tells every twentieth step."""

    def __init__(self, steps: int, tell: Tell) -> None:
        super().__init__()
        self.steps, self.report, self.done = steps, tell, 0

    def write(self, text: str) -> int:
        if text.strip() == "OK":
            self.done += 1
            if self.done % 20 == 0:
                self.report(_("  passo %(done)d di %(steps)d") % {"done": self.done, "steps": self.steps})
        return len(text)


def _migrate(steps: int, tell: Tell) -> None:
    call_command("migrate", interactive=False, no_color=True, stdout=_Steps(steps, tell))


def _backed_up() -> Backup:
    folder = places.own_folder()
    try:
        with locks.backing_up(folder) as is_ours:
            if not is_ours:
                raise PlaceTaken("busy", _("Un'altra copia è in corso: riprova tra un momento."))
            return write_backup(folder, settings.BACKUP_PASSPHRASE, timezone.now())
    except OSError as wrong:
        raise ClubError(
            "no-backup",
            _("Senza copia di sicurezza non aggiorno, e non posso scriverla: %(why)s.")
            % {"why": reason(wrong)},
        ) from wrong


def _verify_kept(before: Contents, after: Contents) -> None:
    """Refuses a database that has lost rows or entries of a log, or whose logs are no longer whole."""
    wrong = [
        name
        for name, rows in before.tables.items()
        if name in after.tables and after.tables[name] < rows and not name.startswith(NOT_COUNTED)
    ]
    wrong += [log for log in after.broken if log not in before.broken]
    wrong += [log for log, (number, _hash) in before.logs.items() if after.logs.get(log, [0])[0] < number]
    if wrong:
        raise ClubError("rows-lost", _("mancano righe in %(where)s") % {"where": ", ".join(wrong)})


def _undone(copy: Path, wrong: BaseException) -> ClubError:
    """Puts the backup back; returns what to raise."""
    connection.close()
    restoring.restore(copy, lambda: settings.BACKUP_PASSPHRASE, replace=True)
    return ClubError(
        "upgrade-failed",
        _(
            "L'aggiornamento non è riuscito (%(why)s). I dati sono quelli di prima: rimetti la versione di "
            "prima del programma e chiedi aiuto. La copia di prima è anche in %(file)s."
        )
        % {"why": str(wrong) or _("interrotto"), "file": copy},
    )
