"""An open page hears of every change: of its own process and of others, with Redis and without."""

import gzip
import re
from base64 import b64decode
from pathlib import Path
from queue import Empty

import pytest

from tests.conftest import REDIS
from tests.pages import flat
from tests.service.installation import on_postgres
from tests.tournaments.live.server import Server, Stream, serving
from tournaments.live import live_feed

pytestmark = pytest.mark.slow


def a_tournament_on(server: Server) -> str:
    return server.do("print(a_tournament(a_club(), pairs=4).code)")


def settle_on(server: Server, code: str) -> None:
    server.do(f"t = Tournament.objects.get(code='{code}'); settle(t, a_round(t))")


def publish_on(server: Server, code: str) -> None:
    server.do(f"a_round(Tournament.objects.get(code='{code}'), until='published')")


def test_embedded_a_change_by_another_process_reaches_every_open_stream(server: Server) -> None:
    code = a_tournament_on(server)
    streams = [Stream(f"{server.address}/t/{code}/eventi/") for _ in range(20)]
    first = {stream.next() for stream in streams}
    assert streams[0].content_type == "text/event-stream"
    assert len(first) == 1  # each begins with the version as it is

    settle_on(server, code)

    for stream in streams:
        kind, version = stream.next(live_feed.LOOK_EMBEDDED + 5)
        assert kind == "changed"
        assert (kind, version) not in first


def test_a_page_that_reconnects_hears_at_once_what_another_process_did_meanwhile(server: Server) -> None:
    code = a_tournament_on(server)
    _kind, before = Stream(f"{server.address}/t/{code}/eventi/").next()
    publish_on(server, code)
    again = Stream(f"{server.address}/t/{code}/eventi/")
    _kind, after = again.next()
    assert after != before, "what it hears first is how things stand, not what this process knew"


def test_a_program_that_was_away_is_told_to_read_again_only_if_it_missed_something(server: Server) -> None:
    code = a_tournament_on(server)
    at = f"{server.address}/api/v1/tournaments/{code}/events/"
    _kind, before = Stream(at).next()
    nothing = Stream(at, last=before)
    with pytest.raises(Empty):
        nothing.next(live_feed.LOOK_EMBEDDED + 1)
    publish_on(server, code)
    kind, after = nothing.next()
    assert (kind, after != before) == ("changed", True)
    assert Stream(at, last=before).next() == ("changed", after)
    assert Stream(at, last="from another life").next() == ("changed", after)


def test_a_tournament_hears_nothing_of_another(server: Server) -> None:
    quiet = a_tournament_on(server)
    busy = server.do("print(a_tournament(a_club('Altro circolo')).code)")
    stream = Stream(f"{server.address}/t/{quiet}/eventi/")
    stream.next()
    publish_on(server, busy)
    with pytest.raises(Empty):
        stream.next(live_feed.LOOK_EMBEDDED + 1)


@pytest.mark.redis
def test_with_redis_a_change_by_another_process_arrives_before_the_feed_would_look(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL=REDIS) as server:
        code = a_tournament_on(server)
        stream = Stream(f"{server.address}/t/{code}/eventi/")
        stream.next()
        # The feed has just looked: without Redis it would look again after LOOK_SERVICE seconds.
        publish_on(server, code)
        kind, _version = stream.next(live_feed.LOOK_SERVICE / 2)
        assert kind == "changed"


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
        kind, _version = stream.next(live_feed.LOOK_SERVICE + 5)
        assert kind == "changed"


@pytest.mark.postgres
def test_open_streams_hold_no_connection_to_the_database(tmp_path: Path) -> None:
    with on_postgres(tmp_path) as here, serving(tmp_path, REDIS_URL="", DATABASE_URL=here.database) as server:
        code = a_tournament_on(server)
        # Twice as many as the pool has connections.
        streams = [Stream(f"{server.address}/t/{code}/eventi/") for _ in range(20)]
        assert {stream.next()[0] for stream in streams} == {"changed"}
        busy = here.rows(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        assert busy == [(0,)]


def part_of(event: tuple[str, str]) -> str:
    kind, packed = event
    assert kind == "part"
    return gzip.decompress(b64decode(packed)).decode()


def test_the_part_itself_comes_along_to_the_page_that_asks_for_it(server: Server) -> None:
    code = a_tournament_on(server)
    at = f"{server.address}/t/{code}/eventi/?parte=results"
    results, wall = Stream(at), Stream(f"{server.address}/t/{code}/eventi/?parte=projector")
    first = part_of(results.next())
    assert flat(first).startswith('<div id="live"')
    assert 'data-slide="pairs-1"' in part_of(wall.next())
    version = re.search(r'data-version="([\d.]+)"', first)
    assert version
    has_it = Stream(f"{at}&da={version[1]}")
    assert has_it.next() == ("changed", version[1])  # nothing that is there already is sent again

    publish_on(server, code)

    for stream in (results, has_it):
        assert "Tavoli del turno 1" in part_of(stream.next())
    assert 'data-slide="tables-1"' in part_of(wall.next())


def test_the_part_on_the_stream_is_the_one_that_everybody_may_read(server: Server) -> None:
    code = server.do(
        "c = a_club(); t = a_tournament(c, pairs=10); "
        "from club.privacy import publication; "
        "publication.set_rules(c, unnamed='number', is_indexed=False); print(t.code)"
    )
    said = part_of(Stream(f"{server.address}/t/{code}/eventi/?parte=results").next())
    assert "Cognome009" in said
    assert "Cognome010" not in said
    assert "n. 10" in said


def test_a_consent_withdrawn_reaches_the_pages_that_are_open(server: Server) -> None:
    code = a_tournament_on(server)
    stream = Stream(f"{server.address}/t/{code}/eventi/?parte=results")
    assert "Cognome001" in part_of(stream.next())
    server.do(
        "from club.register import people; from club.models import Person\n"
        "for p in Person.objects.filter(last_name='Cognome001'): people.change(p, last_name=p.last_name, "
        "first_name=p.first_name, is_guest=False, name_consent_on=None)"
    )
    assert "Cognome001" not in part_of(stream.next(live_feed.LOOK_EMBEDDED + 5))
