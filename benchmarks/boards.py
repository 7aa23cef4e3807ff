"""An evening of 20 tables and 16 boards, the same cards at all tables, beside an ordinary one."""

from collections.abc import Iterator
from datetime import date

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.evenings import JURY
from benchmarks.figures import Figure, processor_and_clock_ms
from club.models import Club, User
from tournaments.demo import Evening, play
from tournaments.models import Tournament

PAIRS, TURNS = 40, 4
#: Pages that both evenings have, and those of boards alone, with their arguments.
SHARED: list[tuple[str, list[int]]] = [("results", []), ("public_round", [2]), ("pair", [1])]
OF_BOARDS: list[tuple[str, list[int]]] = [("boards", []), ("board_compared", [5]), ("v1:boards", [])]
PAGE_MS = 100.0


def figures(club: Club, organiser: User) -> Iterator[Figure]:
    """Each page for the organiser, whose pages are made anew for every request."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(organiser)
    usual, duplicated = (_evening(club, is_duplicated=same) for same in (False, True))
    for name, arguments in SHARED:
        plain, with_boards = (_measured(client, each, name, arguments) for each in (usual, duplicated))
        beside = f"{plain[1]} → {with_boards[1]} queries; {plain[0]:.1f} ms in an ordinary evening"
        yield Figure(f"{name}, 20 tables × 16 boards", with_boards[0], "ms", PAGE_MS, beside)
    for name, arguments in OF_BOARDS:
        taken, queries = _measured(client, duplicated, name, arguments)
        yield Figure(f"{name}, 20 tables × 16 boards", taken, "ms", PAGE_MS, f"{queries} queries")


def _evening(club: Club, *, is_duplicated: bool) -> Tournament:
    name = "Stesse carte" if is_duplicated else "Carte di ognuno"
    evening = Evening(name, date(2026, 11, 28), PAIRS, TURNS, seed=PAIRS, is_duplicated=is_duplicated)
    return play(club, evening, by=JURY, tell=lambda _step: None)


def _measured(client: Client, evening: Tournament, name: str, arguments: list[int]) -> tuple[float, int]:
    """The page's own time in milliseconds, and its queries."""
    url = reverse(name, args=[evening.code, *arguments])
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    if response.status_code != 200:
        raise RuntimeError(f"{url} answered {response.status_code}")
    made = len(queries)  # counted now, because the next request empties the log
    return processor_and_clock_ms(lambda: client.get(url))[0], made
