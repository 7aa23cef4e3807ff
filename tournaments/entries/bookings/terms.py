"""The terms of booking: whether and until when an evening takes bookings, and the club's rules for them."""

from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.history import log
from club.locking import lock
from club.models import Club, User
from tournaments.models import CalendarRules, Tournament

#: Assumed in calculations where no hour was entered; never shown.
USUAL_START = time(20, 30)


class BookingState(Enum):
    """Whether an evening takes bookings now, and if not, why; the value names it in the templates."""

    OPEN = "open"
    #: Every place is taken: new bookings go on the waiting list.
    FULL = "full"
    #: The closing hour has passed: only the desk makes entries now.
    CLOSED = "closed"
    CALLED_OFF = "called-off"
    #: Tables have been announced, or the day is over.
    OVER = "over"
    #: The club takes no bookings for this evening.
    DESK_ONLY = "desk-only"

    @property
    def lets_in(self) -> bool:
        return self in (BookingState.OPEN, BookingState.FULL)


def begins_at(tournament: Tournament) -> datetime:
    """The start of the evening, in the installation's time zone."""
    at = tournament.starts_at or USUAL_START
    return datetime.combine(tournament.date, at, timezone.get_default_timezone())


def closes_at(tournament: Tournament) -> datetime:
    """Until when bookings can be made, changed or cancelled."""
    return begins_at(tournament) - timedelta(hours=tournament.booking_hours)


def has_begun(tournament: Tournament, now: datetime, *, announced: bool) -> bool:
    """Whether places no longer matter: tables are announced, the evening is closed, or its hour has come."""
    return announced or tournament.closed_at is not None or now >= begins_at(tournament)


def booking_state(
    tournament: Tournament, now: datetime, *, free: int | None, announced: bool
) -> BookingState:
    """The booking state with so many places `free` (None: without limit). No query."""
    if tournament.called_off_at:
        return BookingState.CALLED_OFF
    if has_begun(tournament, now, announced=announced):
        return BookingState.OVER
    if not tournament.takes_bookings:
        return BookingState.DESK_ONLY
    if now >= closes_at(tournament):
        return BookingState.CLOSED
    return BookingState.FULL if free is not None and free <= 0 else BookingState.OPEN


def rules_of(club: Club) -> CalendarRules:
    """The club's rules, or the default ones, not stored. One query."""
    return CalendarRules.objects.filter(club=club).first() or CalendarRules(club=club)


def lapses_at(tournament: Tournament, rules: CalendarRules, now: datetime) -> datetime:
    """Until when a booking made now can be confirmed: the club's hours, at the latest the closing hour.

    At least a quarter of an hour, even for a booking made in the last minutes.
    """
    held = now + timedelta(hours=rules.hold_hours)
    return max(min(held, closes_at(tournament)), now + timedelta(minutes=15))


RULE_FIELDS = ("phone", "reminder_at", "hold_hours", "retention_days", "notice")


@transaction.atomic
def change_rules(club: Club, *, by: User, **fields: Any) -> CalendarRules:
    """The rules with `fields` changed; the club's log lists their names, without the text of the notice."""
    club = lock(club.pk)
    rules = rules_of(club)
    changed = [name for name in RULE_FIELDS if name in fields and getattr(rules, name) != fields[name]]
    for name in changed:
        setattr(rules, name, fields[name])
    if changed:
        rules.save()
        log.write(club, by, "calendar.changed", after={"fields": changed})
    return rules


def forget_on(tournament: Tournament, days: int) -> date:
    """The day on which a booking of the evening is deleted."""
    return tournament.date + timedelta(days=days)
