"""A whole draw of each format with its database work: its queries and its time."""

import time
from datetime import date

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.evenings import JURY
from benchmarks.figures import Figure
from club.models import Club, Person
from tournaments.evenings.lifecycle import create
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.rounds import rounds

PAIRS = 200
MOST_QUERIES = 15
FORMATS: dict[str, dict[str, int]] = {
    "danish": {},
    "swiss": {},
    "girone": {"groups": 50},
    "groups-final": {"groups": 50, "qualifiers": 1},
    "mitchell": {},
    "knockout": {},
    "rotation": {},
}


def figures(club: Club) -> list[Figure]:
    """The queries and the time of each format's first draw for `PAIRS` entries."""
    return [_figure(club, format_, settings) for format_, settings in FORMATS.items()]


def _figure(club: Club, format_: str, settings: dict[str, int]) -> Figure:
    tournament = create(club, name=format_, on=date(2026, 11, 21), by=JURY, format=format_, **settings)
    _fill(tournament)
    start = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        rounds.draw(tournament.pk, by=JURY, seed=1)
    took = (time.perf_counter() - start) * 1000
    name = f"whole draw, {PAIRS} entries, {format_}"
    return Figure(name, len(queries), "queries", MOST_QUERIES, f"{took:,.0f} ms")


def _fill(tournament: Tournament) -> None:
    """Enters and checks in everybody, with one query for each kind of row."""
    now, size = tournament.created_at, tournament.entry_size
    people = Person.objects.bulk_create(
        Person(club=tournament.club, last_name=f"Cognome{at}", first_name=tournament.format)
        for at in range(PAIRS * size)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, checked_in_at=now) for number in range(1, PAIRS + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entries[at // size], person=person, position=at % size)
        for at, person in enumerate(people)
    )
