"""The files in one ZIP, and the manifest by which anybody can tell that none was changed."""

import io
import json
import zipfile
from hashlib import sha256
from typing import Any

from django.utils import timezone

from club.tables.filenames import clean
from tournaments.models import Archive

MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
#: Of people's own files: readable by who unpacks them, run by nobody.
PERMISSIONS = 0o644 << 16


def bundled(archive: Archive, files: dict[str, bytes]) -> bytes:
    """The ZIP: one folder, named after the evening. `sha256sum -c SHA256SUMS` verifies what is unpacked."""
    manifest = json.dumps(_manifest(archive, files), ensure_ascii=False, indent=1).encode()
    whole = {**files, MANIFEST: manifest}
    sums = "".join(f"{_digest(body)}  {path}\n" for path, body in sorted(whole.items()))
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, body in sorted({**whole, SUMS: sums.encode()}.items()):
            bundle.writestr(_about(archive, path), body)
    return zipped.getvalue()


def folder(archive: Archive) -> str:
    tournament = archive.tournament
    return clean(f"{tournament.date:%Y-%m-%d} {tournament.name}")[:60].strip(". ")


def _about(archive: Archive, path: str) -> zipfile.ZipInfo:
    made = timezone.localtime(archive.made_at)
    # A ZIP knows no year before 1980 and only even seconds.
    info = zipfile.ZipInfo(f"{folder(archive)}/{path}", (made.year, *made.timetuple()[1:6]))
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, PERMISSIONS
    return info


def _manifest(archive: Archive, files: dict[str, bytes]) -> dict[str, Any]:
    """What this is of, the last link of the log's chain, and the digest of each file."""
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
