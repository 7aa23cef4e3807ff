"""Sends one signed request to the machine of a webhook, without redirects, within a limited time."""

import hashlib
import hmac
import socket
import ssl
import threading
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final

from club.webhooks.addresses import Target

#: Seconds for each step, and for the whole request: a receiver that sends a byte at a time is cut off.
STEP_SECONDS: Final = 5.0
WHOLE_SECONDS: Final = 10.0
#: Bytes of the answer that are read: they are not used, but a server may wait until its answer is read.
MOST_READ: Final = 4096
SIGNATURE: Final = "Criccone-Signature"


class NotTaken(Exception):
    """The receiver did not take the event. `status` is that of its answer, None without one."""

    def __init__(self, trouble: str, status: int | None = None) -> None:
        super().__init__(trouble)
        self.trouble, self.status = trouble, status


def signature(secret: str, body: bytes, at: int) -> str:
    """The header's value: the time in seconds, and the HMAC-SHA256 of `time.body` with the secret.

    The time is signed too, so that a receiver can refuse a request that somebody recorded and sends again.
    """
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def post(target: Target, body: bytes, headers: Mapping[str, str], *, seconds: float = WHOLE_SECONDS) -> int:
    """Posts the body and returns the status of the answer, which is 2xx. Raises NotTaken."""
    connection = _connection(target)
    is_over = threading.Event()
    cut = threading.Timer(seconds, _cut, [connection, is_over])
    cut.daemon = True
    cut.start()
    try:
        connection.request("POST", target.path, body=body, headers={**headers, "Host": target.host_header})
        answer = connection.getresponse()
        answer.read(MOST_READ)
        if is_over.is_set():  # what was read until then may look like a whole answer
            raise NotTaken("slow")
    except ssl.SSLError as fault:
        raise NotTaken("certificate") from fault
    except TimeoutError as fault:
        raise NotTaken("slow") from fault
    except (OSError, HTTPException, ValueError) as fault:
        raise NotTaken("slow" if is_over.is_set() else "unreachable") from fault
    finally:
        cut.cancel()
        connection.close()
    if not 200 <= answer.status < 300:
        # A redirect is not followed: it could lead anywhere.
        raise NotTaken("refused", answer.status)
    return answer.status


class _Pinned(HTTPConnection):
    """A connection to the machine of the target, whatever its name means now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=STEP_SECONDS)
        self.ip = target.ip

    def connect(self) -> None:
        self.sock = socket.create_connection((self.ip, self.port), STEP_SECONDS)


class _PinnedEncrypted(HTTPSConnection):
    """An encrypted connection to the machine of the target, whose certificate must be that of the name."""

    def __init__(self, target: Target) -> None:
        self.encryption = ssl.create_default_context()
        super().__init__(target.host, target.port, timeout=STEP_SECONDS, context=self.encryption)
        self.ip = target.ip

    def connect(self) -> None:
        plain = socket.create_connection((self.ip, self.port), STEP_SECONDS)
        self.sock = self.encryption.wrap_socket(plain, server_hostname=self.host)


def _connection(target: Target) -> HTTPConnection:
    return _PinnedEncrypted(target) if target.is_encrypted else _Pinned(target)


def _cut(connection: HTTPConnection, is_over: threading.Event) -> None:
    """Ends a request that takes too long, from another thread."""
    is_over.set()
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
