"""The actions of a booking's holder, by the link in a letter: confirm, change the partner, cancel."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.email_addresses import is_same, with_address
from tournaments import log
from tournaments.actors import PHONE, PROGRAM, Actor
from tournaments.entries.bookings import letters, places, requests, terms
from tournaments.entries.bookings.requests import Player
from tournaments.errors import TournamentError, required_reason
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, Tournament
from tournaments.models.booking import new_nonce

Kind = BookingLetter.Kind
End = Booking.End


@transaction.atomic
def confirm(booking_id: int, *, by: Actor = PHONE) -> Booking:
    """The booking, confirmed: with a place, or at the end of the waiting list. Idempotent.

    The place is taken now, under the tournament's lock: an unconfirmed request holds no place, so that nobody
    fills an evening with addresses of other people.

    Refused if the same people have confirmed a booking with another address in the meantime, and for a
    booking by telephone number alone, which only the desk confirms.
    """
    booking, now = locked_booking(booking_id)
    tournament = booking.tournament
    if booking.confirmed_at and booking.is_alive:
        return booking
    if by is PHONE and not booking.email:
        raise TournamentError(
            "desk-confirms", _("Questa iscrizione la conferma il circolo, per telefono: non serve altro.")
        )
    places.lapse(tournament, now)
    booking.refresh_from_db()
    booking.tournament = tournament
    verify_alive(booking)
    verify_not_begun(tournament, now)
    requests.verify_names(tournament, *_players(booking), booking=booking)
    booking.confirmed_at = now
    _end_same(booking, now)
    booking.save(update_fields=["confirmed_at"])
    if not booking.looks_for_partner:
        places.give_place(booking)
    log.write(tournament, by, "booking.confirmed", subject={"booking": booking.number})
    letters.write(booking, standing_letter(booking), about="confirmed")
    return booking


def _players(booking: Booking) -> tuple[Player, Player | None]:
    partner = Player(booking.partner_last_name, booking.partner_first_name)
    return Player(booking.last_name, booking.first_name), partner if partner.full_name else None


def _end_same(booking: Booking, now: datetime) -> None:
    """Ends unconfirmed bookings of the same people under other addresses."""
    tournament, names = booking.tournament, requests.plain_names(booking)
    unanswered = tournament.bookings.filter(ended_at__isnull=True, confirmed_at__isnull=True)
    for other in unanswered.exclude(pk=booking.pk):
        if requests.plain_names(other) != names:
            continue
        places.end_booking(other, End.LAPSED, now)
        log.write(tournament, PROGRAM, "booking.lapsed", subject={"booking": other.number})


def standing_letter(booking: Booking) -> Kind:
    """The kind of letter for a confirmed booking's state: looking for a partner, placed, or waiting."""
    if booking.looks_for_partner:
        return Kind.LOOKING
    return Kind.PLACED if booking.has_place else Kind.LINED


@transaction.atomic
def change_partner(booking_id: int, partner: Player) -> Booking:
    """The booking with another partner. The pair of a player who was looking for one gets a place, or goes on
    the waiting list."""
    booking, now = locked_booking(booking_id)
    tournament = booking.tournament
    verify_alive(booking)
    verify_in_time(tournament, now)
    verify_not_seated(booking)
    if booking.joined_to_id or booking.joined.filter(ended_at__isnull=True).exists():
        raise TournamentError(
            "joined", _("Vi siete messi in coppia qui: per cambiare compagno, prima annulla.")
        )
    if not booking.partner_last_name and not booking.looks_for_partner:
        raise TournamentError("pair-size", _("Qui ognuno gioca da solo: non c'è un compagno da cambiare."))
    if (booking.partner_last_name, booking.partner_first_name) == (partner.last_name, partner.first_name):
        return booking
    requests.verify_names(tournament, Player(booking.last_name, booking.first_name), partner, booking=booking)
    was_alone, booking.looks_for_partner = booking.looks_for_partner, False
    booking.partner_last_name, booking.partner_first_name = partner.last_name, partner.first_name
    booking.is_named_to_others = False
    booking.save(
        update_fields=["partner_last_name", "partner_first_name", "looks_for_partner", "is_named_to_others"]
    )
    forget_proposals(booking)
    if was_alone and booking.is_confirmed:
        places.give_place(booking)
    log.write(tournament, PHONE, "booking.partner-changed", subject={"booking": booking.number})
    if was_alone and booking.is_confirmed:
        letters.write(booking, standing_letter(booking), about=f"found {now.isoformat()}")
    return booking


