"""The bundle of a club: a ZIP with the manifest and a file of lines for every model."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from django.db.models import Field, Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.handover import values
from club.handover.manifest import FILE, Kept, Manifest, applied, program
from club.handover.parts import Part, all_parts
from club.handover.reading import one_moment
from club.models import Club, Role, User

#: Rows fetched at a time, after each of which it is told how many are done.
SLICE: Final = 1000

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Bundle:
    body: bytes
    manifest: Manifest


def bundle(club: Club, tell: Tell = lambda _done: None) -> Bundle:
    """Everything of the club as it is at this moment. Raises ClubError where a row points elsewhere.

    Nothing is locked: the club goes on working meanwhile.
    """
    zipped = io.BytesIO()
    with one_moment(), zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        club = Club.objects.get(pk=club.pk)
        writer = _Writer(club, archive, tell)
        kept = tuple(writer.write(part) for part in all_parts())
        writer.verify()
        manifest = Manifest(
            program=program(),
            made_at=timezone.now().isoformat(),
            club={"slug": club.slug, "name": club.name},
            migrations=applied(),
            logs=writer.logs,
            parts=kept,
        )
        archive.writestr(FILE, manifest.written())
    return Bundle(zipped.getvalue(), manifest)


@dataclass
class _Writer:
    """Writes the parts one after another, and remembers who pointed to whom."""

    club: Club
    archive: zipfile.ZipFile
    tell: Tell
    done: int = 0
    there: dict[str, set[int]] = field(default_factory=dict)
    pointed_to: defaultdict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    logs: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.accounts = set(Role.objects.filter(club=self.club).values_list("user_id", flat=True))

    def write(self, part: Part) -> Kept:
        name, count, size, digest = f"rows/{part.label}.jsonl", 0, 0, sha256()
        keys = self.there.setdefault(part.label, set())
        with self.archive.open(name, "w", force_zip64=True) as out:
            for row in self._rows(part):
                text = values.line(part.columns, row)
                out.write(text)
                digest.update(text)
                count, size = count + 1, size + len(text)
                keys.add(row[part.columns.index(part.key)])
                self._told()
        return Kept(part.label, name, count, size, digest.hexdigest())

    def _told(self) -> None:
        self.done += 1
        if self.done % SLICE == 0:
            self.tell(self.done)

    def _rows(self, part: Part) -> Iterator[list[Any]]:
        pointing = [(at, column) for at, column in enumerate(part.columns) if column.remote_field]
        for found in rows_of(self.club, part).iterator(chunk_size=SLICE):
            row = list(found)
            for at, column in pointing:
                row[at] = self._pointed(part, column, row[at])
            self._link(part, row)
            yield row

    def _pointed(self, part: Part, column: Field[Any, Any], key: int | None) -> int | None:
        """The key pointed to; none of an account that works for the club no more: its name is in the row."""
        target: type[Model] = column.related_model  # type: ignore[assignment]
        if target is User and column.null and key not in self.accounts:
            return None
        if key is not None:
            self.pointed_to[part.label, target._meta.label_lower].add(key)
        return key

    def _link(self, part: Part, row: list[Any]) -> None:
        """Remembers the last link of each log's chain."""
        names = [column.attname for column in part.columns]
        if "previous_hash" in names:
            said = dict(zip(names, row, strict=True))
            log = "" if said.get("club_id") else str(said["tournament_id"])
            number, _hash = self.logs.get(log, [0, ""])
            if said["number"] > number:
                self.logs[log] = [said["number"], said["hash"]]

    def verify(self) -> None:
        for (label, target), keys in self.pointed_to.items():
            lost = keys - self.there.get(target, set())
            if lost:
                raise ClubError(
                    "points-outside",
                    _(
                        "Una riga di «%(model)s» rimanda a «%(target)s» n. %(key)s, che non è del circolo: "
                        "l'archivio non si può fare. Avvisa chi segue l'installazione."
                    )
                    % {"model": label, "target": target, "key": min(lost)},
                )


def rows_of(club: Club, part: Part) -> QuerySet[Any, Any]:
    """The club's rows of a part in the order of their keys, as tuples of its columns."""
    found = part.model._base_manager.filter(**{part.club: club.pk}).order_by("pk")
    if part.model is User:
        found = found.distinct()
    return found.values_list(*(column.attname for column in part.columns))


def count(club: Club) -> int:
    """How many rows an archive of the club would have: a query a part."""
    return sum(rows_of(club, part).order_by().count() for part in all_parts())
