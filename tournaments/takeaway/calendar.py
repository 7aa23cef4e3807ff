"""A club's evenings as a calendar that phones subscribe to (RFC 5545)."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from club.models import Club
from scoring import GAMES
from tournaments.models import LogEntry, Tournament

#: Minutes of counting and of making the next tables, after each turn (FIELD).
BETWEEN_TURNS = 15
#: What was longer ago is no calendar's business, and a feed is asked for every hour.
KEPT, MOST_EVENINGS = timedelta(days=400), 500
#: For the programs that ask how often to come back.
REFRESH = timedelta(hours=6)


def evenings_of(club: Club) -> QuerySet[Tournament]:
    """The evenings of the feed, each with `changed_at`: when anything of its announcement did. One query."""
    acts = LogEntry.objects.filter(tournament=OuterRef("pk"), act__startswith="tournament.")
    changed = acts.order_by("-number").values("at")[:1]
    since = timezone.localdate() - KEPT
    return club.tournaments.filter(date__gte=since).annotate(changed_at=Subquery(changed))[:MOST_EVENINGS]


def feed(club: Club, evenings: Iterable[Tournament], address_of: Callable[[str], str]) -> bytes:
    """The calendar. The same evening has the same UID for ever, and a greater SEQUENCE after each change."""
    calendar = Calendar()
    calendar.add("prodid", "-//Criccone//tarocchino//IT")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("x-wr-timezone", str(timezone.get_default_timezone()))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for tournament in evenings:
        calendar.add_component(_event(club, tournament, address_of))
    calendar.add_missing_timezones()
    written: bytes = calendar.to_ical()
    return written


def _event(club: Club, tournament: Tournament, address_of: Callable[[str], str]) -> Event:
    changed: datetime = getattr(tournament, "changed_at", None) or tournament.created_at
    event = Event()
    event.add("uid", f"{tournament.code}@criccone")
    event.add("sequence", tournament.version)
    event.add("dtstamp", changed.astimezone(UTC))
    event.add("last-modified", changed.astimezone(UTC))
    event.add("created", tournament.created_at.astimezone(UTC))
    _when(event, tournament)
    event.add("summary", _summary(tournament))
    event.add("location", ", ".join(part for part in (tournament.venue, club.city) if part))
    event.add("description", _description(club, tournament, address_of))
    event.add("url", address_of(tournament.get_absolute_url()))
    event.add("status", "CANCELLED" if tournament.called_off_at else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if tournament.called_off_at else "OPAQUE")
    return event


def _when(event: Event, tournament: Tournament) -> None:
    """From its hour for as long as the turns and the counting last; without an hour, the whole day."""
    if tournament.starts_at is None:
        event.add("dtstart", tournament.date)
        event.add("dtend", tournament.date + timedelta(days=1))
        return
    start = datetime.combine(tournament.date, tournament.starts_at, timezone.get_default_timezone())
    lasts = timedelta(minutes=tournament.turns * (tournament.turn_minutes + BETWEEN_TURNS))
    event.add("dtstart", start)
    # By the clock of the world: in a night that changes the hour the evening is no longer for that.
    event.add("dtend", (start.astimezone(UTC) + lasts).astimezone(timezone.get_default_timezone()))


def _summary(tournament: Tournament) -> str:
    # Programs that do not strike out what is cancelled show the word at least.
    return (
        _("Annullato: %(name)s") % {"name": tournament.name} if tournament.called_off_at else tournament.name
    )


def _description(club: Club, tournament: Tournament, address_of: Callable[[str], str]) -> str:
    game = GAMES[tournament.game].name
    told = f"{club.name}\n{game}, {tournament.get_format_display()}"
    if not tournament.takes_bookings or tournament.called_off_at:
        return told
    where = _("Ci si iscrive qui: %(url)s") % {"url": address_of(reverse("book", args=[tournament.code]))}
    return f"{told}\n{where}"
