"""Letters to the holders of bookings when the organiser changes an evening or calls it off."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.entries.bookings import letters, places, terms
from tournaments.models import Booking, BookingLetter, Entry, Tournament

Kind = BookingLetter.Kind
#: The settings whose changes are announced to holders of bookings.
ANNOUNCED = ("date", "starts_at", "venue")


def recipients(tournament: Tournament) -> QuerySet[Booking]:
    """The bookings whose holders get a letter about every change, confirmed or not."""
    return tournament.bookings.filter(ended_at__isnull=True).exclude(email="")


def unreached_entries(tournament: Tournament) -> QuerySet[Entry]:
    """The entries without a booking: only the organiser can inform their players."""
    return tournament.entries.filter(withdrawn_at__isnull=True, booking__isnull=True)


def by_phone_alone(tournament: Tournament) -> QuerySet[Booking]:
    """The bookings whose holders have given only a telephone number: the organiser rings them."""
    return tournament.bookings.filter(ended_at__isnull=True, email="")


def write_called_off(tournament: Tournament, *, is_off: bool, reason: str) -> None:
    """Writes to every holder of a booking that the evening is called off, or held after all."""
    kind = Kind.CALLED_OFF if is_off else Kind.HELD
    about = f"version {tournament.version}"
    if not is_off:
        _let_confirm(tournament, timezone.now())
    for booking in recipients(tournament):
        letters.write(booking, kind, about=about, reason=reason)


def _let_confirm(tournament: Tournament, now: datetime) -> None:
    """Extends unconfirmed bookings, which nobody could confirm while the evening was called off."""
    until = terms.lapses_at(tournament, terms.rules_of(tournament.club), now)
    recipients(tournament).filter(confirmed_at__isnull=True, lapses_at__lt=until).update(lapses_at=until)


def follow_change(tournament: Tournament, names: set[str]) -> None:
    """Updates the bookings after a change of settings: announces a new day, hour or venue, moves the day of
    deletion, and fills places added."""
    if not names & {*ANNOUNCED, "places", "booking_hours"} or not places.has_bookings(tournament):
        return
    if "date" in names:
        days = terms.rules_of(tournament.club).retention_days
        forget_on = terms.forget_on(tournament, days)
        # An ended booking is never kept longer than its holder was promised.
        held = Q(ended_at__isnull=True) | Q(forget_on__gt=forget_on)
        tournament.bookings.filter(held).update(forget_on=forget_on)
    if names & {"date", "starts_at"}:
        unanswered = by_phone_alone(tournament).filter(confirmed_at__isnull=True)
        unanswered.update(lapses_at=terms.begins_at(tournament))
    if names & set(ANNOUNCED) and not tournament.called_off_at and not tournament.closed_at:
        for booking in recipients(tournament):
            letters.write(booking, Kind.CHANGED, about=f"version {tournament.version}")
    places.advance(tournament, timezone.now())
