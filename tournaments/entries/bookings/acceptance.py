"""Accepts bookings at the desk: makes an entry of each, with players found in the club's register."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.email_addresses import is_same
from club.models import Person
from club.privacy import access_log, consents
from tournaments import queries
from tournaments.actors import PROGRAM, Actor
from tournaments.entries import entries, guests
from tournaments.entries.bookings.confirmations import verify_alive
from tournaments.entries.bookings.requests import comparable_name
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, Entry, Tournament


@dataclass(frozen=True)
class NamedPlayer:
    """A name in a booking, with the people of the club who have it: none, one, or several namesakes."""

    last_name: str
    first_name: str
    bearers: tuple[Person, ...]

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def is_sure(self) -> bool:
        """Whether the person is certain: at most one has that name; a name that nobody has is a new guest."""
        return len(self.bearers) < 2


def named_players(tournament: Tournament, bookings: Iterable[Booking]) -> dict[int, list[NamedPlayer]]:
    """The players of each booking by its id, with the club's people of each name. One query."""
    typed = {booking.pk: _typed_names(booking) for booking in bookings}
    wanted = {comparable_name(f"{last} {first}") for names in typed.values() for last, first in names}
    bearers: defaultdict[str, list[Person]] = defaultdict(list)
    if wanted:
        for person in tournament.club.people.annotate(email=F("particulars__email")):
            if (name := comparable_name(person.full_name)) in wanted:
                bearers[name].append(person)
    return {
        pk: [
            NamedPlayer(last, first, tuple(bearers[comparable_name(f"{last} {first}")]))
            for last, first in names
        ]
        for pk, names in typed.items()
    }


@transaction.atomic
def accept(tournament_id: int, number: int, *, present: bool, by: Actor, team: int | None = None) -> Entry:
    """The entry made of that booking, with the people of these names, or guests. Idempotent.

    `team` is for a booking made before the evening became a challenge, which names no team. Refused if
    several people have a name: the organiser then chooses on the desk's line.
    """
    tournament = lock(tournament_id)
    booking = booking_numbered(tournament, number)
    if booking.entry:
        return booking.entry
    _verify_acceptable(booking)
    players = named_players(tournament, [booking])[booking.pk]
    for each in players:
        if not each.is_sure:
            raise InputRefused(
                "namesakes",
                _("Al circolo più persone si chiamano %(name)s: scegli chi è nella riga delle iscrizioni.")
                % {"name": each.name},
                line=desk_line(booking),
            )
    team = (booking.team or team) if tournament.is_challenge else None
    entry = guests.enter(tournament.pk, _players(booking, players), by=by, present=present, team=team)
    return attach(booking, entry, new=[each.name for each in players if not each.bearers])


@transaction.atomic
def accept_all(tournament_id: int, *, by: Actor) -> tuple[list[int], list[str]]:
    """Accepts all confirmed bookings that have a place, and in a challenge a team. Returns the numbers of the
    new entries, and the refusals."""
    tournament = lock(tournament_id)
    made, refusals = [], []
    acceptable = _acceptable(tournament)
    if tournament.is_challenge:
        if without_team := acceptable.filter(team=None).count():
            refusals.append(
                ngettext(
                    "%(count)s iscrizione è senza squadra e resta qui: scegli la squadra, poi passala in "
                    "elenco.",
                    "%(count)s iscrizioni sono senza squadra e restano qui: scegli la squadra di ognuna, poi "
                    "passale in elenco.",
                    without_team,
                )
                % {"count": without_team}
            )
        acceptable = acceptable.exclude(team=None)
    for booking in acceptable:
        try:
            with transaction.atomic():
                made.append(accept(tournament.pk, booking.number, present=False, by=by).number)
        except TournamentError as refusal:
            refusals.append(f"{booking.names}: {refusal}")
    return made, refusals


def _acceptable(tournament: Tournament) -> QuerySet[Booking]:
    """The confirmed bookings that have a place and no entry yet."""
    bookings = queries.open_bookings(tournament)
    return bookings.filter(has_place=True, confirmed_at__isnull=False, entry__isnull=True)


def attach(booking: Booking, entry: Entry, *, new: Collection[str] = ()) -> Entry:
    """The entry, linked to its booking, which leaves the waiting list.

    `new` are the names that nobody in the club had.
    """
    booking.entry, booking.line, booking.has_place = entry, None, True
    booking.save(update_fields=["entry", "line", "has_place"])
    _copy_privacy_records(booking, entry, new)
    return entry


