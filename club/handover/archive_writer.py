"""Requesting, making, downloading and forgetting the archive of a club."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from hashlib import sha256
from typing import IO, Any, BinaryIO, Final
from uuid import UUID

from celery import shared_task
from django.db import connection, transaction
from django.db.models import Field, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.handover import rows
from club.handover.encryption import seal, sealing
from club.handover.manifest import FILE, Manifest, PartFile, applied_migrations, program_version
from club.handover.parts import Part, all_parts, verify_may_be_packed
from club.history import log
from club.history.log import lock
from club.models import Club, Handover, Role, User
from club.slices import CachedProgress, Progress, send

#: Rows between two reports of progress.
SLICE: Final = 1000
#: Rows fetched at a time: stored standings and imported sheets are large.
FETCHED: Final = 50

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Bundle:
    body: bytes
    manifest: Manifest


def bundle(club: Club, tell: Tell = lambda _done: None) -> Bundle:
    """The archive of the club in its current state. Raises ClubError if a row refers to another club's.

    Nothing is locked: the club goes on working meanwhile.
    """
    zipped = io.BytesIO()
    manifest = write_bundle(club, zipped, tell)
    return Bundle(zipped.getvalue(), manifest)


def write_bundle(club: Club, out: IO[bytes], tell: Tell = lambda _done: None) -> Manifest:
    """Writes the archive into `out` as `bundle` makes it, some rows at a time; returns its manifest."""
    with one_moment(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        club = Club.objects.get(pk=club.pk)
        writer = _Writer(club, archive, tell)
        kept = tuple(writer.write(part) for part in all_parts())
        writer.verify()
        manifest = Manifest(
            program=program_version(),
            made_at=timezone.now().isoformat(),
            club={"slug": club.slug, "name": club.name},
            migrations=applied_migrations(),
            logs=writer.logs,
            parts=kept,
        )
        archive.writestr(FILE, manifest.written())
    return manifest


@dataclass
class _Writer:
    """Writes the parts one after another, and collects the keys that they refer to."""

    club: Club
    archive: zipfile.ZipFile
    tell: Tell
    done: int = 0
    keys_written: dict[str, set[int]] = field(default_factory=dict)
    pointed_to: defaultdict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    logs: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.accounts = set(Role.objects.filter(club=self.club).values_list("user_id", flat=True))

    def write(self, part: Part) -> PartFile:
        name, count, size, digest = f"rows/{part.label}.jsonl", 0, 0, sha256()
        keys = self.keys_written.setdefault(part.label, set())
        is_pointed_to = part.label in _labels_pointed_to()
        key_at = part.columns.index(part.key)
        with self.archive.open(name, "w", force_zip64=True) as out:
            for row in self._rows(part):
                text = rows.line_of(part.columns, row)
                out.write(text)
                digest.update(text)
                count, size = count + 1, size + len(text)
                if is_pointed_to:
                    keys.add(row[key_at])
                self._count_row()
        return PartFile(part.label, name, count, size, digest.hexdigest())

    def _count_row(self) -> None:
        self.done += 1
        if self.done % SLICE == 0:
            self.tell(self.done)

    def _rows(self, part: Part) -> Iterator[list[Any]]:
        pointing = [(at, column) for at, column in enumerate(part.columns) if column.remote_field]
        for values in club_rows(self.club, part).iterator(chunk_size=FETCHED):
            row = list(values)
            for at, column in pointing:
                row[at] = self._pointed(part, column, row[at])
            self._note_log_entry(part, row)
            yield row

    def _pointed(self, part: Part, column: Field[Any, Any], key: int | None) -> int | None:
        """The foreign key. For the account of a former officer it is None; the row holds the name."""
        target: type[Model] = column.related_model  # type: ignore[assignment]
        if target is User and column.null and key not in self.accounts:
            return None
        if key is not None:
            self.pointed_to[part.label, target._meta.label_lower].add(key)
        return key

    def _note_log_entry(self, part: Part, row: list[Any]) -> None:
        """Keeps the number and hash of each log's last entry."""
        names = [column.attname for column in part.columns]
        if "previous_hash" in names:
            entry = dict(zip(names, row, strict=True))
            log = "" if entry.get("club_id") else str(entry["tournament_id"])
            number, _hash = self.logs.get(log, [0, ""])
            if entry["number"] > number:
                self.logs[log] = [entry["number"], entry["hash"]]

    def verify(self) -> None:
        for (label, target), keys in self.pointed_to.items():
            lost = keys - self.keys_written.get(target, set())
            if lost:
                raise ClubError(
                    "points-outside",
                    _(
                        "Una riga di «%(model)s» rimanda a «%(target)s» n. %(key)s, che non è del circolo: "
                        "l'archivio non si può fare. Avvisa chi segue l'installazione."
                    )
                    % {"model": label, "target": target, "key": min(lost)},
                )


@cache
def _labels_pointed_to() -> frozenset[str]:
    """The models to which a column of some part refers: only their keys need to be kept."""
    columns = (column for part in all_parts() for column in part.columns if column.remote_field)
    return frozenset(column.related_model._meta.label_lower for column in columns)  # type: ignore[union-attr]


def club_rows(club: Club, part: Part) -> QuerySet[Any, Any]:
    """The club's rows of a part in the order of their keys, as tuples of its columns."""
    rows = part.model._base_manager.filter(**{part.club: club.pk}).order_by("pk")
    if part.model is User:
        rows = rows.distinct()
    return rows.values_list(*(column.attname for column in part.columns))


