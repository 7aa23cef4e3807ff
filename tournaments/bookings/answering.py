"""What the holder of a letter's link does: confirms, changes the partner, gives the place back."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import PHONE, PROGRAM, Actor
from tournaments.bookings import asking, letters, places, terms
from tournaments.bookings.asking import Player
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, Tournament

Kind = BookingLetter.Kind
End = Booking.End


@transaction.atomic
def confirm(booking_id: int, *, by: Actor = PHONE) -> Booking:
    """The booking, which counts from now on: with a place, or at the end of the line. Twice is once.

    Refused where the same people were confirmed meanwhile by another address.
    """
    booking, now = held(booking_id)
    tournament = booking.tournament
    if booking.confirmed_at and booking.is_alive:
        return booking
    places.lapse(tournament, now)
    booking.refresh_from_db()
    booking.tournament = tournament
    verify_alive(booking)
    verify_runs(tournament, now)
    asking.verify_names(tournament, *_players(booking), of=booking)
    booking.confirmed_at = now
    _take_over(booking, now)
    booking.save(update_fields=["confirmed_at", "has_place"])
    if not booking.looks_for_partner:
        places.give(booking)
    log.write(tournament, by, "booking.confirmed", subject={"booking": booking.number})
    letters.write(booking, kind_of(booking), about="confirmed")
    return booking


def _players(booking: Booking) -> tuple[Player, Player | None]:
    partner = Player(booking.partner_last_name, booking.partner_first_name)
    return Player(booking.last_name, booking.first_name), partner if partner.full_name else None


def _take_over(booking: Booking, now: datetime) -> None:
    """Ends what the same people asked with another address and never answered, and keeps its place."""
    tournament, names = booking.tournament, asking.plain_names(booking)
    unanswered = tournament.bookings.filter(ended_at__isnull=True, confirmed_at__isnull=True)
    for other in unanswered.exclude(pk=booking.pk):
        if asking.plain_names(other) != names:
            continue
        booking.has_place = booking.has_place or (other.has_place and not booking.looks_for_partner)
        places.end(other, End.LAPSED, now)
        log.write(tournament, PROGRAM, "booking.lapsed", subject={"booking": other.number})


def kind_of(booking: Booking) -> Kind:
    """The letter that says how a confirmed booking stands."""
    if booking.looks_for_partner:
        return Kind.LOOKING
    return Kind.PLACED if booking.has_place else Kind.LINED


@transaction.atomic
def change_partner(booking_id: int, partner: Player, *, by: Actor = PHONE) -> Booking:
    """The coppia with another partner; one who looked for a partner has found one, and takes a place."""
    booking, now = held(booking_id)
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
    asking.verify_names(tournament, Player(booking.last_name, booking.first_name), partner, of=booking)
    was_alone, booking.looks_for_partner = booking.looks_for_partner, False
    booking.partner_last_name, booking.partner_first_name = partner.last_name, partner.first_name
    booking.is_named_to_others = False
    booking.save(
        update_fields=["partner_last_name", "partner_first_name", "looks_for_partner", "is_named_to_others"]
    )
    forget_proposals(booking)
    if was_alone and booking.is_confirmed:
        places.give(booking)
    log.write(tournament, by, "booking.partner-changed", subject={"booking": booking.number})
    if was_alone and booking.is_confirmed:
        letters.write(booking, kind_of(booking), about=f"found {now.isoformat()}")
    return booking


@transaction.atomic
def cancel(booking_id: int, *, by: Actor = PHONE, reason: str = "") -> Booking:
    """The booking given up, its place given to the first in line. Twice is once.

    With a `reason` by the organiser, at any hour; by the holder only before the closing hour, and at any hour
    of an evening that is called off: then name and address go the next day. Of two who were joined the other
    looks for a partner again.
    """
    booking, now = held(booking_id)
    tournament, is_own = booking.tournament, by is PHONE
    if not booking.is_alive:
        return booking
    verify_not_seated(booking)
    if is_own and not tournament.called_off_at:
        verify_in_time(tournament, now)
    part(booking, now)
    places.end(booking, End.CANCELLED if is_own else End.REMOVED, now)
    if is_own and tournament.called_off_at:
        # The letter that says so goes first.
        booking.forget_on = min(booking.forget_on, timezone.localdate(now) + timedelta(days=1))
        booking.save(update_fields=["forget_on"])
    forget_proposals(booking)
    act = "booking.cancelled" if is_own else "booking.removed"
    log.write(tournament, by, act, subject={"booking": booking.number}, reason=reason)
    if booking.confirmed_at or not is_own:
        letters.write(booking, Kind.CANCELLED if is_own else Kind.REMOVED, reason=reason)
    places.advance(tournament, now)
    return booking


def part(booking: Booking, now: datetime, *, name: str | None = None) -> None:
    """Lets the other of two who were joined look again, and tells him, under `name` where one is given."""
    if booking.joined_to:
        other = booking.joined_to
        booking.joined_to = None
        booking.save(update_fields=["joined_to"])
    else:
        found = booking.joined.filter(ended_at__isnull=True).first()
        if found is None:
            return
        other, other.joined_to = found, None
    stay_alone(other, now, name=booking.name if name is None else name)


def stay_alone(other: Booking, now: datetime, *, name: str) -> None:
    """Lets one who has lost the partner look for another, and tells him, with the `name` of who is gone."""
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
    """Nobody asks any more, and nobody is asked, who has found a partner or is gone."""
    booking.proposals.all().delete()
    booking.proposals_made.all().delete()


def held(booking_id: int) -> tuple[Booking, datetime]:
    """The booking fresh, its tournament locked, and the time."""
    tournament = lock(Booking.objects.values_list("tournament_id", flat=True).get(pk=booking_id))
    booking = Booking.objects.select_related("joined_to").get(pk=booking_id)
    booking.tournament = tournament
    return booking, timezone.now()


def verify_alive(booking: Booking) -> None:
    """Refuses what is over, and says how to enter again."""
    if booking.is_alive:
        return
    said = {
        End.LAPSED: _("Il tempo per confermare è passato e il posto è tornato libero: iscriviti di nuovo."),
        End.CANCELLED: _("Questa iscrizione è stata annullata: se vuoi giocare, iscriviti di nuovo."),
        End.REMOVED: _("La Giuria ha tolto questa iscrizione: per chiarire, %(how)s"),
    }
    raise TournamentError(
        f"booking-{booking.end_cause}",
        said[End(booking.end_cause)] % {"how": asking.how_to_reach(booking.tournament)},
    )


def verify_runs(tournament: Tournament, now: datetime) -> None:
    """Refuses for an evening that is called off, or has begun."""
    if tournament.called_off_at:
        raise TournamentError(
            "called-off", _("La serata è stata annullata: non c'è più niente da confermare.")
        )
    if terms.has_begun(tournament, now, announced=places.announced(tournament)):
        raise TournamentError(
            "over", _("La serata è già cominciata: chiedi alla Giuria se c'è ancora un posto.")
        )


def verify_in_time(tournament: Tournament, now: datetime) -> None:
    """Refuses after the closing hour, when the organiser counts on who is entered."""
    verify_runs(tournament, now)
    if now >= terms.closes_at(tournament):
        raise TournamentError(
            "closed",
            _("Le iscrizioni sono chiuse e i tavoli si preparano: per cambiare o rinunciare, %(how)s")
            % {"how": asking.how_to_reach(tournament)},
        )


def verify_not_seated(booking: Booking) -> None:
    """Refuses once the desk has made an entry of it: from there on the desk changes it."""
    if booking.entry_id or (booking.joined_to and booking.joined_to.entry_id):
        raise TournamentError(
            "at-the-desk",
            _("La Giuria ha già scritto questa iscrizione nel suo elenco: rivolgiti al banco."),
        )
