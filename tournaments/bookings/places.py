"""Who has a place and who waits for one. Every verb here runs under the tournament's lock."""

from datetime import datetime

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournaments import log
from tournaments.actors import PROGRAM
from tournaments.bookings import letters, terms
from tournaments.models import Booking, BookingLetter, RoundState, Tournament

End = Booking.End
Kind = BookingLetter.Kind


def alive(tournament: Tournament) -> QuerySet[Booking]:
    """The bookings that still count or may: not ended, not of somebody joined to another."""
    return tournament.bookings.filter(ended_at__isnull=True, joined_to__isnull=True)


def overdue(now: datetime) -> Q:
    """Those that nobody confirmed in time. While the evening is called off nobody can, and none lapses before
    its day is over: should it be held after all, they hear so."""
    could = Q(tournament__called_off_at__isnull=True) | Q(tournament__date__lt=timezone.localdate(now))
    return could & Q(ended_at__isnull=True, confirmed_at__isnull=True, lapses_at__lte=now)


def is_overdue(booking: Booking) -> bool:
    """Whether it has lapsed, though no round has looked at it yet."""
    return booking.is_alive and not booking.is_confirmed and booking.lapses_at <= timezone.now()


def announced(tournament: Tournament) -> bool:
    """Whether tables have been announced. One query."""
    return tournament.rounds.exclude(state=RoundState.DRAFT).exists()


def taken(tournament: Tournament) -> int:
    """The places taken: entries made at the desk, and bookings that have one. Two queries."""
    at_desk = tournament.entries.filter(withdrawn_at__isnull=True).count()
    return at_desk + alive(tournament).filter(has_place=True, entry__isnull=True).count()


def free(tournament: Tournament) -> int | None:
    """The places that nobody has; None without a limit. It is below nought where the desk let in more."""
    return None if tournament.places is None else tournament.places - taken(tournament)


def line(tournament: Tournament) -> QuerySet[Booking]:
    """Who waits, the first in line first."""
    return alive(tournament).filter(line__isnull=False).order_by("line")


def position(booking: Booking) -> int:
    """Its place in the line, from 1. One query."""
    return line(booking.tournament).filter(line__lte=booking.line).count()


def lapse(tournament: Tournament, now: datetime) -> None:
    """Ends what nobody confirmed in time; the places they held are free again."""
    for booking in tournament.bookings.filter(overdue(now)):
        end(booking, End.LAPSED, now)
        log.write(tournament, PROGRAM, "booking.lapsed", subject={"booking": booking.number})


def end(booking: Booking, cause: End, now: datetime) -> None:
    """The booking over: no place, no turn in line."""
    booking.ended_at, booking.end_cause = now, cause
    booking.has_place, booking.line = False, None
    booking.save(update_fields=["ended_at", "end_cause", "has_place", "line"])


def hold_one(tournament: Tournament) -> bool:
    """Whether a new booking finds a place: one is free and nobody waits for it."""
    left = free(tournament)
    return left is None or (left > 0 and not line(tournament).exists())


def give(booking: Booking) -> None:
    """A place for a confirmed coppia if there is one, else the end of the line; then the line moves."""
    if booking.has_place:
        return
    tournament = booking.tournament
    if hold_one(tournament):
        booking.has_place = True
        booking.save(update_fields=["has_place"])
        return
    last = tournament.bookings.aggregate(last=Max("line"))["last"] or 0
    booking.line = last + 1
    booking.save(update_fields=["line"])


def advance(tournament: Tournament, now: datetime | None = None) -> list[Booking]:
    """Those of the line who get a place that is free now, each told by letter.

    Nothing where the evening is called off or has begun: nobody is called to a table an hour late.
    """
    now = now or timezone.now()
    lapse(tournament, now)
    waiting = list(line(tournament))
    if not waiting or tournament.called_off_at:
        return []
    if terms.has_begun(tournament, now, announced=announced(tournament)):
        return []
    left = free(tournament)
    lucky = waiting if left is None else waiting[: max(left, 0)]
    for booking in lucky:
        booking.line, booking.has_place = None, True
        booking.save(update_fields=["line", "has_place"])
        log.write(tournament, PROGRAM, "booking.placed", subject={"booking": booking.number})
        # The turn in the line may come twice, where a place was lost in between.
        letters.write_to_all(booking, Kind.FREED, about=now.isoformat())
    return lucky


def has_lines(tournament: Tournament) -> bool:
    """Whether anybody's place may change: asked first where most evenings have no bookings. One query."""
    return tournament.bookings.filter(ended_at__isnull=True).exists()


def freed(tournament: Tournament) -> None:
    """Called by the desk when an entry leaves, and when the limit is raised."""
    if has_lines(tournament):
        advance(tournament)
