"""Periodic work on bookings: ends unconfirmed ones, sends reminders and lost letters, deletes old ones.

Two runs at once, or a run hours late, send each letter once.
"""

from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from tournaments import queries
from tournaments.entries.bookings import letters, places, terms
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, CalendarRules, Tournament

Kind = BookingLetter.Kind
#: An unconfirmed booking gets a last reminder this long before it lapses, if it is at least this old.
LAST_CALL = timedelta(hours=4)


def run_once(now: datetime) -> int:
    """The number of evenings handled: unconfirmed bookings ended, due letters written."""
    # One day of margin: the dates are in the installation's time zone, `now` is not.
    today = timezone.localdate(now)
    living = Booking.objects.filter(ended_at__isnull=True, tournament=OuterRef("pk"))
    near = Tournament.objects.filter(
        Exists(living), closed_at__isnull=True, date__gte=today - timedelta(days=1)
    )
    keys = list(near.values_list("pk", flat=True))
    for pk in keys:
        with transaction.atomic():
            _update_evening(pk, now)
    return len(keys)


def _update_evening(tournament_id: int, now: datetime) -> None:
    tournament = lock(tournament_id)
    places.lapse(tournament, now)
    places.advance(tournament, now)
    if tournament.called_off_at or terms.has_begun(
        tournament, now, announced=places.is_announced(tournament)
    ):
        return
    _last_calls(tournament, now)
    if now >= reminder_at(tournament, terms.rules_of(tournament.club)):
        _reminders(tournament)


def reminder_at(tournament: Tournament, rules: CalendarRules) -> datetime:
    """The day before the evening, at the club's hour."""
    day_before = tournament.date - timedelta(days=1)
    return datetime.combine(day_before, rules.reminder_at, timezone.get_default_timezone())


def _last_calls(tournament: Tournament, now: datetime) -> None:
    due = queries.open_bookings(tournament).filter(
        confirmed_at__isnull=True, lapses_at__lte=now + LAST_CALL, asked_at__lte=now - LAST_CALL
    )
    for booking in due:
        letters.write(booking, Kind.LAST_CALL)


def _reminders(tournament: Tournament) -> None:
    """Writes each reminder once for each date of the evening: after a change of date it is sent again."""
    confirmed = queries.open_bookings(tournament).filter(confirmed_at__isnull=False, has_place=True)
    for booking in confirmed.prefetch_related("joined"):
        if booking.entry_id and booking.entry and booking.entry.checked_in_at:
            continue
        letters.write_to_all(booking, Kind.REMINDER, about=tournament.date.isoformat())


#: Seconds between two runs, by Celery beat or by the server's own thread.
EVERY = 300.0


@shared_task(name="tournaments.bookings.ticking.tick")
def tick() -> None:
    """Does all periodic work once."""
    now = timezone.now()
    run_once(now)
    letters.send_waiting()
    # On every run, not once a month: the booking page promises the day of deletion.
    forget_old_requests(now)


#: An unconfirmed booking may name people who know nothing of it, so it is deleted sooner.
UNCONFIRMED = timedelta(days=7)


def forget_old_requests(now: datetime) -> int:
    """The number of bookings deleted, with their letters and proposals: past their day, or never confirmed.

    Entries made of them stay, and so does the log, which has neither names nor addresses.
    """
    stray = Q(ended_at__lt=now - UNCONFIRMED, confirmed_at__isnull=True)
    old = Booking.objects.filter(Q(forget_on__lte=timezone.localdate(now)) | stray)
    count = old.count()
    old.delete()
    return count
