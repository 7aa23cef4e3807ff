"""Letters that the clock asks for. A round made twice, or hours late, writes each of them once."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.bookings import letters, places, terms
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, CalendarRules, Tournament

Kind = BookingLetter.Kind
#: How long before a booking lapses its last call goes, to who has had at least as long to answer.
LAST_CALL = timedelta(hours=4)


def round_of(now: datetime) -> int:
    """How many evenings were looked at: overdue bookings ended, what is due written."""
    # A day more on either side: dates are of the installation's clock, `now` of the world's.
    today = timezone.localdate(now)
    living = Booking.objects.filter(ended_at__isnull=True, tournament=OuterRef("pk"))
    near = Tournament.objects.filter(
        Exists(living), closed_at__isnull=True, date__gte=today - timedelta(days=1)
    )
    found = list(near.values_list("pk", flat=True))
    for pk in found:
        with transaction.atomic():
            _look_at(pk, now)
    return len(found)


def _look_at(tournament_id: int, now: datetime) -> None:
    tournament = lock(tournament_id)
    places.lapse(tournament, now)
    places.advance(tournament, now)
    if tournament.called_off_at or terms.has_begun(tournament, now, announced=places.announced(tournament)):
        return
    _last_calls(tournament, now)
    if now >= reminder_at(tournament, terms.rules_of(tournament.club)):
        _reminders(tournament)


def reminder_at(tournament: Tournament, rules: CalendarRules) -> datetime:
    """The day before, at the club's hour."""
    day_before = tournament.date - timedelta(days=1)
    return datetime.combine(day_before, rules.reminder_at, timezone.get_default_timezone())


def _last_calls(tournament: Tournament, now: datetime) -> None:
    due = places.alive(tournament).filter(
        confirmed_at__isnull=True, lapses_at__lte=now + LAST_CALL, asked_at__lte=now - LAST_CALL
    )
    for booking in due:
        letters.write(booking, Kind.LAST_CALL)


def _reminders(tournament: Tournament) -> None:
    """Of this day of the evening: one that is moved is reminded of again."""
    confirmed = places.alive(tournament).filter(confirmed_at__isnull=False, has_place=True)
    for booking in confirmed.prefetch_related("joined"):
        if booking.entry_id and booking.entry and booking.entry.checked_in_at:
            continue
        letters.write_to_all(booking, Kind.REMINDER, about=tournament.date.isoformat())
