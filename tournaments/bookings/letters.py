"""Writing letters: in the transaction of what they tell, sent once it has been committed."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.bookings.tasks import deliver
from tournaments.models import Booking, BookingLetter

Kind = BookingLetter.Kind


def write(booking: Booking, kind: Kind, *, about: str = "", **facts: Any) -> BookingLetter:
    """The letter to the booking's own address; the same about the same matter is written once."""
    now = timezone.now()
    letter, is_new = BookingLetter.objects.get_or_create(
        booking=booking,
        kind=kind,
        about=about,
        defaults={"facts": facts, "written_at": now, "due_at": now},
    )
    if is_new:
        # Should the broker be away, the letter waits in its row for the next round of `tasks.tick`.
        transaction.on_commit(lambda: deliver.delay(letter.pk), robust=True)
    return letter


def write_to_all(booking: Booking, kind: Kind, *, about: str = "", **facts: Any) -> None:
    """The letter to everybody of the booking: two who were joined have an address each."""
    for each in (booking, *booking.joined.filter(ended_at__isnull=True)):
        write(each, kind, about=about, **facts)
