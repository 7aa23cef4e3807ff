"""Places and the waiting list of an evening. Functions that change them need the tournament's lock."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments import log
from tournaments.actors import PROGRAM
from tournaments.entries.bookings import letters, terms
from tournaments.entries.bookings.terms import BookingState
from tournaments.models import Booking, BookingLetter, Entry, Round, RoundState, Tournament
from tournaments.queries import open_bookings, waiting_line

End = Booking.End
Kind = BookingLetter.Kind


def overdue(now: datetime) -> Q:
    """Selects bookings that were not confirmed in time; for an evening called off, only once its day is over.

    While an evening is called off, nobody can confirm; if it is held after all, the authors get a letter.
    """
    may_lapse = Q(tournament__called_off_at__isnull=True) | Q(tournament__date__lt=timezone.localdate(now))
    return may_lapse & Q(ended_at__isnull=True, confirmed_at__isnull=True, lapses_at__lte=now)


def is_overdue(booking: Booking) -> bool:
    """Whether the booking has lapsed, even if no periodic run has ended it yet."""
    return booking.is_alive and not booking.is_confirmed and booking.lapses_at <= timezone.now()


def is_announced(tournament: Tournament) -> bool:
    """Whether tables have been announced. One query."""
    return tournament.rounds.exclude(state=RoundState.DRAFT).exists()


def taken(tournament: Tournament, team: int | None = None) -> int:
    """The number of places taken, in all or by one team of a challenge: by entries at the desk, and by
    bookings with a place. Two queries."""
    at_desk = tournament.entries.filter(withdrawn_at__isnull=True)
    booked = open_bookings(tournament).filter(has_place=True, entry__isnull=True)
    if team is not None:
        at_desk, booked = at_desk.filter(team=team), booked.filter(team=team)
    return at_desk.count() + booked.count()


def free(tournament: Tournament, team: int | None = None) -> int | None:
    """The number of free places; None without a limit, negative if the desk has admitted more.

    In a challenge each team has half of the places, the odd one for the team that takes it first.
    """
    if tournament.places is None:
        return None
    left = tournament.places - taken(tournament)
    if team is None or not tournament.is_challenge:
        return left
    return min(left, -(-tournament.places // 2) - taken(tournament, team))


def lapse(tournament: Tournament, now: datetime) -> None:
    """Ends the bookings that were not confirmed in time."""
    for booking in tournament.bookings.filter(overdue(now)):
        _lapse(booking, now)


def lapse_oldest(tournament: Tournament, now: datetime) -> bool:
    """Ends the booking that has been unconfirmed for longest; False if all are confirmed."""
    unconfirmed = tournament.bookings.filter(ended_at__isnull=True, confirmed_at__isnull=True)
    oldest = unconfirmed.order_by("asked_at", "pk").first()
    if oldest:
        _lapse(oldest, now)
    return oldest is not None


def _lapse(booking: Booking, now: datetime) -> None:
    end_booking(booking, End.LAPSED, now)
    log.write(booking.tournament, PROGRAM, "booking.lapsed", subject={"booking": booking.number})


def end_booking(booking: Booking, cause: End, now: datetime) -> None:
    """Ends the booking: it loses its place or its position on the waiting list."""
    booking.ended_at, booking.end_cause = now, cause
    booking.has_place, booking.line = False, None
    booking.save(update_fields=["ended_at", "end_cause", "has_place", "line"])


def has_free_place(tournament: Tournament, team: int | None = None) -> bool:
    """Whether a new booking, in a challenge for that team, gets a place: one is free, and nobody waits for
    it."""
    left = free(tournament, team)
    return left is None or (left > 0 and not waiting_line(tournament, team).exists())


def give_place(booking: Booking) -> None:
    """Gives a confirmed pair a place if one is free, else the last position on the waiting list."""
    if booking.has_place:
        return
    tournament = booking.tournament
    if has_free_place(tournament, booking.team):
        booking.has_place = True
        booking.save(update_fields=["has_place"])
        return
    last = tournament.bookings.aggregate(last=Max("line"))["last"] or 0
    booking.line = last + 1
    booking.save(update_fields=["line"])


def advance(tournament: Tournament, now: datetime | None = None) -> list[Booking]:
    """Gives free places to bookings on the waiting list, with a letter, and returns these bookings.

    None get one if the evening is called off or has begun, so that nobody is called to a table too late.
    """
    now = now or timezone.now()
    lapse(tournament, now)
    waiting = list(waiting_line(tournament))
    if not waiting or tournament.called_off_at:
        return []
    if terms.has_begun(tournament, now, announced=is_announced(tournament)):
        return []
    placed = []
    for booking in waiting:
        left = free(tournament, booking.team)
        if left is not None and left <= 0:
            if tournament.is_challenge:
                continue  # the other team may still have room
            break
        placed.append(booking)
        booking.line, booking.has_place = None, True
        booking.save(update_fields=["line", "has_place"])
        log.write(tournament, PROGRAM, "booking.placed", subject={"booking": booking.number})
        # The time makes the letter unique: a booking may lose its place and wait again.
        letters.write_to_all(booking, Kind.FREED, about=now.isoformat())
    return placed


def has_bookings(tournament: Tournament) -> bool:
    """Whether the evening has bookings that have not ended. One query."""
    return tournament.bookings.filter(ended_at__isnull=True).exists()


def fill_freed_places(tournament: Tournament) -> None:
    """Gives freed places to the waiting list; called when an entry leaves or the limit is raised."""
    if has_bookings(tournament):
        advance(tournament)


@dataclass(frozen=True)
class Openness:
    """The places of an evening, taken and free, and whether it takes bookings now."""

    booking_state: BookingState
    taken: int
    places: int | None
    waiting: int
    looking: int
    closes_at: datetime

    @property
    def free(self) -> int | None:
        return None if self.places is None else max(self.places - self.taken, 0)

    @property
    def state(self) -> str:
        """The booking state's name, for templates."""
        return self.booking_state.value


