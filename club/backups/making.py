"""Making a backup of the whole installation while it runs, and when the next one is due."""

from __future__ import annotations

import contextlib
import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Final

from celery import shared_task
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from club.backups import engines, locks, places
from club.backups.backup_file import MANIFEST, SECRET, BackupManifest, Hashed, written_backup
from club.backups.places import SecondPlaceAway, State, broken_logs_sentence
from club.backups.restoring import is_empty
from club.errors import ClubError
from club.handover.manifest import program_version
from club.models.club import ChainedEntry
from club.os_reasons import reason

OLD_DRAFT: Final = timedelta(hours=1)


@dataclass(frozen=True)
class Backup:
    path: Path
    manifest: BackupManifest
    #: Why the second place has no copy; None if it has one, or if no second place is set.
    away: SecondPlaceAway | None = None


def write_backup(folder: Path, passphrase: str, made: datetime) -> Backup:
    """Writes a backup into the folder. Raises ClubError or OSError, and then leaves no file."""
    path = folder / places.file_name(made, is_sealed=bool(passphrase))
    with (
        tempfile.TemporaryDirectory(prefix=".draft-", dir=folder) as drafts,
        written_backup(path, passphrase) as archive,
    ):
        name = engines.FILES[connection.vendor]
        with archive.open(name, "w", force_zip64=True) as out:
            hashed = Hashed(out)  # type: ignore[arg-type]
            contents = engines.dump(hashed, Path(drafts))
        manifest = BackupManifest(
            program=program_version(),
            made_at=made.isoformat(),
            vendor=connection.vendor,
            file=name,
            size=hashed.size,
            sha256=hashed.sha256,
            contents=contents,
        )
        if secret := _secret():
            archive.writestr(SECRET, secret)
        archive.writestr(MANIFEST, manifest.written())
    return Backup(path, manifest)


def _secret() -> str:
    """The secret kept in the data folder: without it no second factor would open after a restore."""
    path = Path(settings.DATA_DIR) / "secret"
    is_kept_here = path.exists() and path.read_text(encoding="utf-8") == settings.SECRET_KEY
    return settings.SECRET_KEY if is_kept_here else ""


def back_up(
    *, passphrase: str | None = None, by_hand: bool = False, is_due: Callable[[], bool] = lambda: True
) -> Backup | None:
    """Makes a backup in the installation's folder, copies it to the second place, and prunes both.

    Returns None if another backup is under way, or if `is_due` is false once the lock is held. Without a
    `passphrase`, uses that of the settings. A failure is stored for the pages and raised as ClubError. That
    the second place is away is stored and returned.
    """
    with _alone() as is_ours:
        if not is_ours or not is_due():
            return None
        now = timezone.localtime()
        made = _made(settings.BACKUP_PASSPHRASE if passphrase is None else passphrase, now)
        broken = made.manifest.contents.broken
        places.store_state(replace(places.state(), trouble=broken_logs_sentence(broken) if broken else ""))
        return replace(made, away=_delivered(now, by_hand=by_hand))


@contextlib.contextmanager
def _alone() -> Iterator[bool]:
    """Yields whether no other process makes or copies backups in the block. Raises ClubError, stored."""
    with _failure_stored():
        folder = places.own_folder()
        stack = contextlib.ExitStack()
        is_ours = stack.enter_context(locks.backing_up(folder))
    with stack:
        yield is_ours


def _made(passphrase: str, now: datetime) -> Backup:
    """A new backup in the installation's folder, which is pruned. Raises ClubError, stored."""
    with _failure_stored():
        folder = places.own_folder()
        forget_drafts(folder, now)
        made = write_backup(folder, passphrase, now)
        places.prune(folder, now)
        return made


@contextlib.contextmanager
def _failure_stored() -> Iterator[None]:
    """Stores a failure of the block for the pages, and raises it as ClubError."""
    try:
        yield
    except OSError as wrong:
        trouble = _("La copia di sicurezza non si può scrivere: %(why)s.") % {"why": reason(wrong)}
        places.store_state(replace(places.state(), trouble=trouble))
        raise ClubError("not-written", trouble) from wrong
    except ClubError as refusal:
        places.store_state(replace(places.state(), trouble=str(refusal)))
        raise


def deliver(*, by_hand: bool = False) -> SecondPlaceAway | None:
    """Copies the newest backup to the second place, if one is set. Returns the reason if that fails.

    Does nothing while another process makes or copies a backup.
    """
    with _alone() as is_ours:
        return _delivered(timezone.localtime(), by_hand=by_hand) if is_ours else None


def _delivered(now: datetime, *, by_hand: bool) -> SecondPlaceAway | None:
    known, to = places.state(), settings.BACKUP_TO
    if not to:
        places.store_state(State(trouble=known.trouble))
        return None
    second_at = known.second_at if known.second == to else ""
    try:
        places.copy_to_second(now, by_hand=by_hand)
    except SecondPlaceAway as away:
        places.store_state(State(known.trouble, to, second_at, away.code, str(away)))
        return away
    newest = places.latest()
    places.store_state(State(known.trouble, to, newest.isoformat() if newest else ""))
    return None


def forget_drafts(folder: Path, now: datetime) -> None:
    """Deletes drafts older than an hour: interrupted backups left them behind."""
    for path in (*folder.glob(".draft-*"), *folder.glob(".criccone-*.draft")):
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_mtime < (now - OLD_DRAFT).timestamp():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


# When the next backup is due: soon after anything was logged, and once a night.

logger = logging.getLogger(__name__)

#: The least time between two backups while acts are logged: the five minutes between two runs, less a margin
#: for a run that comes early.
EVENING: Final = timedelta(minutes=4, seconds=30)
#: The local hour after which the night's backup is due. A laptop that was off makes it at its next start.
NIGHT: Final = time(4)


def is_due(latest: datetime | None, last_act: datetime | None, now: datetime) -> bool:
    """Whether a backup is due at `now`, a local time."""
    # A backup from the future was made before the clock was set back: later acts are not in it.
    if latest is None or latest > now:
        return True
    if latest < _night_before(now):
        return True
    return last_act is not None and last_act > latest and now - latest >= EVENING


def _night_before(now: datetime) -> datetime:
    night = now.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    return night if night <= now else night - timedelta(days=1)


def last_act() -> datetime | None:
    """The time of the newest entry in any log."""
    logs = [model for model in apps.get_models() if issubclass(model, ChainedEntry)]
    newest = (log._base_manager.order_by("-pk").values_list("at", flat=True).first() for log in logs)
    return max((at for at in newest if at), default=None)


def _is_due_now() -> bool:
    return is_due(places.latest(), last_act(), timezone.localtime())


@shared_task(name="club.backups.tasks.keep_backups")
def keep_backups() -> None:
    """Makes a backup if one is due, or else brings the newest to a second place that lacks it.

    Runs every five minutes, by Celery beat or by the server's own thread.
    Two runs at once, of two beat processes, make one backup. A failure is logged and shown on the desk; the
    next run tries again.
    """
    if is_empty():
        return
    try:
        if _is_due_now():
            back_up(is_due=_is_due_now)
        elif places.state().second_trouble:
            deliver()
    except (ClubError, OSError) as wrong:
        logger.warning("The backup was not made: %s", wrong)
