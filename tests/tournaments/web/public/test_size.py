"""From 8 pairs to 200 the pages take the same queries; their times are in the benchmarks."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.evening import a_club, a_round, a_tournament, settle
from tournaments.live import page_versions
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PAGES = ("", "coppie/7/", "proiettore/", "?fragment", "versione/")


def an_evening(pairs: int) -> Tournament:
    """Two turns settled, so that there is a movement, and the third announced."""
    tournament = a_tournament(a_club(f"Circolo {pairs}"), pairs=pairs)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
    a_round(tournament, seed=3)
    return tournament


def queries_of(client: Client, address: str) -> int:
    """The queries of a page that nobody has asked for yet."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.fixture(autouse=True)
def _no_edition_goes_stale_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_versions, "CACHE_SECONDS_EMBEDDED", 600)


def test_the_pages_of_200_pairs_take_the_queries_of_8(client: Client) -> None:
    small, large = an_evening(8), an_evening(200)
    for page in PAGES:
        few = queries_of(client, f"/t/{small.code}/{page}")
        assert queries_of(client, f"/t/{large.code}/{page}") == few <= 20, page