def row_count(club: Club) -> int:
    """The number of rows in an archive of the club; one query for each part."""
    return sum(club_rows(club, part).order_by().count() for part in all_parts())


@contextmanager
def one_moment() -> Iterator[None]:
    """A read-only transaction that sees one state of the database, while others go on writing.

    REPEATABLE READ on PostgreSQL. On SQLite a deferred transaction: the usual one would take the write lock,
    and an export must not hold up an evening. Inside another transaction it sees that one's state.
    """
    is_outermost = not connection.in_atomic_block
    with _deferred(), transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]


State = Handover.State
#: Seconds for which a report of progress is kept.
PROGRESS_SECONDS: Final = 600
#: How long an archive is kept until it is downloaded.
KEPT: Final = timedelta(hours=1)
#: How long it stays after a download, which may have been cut off.
KEPT_AFTER_FETCHING: Final = timedelta(minutes=10)


def make_archive(handover_id: int) -> None:
    """Stores the archive, or why it failed. Idempotent: if it runs twice, the first archive is stored."""
    running = Handover.objects.filter(pk=handover_id, state=State.RUNNING)
    requested = running.select_related("club").first()
    if requested is None:
        return
    total = row_count(requested.club)
    progress = _progress_of(handover_id)
    try:
        made = bundle(requested.club, lambda done: progress.report(min(done, total), total))
    except ClubError as refusal:
        running.update(state=State.FAILED, trouble=str(refusal)[:300])
        return
    running.update(state=State.READY, made_at=timezone.now(), counts=made.manifest.counts, body=made.body)


@shared_task(name="club.handover.tasks.make_handover")
def make_handover(handover_id: int) -> None:
    """Makes the whole archive at once, not in slices, because its rows must be of one moment."""
    make_archive(handover_id)


def making_progress(handover: Handover) -> Progress:
    """The number of rows written so far, and the total; both 0 before the first report."""
    return _progress_of(handover.pk).current() or Progress()


def _progress_of(handover_id: int) -> CachedProgress:
    return CachedProgress(f"handover:{handover_id}", PROGRESS_SECONDS)


def forget_old() -> int:
    """Deletes the archives and failed requests that are too old; returns how many."""
    now = timezone.now()
    old = Q(asked_at__lt=now - KEPT) | Q(fetched_at__lt=now - KEPT_AFTER_FETCHING)
    return Handover.objects.filter(old).delete()[0]


@shared_task(name="club.handover.tasks.forget_handovers")
def forget_handovers() -> None:
    """Runs every ten minutes by Celery beat; without beat, at the start and when the page is opened."""
    forget_old()


# Requesting, downloading and logging the archive of a club.


@transaction.atomic
def request_archive(club: Club, *, by: User) -> Handover:
    """Requests an archive, which is made after the commit, or returns the one that is being made.

    Refused while an app has secrets (`parts.verify_may_be_packed`).
    """
    lock(club.pk)
    verify_may_be_packed(club)
    forget_old()
    handover = Handover.objects.filter(club=club).defer("body").first()
    if handover and handover.is_running:
        return handover
    Handover.objects.filter(club=club).delete()
    begun = Handover.objects.create(club=club, asked_by=by)
    transaction.on_commit(partial(_send, begun.pk), robust=True)
    return begun


def _send(handover_id: int) -> None:
    if not send(make_handover, handover_id):
        trouble = _("Il lavoro in sottofondo non risponde: riprova fra qualche minuto.")
        Handover.objects.filter(pk=handover_id).update(state=State.FAILED, trouble=trouble)


def write_archive(club: Club, out: BinaryIO, passphrase: str, *, by: User | str) -> dict[str, int]:
    """Writes the encrypted archive into `out`, and logs the delivery; returns rows by model.

    Refused while an app has secrets (`parts.verify_may_be_packed`).
    """
    verify_may_be_packed(club)
    with sealing(out, passphrase) as sealed:
        counts = write_bundle(club, sealed).counts
    _log_delivery(club, counts, by=by)
    return counts


def fetch_archive(club: Club, passphrase: str, *, key: UUID, by: User) -> bytes:
    """The requested archive, encrypted; the download is logged, once for each `key`.

    Refused if there is none any more, if another officer requested it, and for a weak passphrase.
    """
    verify_may_be_packed(club)
    ready = Handover.objects.filter(club=club, asked_by=by, state=Handover.State.READY).first()
    if ready is None or ready.body is None:
        raise ClubError("not-ready", _("L'archivio non c'è più: preparane un altro, ci vuole un momento."))
    sealed = seal(bytes(ready.body), passphrase)
    with transaction.atomic():
        _log_delivery(club, ready.counts, by=by, key=key)
        Handover.objects.filter(pk=ready.pk, fetched_at=None).update(fetched_at=timezone.now())
    return sealed


@transaction.atomic
def _log_delivery(club: Club, counts: dict[str, int], *, by: User | str, key: UUID | None = None) -> None:
    """Logs that all data of the club was downloaded."""
    club = lock(club.pk)
    if log.entry_by_key(club, key):
        return
    after = {
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    log.write(club, by, "club.handed-over", after=after, key=key)


def archive_file_name(slug: str) -> str:
    """The file's name: the club's slug and the date."""
    return f"{slug}-{timezone.localdate():%Y-%m-%d}.zip.age"
