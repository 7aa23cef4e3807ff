"""Check-in with a membership card: reading its code at the desk marks its holder's entry present. Also the
consent to the whole name in public results, asked when a player arrives.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.dues.members import arrears
from club.membership_cards import Check, Reading, check_card
from club.models import Consent, Due, Person, User
from club.privacy import consents
from tournaments import queries
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.entries.bookings import acceptance
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.models import Entry, EntryPlayer, Tournament


class Outcome(Enum):
    """The result of reading a code; the value names it in the page."""

    PRESENT = "present"
    ALREADY = "already"
    NOT_ENTERED = "not-entered"
    WITHDRAWN = "withdrawn"
    #: The state of the tournament forbids it; the sentence gives the reason.
    REFUSED = "refused"
    UNKNOWN = "unknown"
    OTHER_CLUB = "other-club"
    VOID = "void"


@dataclass(frozen=True)
class Arrival:
    """The outcome with the facts for the desk: the card's holder, the entry, the partner, the dues owed."""

    outcome: Outcome
    check: Check
    entry: Entry | None = None
    partners: tuple[Person, ...] = ()
    since: datetime | None = None
    dues: tuple[Due, ...] = ()
    sentence: str = ""

    @property
    def person(self) -> Person | None:
        return self.check.card.person if self.check.card else None

    @property
    def is_here(self) -> bool:
        """Whether the holder's entry is present, now or since before."""
        return self.outcome in (Outcome.PRESENT, Outcome.ALREADY)

    @property
    def is_expired(self) -> bool:
        return self.check.reading is Reading.EXPIRED

    @property
    def is_not_yet(self) -> bool:
        return self.check.reading is Reading.NOT_YET

    @property
    def tone(self) -> str:
        """The page's colour: "ok", "warn" where the desk must look closer, "bad" where the check-in stops."""
        if self.outcome in (Outcome.UNKNOWN, Outcome.OTHER_CLUB, Outcome.VOID, Outcome.REFUSED):
            return "bad"
        return "ok" if self.is_here and not (self.dues or self.is_expired or self.is_not_yet) else "warn"


NO_ENTRY = {
    Reading.UNKNOWN: Outcome.UNKNOWN,
    Reading.OTHER_CLUB: Outcome.OTHER_CLUB,
    Reading.VOID: Outcome.VOID,
}


def scan(tournament: Tournament, text: str, *, by: Actor, today: date) -> Arrival:
    """The arrival for that code; checks in the holder's entry, if there is one. Idempotent.

    A holder whose card has expired, or who is in arrears, is checked in too: the arrival shows both as a
    warning.
    """
    card_check = check_card(tournament.club, text, today)
    if card_check.reading in NO_ENTRY or card_check.card is None:
        return Arrival(NO_ENTRY[card_check.reading], card_check)
    person = card_check.card.person
    owed = tuple(due for each in arrears(tournament.club, today, person=person) for due in each.dues)
    entry = queries.entries(tournament).filter(players__person=person).first()
    if entry is None:
        return _from_phone(tournament, card_check, by, owed) or Arrival(
            Outcome.NOT_ENTERED, card_check, dues=owed
        )
    partners = _partners(entry, person)
    since = entry.checked_in_at
    if entry.withdrawn_at:
        return Arrival(Outcome.WITHDRAWN, card_check, entry, partners, dues=owed)
    if since:
        return Arrival(Outcome.ALREADY, card_check, entry, partners, since, owed)
    try:
        entries.check_in(tournament.pk, entry.number, present=True, by=by)
    except TournamentError as refusal:
        return Arrival(Outcome.REFUSED, card_check, entry, partners, dues=owed, sentence=str(refusal))
    return Arrival(Outcome.PRESENT, card_check, entry, partners, dues=owed)


def _partners(entry: Entry, person: Person) -> tuple[Person, ...]:
    return tuple(player.person for player in entry.players.all() if player.person_id != person.pk)


def _from_phone(
    tournament: Tournament, card_check: Check, by: Actor, owed: tuple[Due, ...]
) -> Arrival | None:
    """The arrival of a holder with a booking, from which the entry is made now; None without a booking."""
    person = card_check.card.person if card_check.card else None
    number = acceptance.booking_number_of(tournament, person) if person else None
    if number is None or person is None:
        return None
    try:
        made = acceptance.accept(tournament.pk, number, present=True, by=by)
    except TournamentError as refusal:
        return Arrival(Outcome.REFUSED, card_check, dues=owed, sentence=str(refusal))
    entry = queries.entries(tournament).get(pk=made.pk)
    partners = _partners(entry, person)
    return Arrival(Outcome.PRESENT, card_check, entry, partners, dues=owed)


@transaction.atomic
def record_name_consent(
    tournament: Tournament, number: int, person_id: int, *, is_given: bool, by: User, key: UUID
) -> Entry:
    """The entry of that player, whose answer is added to the history of consents; an unchanged one is not.

    It may be given or withdrawn at any time, after the end of the tournament too.
    """
    player = (
        EntryPlayer.objects.filter(entry__tournament=tournament, entry__number=number, person=person_id)
        .select_related("entry", "person")
        .first()
    )
    if player is None:
        raise InputRefused(
            "no-such-player", _("Questa persona non gioca più qui: ricarica la pagina e riprova.")
        )
    if player.person.may_be_named != is_given:
        today = timezone.localdate()
        answers = {Consent.About.NAME: is_given}
        how = Consent.How.SPOKEN
        consents.record(person_id, tournament.club, answers, on=today, how=how, today=today, by=by, key=key)
        live_feed.announce(tournament)
    return player.entry
