"""The number of queries of each address does not grow with the evening: from 8 to 200 pairs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evening import settle, some_cards
from tests.tournaments.api.conftest import Evening, an_evening
from tournaments.actors import Actor
from tournaments.results import scores
from tournaments.rounds import rounds

JURY = Actor("Giuria")
# Four of them are the token, its owner's other ones, what the address names and the asker's roles there.
READ = {
    "/": 3,
    "/entries/": 6,
    "/entries/1/": 6,
    "/entries/1/evening/": 13,
    "/rounds/": 5,
    "/rounds/2/": 9,
    "/rounds/1/sheets/": 9,
    "/rounds/1/tables/1/": 7,
    "/rounds/1/tables/1/deals/1/": 7,
    "/results/": 14,
    "/standings/": 8,
    "/log/": 6,
    "/files/": 5,
    "/board/": 11,
    "/calls/": 6,
    "/race/": 6,
    "/cash/": 7,
    "/entries/1/players/": 7,
    "/entries/1/against/2/": 10,
    "/rounds/1/tables/1/history/": 8,
    "/files/standings.csv": 9,
    "/rounds/1/files/results.csv": 11,
    "club:/articles/": 5,
    "club:/seasons/": 4,
    "club:/people/?letters=cog": 5,
    "api:/tournaments/": 3,
    "api:/me/": 3,
}


def queries_of(evening: Evening, address: str) -> int:
    start, colon, rest = address.partition(":")
    where = {"api": "/api/v1", "club": evening.club_at}
    path = f"{where[start]}{rest}" if colon else f"{evening.at}{address}"
    with CaptureQueriesContext(connection) as asked:
        response: Any = evening.organiser.get(path)
    assert response.status_code == 200, path
    return len(asked)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pairs", [8, 200])
def test_reading_costs_the_same_queries_at_any_size(pairs: int) -> None:
    evening = an_evening(pairs=pairs)
    settle(evening.tournament, evening.round)
    rounds.draw(evening.tournament.pk, by=JURY, seed=2)
    assert {address: queries_of(evening, address) for address in READ} == READ


@pytest.mark.django_db
def test_a_table_that_writes_a_deal_with_its_code_reads_nothing_twice(evening: Evening) -> None:
    # Its table and what is on it; then, under the evening's lock, the evening, the table, its deals, the
    # rulings on this one and the log's last entry; the entry and the deal are written.
    match = evening.match()
    body = {"based_on": 0, "way": "cards", "entered": some_cards(1, dealer=scores.place_of(match, 1).dealer)}
    with CaptureQueriesContext(connection) as asked:
        response: Any = evening.table_code.put(evening.deal_at(), body, format="json")
    assert response.status_code == 200, response.content
    said = [each["sql"].split()[0] for each in asked.captured_queries]
    assert (said.count("SELECT"), said.count("INSERT")) == (8, 2)
