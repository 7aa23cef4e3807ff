"""Service mode with real parts: PostgreSQL, Redis and Celery workers that are killed in the middle."""

import psycopg
import pytest

from tests.service.installation import NOBODY, Installation, kill, until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.worker,
    pytest.mark.slow,
    # One after the other, since they share a broker.
    pytest.mark.xdist_group("service"),
]

A_TURN = """
from tests.evening import a_club, a_round, a_tournament, settle
tournament = a_tournament(a_club(), pairs=6)
"""
REPAIR = "from tournaments.standings.builds import repair_standings; repair_standings.delay()"
VERSIONS = "SELECT results_version, standings_version FROM tournaments_tournament"
SNAPSHOTS = "SELECT round_number, results_version, rows::text FROM tournaments_snapshot ORDER BY 1, 2"


def test_the_same_seed_plays_the_same_evening_embedded_and_with_a_worker_that_keeps_few_connections(
    service: Installation, embedded: Installation
) -> None:
    with service.worker():
        first = service.play(pairs=7, turns=4, seed=11)
        open_now = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        # Two processes of the worker with their pools, and the one that asks.
        assert service.rows(open_now)[0][0] <= 2 * 2 + 1
    assert len(first["standings"]) == 7
    assert [len(turn["tables"]) for turn in first["rounds"]] == [3] * 4
    assert first == embedded.play(pairs=7, turns=4, seed=11)


def test_after_postgresql_has_cut_every_connection_nobody_is_given_a_dead_one(service: Installation) -> None:
    assert service.run(CUT_OFF).splitlines()[-1] == "3"


def test_a_worker_killed_while_it_stores_leaves_the_last_classifica_and_the_next_one_repeats_the_build(
    service: Installation,
) -> None:
    with service.worker():
        service.run(A_TURN + "settle(tournament, a_round(tournament, seed=1))")
        until(lambda: service.rows(SNAPSHOTS), "the first build never came")
    before = service.rows(SNAPSHOTS)

    with service.worker() as doomed, psycopg.connect(service.database) as holder:
        # Reading snapshots goes on, storing one waits: the worker stops in the middle of its build.
        holder.execute("LOCK TABLE tournaments_snapshot IN EXCLUSIVE MODE")
        service.run(SETTLE_ANOTHER)
        until(lambda: _waiting(service), "the build never reached its middle")
        kill(doomed)
    until(lambda: not _waiting(service), "the dead worker's transaction never ended")
    assert service.rows(SNAPSHOTS) == before
    assert service.rows(VERSIONS) == [(2, 1)]

    with service.worker():
        service.run(REPAIR)
        until(lambda: service.rows(VERSIONS) == [(2, 2)], "the build was not repeated")
    after = service.rows(SNAPSHOTS)
    assert after[:1] == before
    assert [row[:2] for row in after] == [(1, 1), (2, 2)]


def test_with_the_broker_away_a_round_settles_and_the_repair_builds_it_later(service: Installation) -> None:
    service.run(A_TURN + "settle(tournament, a_round(tournament, seed=1))", REDIS_URL=NOBODY)
    assert service.rows(VERSIONS) == [(1, 0)]
    assert service.rows("SELECT state FROM tournaments_round") == [("settled",)]

    with service.worker():
        service.run(REPAIR)
        until(lambda: service.rows(VERSIONS) == [(1, 1)], "the repair never built it")


CUT_OFF = """
import os
import psycopg
from django.db import connection
def asked():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 3")
        return cursor.fetchone()[0]
asked()
connection.close()  # back to the pool
with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
    other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
print(asked())
"""

SETTLE_ANOTHER = """
from tests.evening import a_round, settle
from tournaments.models import Tournament
tournament = Tournament.objects.get()
settle(tournament, a_round(tournament, seed=2))
"""


def _waiting(service: Installation) -> bool:
    """Whether somebody waits to store a snapshot."""
    waiting = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
        " AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO \"tournaments_snapshot\"%'"
    )
    return bool(service.rows(waiting))
