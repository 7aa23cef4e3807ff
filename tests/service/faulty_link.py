"""A link between the program and a real service, which a test freezes, cuts and mends."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

MOST_BYTES = 65_536


class FaultyLink:
    """Forwards bytes from a local port to a service, until a test says otherwise.

    A frozen link accepts connections and bytes and forwards nothing, like a service that hangs; a cut one
    refuses connections and closes those it has.
    """

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._flows = threading.Event()
        self._flows.set()
        self._sockets: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self._port = 0
        self.mend()

    @property
    def url(self) -> str:
        """The service's URL through this link."""
        user, at, _host = self._url.netloc.rpartition("@")
        return self._url._replace(netloc=f"{user}{at}127.0.0.1:{self._port}").geturl()

    def freeze(self) -> None:
        self._flows.clear()

    def thaw(self) -> None:
        self._flows.set()

    def cut(self) -> None:
        """Closes every connection and accepts no more, until `mend`."""
        if self._listener:
            # Wakes the thread that accepts: closing alone would leave it there.
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener = None
        for each in list(self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._flows.set()

    def mend(self) -> None:
        """Accepts connections, on the same port as before."""
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self._port))
            self._port = self._listener.getsockname()[1]
            self._run(self._accept, self._listener)

    def _accept(self, listener: socket.socket) -> None:
        with listener, contextlib.suppress(OSError):
            while True:
                self._run(self._join, listener.accept()[0])

    def _join(self, client: socket.socket) -> None:
        self._flows.wait()
        address = (self._url.hostname or "", self._url.port or 0)
        with client, contextlib.suppress(OSError), socket.create_connection(address) as service:
            self._sockets |= {client, service}
            back = threading.Thread(target=self._forward, args=(service, client), daemon=True)
            back.start()
            self._forward(client, service)
            back.join()
            self._sockets -= {client, service}

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        """Forwards until either side closes, then closes both."""
        with contextlib.suppress(OSError):
            while received := source.recv(MOST_BYTES):
                self._flows.wait()
                target.sendall(received)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _run(work: object, *of: object) -> None:
        threading.Thread(target=work, args=of, daemon=True).start()  # type: ignore[arg-type]


@contextlib.contextmanager
def link_to(url: str) -> Iterator[FaultyLink]:
    """A link to the service at `url`, cut at the end."""
    link = FaultyLink(url)
    try:
        yield link
    finally:
        link.cut()
