"""Archives do not lie about: they hold all that a club has."""

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from club.models import Handover

#: Waiting to be fetched; and once fetched, for who was cut off half way.
PATIENCE: Final = timedelta(hours=1)
AFTER_FETCHING: Final = timedelta(minutes=10)


def forget_old() -> int:
    """How many archives were thrown away, and beginnings that came to nothing."""
    now = timezone.now()
    old = Q(asked_at__lt=now - PATIENCE) | Q(fetched_at__lt=now - AFTER_FETCHING)
    return Handover.objects.filter(old).delete()[0]
