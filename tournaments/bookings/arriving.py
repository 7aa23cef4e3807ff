"""At the desk: an entry of the evening made of a booking, with who is known already found in the register."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from club import looks, people
from club.models import Person
from club.privacy import consents
from tournaments import registering
from tournaments.actors import Actor
from tournaments.bookings import places
from tournaments.bookings.answering import verify_alive
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, Entry, Tournament
from tournaments.registering import Guest


@dataclass(frozen=True)
class Known:
    """A name of a booking, and who of the club bears it: nobody, one, or several namesakes."""

    last_name: str
    first_name: str
    bearers: tuple[Person, ...]

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def is_sure(self) -> bool:
        """Whether no question is left: the one who bears the name, or a new guest."""
        return len(self.bearers) < 2


def known(tournament: Tournament, bookings: Iterable[Booking]) -> dict[int, list[Known]]:
    """The players of each booking by its id, as the club knows them. One query however many."""
    written = {booking.pk: _written(booking) for booking in bookings}
    wanted = {_words(f"{last} {first}") for names in written.values() for last, first in names}
    bearers: defaultdict[tuple[str, ...], list[Person]] = defaultdict(list)
    if wanted:
        for person in tournament.club.people.annotate(email=F("particulars__email")):
            if (words := _words(person.full_name)) in wanted:
                bearers[words].append(person)
    return {
        pk: [Known(last, first, tuple(bearers[_words(f"{last} {first}")])) for last, first in names]
        for pk, names in written.items()
    }


@transaction.atomic
def accept(tournament_id: int, number: int, *, present: bool, by: Actor) -> Entry:
    """The entry of that booking, with the people who bear the names, or guests. Twice is once.

    Refused where a name is of several people: the organiser says on the desk's line who it is.
    """
    tournament = lock(tournament_id)
    booking = found(tournament, number)
    if booking.entry:
        return booking.entry
    _verify_whole(booking)
    players = known(tournament, [booking])[booking.pk]
    for each in players:
        if not each.is_sure:
            raise InputRefused(
                "namesakes",
                _("Al circolo più persone si chiamano %(name)s: scegli chi è nella riga delle iscrizioni.")
                % {"name": each.name},
                line=line_of(booking),
            )
    entry = registering.enter(tournament.pk, _players(booking, players), by=by, present=present)
    return attach(booking, entry, new=[each.name for each in players if not each.bearers])


@transaction.atomic
def accept_all(tournament_id: int, *, by: Actor) -> tuple[list[int], list[str]]:
    """The numbers of the entries made of every confirmed booking with a place; and what was left, and why."""
    tournament = lock(tournament_id)
    made, left = [], []
    waiting = places.alive(tournament).filter(has_place=True, confirmed_at__isnull=False, entry__isnull=True)
    for booking in waiting:
        try:
            with transaction.atomic():
                made.append(accept(tournament.pk, booking.number, present=False, by=by).number)
        except TournamentError as refusal:
            left.append(f"{booking.names}: {refusal}")
    return made, left


def attach(booking: Booking, entry: Entry, *, new: Collection[str] = ()) -> Entry:
    """The entry, remembered as the one of this booking, whose turn in the line is over.

    `new` are the names that nobody of the club bore.
    """
    booking.entry, booking.line, booking.has_place = entry, None, True
    booking.save(update_fields=["entry", "line", "has_place"])
    _remember_who_read(booking, entry, new)
    return entry


def _remember_who_read(booking: Booking, entry: Entry, new: Collection[str]) -> None:
    """The booking is forgotten soon; that its writer read the informativa, and who looked at it, are not.

    Of guests made of it and of who is known by the same address: a name alone proves nobody, and neither does
    an address that has not answered.
    """
    joined = booking.joined.filter(ended_at__isnull=True).select_related("notice")
    players = entry.players.annotate(email=F("person__particulars__email")).select_related("person")
    confirmed = [each for each in (booking, *joined) if each.is_confirmed]
    for each, player in product(confirmed, players):
        person = player.person
        if is_writer(person, each) and (each.name in new or is_address(getattr(player, "email", None), each)):
            looks.belong_to(person, _mark(each))
            if each.notice:
                consents.notice_read(person, each.notice, timezone.localdate(each.notice_accepted_at))


def is_writer(person: Person, booking: Booking) -> bool:
    """Whether it is this one's name that the booking was written with; the partner's is another."""
    return _words(person.full_name) == _words(booking.name)


def is_partner(person: Person, booking: Booking) -> bool:
    """Whether another wrote it, with this one's name beside their own."""
    return not is_writer(person, booking) and _words(person.full_name) == _words(booking.partner_name)


