"""The format of a backup: a ZIP of a database dump and a manifest, encrypted if there is a passphrase."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final, Self

from django.utils.translation import gettext as _

from club.backups.contents import Contents
from club.errors import ArchiveRefused
from club.handover import encryption
from club.handover.archive_reader import BROKEN

FORMAT: Final = "criccone-backup"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"
SECRET: Final = "secret"  # noqa: S105 - the name of a file
#: In bytes: enough for about 60,000 logs.
MOST_OF_MANIFEST: Final = 8 * 2**20
MOST_OF_SECRET: Final = 4096
BUFFER: Final = 2**20


@dataclass(frozen=True)
class BackupManifest:
    """The origin of a backup and what its database must hold once it is restored."""

    program: str
    made_at: str
    #: The kind of database: "sqlite" or "postgresql".
    vendor: str
    #: The file of the database in the ZIP, its size and digest.
    file: str
    size: int
    sha256: str
    contents: Contents
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    @property
    def rows(self) -> int:
        return sum(self.contents.tables.values())

    def written(self) -> bytes:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """The manifest in these bytes. Raises ArchiveRefused."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise not_a_backup()
            if data["format_version"] > FORMAT_VERSION:
                raise newer(str(data.get("program")))
            made = cls(**{**data, "contents": Contents(**data["contents"])})
            made._verify()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
            raise not_a_backup() from wrong
        return made

    def _verify(self) -> None:
        """Raises ValueError, TypeError or AttributeError for values of a wrong type."""
        datetime.fromisoformat(self.made_at)
        kept = self.contents
        texts = [self.program, self.vendor, self.file, self.sha256, *kept.broken]
        texts += [name for names in kept.migrations.values() for name in names]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("text")
        if not all(type(number) is int and number >= 0 for number in (self.size, *kept.tables.values())):
            raise ValueError("number")
        if not all(isinstance(last, list) for last in kept.logs.values()):
            raise ValueError("log")


class Hashed:
    """A writer into `out` that counts and hashes the bytes written."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._digest, self.size = out, hashlib.sha256(), 0

    def write(self, body: bytes) -> int:
        self._digest.update(body)
        self.size += len(body)
        return self._out.write(body)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


@contextmanager
def written_backup(path: Path, passphrase: str) -> Iterator[zipfile.ZipFile]:
    """The ZIP to write at `path`, as a `whole_file`."""
    with (
        whole_file(path) as out,
        _sealed(out, passphrase) as stream,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        yield archive


@contextmanager
def _sealed(out: BinaryIO, passphrase: str) -> Iterator[BinaryIO]:
    if not passphrase:
        yield out
        return
    with encryption.sealing(out, passphrase) as writer:
        yield writer


def is_sealed(path: Path) -> bool:
    """Whether the file is encrypted."""
    with path.open("rb") as stream:
        return stream.read(len(encryption.MAGIC)) == encryption.MAGIC


def unsealed(path: Path, passphrase: str, folder: Path) -> Path:
    """The file decrypted into `folder`. Raises ArchiveRefused."""
    plain = folder / "backup.zip"
    try:
        with path.open("rb") as sealed, private(plain) as out:
            for chunk in encryption.opened_chunks(sealed, passphrase):
                out.write(chunk)
    except encryption.NotSealed as wrong:
        raise not_a_backup() from wrong
    except encryption.NotOpened as wrong:
        raise ArchiveRefused(
            "not-opened",
            _(
                "La copia non si apre: la frase segreta non è questa, oppure il file è stato tagliato o "
                "alterato. Riprova con la frase scritta parola per parola, o con la copia precedente."
            ),
        ) from wrong
    return plain


def private(path: Path) -> BinaryIO:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, readable by its owner only. It appears at `path` whole after the block, or never."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        with private(draft) as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@dataclass(frozen=True)
class OpenBackup:
    """A backup's ZIP with its manifest."""

    archive: zipfile.ZipFile
    manifest: BackupManifest

    def unpack(self, target: Path) -> None:
        """Writes the database's file, verified against the manifest. Raises ArchiveRefused."""
        with private(target) as out:
            hashed = Hashed(out)
            for chunk in self._chunks():
                hashed.write(chunk)
                if hashed.size > self.manifest.size:
                    break
        if (hashed.size, hashed.sha256) != (self.manifest.size, self.manifest.sha256):
            raise altered()

    def _chunks(self) -> Iterator[bytes]:
        try:
            with self.archive.open(self.manifest.file) as stream:
                while chunk := stream.read(BUFFER):
                    yield chunk
        except BROKEN as wrong:
            raise altered() from wrong

    def secret(self) -> str:
        """The secret of the installation; empty if the backup has none. Raises ArchiveRefused."""
        if SECRET not in self.archive.namelist():
            return ""
        try:
            with self.archive.open(SECRET) as stream:
                return stream.read(MOST_OF_SECRET).decode()
        except BROKEN as wrong:
            raise altered() from wrong


@contextmanager
def opened_backup(path: Path) -> Iterator[OpenBackup]:
    """An unencrypted backup, open during the block. Raises ArchiveRefused."""
    try:
        archive = zipfile.ZipFile(path)
    except BROKEN as wrong:
        raise not_a_backup() from wrong
    with archive:
        try:
            with archive.open(MANIFEST) as stream:
                text = stream.read(MOST_OF_MANIFEST)
        except BROKEN as wrong:
            raise not_a_backup() from wrong
        backup = OpenBackup(archive, BackupManifest.from_json(text))
        # A secret under another name would be lost silently.
        if not set(archive.namelist()) <= {MANIFEST, SECRET, backup.manifest.file}:
            raise altered()
        yield backup


def not_a_backup() -> ArchiveRefused:
    return ArchiveRefused(
        "foreign",
        _(
            "Questo file non è una copia di sicurezza intera: scegline una scritta da «backup» "
            "(criccone-….zip). L'archivio di un circolo solo si ripristina con restore_club."
        ),
    )


def altered() -> ArchiveRefused:
    return ArchiveRefused(
        "altered",
        _("La copia è stata tagliata o alterata: usa la copia precedente, o quella nell'altra cartella."),
    )


def newer(program: str) -> ArchiveRefused:
    return ArchiveRefused(
        "newer",
        _(
            "La copia viene da una versione più nuova di Criccone (%(theirs)s): aggiorna il programma e "
            "riprova."
        )
        % {"theirs": program[:40]},
    )
