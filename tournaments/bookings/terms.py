"""Until when an evening is entered from a phone, and whether it is now."""

from datetime import datetime, time, timedelta
from enum import Enum

from django.utils import timezone

from club.models import Club
from tournaments.models import CalendarRules, Tournament

#: Where no hour is written; for the sums only, it is shown to nobody.
USUAL_START = time(20, 30)


class Door(Enum):
    """What who comes to an evening's page finds; the value names it in the templates."""

    OPEN = "open"
    #: Every place is taken: who enters waits in line.
    FULL = "full"
    #: The closing hour has passed: the desk alone enters people now.
    CLOSED = "closed"
    CALLED_OFF = "called-off"
    #: Tables have been announced, or the day is over.
    OVER = "over"
    #: The club takes no entries from phones for this evening.
    DESK_ONLY = "desk-only"

    @property
    def lets_in(self) -> bool:
        return self in (Door.OPEN, Door.FULL)


def begins_at(tournament: Tournament) -> datetime:
    """When the evening begins, by the installation's clock."""
    at = tournament.starts_at or USUAL_START
    return datetime.combine(tournament.date, at, timezone.get_default_timezone())


def closes_at(tournament: Tournament) -> datetime:
    """Until when one enters, changes or cancels from a phone."""
    return begins_at(tournament) - timedelta(hours=tournament.booking_hours)


def has_begun(tournament: Tournament, now: datetime, *, announced: bool) -> bool:
    """Whether places no longer matter: tables are announced, the evening is closed, or its hour has come."""
    return announced or tournament.closed_at is not None or now >= begins_at(tournament)


def door(tournament: Tournament, now: datetime, *, free: int | None, announced: bool) -> Door:
    """Whether one enters now, with so many places `free` (None: without limit). No query."""
    if tournament.called_off_at:
        return Door.CALLED_OFF
    if has_begun(tournament, now, announced=announced):
        return Door.OVER
    if not tournament.takes_bookings:
        return Door.DESK_ONLY
    if now >= closes_at(tournament):
        return Door.CLOSED
    return Door.FULL if free is not None and free <= 0 else Door.OPEN


def rules_of(club: Club) -> CalendarRules:
    """The club's rules, or the usual ones, not stored. One query."""
    return CalendarRules.objects.filter(club=club).first() or CalendarRules(club=club)


def lapses_at(tournament: Tournament, rules: CalendarRules, now: datetime) -> datetime:
    """Until when a booking made now may be confirmed: so many hours, at the latest the closing hour.

    Who enters in the last minutes has a quarter of an hour all the same.
    """
    held = now + timedelta(hours=rules.hold_hours)
    return max(min(held, closes_at(tournament)), now + timedelta(minutes=15))
