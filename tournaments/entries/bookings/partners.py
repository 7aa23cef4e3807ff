"""Players who look for a partner: proposals, acceptance, joining by the desk. Addresses stay hidden."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import log, queries
from tournaments.actors import PHONE, Actor
from tournaments.entries.bookings import letters, places
from tournaments.entries.bookings.confirmations import (
    forget_proposals,
    locked_booking,
    verify_alive,
    verify_in_time,
    verify_not_begun,
)
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, Proposal, Tournament

Kind = BookingLetter.Kind
#: The most proposals that a player may send for an evening, to prevent mass mailing.
MOST = 12


def looking(tournament: Tournament) -> QuerySet[Booking]:
    """The confirmed bookings that look for a partner, in the order in which they came."""
    return queries.open_bookings(tournament).filter(looks_for_partner=True, confirmed_at__isnull=False)


def looking_with(booking: Booking) -> QuerySet[Booking]:
    """The others who look for a partner; in a challenge only those of the same team, or without one yet."""
    others = looking(booking.tournament).exclude(pk=booking.pk)
    if not booking.tournament.is_challenge or booking.team is None:
        return others
    return others.filter(Q(team=booking.team) | Q(team=None))


@transaction.atomic
def propose(booking_id: int, number: int, text: str) -> Proposal:
    """Proposes by letter to play together: with the asker's name and text, without their address.

    One proposal to each player: a second one sends no letter.
    """
    booking, now = locked_booking(booking_id)
    tournament = booking.tournament
    verify_alive(booking)
    verify_in_time(tournament, now)
    other = looking_with(booking).filter(number=number).first()
    if other is None:
        raise TournamentError(
            "looks-no-more", _("Questa persona non cerca più: ha trovato un compagno o ha rinunciato.")
        )
    _verify_looks(booking)
    if booking.proposals_made.count() >= MOST:
        raise TournamentError(
            "too-many-proposals", _("Hai già scritto a quante persone si può: aspetta una risposta.")
        )
    proposal, is_new = Proposal.objects.get_or_create(asker=booking, asked=other, defaults={"at": now})
    if is_new:
        facts = {"name": booking.name, "text": " ".join(text.split())}
        letters.write(other, Kind.PROPOSAL, about=f"{booking.number}", **facts)
        log.write(tournament, PHONE, "booking.proposed", subject={"booking": booking.number})
    return proposal


@transaction.atomic
def accept(booking_id: int, number: int) -> Booking:
    """The booking of the pair, made by accepting the proposal from booking `number`."""
    booking, now = locked_booking(booking_id)
    if booking.joined_to_id or not booking.looks_for_partner:
        return booking  # already accepted: a second tap
    verify_alive(booking)
    verify_in_time(booking.tournament, now)
    proposal = booking.proposals.filter(asker__number=number).select_related("asker").first()
    if proposal is None or not _is_looking(proposal.asker):
        raise TournamentError(
            "looks-no-more", _("Questa persona non cerca più: ha trovato un compagno o ha rinunciato.")
        )
    _verify_looks(booking)
    proposal.asker.tournament = booking.tournament
    return _join(proposal.asker, booking, by=PHONE)


@transaction.atomic
def join(tournament_id: int, first: int, second: int, *, by: Actor) -> Booking:
    """The pair's booking, joined by the organiser; each player gets a letter."""
    tournament = lock(tournament_id)
    verify_not_begun(tournament, timezone.now())
    if first == second:
        raise InputRefused("same-person", _("Scegli due persone diverse."))
    bookings = {each.number: each for each in looking(tournament).filter(number__in=(first, second))}
    if len(bookings) < 2:
        raise TournamentError(
            "looks-no-more", _("Uno dei due non cerca più compagno: guarda l'elenco com'è adesso.")
        )
    for each in bookings.values():
        each.tournament = tournament
    return _join(bookings[first], bookings[second], by=by)


def _join(first: Booking, second: Booking, *, by: Actor) -> Booking:
    """Makes `first` the booking of the pair, for its team in a challenge, and points `second` to it; both
    addresses get the letter."""
    now = timezone.now()
    for each in (first, second):
        forget_proposals(each)
    second.joined_to = first
    second.save(update_fields=["joined_to"])
    first.partner_last_name, first.partner_first_name = second.last_name, second.first_name
    first.looks_for_partner = False
    first.team = first.team or second.team
    first.save(update_fields=["partner_last_name", "partner_first_name", "looks_for_partner", "team"])
    places.give_place(first)
    subject = {"booking": first.number, "other": second.number}
    log.write(first.tournament, by, "booking.joined", subject=subject)
    letters.write_to_all(first, Kind.JOINED, about=now.isoformat())
    return first


def _is_looking(booking: Booking) -> bool:
    return booking.is_alive and booking.looks_for_partner and not booking.joined_to_id


def _verify_looks(booking: Booking) -> None:
    if not booking.is_confirmed:
        raise TournamentError("not-confirmed", _("Prima conferma la tua iscrizione, qui sopra."))
    if not _is_looking(booking):
        raise TournamentError("has-partner", _("Hai già un compagno per questa serata."))
