"""The number of queries of each page of the desk does not grow with the evening: from 8 to 200 pairs."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Club
from tests.evening import a_round, a_tournament

QUERIES = {
    "iscrizioni/": 9,
    "iscrizioni/persone/?line=cogn": 5,
    "turni/": 14,
    "registro/": 7,
    "prima/?entries=22&turns=4&turn_minutes=30&break_minutes=15&starts_at=21:00&skill=some": 10,
}


@pytest.mark.parametrize("pairs", [8, 200])
def test_a_page_takes_the_same_queries_at_any_size(organiser: Client, club: Club, pairs: int) -> None:
    tournament, taken = a_tournament(club, pairs=pairs), {}
    a_round(tournament)
    for page in QUERIES:
        with CaptureQueriesContext(connection) as asked:
            assert organiser.get(f"/t/{tournament.code}/{page}").status_code == 200
        taken[page] = len(asked)
    assert taken == QUERIES
