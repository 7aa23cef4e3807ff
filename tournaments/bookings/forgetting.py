"""Names and addresses of who entered from a phone do not stay: the evening over, they go."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Booking

#: What nobody confirmed was perhaps not theirs to write: it goes sooner.
UNCONFIRMED = timedelta(days=7)


def forget_old_requests(now: datetime) -> int:
    """How many bookings were deleted, with their letters and proposals: past their day, or never confirmed.

    Entries that the desk made of them stay, and so does the log, which has neither name nor address.
    """
    stray = Q(ended_at__lt=now - UNCONFIRMED, confirmed_at__isnull=True)
    old = Booking.objects.filter(Q(forget_on__lte=timezone.localdate(now)) | stray)
    count = old.count()
    old.delete()
    return count
