"""Requesting a place from a phone. A request takes no place until its letter has been answered or, where the
club takes a telephone number alone, until the desk has confirmed it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from club import person_names
from club.email_addresses import is_same, with_address
from tournaments import log, queries
from tournaments.actors import PHONE
from tournaments.entries.bookings import letters, places, terms
from tournaments.entries.bookings.terms import BookingState, PrivacyNotice, forget_on
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, Tournament

Kind = BookingLetter.Kind
#: The most bookings of an evening at a time: more than any room holds, as a limit on abuse. Beyond it a new
#: request ends the oldest unconfirmed one, so that unconfirmed requests never close an evening to others.
MOST = 1000


@dataclass(frozen=True)
class Player:
    """A name as it was typed."""

    last_name: str
    first_name: str

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass(frozen=True)
class BookingRequest:
    """The content of the form: the players, the address, the notice and the consents; `email` is empty for a
    booking by telephone number alone."""

    player: Player
    partner: Player | None
    email: str
    informed: PrivacyNotice
    phone: str = ""
    looks_for_partner: bool = False
    is_named_to_others: bool = False
    consents_to_name: bool = False
    #: The team of a challenge, 1 or 2.
    team: int | None = None


@transaction.atomic
def submit(
    tournament_id: int,
    booking_request: BookingRequest,
    *,
    language: str,
    origin: str,
    key: UUID | None = None,
) -> Booking | None:
    """The booking, with its letter written; None if the address already has one.

    Only a letter, never the page, reveals that an address has a booking. Refused with a sentence when the
    evening takes no bookings, and for a name that plays already. Idempotent by key and address or number.
    """
    tournament, now, email = lock(tournament_id), timezone.now(), booking_request.email.strip().lower()
    sent = tournament.bookings.filter(key=key).first() if key else None
    if sent and (
        is_same(sent.email, email) or (not email and (sent.email, sent.phone) == ("", booking_request.phone))
    ):
        return sent
    if sent:
        key = None  # the browser's back button and another address: a new request
    places.lapse(tournament, now)
    verify_open(tournament, now)
    earlier = with_address(tournament.bookings.filter(ended_at__isnull=True), email).first()
    if earlier:
        # At most one such letter an hour.
        letters.write(earlier, Kind.ALREADY, about=f"{now:%Y-%m-%d %H}")
        return None
    verify_reachable(tournament, booking_request)
    verify_size(tournament, booking_request)
    verify_team(tournament, booking_request.team)
    verify_names(tournament, booking_request.player, booking_request.partner)
    booking = _create(tournament, booking_request, email, now, language=language, origin=origin, key=key)
    log.write(tournament, PHONE, "booking.asked", subject={"booking": booking.number})
    letters.write(booking, Kind.CONFIRM, is_full=not places.has_free_place(tournament, booking.team))
    return booking


def _create(
    tournament: Tournament,
    booking_request: BookingRequest,
    email: str,
    now: datetime,
    *,
    language: str,
    origin: str,
    key: UUID | None,
) -> Booking:
    rules = terms.rules_of(tournament.club)
    number = (tournament.bookings.aggregate(last=Max("number"))["last"] or 0) + 1
    if tournament.bookings.filter(ended_at__isnull=True).count() >= MOST and not places.lapse_oldest(
        tournament, now
    ):
        raise TournamentError(
            "too-many", _("Le richieste sono troppe: %(how)s") % {"how": how_to_reach(tournament)}
        )
    partner = booking_request.partner or Player("", "")
    return Booking.objects.create(
        tournament=tournament,
        number=number,
        last_name=booking_request.player.last_name,
        first_name=booking_request.player.first_name,
        partner_last_name=partner.last_name,
        partner_first_name=partner.first_name,
        email=email,
        phone=booking_request.phone,
        team=booking_request.team,
        language=language,
        origin=origin,
        name_consent_on=timezone.localdate(now) if booking_request.consents_to_name else None,
        notice_accepted_at=now,
        notice=booking_request.informed.version,
        notice_words=booking_request.informed.words,
        looks_for_partner=booking_request.looks_for_partner,
        is_named_to_others=booking_request.looks_for_partner and booking_request.is_named_to_others,
        key=key,
        asked_at=now,
        lapses_at=terms.lapses_at(tournament, rules, now, by_phone=not email),
        forget_on=forget_on(tournament, rules.retention_days),
    )


def verify_open(tournament: Tournament, now: datetime) -> None:
    """Refuses with advice when the evening takes no bookings. At most four queries."""
    state = terms.booking_state(
        tournament, now, free=places.free(tournament), announced=places.is_announced(tournament)
    )
    if state.lets_in:
        return
    sentences = {
        BookingState.CALLED_OFF: _("La serata è stata annullata: non ci si iscrive."),
        BookingState.OVER: _("La serata è già cominciata: chiedi alla Giuria se c'è ancora un posto."),
        BookingState.CLOSED: _("Le iscrizioni dal telefono sono chiuse: %(how)s"),
        BookingState.DESK_ONLY: _("A questa serata ci si iscrive al banco, non dal telefono: %(how)s"),
    }
    raise TournamentError(state.value, sentences[state] % {"how": how_to_reach(tournament)})


def how_to_reach(tournament: Tournament) -> str:
    """The advice to call the club or, if it has given no telephone, to come to the desk. One query."""
    phone = terms.rules_of(tournament.club).phone
    if phone:
        return _("telefona al circolo, %(phone)s.") % {"phone": phone}
    return _("telefona al circolo, o vieni al banco prima dell'inizio.")


def verify_reachable(tournament: Tournament, booking_request: BookingRequest) -> None:
    """Refuses a booking without an e-mail address, unless it has a telephone number and the club takes that.

    A player who looks for a partner needs an address: the others write by e-mail. At most one query.
    """
    if booking_request.email.strip():
        return
    if booking_request.looks_for_partner:
        raise InputRefused(
            "no-email", _("Per cercare un compagno serve l'e-mail: è così che gli altri ti scrivono.")
        )
    if not booking_request.phone or not terms.rules_of(tournament.club).takes_phone_alone:
        raise InputRefused("no-email", _("Scrivi l'e-mail: è lì che si conferma l'iscrizione."))


def verify_size(tournament: Tournament, booking_request: BookingRequest) -> None:
    """Refuses a partner, or the wish for one, in an individual event; elsewhere, a player without either."""
    if tournament.is_individual and (booking_request.partner or booking_request.looks_for_partner):
        raise InputRefused("pair-size", _("Qui ognuno gioca da solo: scrivi un nome."))
    if (
        not tournament.is_individual
        and booking_request.partner is None
        and not booking_request.looks_for_partner
    ):
        raise InputRefused("pair-size", _("Scrivi anche il compagno, o spunta che ne cerchi uno."))


def verify_team(tournament: Tournament, team: int | None) -> None:
    """Refuses a booking for a challenge without one of its teams, and a team in other formats."""
    if not tournament.is_challenge and team is not None:
        raise InputRefused("no-teams", _("Qui non si gioca a squadre: lascia vuota la squadra."))
    if tournament.is_challenge and team not in (1, 2):
        raise InputRefused(
            "no-such-team",
            _("Le squadre sono due: scegli %(first)s o %(second)s.")
            % {"first": tournament.first_team, "second": tournament.second_team},
        )


def verify_names(
    tournament: Tournament, player: Player, partner: Player | None, *, booking: Booking | None = None
) -> None:
    """Refuses an invalid name, the same name twice, and a name that is entered already.

    `booking` is the one that is being changed: its own names are not refused.

    Unconfirmed bookings do not count: their address may be wrong, and their players ask again. Names are
    compared with this evening's entries only, never with the register, so that nobody learns who is a member.
    """
    players = [each for each in (player, partner) if each]
    for part in (part for each in players for part in (each.last_name, each.first_name) if part):
        if problem := person_names.problem(part):
            raise InputRefused("no-name", problem)
    names = [each.full_name for each in players]
    written = [comparable_name(name) for name in names]
    if len(written) > 1 and written[0] == written[1]:
        raise InputRefused(
            "same-person",
            _("%(name)s è scritto due volte: scrivi il nome del compagno.") % {"name": names[0]},
        )
    entered = _entered(tournament, booking)
    for name, comparable in zip(names, written, strict=True):
        if comparable in entered:
            raise TournamentError(
                "name-entered",
                _("%(name)s è già fra gli iscritti di questa serata: se è un'altra persona, %(how)s")
                % {"name": name, "how": how_to_reach(tournament)},
            )


def _entered(tournament: Tournament, without: Booking | None) -> set[str]:
    """The comparable names of everybody who plays this evening, except those in the booking `without`."""
    bookings = tournament.bookings.filter(
        ended_at__isnull=True, entry__isnull=True, confirmed_at__isnull=False
    )
    if without is not None:
        bookings = bookings.exclude(pk=without.pk)
    names: set[str] = set().union(*(plain_names(each) for each in bookings))
    staying = queries.entries(tournament).filter(withdrawn_at__isnull=True)
    return names | {
        comparable_name(player.person.full_name) for each in staying for player in each.players.all()
    }


def plain_names(booking: Booking) -> frozenset[str]:
    """The comparable names of the booking's players."""
    return frozenset(comparable_name(name) for name in (booking.name, booking.partner_name) if name)


def comparable_name(name: str) -> str:
    """The name without accents, case and order: equal for "Rossi Mario" and "Mario Rossi"."""
    return " ".join(sorted(person_names.plain(name).split()))
