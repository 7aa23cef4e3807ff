"""What the organiser does to an evening, told to who has entered it from a phone."""

from django.utils import timezone

from tournaments.bookings import asking, letters, places, terms
from tournaments.models import BookingLetter, Tournament

Kind = BookingLetter.Kind
#: What somebody who has entered must hear of.
TOLD = ("date", "starts_at", "venue")


def called_off(tournament: Tournament, *, is_off: bool, reason: str) -> None:
    """Writes to everybody, also to who has not confirmed yet: nobody shall go for nothing."""
    kind = Kind.CALLED_OFF if is_off else Kind.HELD
    about = f"version {tournament.version}"
    for booking in tournament.bookings.filter(ended_at__isnull=True):
        letters.write(booking, kind, about=about, reason=reason)


def changed(tournament: Tournament, names: set[str]) -> None:
    """Follows a change of the settings: another day is another reminder, more places move the line."""
    if not names & {*TOLD, "places", "booking_hours"} or not places.has_lines(tournament):
        return
    if "date" in names:
        days = terms.rules_of(tournament.club).retention_days
        tournament.bookings.update(forget_on=asking.forget_on(tournament, days))
    if names & set(TOLD) and not tournament.called_off_at and not tournament.closed_at:
        for booking in tournament.bookings.filter(ended_at__isnull=True):
            letters.write(booking, Kind.CHANGED, about=f"version {tournament.version}")
    places.advance(tournament, timezone.now())
