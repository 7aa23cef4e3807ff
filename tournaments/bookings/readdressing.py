"""An e-mail that was written wrong, set right by the desk."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import Actor
from tournaments.bookings import letters, terms
from tournaments.bookings.answering import held, kind_of, verify_alive, verify_runs
from tournaments.errors import TournamentError
from tournaments.models import Booking, BookingLetter
from tournaments.models.booking import new_nonce


@transaction.atomic
def readdress(booking_id: int, email: str, *, by: Actor) -> Booking:
    """The booking with that address: its letter goes there, and links that went elsewhere open nothing.

    Who has not confirmed has as long as who asks now. The same address again changes nothing.
    """
    booking, now = held(booking_id)
    tournament, email = booking.tournament, email.strip().lower()
    verify_alive(booking)
    verify_runs(tournament, now)
    if email == booking.email:
        return booking
    there = tournament.bookings.filter(email=email, ended_at__isnull=True).first()
    if there:
        raise TournamentError(
            "address-entered",
            _("Con questo indirizzo c'è già un'iscrizione alla serata: %(names)s.") % {"names": there.names},
        )
    booking.email, booking.nonce = email, new_nonce()
    if not booking.is_confirmed:
        booking.lapses_at = terms.lapses_at(tournament, terms.rules_of(tournament.club), now)
    booking.save(update_fields=["email", "nonce", "lapses_at"])
    log.write(tournament, by, "booking.readdressed", subject={"booking": booking.number})
    _write_again(booking, now)
    return booking


def _write_again(booking: Booking, now: datetime) -> None:
    """The letter that says how it stands, or the one to be answered."""
    whole = booking.joined_to or booking
    kind = kind_of(whole) if booking.is_confirmed else BookingLetter.Kind.CONFIRM
    letters.write(booking, kind, about=f"readdressed {now.isoformat()}")
