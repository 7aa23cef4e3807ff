"""The Wi-Fi of a crowded room: a proxy that loses requests on the way in and answers on the way out."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread

# Of one hop alone: the proxy speaks for itself there.
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class PoorNetwork(ThreadingHTTPServer):
    """Stands between a phone and the server at `port`; half of what it loses the server has already done."""

    daemon_threads = True

    def __init__(self, port: int, *, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), Relay)
        self.upstream = port
        #: The share of exchanges lost, between 0 and 1.
        self.loses = 0.0
        self.is_down = False
        self.loses_posts = False
        self.lost = {"request": 0, "answer": 0}
        #: Paths of the POSTs that reached the server.
        self.arrived: list[str] = []
        self._lots = Random(seed)
        self._lock = Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fate(self) -> str:
        """Of the next exchange: "request" or "answer" for what is lost of it, empty when it goes well."""
        with self._lock:
            drawn = self._lots.random()
            fate = "request" if drawn < self.loses / 2 else "answer" if drawn < self.loses else ""
            if fate:
                self.lost[fate] += 1
            return "request" if self.is_down else fate

    def handle_error(self, request: object, client_address: object) -> None:
        """A phone that hangs up is nothing to talk about."""


class Relay(BaseHTTPRequestHandler):
    server: PoorNetwork

    def _relay(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fate = self.server.fate()
        if fate == "request" or (self.command == "POST" and self.server.loses_posts):
            return self._hang_up()
        # The stream of events would never end: without it the pages ask now and then.
        if self.path.endswith("/eventi/"):
            return self._hang_up()
        try:
            answer = self._ask(body)
        except (OSError, HTTPException):
            return self._hang_up()
        if fate == "answer" or self.server.is_down:
            return self._hang_up()
        return self._pass_on(*answer)

    do_GET = do_HEAD = do_POST = _relay  # noqa: N815

    def _ask(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        there = HTTPConnection("127.0.0.1", self.server.upstream, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        there.request(self.command, self.path, body or None, headers)
        answer = there.getresponse()
        content = answer.read()
        there.close()
        if self.command == "POST":
            self.server.arrived.append(self.path)
        return answer.status, answer.getheaders(), content

    def _pass_on(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_words: object) -> None:
        """Silent."""


@contextmanager
def poor_network(port: int, *, seed: int = 1) -> Iterator[PoorNetwork]:
    network = PoorNetwork(port, seed=seed)
    Thread(target=network.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield network
    finally:
        network.shutdown()
        network.server_close()
