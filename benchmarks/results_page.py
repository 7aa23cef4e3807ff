"""The results page that a whole room has open: its queries, its size, and its answers a second."""

import gzip
import os
import urllib.request
from collections.abc import Iterator

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import knocking
from benchmarks.figures import Figure, median_ms
from benchmarks.process import served
from tournaments import queries
from tournaments.models import Tournament
from tournaments.presenters.results import results
from tournaments.text.names import PUBLIC

LEAST_RATIO, MOST_QUERIES, MOST_KILOBYTES = 0.7, 12, 60
#: Milliseconds to read the data of a page that is not cached.
MOST_MS = 25.0


def figures(tournament: Tournament) -> Iterator[Figure]:
    """Measures an evening with two hundred pairs, in the middle of its second round."""
    path = tournament.get_absolute_url()
    yield from _queries(tournament)
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.empty_settings"
    try:
        with served() as (_pid, port):
            yield from _served(port, path)
    finally:
        os.environ["DJANGO_SETTINGS_MODULE"] = "criccone.settings"


def _queries(tournament: Tournament) -> Iterator[Figure]:
    path = tournament.get_absolute_url()
    cache.clear()
    for how, most in (("not made yet", MOST_QUERIES), ("kept", 0)):
        with CaptureQueriesContext(connection) as made:
            Client(SERVER_NAME="localhost").get(path)
        yield Figure(f"queries of the results page, {how}", len(made), "", most)
    took = median_ms(lambda: results(queries.tournament(tournament.code), PUBLIC, with_deals=False))
    yield Figure("reading for the results page", took, "ms", MOST_MS)


def _served(port: int, path: str) -> Iterator[Figure]:
    packed = "Accept-Encoding: gzip\r\n"
    request = urllib.request.Request(f"http://localhost:{port}{path}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        etag, body = answer.headers["ETag"], answer.read()
    plain = f"{len(gzip.decompress(body)) / 1000:.0f} kB unpacked"
    yield Figure("results page, packed", len(body) / 1000, "kB", MOST_KILOBYTES, plain)
    known = f"{packed}If-None-Match: {etag}\r\n"
    for answer_kind, headers in (("whole", packed), ("304", known)):
        share, ours, empty = knocking.ratio(port, (path, headers), ("/vuota/", ""))
        beside = f"{ours:.0f} a second, the empty view {empty:.0f}"
        yield Figure(
            f"results page beside an empty view, {answer_kind}", share, "×", least=LEAST_RATIO, beside=beside
        )
