"""Clients that take connections and give nothing: a real server goes on showing pages and storing deals."""

import json
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from criccone import descriptors
from tests.tournaments.live.server import Server, serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("many sockets")]

SILENT, STREAMS = 1100, 1000
#: More than the connections of a process with few descriptors, fewer than the system keeps unaccepted.
CROWD = 900
PATIENCE = 30.0
#: Much more than the limit, with what the system's own buffers hold.
LONGEST_HEADER, BLOCK = 16 * 2**20, 16 * 2**10
#: As a system that lets nobody raise the limit.
FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))"
#: So that no test waits for the seconds of a real evening.
QUICK = """
from criccone import bodies, connections
connections.HEADER_SECONDS = connections.STALLED_SECONDS = bodies.BODY_SECONDS = 1.0
"""
DEAL = """
import json
from tournaments.results import codes, scores
t = a_tournament(a_club(), pairs=4)
match = a_round(t).matches.first()
cards = some_cards(1, dealer=scores.place_of(match, 1).dealer)
print(json.dumps([t.code, match.table, codes.code_of(match, "A"), cards]))
"""


@pytest.fixture(autouse=True)
def _enough_descriptors() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    descriptors.raise_limit()
    if descriptors.available() < SILENT + STREAMS + 200:
        pytest.skip("this system gives too few descriptors to open so many sockets")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second for its clients."""
    with serving(tmp_path_factory.mktemp("quick"), first=QUICK, REDIS_URL="") as server:
        yield server


@contextmanager
def connected(server: Server, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections, each of which has sent these bytes."""
    with ExitStack() as stack:
        opened = []
        for _each in range(number):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            connection.sendall(sent)
            opened.append(connection)
        yield opened


def status(server: Server, path: str, body: object = None, code: str = "") -> int:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Table {code}"} if code else {})
    request = Request(  # noqa: S310 - our own server
        f"{server.address}{path}",
        None if body is None else json.dumps(body).encode(),
        headers,
        method="GET" if body is None else "PUT",
    )
    with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        return int(answer.status)


def first_line(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as answer:
        return answer.readline()


def request_of(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def test_silent_sockets_and_streams_leave_room_for_pages_and_deals(tmp_path: Path) -> None:
    with serving(tmp_path, first=FEW, REDIS_URL="") as server:
        tournament, table, code, cards = json.loads(server.do(DEAL))
        stream = request_of(f"/t/{tournament}/eventi/")
        with connected(server, SILENT), connected(server, STREAMS, stream) as streams:
            heard = [first_line(each) for each in streams]
            assert status(server, f"/t/{tournament}/") == 200
            deal = f"/api/v1/tournaments/{tournament}/rounds/1/tables/{table}/deals/1/"
            assert status(server, deal, {"way": "cards", "entered": cards, "based_on": 0}, code) in (200, 201)
        assert {line.split()[1] for line in heard} == {b"200", b"204"}
        assert status(server, f"/t/{tournament}/") == 200


def test_a_crowd_that_arrives_at_once_is_answered_to_the_last(tmp_path: Path) -> None:
    with serving(tmp_path, first=FEW, REDIS_URL="") as server:
        tournament, *_deal = json.loads(server.do(DEAL))
        server.running.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, server.running.pid, os.WSTOPPED | os.WNOWAIT)
        with connected(server, CROWD, request_of(f"/t/{tournament}/eventi/")) as streams:
            server.running.send_signal(signal.SIGCONT)
            heard = [first_line(each) for each in streams]
        assert {line.split()[1] for line in heard} == {b"200", b"204"}


def test_a_socket_that_says_nothing_is_closed(quick_server: Server) -> None:
    with connected(quick_server, 3) as silent:
        silent[1].sendall(b"GET / HT")
        silent[2].sendall(request_of("/robots.txt"))
        assert b"200" in first_line(silent[2])
        assert silent[0].recv(1) == silent[1].recv(1) == b""


def test_a_header_that_comes_byte_by_byte_is_closed_all_the_same(quick_server: Server) -> None:
    begun = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    with connected(quick_server, 1, begun) as [slow]:
        assert is_closed_while_it_sends(slow)


HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
UPLOAD = b"POST /accesso/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_header_without_end_is_closed_before_it_fills_the_memory(tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="") as server:
        tournament, *_deal = json.loads(server.do(DEAL))
        behind_a_stream = request_of(f"/t/{tournament}/eventi/") + HALF_A_HEADER
        for begun in (HALF_A_HEADER, behind_a_stream, UPLOAD + b"0\r\nX-Trailer: "):
            with connected(server, 1, begun) as [endless]:
                sent = 0
                while sent < LONGEST_HEADER and not is_refused(endless, b"a" * BLOCK):
                    sent += BLOCK
                assert sent < LONGEST_HEADER, begun
            assert status(server, f"/t/{tournament}/") == 200


def is_refused(connection: socket.socket, sent: bytes) -> bool:
    try:
        connection.sendall(sent)
    except ConnectionError:
        return True
    return False


def is_closed_while_it_sends(connection: socket.socket) -> bool:
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        if is_refused(connection, b"G"):
            return True
        time.sleep(0.1)
    return False


def test_a_body_that_does_not_come_is_answered_408(quick_server: Server) -> None:
    late = b"POST /accesso/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nlogin="
    api = late.replace(b"/accesso/login/", b"/api/v1/tokens/")
    for sent in (late, api):
        with connected(quick_server, 1, sent) as [slow]:
            assert b" 408 " in first_line(slow)


def test_a_client_that_does_not_read_its_answers_is_closed(quick_server: Server) -> None:
    large = request_of("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js")
    with connected(quick_server, 1) as [deaf]:
        for _each in range(8):  # more than the system's own buffers hold
            deaf.sendall(large)
        assert is_closed_while_it_sends(deaf)
