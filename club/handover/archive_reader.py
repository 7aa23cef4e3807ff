"""Reads an archive of another installation: verifies it and collects its keys before a row is written."""

import io
import os
import zipfile
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, BinaryIO, Final, cast

from django.db.models import Model
from django.utils.translation import gettext as _

from club.errors import ArchiveRefused, PlaceTaken
from club.handover import manifest, rows
from club.handover.manifest import FILE, Manifest, NoManifest, PartFile
from club.handover.parts import Part, all_parts
from club.handover.rows import AccountRow
from club.models import Club, User
from club.untrusted_files import open_zip

#: The largest archive, packed and unpacked; the longest line (an uploaded sheet in base64); the largest
#: manifest.
MOST_BYTES: Final = 256 * 2**20
MOST_UNPACKED: Final = 2 * 2**30
MOST_LINE: Final = 24 * 2**20
MOST_OF_MANIFEST: Final = 2**20
#: Higher keys are refused: inserting them would exhaust the sequence.
HIGHEST_KEY: Final = 2**48


#: Rows inserted in one query, and the size of their lines beyond which fewer are.
BATCH: Final = 500
BATCH_BYTES: Final = 2**20
#: Rows between two reports of progress.
PROGRESS_ROWS: Final = 500


def _ignore_progress(_done: int, _total: int) -> None:
    """Reports no progress."""


class OpenArchive:
    """An unencrypted archive.

    Reading verifies each part against the manifest, and never unpacks more than the manifest declares.

    `tell` is called with the rows read and their total. Raises ArchiveRefused.
    """

    def __init__(self, body: bytes | BinaryIO, tell: Callable[[int, int], None] = _ignore_progress) -> None:
        stream = io.BytesIO(body) if isinstance(body, bytes) else body
        verify_size(stream.seek(0, os.SEEK_END))
        self._tell, self._read, self._bytes_read = tell, 0, 0
        try:
            self._archive = open_zip(stream)
            self._members = self._archive.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as wrong:
            raise foreign_file() from wrong
        self.manifest = self._manifest()
        self.is_older = False
        self._kept = {part.model: part for part in self.manifest.parts}

    def _manifest(self) -> Manifest:
        about = next((each for each in self._members if each.filename == FILE), None)
        if about is None or about.file_size > MOST_OF_MANIFEST:
            raise foreign_file()
        try:
            with self._archive.open(about) as stream:
                return Manifest.from_json(stream.read(MOST_OF_MANIFEST))
        except NoManifest as wrong:
            raise foreign_file() from wrong
        except BROKEN as wrong:
            raise altered_file(FILE) from wrong

    def verify(self) -> None:
        """Refuses an archive that is too big or unreadable, or whose files differ from its manifest."""
        self.is_older = manifest.verify_readable(self.manifest)
        names = [each.filename for each in self._members]
        listed = {part.file for part in self.manifest.parts} | {FILE}
        if set(names) != listed or len(names) != len(listed) or len(listed) != len(self._kept) + 1:
            raise altered_file(next(iter(sorted(set(names) ^ listed)), FILE))
        labels = {part.label for part in all_parts()}
        if unknown := self._kept.keys() - labels:
            raise ArchiveRefused(
                "unknown-part",
                _("L'archivio ha dati ignoti a questo programma (%(name)s): aggiorna Criccone e riprova.")
                % {"name": min(unknown)},
            )
        if not self.is_older and (missing := labels - self._kept.keys()):
            raise altered_file(min(missing))
        if sum(part.bytes for part in self.manifest.parts) > MOST_UNPACKED:
            raise too_big()

    def rows(self, part: Part) -> Iterator[dict[str, object]]:
        """Yields the rows of a part; refuses it after the last row if they do not match the manifest."""
        kept = self._kept.get(part.label)
        if kept is None:
            return
        for number, text in enumerate(self._lines(kept), start=1):
            self._count()
            try:
                yield rows.row_of(part.columns, text, is_older=self.is_older)
            except rows.Unfit as wrong:
                raise not_a_row(part, number, str(wrong)) from wrong

    def batches(self, part: Part) -> Iterator[list[dict[str, object]]]:
        """Yields the rows as `rows` does, in lists that are bounded by number and by size."""
        batch: list[dict[str, object]] = []
        begin = self._bytes_read
        for row in self.rows(part):
            batch.append(row)
            if len(batch) == BATCH or self._bytes_read - begin > BATCH_BYTES:
                yield batch
                batch, begin = [], self._bytes_read
        if batch:
            yield batch

    def _count(self) -> None:
        """Reports the progress. Each row is read twice: first to survey it, then to insert it."""
        self._read += 1
        if self._read % PROGRESS_ROWS == 0:
            self._tell(self._read, 2 * sum(part.rows for part in self._kept.values()))

    def _lines(self, kept: PartFile) -> Iterator[bytes]:
        digest, left, count = sha256(), kept.bytes, 0
        try:
            with self._archive.open(kept.file) as stream:
                while text := stream.readline(min(MOST_LINE, left + 1)):
                    digest.update(text)
                    left, count = left - len(text), count + 1
                    self._bytes_read += len(text)
                    if left < 0 or not text.endswith(b"\n"):
                        raise altered_file(kept.file)
                    yield text
        except BROKEN as wrong:
            raise altered_file(kept.file) from wrong
        if (left, count, digest.hexdigest()) != (0, kept.rows, kept.sha256):
            raise altered_file(kept.file)


