"""A program that takes webhooks: a real server on this machine, which remembers what it was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass
class Receiver:
    """What it was sent, and how it answers."""

    port: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    #: It answers a byte at a time until this is set.
    is_over: Event | None = None
    bodies: list[bytes] = field(default_factory=list)
    sent: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/criccone?a=1"


@contextmanager
def listening() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            receiver.sent.append({**dict(self.headers), "path": self.path})
            if receiver.is_over is not None:
                self._drip(receiver.is_over)
                return
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def _drip(self, is_over: Event) -> None:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
            while not is_over.wait(0.05):
                try:
                    self.wfile.write(b"a")
                except OSError:
                    return

        def log_message(self, *_said: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
