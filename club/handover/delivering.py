"""The archive leaves the house: encrypted, and written down in the club's log."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError
from club.handover.sealing import seal
from club.handover.writing import Tell, bundle
from club.locking import lock
from club.models import Club, Handover, User


@dataclass(frozen=True)
class Delivered:
    sealed: bytes
    counts: dict[str, int]


def deliver(club: Club, passphrase: str, *, by: User | str, tell: Tell = lambda _done: None) -> Delivered:
    """The archive of the club as it is now, sealed; its log says who took it."""
    made = bundle(club, tell)
    sealed = seal(made.body, passphrase)
    _note(club, made.manifest.counts, by=by)
    return Delivered(sealed, made.manifest.counts)


def fetch(club: Club, passphrase: str, *, key: UUID, by: User) -> bytes:
    """The archive that `by` had prepared, sealed; under a key already used it is written down once.

    Refused where there is none any more, where another had it prepared, and for a weak passphrase.
    """
    ready = Handover.objects.filter(club=club, asked_by=by, state=Handover.State.READY).first()
    if ready is None or ready.body is None:
        raise ClubError("not-ready", _("L'archivio non c'è più: preparane un altro, ci vuole un momento."))
    sealed = seal(bytes(ready.body), passphrase)
    with transaction.atomic():
        _note(club, ready.counts, by=by, key=key)
        Handover.objects.filter(pk=ready.pk, fetched_at=None).update(fetched_at=timezone.now())
    return sealed


@transaction.atomic
def _note(club: Club, counts: dict[str, int], *, by: User | str, key: UUID | None = None) -> None:
    """Says in the log that everything of the club was taken away."""
    club = lock(club.pk)
    if log.of_key(club, key):
        return
    said = {
        "people": counts.get("club.person", 0),
        "tournaments": counts.get("tournaments.tournament", 0),
        "rows": sum(counts.values()),
    }
    log.write(club, by, "club.handed-over", after=said, key=key)


def file_name(slug: str) -> str:
    """What the file is called: whose it is, and of which day."""
    return f"{slug}-{timezone.localdate():%Y-%m-%d}.zip.age"
