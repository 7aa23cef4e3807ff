"""Making the archive that an owner requested, and deleting it when its time has passed."""

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from club.errors import ClubError
from club.handover import archive_writer
from club.models import Handover
from club.slices import CachedProgress, Progress

State = Handover.State
#: Seconds for which a report of progress is kept.
PROGRESS_SECONDS: Final = 600
#: An archive waits this long to be fetched.
KEPT: Final = timedelta(hours=1)
#: Once fetched, it stays for an owner whose download was cut off.
KEPT_AFTER_FETCHING: Final = timedelta(minutes=10)


def make_archive(handover_id: int) -> None:
    """Stores the archive, or why it failed. Run twice, it is made twice and stored once."""
    running = Handover.objects.filter(pk=handover_id, state=State.RUNNING)
    requested = running.select_related("club").first()
    if requested is None:
        return
    total = archive_writer.row_count(requested.club)
    progress = _progress_of(handover_id)
    try:
        made = archive_writer.bundle(requested.club, lambda done: progress.report(min(done, total), total))
    except ClubError as refusal:
        running.update(state=State.FAILED, trouble=str(refusal)[:300])
        return
    running.update(state=State.READY, made_at=timezone.now(), counts=made.manifest.counts, body=made.body)


def making_progress(handover: Handover) -> Progress:
    """The rows written so far, of all; 0 of 0 before the first report."""
    return _progress_of(handover.pk).current() or Progress()


def _progress_of(handover_id: int) -> CachedProgress:
    return CachedProgress(f"handover:{handover_id}", PROGRESS_SECONDS)


def forget_old() -> int:
    """Deletes the archives and the failed requests whose time has passed; returns how many."""
    now = timezone.now()
    old = Q(asked_at__lt=now - KEPT) | Q(fetched_at__lt=now - KEPT_AFTER_FETCHING)
    return Handover.objects.filter(old).delete()[0]
