"""Making the archive that was asked for. Worked twice, it is made twice and stored once."""

from django.core.cache import cache
from django.utils import timezone

from club.errors import ClubError
from club.handover import writing
from club.models import Handover

State = Handover.State
#: How long a figure of progress is of use to anybody.
TOLD_SECONDS = 600


def make(handover_id: int) -> None:
    """Stores the bundle, or why there is none."""
    running = Handover.objects.filter(pk=handover_id, state=State.RUNNING)
    asked = running.select_related("club").first()
    if asked is None:
        return
    total = writing.count(asked.club)
    try:
        made = writing.bundle(
            asked.club, lambda done: cache.set(_key(handover_id), (min(done, total), total), TOLD_SECONDS)
        )
    except ClubError as refusal:
        running.update(state=State.FAILED, trouble=str(refusal)[:300])
        return
    running.update(state=State.READY, made_at=timezone.now(), counts=made.manifest.counts, body=made.body)


def progress(handover: Handover) -> tuple[int, int]:
    """Rows done, and rows in all; 0 of 0 before the first thousand."""
    found: tuple[int, int] = cache.get(_key(handover.pk), (0, 0))
    return found


def _key(handover_id: int) -> str:
    return f"handover:{handover_id}"
