"""Requesting, downloading and logging the archive of a club."""

from functools import partial
from typing import BinaryIO
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.handover.archive_writer import forget_old, make_handover, write_bundle
from club.handover.encryption import seal, sealing
from club.history import log
from club.history.log import lock
from club.models import Club, Handover, User
from club.slices import send

State = Handover.State


@transaction.atomic
def request_archive(club: Club, *, by: User) -> Handover:
    """Requests an archive, which is made after the commit, or returns the one that is being made."""
    lock(club.pk)
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
    """Writes the encrypted archive into `out`, and logs the delivery; returns rows by model."""
    with sealing(out, passphrase) as sealed:
        counts = write_bundle(club, sealed).counts
    _log_delivery(club, counts, by=by)
    return counts


def fetch_archive(club: Club, passphrase: str, *, key: UUID, by: User) -> bytes:
    """The requested archive, encrypted; the download is logged, once for each `key`.

    Refused if there is none any more, if another officer requested it, and for a weak passphrase.
    """
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
