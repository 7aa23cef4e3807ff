"""Asking for a place from a phone. Nothing counts before the letter has been answered."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from club import people
from tournaments import log, queries
from tournaments.actors import PHONE
from tournaments.bookings import letters, places, terms
from tournaments.bookings.informing import Informed
from tournaments.bookings.terms import Door
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Booking, BookingLetter, Tournament

Kind = BookingLetter.Kind
#: Of one evening: more than any room holds, so that nobody fills a disk.
MOST = 1000


@dataclass(frozen=True)
class Player:
    """A name as it was written."""

    last_name: str
    first_name: str

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass(frozen=True)
class Asked:
    """What the page sends: who plays, where to write, what was read and agreed to."""

    player: Player
    partner: Player | None
    email: str
    informed: Informed
    phone: str = ""
    looks_for_partner: bool = False
    is_named_to_others: bool = False
    consents_to_name: bool = False


@transaction.atomic
def ask(
    tournament_id: int, asked: Asked, *, language: str, origin: str, key: UUID | None = None
) -> Booking | None:
    """The booking, its letter written; None where the address has one already and only hears so by letter.

    No page tells whether an address is entered: its owner alone reads it. Refused with a sentence when the
    evening takes nobody, and for a name that is entered already. The same key and address again are the same
    booking.
    """
    tournament, now, email = lock(tournament_id), timezone.now(), asked.email.strip().lower()
    sent = tournament.bookings.filter(key=key).first() if key else None
    if sent and sent.email == email:
        return sent
    if sent:
        key = None  # Back, and another address: it is another sending.
    places.lapse(tournament, now)
    verify_open(tournament, now)
    there = tournament.bookings.filter(email=email, ended_at__isnull=True).first()
    if there:
        # Asked again within the hour: the letter that went is enough.
        letters.write(there, Kind.ALREADY, about=f"{now:%Y-%m-%d %H}")
        return None
    verify_size(tournament, asked)
    verify_names(tournament, asked.player, asked.partner)
    booking = _made(tournament, asked, email, now, language=language, origin=origin, key=key)
    log.write(tournament, PHONE, "booking.asked", subject={"booking": booking.number})
    letters.write(booking, Kind.CONFIRM)
    return booking


def _made(
    tournament: Tournament,
    asked: Asked,
    email: str,
    now: datetime,
    *,
    language: str,
    origin: str,
    key: UUID | None,
) -> Booking:
    rules = terms.rules_of(tournament.club)
    number = (tournament.bookings.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST:
        raise TournamentError(
            "too-many", _("Le richieste sono troppe: %(how)s") % {"how": how_to_reach(tournament)}
        )
    partner = asked.partner or Player("", "")
    return Booking.objects.create(
        tournament=tournament,
        number=number,
        last_name=asked.player.last_name,
        first_name=asked.player.first_name,
        partner_last_name=partner.last_name,
        partner_first_name=partner.first_name,
        email=email,
        phone=asked.phone,
        language=language,
        origin=origin,
        name_consent_on=timezone.localdate(now) if asked.consents_to_name else None,
        notice_accepted_at=now,
        notice=asked.informed.version,
        notice_words=asked.informed.words,
        looks_for_partner=asked.looks_for_partner,
        is_named_to_others=asked.looks_for_partner and asked.is_named_to_others,
        key=key,
        asked_at=now,
        lapses_at=terms.lapses_at(tournament, rules, now),
        has_place=not asked.looks_for_partner and places.hold_one(tournament),
        forget_on=forget_on(tournament, rules.retention_days),
    )


def forget_on(tournament: Tournament, days: int) -> date:
    """The day from which on a booking of the evening is kept no more."""
    return tournament.date + timedelta(days=days)


def verify_open(tournament: Tournament, now: datetime) -> None:
    """Refuses where nobody enters from a phone, and says who can. Four queries."""
    found = terms.door(tournament, now, free=places.free(tournament), announced=places.announced(tournament))
    if found.lets_in:
        return
    said = {
        Door.CALLED_OFF: _("La serata è stata annullata: non ci si iscrive."),
        Door.OVER: _("La serata è già cominciata: chiedi alla Giuria se c'è ancora un posto."),
        Door.CLOSED: _("Le iscrizioni dal telefono sono chiuse: %(how)s"),
        Door.DESK_ONLY: _("A questa serata ci si iscrive al banco, non dal telefono: %(how)s"),
    }
    raise TournamentError(found.value, said[found] % {"how": how_to_reach(tournament)})


def how_to_reach(tournament: Tournament) -> str:
    """What to do where the page can do no more: the club's telephone, if it has given one. One query."""
    phone = terms.rules_of(tournament.club).phone
    if phone:
        return _("telefona al circolo, %(phone)s.") % {"phone": phone}
    return _("telefona al circolo, o vieni al banco prima dell'inizio.")


def verify_size(tournament: Tournament, asked: Asked) -> None:
    """Refuses a coppia where everybody plays alone, and one alone who looks for nobody."""
    if tournament.entry_size == 1 and (asked.partner or asked.looks_for_partner):
        raise InputRefused("pair-size", _("Qui ognuno gioca da solo: scrivi un nome."))
    if tournament.entry_size == 2 and asked.partner is None and not asked.looks_for_partner:
        raise InputRefused("pair-size", _("Scrivi anche il compagno, o spunta che ne cerchi uno."))


def verify_names(
    tournament: Tournament, player: Player, partner: Player | None, *, of: Booking | None = None
) -> None:
    """Refuses a coppia of one, and a name that plays already; `of` is the booking that changes.

    What nobody has confirmed names nobody: its address may have been written wrong, and they ask again.
    Compared with who is entered for this evening, never with the register: whether somebody is a member is
    told to nobody.
    """
    names = [each.full_name for each in (player, partner) if each]
    written = [_plain(name) for name in names]
    if len(written) > 1 and written[0] == written[1]:
        raise InputRefused(
            "same-person",
            _("%(name)s è scritto due volte: scrivi il nome del compagno.") % {"name": names[0]},
        )
    there = _entered(tournament, of)
    for name, plain_name in zip(names, written, strict=True):
        if plain_name in there:
            raise TournamentError(
                "name-entered",
                _("%(name)s è già fra gli iscritti di questa serata: se è un'altra persona, %(how)s")
                % {"name": name, "how": how_to_reach(tournament)},
            )


def _entered(tournament: Tournament, but: Booking | None) -> set[str]:
    """The plain names of who plays this evening, in whatever order they were written."""
    bookings = tournament.bookings.filter(
        ended_at__isnull=True, entry__isnull=True, confirmed_at__isnull=False
    )
    if but is not None:
        bookings = bookings.exclude(pk=but.pk)
    names: set[str] = set().union(*(plain_names(each) for each in bookings))
    staying = queries.entries(tournament).filter(withdrawn_at__isnull=True)
    return names | {_plain(player.person.full_name) for each in staying for player in each.players.all()}


def plain_names(booking: Booking) -> frozenset[str]:
    """Who plays by it, in whatever order they were written."""
    return frozenset(_plain(name) for name in (booking.name, booking.partner_name) if name)


def _plain(name: str) -> str:
    """The name without accents, case and order: "Rossi Mario" is "Mario Rossi"."""
    return " ".join(sorted(people.plain(name).split()))
