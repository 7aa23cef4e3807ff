"""A club's evenings as a calendar that phones subscribe to, and one evening as a file (RFC 5545)."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from club.models import Club
from scoring import GAMES
from tournaments.models import Fixture, LogEntry, Tournament

#: Minutes of counting and of pairing after each round (FIELD).
BETWEEN_TURNS = 15
#: Limits of the feed, which is fetched again and again: how far it goes back, and how many evenings it has.
KEPT, MOST_EVENINGS = timedelta(days=400), 500
#: How often programs should fetch the feed.
REFRESH = timedelta(hours=6)


def evenings_of(club: Club) -> QuerySet[Tournament]:
    """Returns the evenings of the feed, each with the time `changed_at` of its last change. One query."""
    since = timezone.localdate() - KEPT
    return _with_changes(club.tournaments.filter(date__gte=since))[:MOST_EVENINGS]


def fixtures_of(club: Club) -> QuerySet[Fixture]:
    """Returns the matches of championships that have a date and no tournament yet. One query."""
    since = timezone.localdate() - KEPT
    fixtures = Fixture.objects.filter(championship__club=club, date__gte=since, tournament=None, lost_by="")
    return fixtures.select_related("championship", "home", "away").order_by("date", "pk")[:MOST_EVENINGS]


def _with_changes(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    acts = LogEntry.objects.filter(tournament=OuterRef("pk"), act__startswith="tournament.")
    changed = acts.order_by("-number").values("at")[:1]
    return tournaments.annotate(changed_at=Subquery(changed))


def feed(
    club: Club,
    evenings: Iterable[Tournament],
    address_of: Callable[[str], str],
    fixtures: Iterable[Fixture] = (),
) -> bytes:
    """Returns the calendar. An evening keeps its UID, and its SEQUENCE grows with each change.

    A match of a championship has a UID of its own until its tournament is made, which then stands for it.
    """
    calendar = _calendar()
    calendar.add("x-wr-calname", club.name)
    calendar.add("x-wr-timezone", str(timezone.get_default_timezone()))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for fixture in fixtures:
        calendar.add_component(_fixture_event(club, fixture, address_of))
    return _as_bytes(calendar, club, evenings, address_of)


def evening_file(tournament: Tournament, address_of: Callable[[str], str]) -> bytes:
    """Returns a calendar of that evening alone, for a letter. One query.

    Its event replaces the one of an earlier letter, or of the feed.
    """
    evenings = _with_changes(Tournament.objects.filter(pk=tournament.pk))
    return _as_bytes(_calendar(), tournament.club, evenings, address_of)


def _calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", "-//Criccone//tarocchino//IT")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    return calendar


def _as_bytes(
    calendar: Calendar, club: Club, evenings: Iterable[Tournament], address_of: Callable[[str], str]
) -> bytes:
    """Returns the calendar with the evenings added, as text."""
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
    until = tournament.play_ends_at
    _when(event, tournament.date, tournament.starts_at, tournament.turns, tournament.turn_minutes, until)
    event.add("summary", _summary(tournament))
    event.add("location", ", ".join(part for part in (tournament.venue, club.city) if part))
    event.add("description", _description(club, tournament, address_of))
    event.add("url", address_of(tournament.get_absolute_url()))
    event.add("status", "CANCELLED" if tournament.called_off_at else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if tournament.called_off_at else "OPAQUE")
    return event


def _fixture_event(club: Club, fixture: Fixture, address_of: Callable[[str], str]) -> Event:
    championship = fixture.championship
    event = Event()
    event.add("uid", f"incontro-{championship.code}-{fixture.pk}@criccone")
    event.add("sequence", fixture.version)
    event.add("dtstamp", championship.created_at.astimezone(UTC))
    if fixture.date:
        _when(event, fixture.date, fixture.starts_at, championship.turns, championship.turn_minutes)
    event.add("summary", f"{fixture.home} – {fixture.away}")
    event.add("location", ", ".join(part for part in (fixture.venue, club.city) if part))
    event.add("description", f"{club.name}\n{championship.name}")
    where = reverse("championship_fixture", args=[club.slug, championship.code, fixture.pk])
    event.add("url", address_of(where))
    event.add("status", "CONFIRMED")
    return event


def _when(
    event: Event,
    day: date,
    starts_at: time | None,
    turns: int,
    turn_minutes: int,
    until: datetime | None = None,
) -> None:
    """Sets start and end: `until`, or the rounds with their counting; without a starting hour, the whole
    day."""
    if starts_at is None:
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
        return
    start = datetime.combine(day, starts_at, timezone.get_default_timezone())
    lasts = timedelta(minutes=turns * (turn_minutes + BETWEEN_TURNS))
    event.add("dtstart", start)
    # Added in UTC, so that a night with a change to or from summer time lasts as long as others.
    ends_at = until or start.astimezone(UTC) + lasts
    event.add("dtend", ends_at.astimezone(timezone.get_default_timezone()))


def _summary(tournament: Tournament) -> str:
    # Some programs do not strike out cancelled events: these show the word at least.
    return (
        _("Annullato: %(name)s") % {"name": tournament.name} if tournament.called_off_at else tournament.name
    )


def _description(club: Club, tournament: Tournament, address_of: Callable[[str], str]) -> str:
    game = GAMES[tournament.game].name
    teams = f": {' – '.join(tournament.teams)}" if tournament.is_challenge else ""
    about = f"{club.name}\n{game}, {tournament.get_format_display()}{teams}"
    if not tournament.takes_bookings or tournament.called_off_at:
        return about
    where = _("Ci si iscrive qui: %(url)s") % {"url": address_of(reverse("book", args=[tournament.code]))}
    return f"{about}\n{where}"