def is_address(email: str | None, booking: Booking) -> bool:
    """Whether it is the one that the booking was written with."""
    return bool(email) and str(email).casefold() == booking.email.casefold()


def whose(booking: Booking) -> str:
    """How a look at it says what it was: by the evening and its number, without any name."""
    evening = booking.tournament
    return f"{evening.name[:120]}, {evening.date:%d/%m/%Y} {_mark(booking)}"


def _mark(booking: Booking) -> str:
    """What of it stays when the evening gets another name or day, and is no other evening's."""
    return f"({booking.tournament.code}, n. {booking.number})"


def written_by(booking: Booking, players: Iterable[Known]) -> int | None:
    """The id of who of the club wrote it, by name and address; None for anybody else. No query."""
    for each in players:
        for person in each.bearers:
            if is_writer(person, booking) and is_address(getattr(person, "email", None), booking):
                return person.pk
    return None


@transaction.atomic
def attach_written(tournament_id: int, number: int, entry: Entry) -> None:
    """The same, of an entry that the organiser wrote on the desk's line while answering a booking."""
    tournament = lock(tournament_id)
    booking = tournament.bookings.filter(number=number, ended_at__isnull=True, entry__isnull=True).first()
    if booking is not None and not booking.looks_for_partner and booking.joined_to_id is None:
        attach(booking, entry)


def found(tournament: Tournament, number: int) -> Booking:
    """The booking of that number. Raises InputRefused."""
    booking = tournament.bookings.select_related("entry").filter(number=number).first()
    if booking is None:
        raise InputRefused("no-booking", _("Questa iscrizione dal telefono non c'è più: ricarica l'elenco."))
    booking.tournament = tournament
    return booking


def booked_by(tournament: Tournament, person: Person) -> int | None:
    """The number of the confirmed booking with a place in which this person is named, if there is one.

    None where several bear the name: then nobody but the organiser says who it is. Two queries, none where
    nobody enters from a phone.
    """
    if not tournament.takes_bookings:
        return None
    waiting = places.alive(tournament).filter(has_place=True, confirmed_at__isnull=False, entry__isnull=True)
    for pk, players in known(tournament, waiting).items():
        if any(each.bearers == (person,) for each in players):
            return tournament.bookings.get(pk=pk).number
    return None


def line_of(booking: Booking) -> str:
    """The names as the desk's line takes them: "Rossi Mario / Bianchi Anna"."""
    return " / ".join(filter(None, (booking.name, booking.partner_name)))


def _verify_whole(booking: Booking) -> None:
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


def _players(booking: Booking, players: Sequence[Known]) -> list[Person | Guest]:
    """Those who are known, and guests; the consent is of who wrote, and changes nothing of who is known."""
    consents = (booking.name_consent_on, _partner_s_consent(booking))
    return [
        each.bearers[0] if each.bearers else Guest(each.last_name, each.first_name, consent)
        for each, consent in zip(players, consents, strict=False)
    ]


def _partner_s_consent(booking: Booking) -> date | None:
    other = booking.joined.filter(ended_at__isnull=True).first()
    return other.name_consent_on if other else None


def _written(booking: Booking) -> list[tuple[str, str]]:
    names = [
        (booking.last_name, booking.first_name),
        (booking.partner_last_name, booking.partner_first_name),
    ]
    return [each for each in names if any(each)]


def _words(name: str) -> tuple[str, ...]:
    """What a name is compared by: its words without accents and case, in whatever order."""
    return tuple(sorted(people.plain(name).split()))
