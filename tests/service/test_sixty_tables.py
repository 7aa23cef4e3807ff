"""Sixty tables whose opponents confirm at the same instant, two phones a table, on two web processes."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.service.installation import Installation, on_postgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("parallel devices")]

TABLES = 60
AT_ONCE = 40

A_TURN = """
import json
from tests.evening import a_club, a_round, a_tournament, some_cards
from tournaments.results import codes, scores
from tournaments.actors import Actor
tournament = a_tournament(a_club(), pairs=%d)
round_ = a_round(tournament)
told = []
for match in round_.matches.select_related("round__tournament"):
    cards = some_cards(match.table, dealer=scores.place_of(match, 1).dealer)
    deal = scores.enter(match, 1, "cards", cards, by=Actor.at_table(match, "A"), based_on=0)
    told.append([match.table, codes.code_of(match, "B"), deal.version])
print(json.dumps([tournament.code, told]))
"""


def confirm(port: int, tournament: str, table: int, code: str, version: int) -> int:
    """The status that one phone of E-O hears."""
    there = f"http://127.0.0.1:{port}/api/v1/tournaments/{tournament}/rounds/1/tables/{table}/deals/1/answer/"
    said = json.dumps({"answer": "confirmed", "version": version}).encode()
    headers = {"Authorization": f"Table {code}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(there, said, headers), timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def outcome(here: Installation) -> list[tuple[object, ...]]:
    """How many results there are, of how many tables, how they stand, and how often each was confirmed."""
    return here.rows(
        "SELECT count(*), count(DISTINCT match_id), count(*) FILTER (WHERE agreement = 'confirmed'),"
        " (SELECT count(*) FROM tournaments_logentry WHERE act = 'deal.confirmed') FROM tournaments_deal"
    )


def test_every_phone_hears_yes_and_every_table_has_one_result(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with on_postgres(tmp_path_factory.mktemp("sixty")) as here:
        tournament, tables = json.loads(here.run(A_TURN % (2 * TABLES)).splitlines()[-1])
        phones = [table for table in tables for _phone in range(2)]
        start = Barrier(AT_ONCE)
        with here.served(processes=2) as port, ThreadPoolExecutor(AT_ONCE) as room:

            def send(which: int) -> int:
                start.wait()
                return confirm(port, tournament, *phones[which])

            heard = list(room.map(send, range(len(phones))))
        assert heard == [200] * 2 * TABLES
        assert outcome(here) == [(TABLES, TABLES, TABLES, TABLES)]