def with_counts(tournaments: QuerySet[Tournament], now: datetime) -> QuerySet[Tournament]:
    """The evenings, annotated with the counts that `openness` needs."""
    lapsed = overdue(now)
    living = Booking.objects.filter(
        ~lapsed, tournament=OuterRef("pk"), ended_at__isnull=True, joined_to__isnull=True
    )
    staying = Entry.objects.filter(tournament=OuterRef("pk"), withdrawn_at__isnull=True)
    announced = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    looking = Q(looks_for_partner=True, confirmed_at__isnull=False)
    return tournaments.annotate(
        entered_count=_count(staying, Q()),
        booked_count=_count(living, Q(has_place=True, entry__isnull=True)),
        waiting_count=_count(living, Q(line__isnull=False)),
        looking_count=_count(living, looking),
        is_announced=Exists(announced),
    )


def openness(tournament: Any, now: datetime) -> Openness:
    """The openness of an evening read by `with_counts`. No query."""
    taken = tournament.entered_count + tournament.booked_count
    # A place freed this minute belongs to the waiting list; in a challenge that may be of one team only,
    # while the other has room.
    waiting = 0 if tournament.is_challenge else tournament.waiting_count
    free = None if tournament.places is None else tournament.places - taken - waiting
    return Openness(
        terms.booking_state(tournament, now, free=free, announced=tournament.is_announced),
        taken,
        tournament.places,
        tournament.waiting_count,
        tournament.looking_count,
        terms.closes_at(tournament),
    )


def openness_of(tournament: Tournament, now: datetime) -> Openness:
    """The openness of one evening. One query."""
    return openness(with_counts(Tournament.objects.filter(pk=tournament.pk), now).get(), now)


def _count(rows: QuerySet[Any], wanted: Q) -> Coalesce:
    """The number of rows of each tournament that match `wanted`."""
    number = rows.order_by().values("tournament").annotate(number=Count("pk", filter=wanted)).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)
