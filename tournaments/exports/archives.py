"""The archive of a finished evening, made in slices in the background and packed into one ZIP.

The ZIP contains a manifest and SHA256SUMS, with which anybody can verify that no file was changed.
"""

import io
import json
import time
import zipfile
from datetime import timedelta
from hashlib import sha256
from typing import Final

from celery import shared_task
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.slices import Slices
from club.tables.files import clean_file_name
from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.exports.archive_pages import Files, Steps
from tournaments.locking import lock
from tournaments.models import Archive, ArchiveFile, Tournament

SLICES: Final = Slices(Archive, patience=timedelta(seconds=30))
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
#: Unix permissions of the files in the ZIP: readable by everybody, executable by nobody.
PERMISSIONS = 0o644 << 16
State = Archive.State


@transaction.atomic
def request(tournament_id: int) -> Archive:
    """Returns the archive of the evening's current version and language; starts making it after the commit.

    Idempotent. Archives of other versions are deleted. Refused before the evening is over. Nothing is logged,
    because the tournament does not change.
    """
    tournament = lock(tournament_id)
    if not tournament.is_final:
        raise TournamentError(
            "not-closed",
            _("L'archivio si fa di un torneo finito: concludilo, e aspetta la classifica finale."),
        )
    version, language = queries.live_version(tournament), get_language() or ""
    in_language = tournament.archives.filter(language=language)
    in_language.exclude(version=version).delete()
    in_language.filter(state=State.FAILED).delete()
    archive, _is_new = in_language.get_or_create(
        version=version,
        defaults={"tournament": tournament, "language": language, "total": Steps(tournament).total},
    )
    transaction.on_commit(lambda: go_on(archive), robust=True)
    return archive


def current_archive(tournament: Tournament) -> Archive | None:
    """Returns the archive of the current version and language, finished or not; None if there is none."""
    version = queries.live_version(tournament)
    return tournament.archives.filter(language=get_language() or "", version=version).first()


def go_on(archive: Archive) -> None:
    """Requests the next slice of a running archive, unless a worker is making it."""
    SLICES.ask_next(archive, make_archive)


@shared_task(name="tournaments.takeaway.archives.tasks.make_archive")
def make_archive(archive_id: int) -> None:
    """Makes a slice of an archive. A worker then requests the next one; without workers, the page does."""
    SLICES.run(work, archive_id, make_archive)


def work(archive_id: int) -> bool:
    """Makes a slice and stores it. Returns whether more slices are left.

    No lock is held: if two workers make the same slice, the first to store it wins. If the evening or a name
    in it changes in the meantime, the archive fails, so that all its files show one state.
    """
    running = Archive.objects.filter(pk=archive_id, state=State.RUNNING)
    archive = running.select_related("tournament__club").first()
    if archive is None:
        return False
    with translation.override(archive.language):
        files, done = _slice(archive)
    return _stored(archive, files, done)


def _slice(archive: Archive) -> tuple[Files, int]:
    """Returns the files of at least one step, more while time lasts, and the number of steps done."""
    until = SLICES.deadline()
    steps, done = Steps(archive.tournament, archive.made_at), archive.done
    files: Files = {}
    while done < archive.total and (done == archive.done or time.monotonic() < until):
        files |= steps.files(done)
        done += 1
    return files, done


@transaction.atomic
def _stored(archive: Archive, files: Files, done: int) -> bool:
    """Stores the files of a slice. Returns whether more slices are left."""
    now = Tournament.objects.select_related("club").get(pk=archive.tournament_id)
    if queries.live_version(now) != archive.version:
        SLICES.store(archive, state=State.FAILED)
        return False
    is_over = done >= archive.total
    if not SLICES.store(archive, state=State.DONE if is_over else State.RUNNING, done=done):
        return False
    ArchiveFile.objects.bulk_create(
        ArchiveFile(archive=archive, path=path, body=body) for path, body in files.items()
    )
    if is_over:
        _replace_by_bundle(archive)
    return not is_over


def _replace_by_bundle(archive: Archive) -> None:
    """Replaces the single files by one ZIP, so that nothing is stored twice."""
    files = {each.path: bytes(each.body) for each in archive.files.all()}
    archive.files.all().delete()
    ArchiveFile.objects.create(archive=archive, path="", body=bundled(archive, files))


def bundled(archive: Archive, files: dict[str, bytes]) -> bytes:
    """Returns the ZIP, with one folder named after the evening; `sha256sum -c SHA256SUMS` verifies it."""
    manifest = json.dumps(_manifest(archive, files), ensure_ascii=False, indent=1).encode()
    whole = {**files, MANIFEST: manifest}
    sums = "".join(f"{_digest(body)}  {path}\n" for path, body in sorted(whole.items()))
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, body in sorted({**whole, SUMS: sums.encode()}.items()):
            bundle.writestr(_zip_info(archive, path), body)
    return zipped.getvalue()


def folder(archive: Archive) -> str:
    """Returns the name of the folder in the ZIP: day and name of the evening."""
    tournament = archive.tournament
    return clean_file_name(f"{tournament.date:%Y-%m-%d} {tournament.name}")[:60].strip(". ")


def _zip_info(archive: Archive, path: str) -> zipfile.ZipInfo:
    made = timezone.localtime(archive.made_at)
    # A ZIP stores no year before 1980 and only even seconds.
    info = zipfile.ZipInfo(f"{folder(archive)}/{path}", (made.year, *made.timetuple()[1:6]))
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, PERMISSIONS
    return info


def _manifest(archive: Archive, files: dict[str, bytes]) -> dict[str, object]:
    """Returns the evening's identity, the last hash of its log's chain, and the digest of each file."""
    tournament = archive.tournament
    last = tournament.log.order_by("-number").first()
    return {
        "tournament": tournament.code,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "club": tournament.club.name,
        "made_at": timezone.localtime(archive.made_at).isoformat(timespec="seconds"),
        "language": archive.language,
        "log": {"entries": last.number if last else 0, "last_hash": last.hash if last else ""},
        "sha256": {path: _digest(body) for path, body in sorted(files.items())},
    }


def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()
