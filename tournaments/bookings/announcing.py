"""What the organiser does to an evening, told to who has entered it from a phone."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.bookings import asking, letters, places, terms
from tournaments.models import Booking, BookingLetter, Entry, Tournament

Kind = BookingLetter.Kind
#: What somebody who has entered must hear of.
TOLD = ("date", "starts_at", "venue")


def hearers(tournament: Tournament) -> QuerySet[Booking]:
    """Those who are written to of whatever happens to the evening, also who has not confirmed yet."""
    return tournament.bookings.filter(ended_at__isnull=True)


def unreached(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that nobody made from a phone: the organiser alone can tell them."""
    return tournament.entries.filter(withdrawn_at__isnull=True, booking__isnull=True)


def called_off(tournament: Tournament, *, is_off: bool, reason: str) -> None:
    """Writes to everybody: nobody shall go for nothing."""
    kind = Kind.CALLED_OFF if is_off else Kind.HELD
    about = f"version {tournament.version}"
    if not is_off:
        _let_confirm(tournament, timezone.now())
    for booking in hearers(tournament):
        letters.write(booking, kind, about=about, reason=reason)


def _let_confirm(tournament: Tournament, now: datetime) -> None:
    """Nobody could while it was called off: who has not yet has as long as who asks now."""
    until = terms.lapses_at(tournament, terms.rules_of(tournament.club), now)
    hearers(tournament).filter(confirmed_at__isnull=True, lapses_at__lt=until).update(lapses_at=until)


def changed(tournament: Tournament, names: set[str]) -> None:
    """Follows a change of the settings: another day is another reminder, more places move the line."""
    if not names & {*TOLD, "places", "booking_hours"} or not places.has_lines(tournament):
        return
    if "date" in names:
        days = terms.rules_of(tournament.club).retention_days
        forget_on = asking.forget_on(tournament, days)
        # Who has given up is kept no longer than they were told.
        held = Q(ended_at__isnull=True) | Q(forget_on__gt=forget_on)
        tournament.bookings.filter(held).update(forget_on=forget_on)
    if names & set(TOLD) and not tournament.called_off_at and not tournament.closed_at:
        for booking in hearers(tournament):
            letters.write(booking, Kind.CHANGED, about=f"version {tournament.version}")
    places.advance(tournament, timezone.now())