#: The errors of reading a damaged or hostile ZIP file.
BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    KeyError,
    # A directory whose offset would put its files before the first byte.
    ValueError,
)


def verify_size(size: int) -> None:
    """Refuses a file that is too big, before it is read."""
    if size > MOST_BYTES:
        raise too_big()


def too_big() -> ArchiveRefused:
    return ArchiveRefused(
        "too-big",
        _("Il file è troppo grande per un circolo: al massimo %(most)s MB, e %(open)s MB aperto.")
        % {"most": MOST_BYTES // 2**20, "open": MOST_UNPACKED // 2**20},
    )


def foreign_file() -> ArchiveRefused:
    return ArchiveRefused(
        "foreign",
        _("Nel file non c'è l'archivio di un circolo: scegli quello scaricato dalla pagina «Consegna»."),
    )


def altered_file(where: str) -> ArchiveRefused:
    return ArchiveRefused(
        "altered",
        _("L'archivio è stato tagliato o alterato (%(where)s): fatti dare il file di nuovo.")
        % {"where": where[:80]},
    )


def not_a_row(part: Part, number: int, column: str) -> ArchiveRefused:
    return ArchiveRefused(
        "not-a-row",
        _(
            "Nell'archivio la riga %(number)s di «%(model)s» non si può leggere (%(column)s): fatti dare il "
            "file di nuovo."
        )
        % {"number": number, "model": part.label, "column": column[:80]},
    )


# The first pass over an archive: every byte is verified and every key collected; nothing is written.


@dataclass
class Survey:
    """The content of an archive: keys by model, the club, the accounts, and values that must be unique."""

    keys: dict[str, "array[int]"] = field(default_factory=dict)
    club: dict[str, object] = field(default_factory=dict)
    accounts: list[AccountRow] = field(default_factory=list)
    #: The values that must be unique in the installation, by model and column.
    unique: defaultdict[tuple[type[Model], str], set[str]] = field(default_factory=lambda: defaultdict(set))


def survey_archive(opened: OpenArchive) -> Survey:
    """The survey of an archive that matches its manifest. Raises ArchiveRefused."""
    survey = Survey()
    for part in all_parts():
        keys = survey.keys.setdefault(part.label, array("q"))
        last = 0
        for number, row in enumerate(opened.rows(part), start=1):
            key = row.get(part.key.attname)
            # Rows are in the order of their keys, so a repeated key is not above the one before.
            if not isinstance(key, int) or not last < key <= HIGHEST_KEY:
                raise not_a_row(part, number, part.key.attname)
            keys.append(key)
            last = key
            _collect(survey, part, row)
    if len(survey.keys[Club._meta.label_lower]) != 1:
        raise altered_file(Club._meta.label_lower)
    return survey


def _collect(survey: Survey, part: Part, row: dict[str, object]) -> None:
    if part.model is Club:
        survey.club = row
    elif part.model is User:
        survey.accounts.append(cast(AccountRow, row))
    for column in part.renewed:
        survey.unique[part.model, column].add(cast(str, row[column]))


def codes_in_use(survey: Survey) -> dict[tuple[type[Model], str], set[str]]:
    """The unique values that other rows of this installation already have, by model and column."""
    return {
        (model, column): in_use
        for (model, column), values in survey.unique.items()
        if (in_use := set(_codes_in_use(model, column, sorted(values))))
    }


def _codes_in_use(model: type[Model], column: str, values: list[str]) -> Iterable[str]:
    for some in batches(values):
        yield from model._base_manager.filter(**{f"{column}__in": some}).values_list(column, flat=True)


def batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """The rows in lists of `BATCH`."""
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def refuse_codes_in_use(in_use: dict[tuple[type[Model], str], set[str]]) -> None:
    """Refuses codes in use here, naming some of them."""
    if in_use:
        codes = sorted(code for values in in_use.values() for code in values)
        raise PlaceTaken(
            "codes-taken",
            _(
                "Qui ci sono già gli stessi codici di tornei o tessere (%(codes)s): forse il circolo è già "
                "qui con un altro nome. Per tenerli entrambi ripristina con «codici nuovi» (--new-codes): le "
                "tessere stampate con quei codici andranno ristampate."
            )
            % {"codes": ", ".join(codes[:3]) + (" …" if len(codes) > 3 else "")},
        )
