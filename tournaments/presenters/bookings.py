"""Online bookings: the desk's list, an evening's terms, and a booking as its author sees it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone

from club.models import Club, Look, User
from club.privacy import access_log
from scoring import GAMES
from tournaments.entries.bookings import acceptance, partners, places
from tournaments.entries.bookings.acceptance import NamedPlayer
from tournaments.models import Booking, BookingLetter, CalendarRules, Tournament
from tournaments.presenters.front_door import announcement


@dataclass(frozen=True)
class Line:
    """A booking of the list, with its players as the club knows them."""

    booking: Booking
    players: list[NamedPlayer]


def living_bookings(tournament: Tournament, now: datetime) -> QuerySet[Booking]:
    """Returns the bookings that are not ended, not yet entries, and not joined to another one."""
    living = tournament.bookings.filter(ended_at=None, entry=None, joined_to=None)
    return living.exclude(places.overdue(now)).prefetch_related("joined")


def booking_lines(tournament: Tournament, bookings: Iterable[Booking]) -> list[Line]:
    """The lines of these bookings. One query, none without bookings."""
    shown = list(bookings)
    named = acceptance.named_players(tournament, shown)
    return [Line(each, named[each.pk]) for each in shown]


def note_reading(tournament: Tournament, lines: Iterable[Line], by: User) -> None:
    """Records in the access log that the officer has read the addresses of these bookings."""
    written = {}
    for line in lines:
        joined = (each for each in line.booking.joined.all() if each.ended_at is None)
        for booking in (line.booking, *joined):
            booking.tournament = tournament
            written[acceptance.access_label(booking)] = acceptance.writer_id(booking, line.players)
    access_log.record_written(tournament.club, by, written, Look.Page.BOOKINGS)


@dataclass(frozen=True)
class Facts:
    """The data that all booking pages of an evening show."""

    tournament: Tournament
    club: Club
    game_name: str
    rules: CalendarRules
    openness: places.Openness
    #: The club's announcement and its date.
    announcement: tuple[str, date] | None


def facts(tournament: Tournament) -> Facts:
    """Returns the data that all booking pages of an evening show. One query."""
    now = timezone.now()
    tournaments = places.with_counts(Tournament.objects.select_related("club__calendar_rules"), now)
    counted = tournaments.get(pk=tournament.pk)
    return Facts(
        tournament=tournament,
        club=tournament.club,
        game_name=GAMES[tournament.game].name,
        rules=getattr(counted.club, "calendar_rules", None) or CalendarRules(club=counted.club),
        openness=places.openness(counted, now),
        announcement=announcement(counted.club, timezone.localdate(now)),
    )


@dataclass(frozen=True)
class Seeker:
    """Another player without a partner: whether they were asked, whether they have asked, and their text."""

    booking: Booking
    is_asked: bool
    has_asked: bool
    text: str


def state_of(booking: Booking, whole: Booking) -> str:
    """Returns the state of the booking under the name that the template uses."""
    if booking.ended_at:
        return booking.end_cause
    if booking.tournament.called_off_at:
        return "called-off"
    if not booking.confirmed_at:
        if places.is_overdue(booking):
            return "overdue"
        return "asked" if booking.email else "to-ring"
    if whole.looks_for_partner:
        return "looking"
    return "in-line" if whole.line else "placed"


def other_seekers(booking: Booking) -> dict[str, object]:
    """Returns the others without a partner, if the player has none; else {}. At most four queries."""
    if not booking.looks_for_partner or booking.joined_to_id or not booking.confirmed_at or booking.ended_at:
        return {}
    asked_ids = {each.asked_id for each in booking.proposals_made.all()}
    askers = {each.asker_id for each in booking.proposals.all()}
    received = booking.letters.filter(kind=BookingLetter.Kind.PROPOSAL) if askers else booking.letters.none()
    texts = {letter.about: letter.facts["text"] for letter in received}
    others = [
        Seeker(other, other.pk in asked_ids, other.pk in askers, texts.get(f"{other.number}", ""))
        for other in partners.looking_with(booking)
    ]
    return {"others": sorted(others, key=lambda other: not other.has_asked)}
