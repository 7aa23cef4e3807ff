"""An open page hears of every change: of its own process and of others, with Redis and without."""

from pathlib import Path
from queue import Empty
from time import monotonic
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.conftest import POSTGRES, REDIS
from tests.tournaments.live.server import Server, Stream, serving
from tournaments import feeds

pytestmark = pytest.mark.slow


def a_tournament_on(server: Server) -> str:
    return server.do("print(a_tournament(a_club(), pairs=4).code)")


def settle_on(server: Server, code: str) -> None:
    server.do(f"t = Tournament.objects.get(code='{code}'); settle(t, a_round(t))")


def publish_on(server: Server, code: str) -> None:
    server.do(f"a_round(Tournament.objects.get(code='{code}'), until='published')")


def test_embedded_a_change_by_another_process_reaches_every_open_stream(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="") as server:
        code = a_tournament_on(server)
        streams = [Stream(f"{server.address}/t/{code}/eventi/") for _ in range(20)]
        first = {stream.next() for stream in streams}
        assert streams[0].content_type == "text/event-stream"
        assert len(first) == 1  # each begins with the version as it is

        settle_on(server, code)

        for stream in streams:
            kind, version = stream.next(feeds.LOOK_EMBEDDED + 5)
            assert kind == "changed"
            assert (kind, version) not in first


def test_a_page_that_reconnects_hears_at_once_what_it_missed(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="") as server:
        code = a_tournament_on(server)
        _kind, before = Stream(f"{server.address}/t/{code}/eventi/").next()
        publish_on(server, code)
        _kind, after = Stream(f"{server.address}/t/{code}/eventi/").next()
        assert after != before


def test_a_tournament_hears_nothing_of_another(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="") as server:
        quiet = a_tournament_on(server)
        busy = server.do("print(a_tournament(a_club('Altro circolo')).code)")
        stream = Stream(f"{server.address}/t/{quiet}/eventi/")
        stream.next()
        publish_on(server, busy)
        with pytest.raises(Empty):
            stream.next(feeds.LOOK_EMBEDDED + 1)


@pytest.mark.redis
def test_with_redis_a_change_by_another_process_arrives_before_the_feed_would_look(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL=REDIS) as server:
        code = a_tournament_on(server)
        stream = Stream(f"{server.address}/t/{code}/eventi/")
        stream.next()
        # The first look is just behind: the next would come after LOOK_SERVICE seconds.
        started = monotonic()
        publish_on(server, code)
        acted = monotonic()
        kind, _version = stream.next(feeds.LOOK_SERVICE)
        assert kind == "changed"
        assert monotonic() - acted < 1 or monotonic() - started < feeds.LOOK_SERVICE / 2


@pytest.mark.redis
def test_without_the_redis_that_the_settings_name_changes_stand_and_pages_still_learn(
    tmp_path: Path,
) -> None:
    nobody = "redis://127.0.0.1:1/0"
    with serving(tmp_path, REDIS_URL=nobody) as server:
        code = a_tournament_on(server)
        stream = Stream(f"{server.address}/t/{code}/eventi/")
        stream.next()
        publish_on(server, code)
        kind, _version = stream.next(feeds.LOOK_SERVICE + 5)
        assert kind == "changed"


@pytest.mark.postgres
def test_open_streams_hold_no_connection_to_the_database(tmp_path: Path) -> None:
    name = f"criccone_live_{tmp_path.name}".replace("-", "_")[:60]
    with psycopg.connect(POSTGRES, autocommit=True) as postgres:
        postgres.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
        try:
            database = urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
            with serving(tmp_path, REDIS_URL="", DATABASE_URL=database) as server:
                code = a_tournament_on(server)
                # Twice as many as the pool has connections.
                streams = [Stream(f"{server.address}/t/{code}/eventi/") for _ in range(20)]
                assert {stream.next()[0] for stream in streams} == {"changed"}
                busy = postgres.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND state <> 'idle'", [name]
                ).fetchone()
                assert busy == (0,)
        finally:
            postgres.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[call-overload]
