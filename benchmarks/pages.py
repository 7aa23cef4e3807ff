"""Every page of the evening at 8 and at 200 pairs: its time and its queries.

All are requested in this one process, which has made hundreds of pages and played whole evenings before, like
a club's web process at the end of an evening.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.evenings import SIZES
from benchmarks.figures import Figure, processor_and_clock_ms
from club.models import User
from tournaments.models import Tournament

# The name of the address, and its arguments besides the tournament's code.
PAGES: list[tuple[str, list[int]]] = [
    ("results", []),
    ("pair", [1]),
    ("projector", []),
    ("version", []),
    ("entries", []),
    ("rounds", []),
    ("table", [2, 1]),
    ("log", []),
    ("v1:results", []),
]
PAGE_MS = 100.0
#: The whole results page in one answer of the API, which keeps none: every request makes it.
API_MS = 55.0


def figures(evenings: Mapping[int, Tournament], organiser: User) -> Iterator[Figure]:
    """Each page for the organiser, who sees the most; the limit is for the larger evening."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(organiser)
    for name, arguments in PAGES:
        urls = [reverse(name, args=[evenings[size].code, *arguments]) for size in SIZES]
        small, large = (_measured(client, url) for url in urls)
        queries = (
            f"{small.queries} → {large.queries} queries, {large.own / small.own:.1f}× the time at {SIZES[0]}"
            f"; {large.clock:.0f} ms by the clock"
        )
        limit = API_MS if name.startswith("v1:") else PAGE_MS
        yield Figure(f"{name}, {SIZES[1]} pairs", large.own, "ms", limit, queries)


class Measured(NamedTuple):
    """A page: its own time and the clock's, in milliseconds, and its queries."""

    own: float
    clock: float
    queries: int


def _measured(client: Client, url: str) -> Measured:
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    if response.status_code != 200:
        raise RuntimeError(f"{url} answered {response.status_code}")
    made = len(queries)  # counted now, because the next request empties the log
    return Measured(*processor_and_clock_ms(lambda: client.get(url)), made)