def needs_reason(booking: Booking) -> bool:
    """Whether the desk ends the booking with a reason; not one by telephone alone that nobody could
    confirm."""
    return bool(booking.email or booking.is_confirmed)


@transaction.atomic
def remove(booking_id: int, *, by: Actor, reason: str) -> Booking:
    """The booking cancelled by the desk. Raises InputRefused without the reason that its letter needs."""
    booking, _now = locked_booking(booking_id)
    reason = required_reason(reason) if needs_reason(booking) else reason.strip()
    return cancel(booking_id, by=by, reason=reason)


@transaction.atomic
def cancel(booking_id: int, *, by: Actor = PHONE, reason: str = "") -> Booking:
    """The booking cancelled, its place given to the first on the waiting list. Idempotent.

    The organiser may cancel at any time with a `reason`, the holder before the closing hour. Once the evening
    is called off, the holder may cancel at any time, and the name and address are deleted the next day. The
    other of two joined players looks for a partner again.
    """
    booking, now = locked_booking(booking_id)
    tournament, is_own = booking.tournament, by is PHONE
    if not booking.is_alive:
        return booking
    verify_not_seated(booking)
    if is_own and not tournament.called_off_at:
        verify_in_time(tournament, now)
    separate(booking, now)
    places.end_booking(booking, End.CANCELLED if is_own else End.REMOVED, now)
    if is_own and tournament.called_off_at:
        # The letter that confirms the cancellation still needs the name and address.
        booking.forget_on = min(booking.forget_on, timezone.localdate(now) + timedelta(days=1))
        booking.save(update_fields=["forget_on"])
    forget_proposals(booking)
    act = "booking.cancelled" if is_own else "booking.removed"
    log.write(tournament, by, act, subject={"booking": booking.number}, reason=reason)
    if booking.confirmed_at or not is_own:
        letters.write(booking, Kind.CANCELLED if is_own else Kind.REMOVED, reason=reason)
    places.advance(tournament, now)
    return booking


def separate(booking: Booking, now: datetime, *, name: str | None = None) -> None:
    """Separates two joined players; a letter tells the other to look again. It names the lost partner as in
    the booking, or as `name`."""
    if booking.joined_to:
        other = booking.joined_to
        booking.joined_to = None
        booking.save(update_fields=["joined_to"])
    else:
        remaining = booking.joined.filter(ended_at__isnull=True).first()
        if remaining is None:
            return
        other, other.joined_to = remaining, None
    look_again(other, now, name=booking.name if name is None else name)


def look_again(other: Booking, now: datetime, *, name: str) -> None:
    """Makes a player without a partner look for one again; a letter names the partner that was lost."""
    other.partner_last_name = other.partner_first_name = ""
    other.looks_for_partner, other.has_place, other.line = True, False, None
    other.save(
        update_fields=[
            "partner_last_name",
            "partner_first_name",
            "joined_to",
            "looks_for_partner",
            "has_place",
            "line",
        ]
    )
    letters.write(other, Kind.SPLIT, about=now.isoformat(), name=name)


def forget_proposals(booking: Booking) -> None:
    """Deletes the proposals made by and to a player who has found a partner or cancelled."""
    booking.proposals.all().delete()
    booking.proposals_made.all().delete()