def _copy_privacy_records(booking: Booking, entry: Entry, new: Collection[str]) -> None:
    """Copies the accepted privacy notice and the access log to the players: the booking is deleted soon.

    It copies them only to new guests and to people with the booking's e-mail address, since neither a name
    alone nor an unconfirmed address identifies anybody.
    """
    joined = booking.joined.filter(ended_at__isnull=True).select_related("notice")
    players = entry.players.annotate(email=F("person__particulars__email")).select_related("person")
    confirmed = [each for each in (booking, *joined) if each.is_confirmed]
    for each, player in product(confirmed, players):
        person = player.person
        if is_writer(person, each) and (
            each.name in new or has_address(getattr(player, "email", None), each)
        ):
            access_log.assign_to_person(person, _code_and_number(each))
            if each.notice:
                consents.record_notice_read(person, each.notice, timezone.localdate(each.notice_accepted_at))


def is_writer(person: Person, booking: Booking) -> bool:
    """Whether the person has the name of the booking's author, not of the partner."""
    return comparable_name(person.full_name) == comparable_name(booking.name)


def is_partner(person: Person, booking: Booking) -> bool:
    """Whether the person has the name of the booking's partner, and not of its author."""
    return not is_writer(person, booking) and comparable_name(person.full_name) == comparable_name(
        booking.partner_name
    )


def has_address(email: str | None, booking: Booking) -> bool:
    """Whether this is the booking's e-mail address."""
    return is_same(email, booking.email)


def access_label(booking: Booking) -> str:
    """The booking in the access log: the evening and its number, without names."""
    evening = booking.tournament
    return f"{evening.name[:120]}, {evening.date:%d/%m/%Y} {_code_and_number(booking)}"


def _code_and_number(booking: Booking) -> str:
    """The unique part of the label, which stays when the evening's name or day changes."""
    return f"({booking.tournament.code}, n. {booking.number})"


def writer_id(booking: Booking, players: Iterable[NamedPlayer]) -> int | None:
    """The id of the booking's author, found by name and address; None for a stranger. No query."""
    for each in players:
        for person in each.bearers:
            if is_writer(person, booking) and has_address(getattr(person, "email", None), booking):
                return person.pk
    return None


@transaction.atomic
def attach_entry_of_line(tournament_id: int, number: int, entry: Entry) -> None:
    """Links the entry that the organiser wrote on the desk's line to the booking it came from."""
    tournament = lock(tournament_id)
    booking = tournament.bookings.filter(number=number, ended_at__isnull=True, entry__isnull=True).first()
    if booking is not None and not booking.looks_for_partner and booking.joined_to_id is None:
        attach(booking, entry)
        if tournament.is_challenge and booking.team and entry.team is None:
            entries.set_team(tournament.pk, entry.number, booking.team, by=PROGRAM)


def booking_numbered(tournament: Tournament, number: int) -> Booking:
    """The booking of that number. Raises InputRefused."""
    booking = tournament.bookings.select_related("entry").filter(number=number).first()
    if booking is None:
        raise InputRefused("no-booking", _("Questa iscrizione dal telefono non c'è più: ricarica l'elenco."))
    booking.tournament = tournament
    return booking


def booking_number_of(tournament: Tournament, person: Person) -> int | None:
    """The number of the confirmed booking with a place that names this person, or None.

    None if several people have the name, since only the organiser can tell them apart. Three queries, two
    without such a booking, none if the evening takes no bookings.
    """
    if not tournament.takes_bookings:
        return None
    for pk, players in named_players(tournament, _acceptable(tournament)).items():
        if any(each.bearers == (person,) for each in players):
            return tournament.bookings.get(pk=pk).number
    return None


def desk_line(booking: Booking) -> str:
    """The names in the form of the desk's line: "Rossi Mario / Bianchi Anna"."""
    return " / ".join(filter(None, (booking.name, booking.partner_name)))


def _verify_acceptable(booking: Booking) -> None:
    verify_alive(booking)
    if not booking.is_confirmed:
        raise TournamentError(
            "not-confirmed",
            _("%(names)s non ha ancora confermato: prima conferma tu la richiesta, poi passala in elenco.")
            % {"names": booking.names},
        )
    if booking.joined_to_id:
        raise TournamentError("joined", _("Questa persona è già in coppia: iscrivi la coppia."))
    if booking.looks_for_partner:
        raise TournamentError(
            "alone", _("%(name)s cerca ancora un compagno: prima trovaglielo.") % {"name": booking.name}
        )


def _players(booking: Booking, players: Sequence[NamedPlayer]) -> list[Person | Guest]:
    """The people of these names, or guests with the consent given in the booking.

    People whom the club knows keep their own consent.
    """
    consents = (booking.name_consent_on, _partner_consent(booking))
    return [
        each.bearers[0] if each.bearers else Guest(each.last_name, each.first_name, consent)
        for each, consent in zip(players, consents, strict=False)
    ]


def _partner_consent(booking: Booking) -> date | None:
    other = booking.joined.filter(ended_at__isnull=True).first()
    return other.name_consent_on if other else None


def _typed_names(booking: Booking) -> list[tuple[str, str]]:
    names = [
        (booking.last_name, booking.first_name),
        (booking.partner_last_name, booking.partner_first_name),
    ]
    return [each for each in names if any(each)]