def locked_booking(booking_id: int) -> tuple[Booking, datetime]:
    """The booking as it is now, its tournament locked, and the time."""
    tournament = lock(Booking.objects.values_list("tournament_id", flat=True).get(pk=booking_id))
    booking = Booking.objects.select_related("joined_to").get(pk=booking_id)
    booking.tournament = tournament
    return booking, timezone.now()


def verify_alive(booking: Booking) -> None:
    """Refuses a booking that has ended, and says how to enter again."""
    if booking.is_alive:
        return
    sentences = {
        End.LAPSED: _("Il tempo per confermare è passato: se vuoi giocare, iscriviti di nuovo."),
        End.CANCELLED: _("Questa iscrizione è stata annullata: se vuoi giocare, iscriviti di nuovo."),
        End.REMOVED: _("La Giuria ha tolto questa iscrizione: per chiarire, %(how)s"),
    }
    raise TournamentError(
        f"booking-{booking.end_cause}",
        sentences[End(booking.end_cause)] % {"how": requests.how_to_reach(booking.tournament)},
    )


def verify_not_begun(tournament: Tournament, now: datetime) -> None:
    """Refuses when the evening is called off or has begun."""
    if tournament.called_off_at:
        raise TournamentError(
            "called-off", _("La serata è stata annullata: non c'è più niente da confermare.")
        )
    if terms.has_begun(tournament, now, announced=places.is_announced(tournament)):
        raise TournamentError(
            "over", _("La serata è già cominciata: chiedi alla Giuria se c'è ancora un posto.")
        )


def verify_in_time(tournament: Tournament, now: datetime) -> None:
    """Refuses after the closing hour, because the organiser relies on the entries."""
    verify_not_begun(tournament, now)
    if now >= terms.closes_at(tournament):
        raise TournamentError(
            "closed",
            _("Le iscrizioni sono chiuse e i tavoli si preparano: per cambiare o rinunciare, %(how)s")
            % {"how": requests.how_to_reach(tournament)},
        )


def verify_not_seated(booking: Booking) -> None:
    """Refuses once the desk has made an entry of the booking: from then on only the desk changes it."""
    if booking.entry_id or (booking.joined_to and booking.joined_to.entry_id):
        raise TournamentError(
            "at-the-desk",
            _("La Giuria ha già scritto questa iscrizione nel suo elenco: rivolgiti al banco."),
        )


@transaction.atomic
def readdress(booking_id: int, email: str, *, by: Actor) -> Booking:
    """The booking with that address: its letter is sent there, and links sent elsewhere stop working.

    An unconfirmed booking gets the whole time for confirming again. Nothing changes if the address is the
    same.
    """
    booking, now = locked_booking(booking_id)
    tournament, email = booking.tournament, email.strip().lower()
    verify_alive(booking)
    verify_not_begun(tournament, now)
    if is_same(email, booking.email):
        return booking
    other = with_address(tournament.bookings.filter(ended_at__isnull=True), email).first()
    if other:
        raise TournamentError(
            "address-entered",
            _("Con questo indirizzo c'è già un'iscrizione alla serata: %(names)s.") % {"names": other.names},
        )
    booking.email, booking.nonce = email, new_nonce()
    if not booking.is_confirmed:
        booking.lapses_at = terms.lapses_at(tournament, terms.rules_of(tournament.club), now)
    booking.save(update_fields=["email", "nonce", "lapses_at"])
    log.write(tournament, by, "booking.readdressed", subject={"booking": booking.number})
    _write_again(booking, now)
    return booking


def _write_again(booking: Booking, now: datetime) -> None:
    """Sends the letter that describes the booking, or the one that asks for its confirmation."""
    whole = booking.joined_to or booking
    kind = standing_letter(whole) if booking.is_confirmed else Kind.CONFIRM
    is_full = not places.has_free_place(booking.tournament, booking.team)
    letters.write(booking, kind, about=f"readdressed {now.isoformat()}", is_full=is_full)
